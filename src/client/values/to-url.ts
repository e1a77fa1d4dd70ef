/** Returns undefined if the text isn't a URL. Avoids `URL.canParse`, because Node 20's compiled version rejects URLs with letters such as ü. */
export function toUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
