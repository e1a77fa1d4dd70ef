import { fetchTransport, type Transport } from "lease-to-own-storefront"

/** What to do on a click: a function, or the address of a page, which may be relative. */
export type Way = (() => unknown) | string

/** Calls the function or opens the page. */
export function take(way: Way): unknown {
  return typeof way === "string" ? location.assign(way) : way()
}

/** Returns a transport. A string is the path of a proxy on the same site. */
export function transportOf(given: Transport | string): Transport {
  return typeof given === "string" ? fetchTransport({ baseUrl: given }) : given
}
