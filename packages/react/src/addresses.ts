import { fetchTransport, type Transport } from "lease-to-own-storefront"

/** What a click does: call a function, or open the page at a URL, which may be relative. */
export type Way = (() => unknown) | string

export function take(way: Way): unknown {
  return typeof way === "string" ? location.assign(way) : way()
}

/** Returns the transport, or creates one if given the path of a proxy on the same site. */
export function transportOf(given: Transport | string): Transport {
  return typeof given === "string" ? fetchTransport({ baseUrl: given }) : given
}
