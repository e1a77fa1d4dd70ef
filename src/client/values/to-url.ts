/**
 * Parses a URL. Undefined if the text isn't a URL. Doesn't use `URL.canParse`, which in Node 20 rejects URLs with letters such as ü once it has been
 * called enough times to be compiled.
 */
export function toUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** Whether a host refers to this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
