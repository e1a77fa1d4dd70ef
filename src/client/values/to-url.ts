/**
 * An address taken apart; undefined when it is none. Not by `URL.canParse`: in Node 20 that calls addresses with letters such as ü wrong, once it has
 * been called often enough to be compiled.
 */
export function toUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** localhost, 127.0.0.0/8 and ::1: this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
