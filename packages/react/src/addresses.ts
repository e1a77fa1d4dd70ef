import { fetchTransport, type Transport } from "lease-to-own-storefront"

/** A function, or the address of a page, relative to this one. */
export type Way = (() => unknown) | string

/** Goes there. */
export function take(way: Way): unknown {
  return typeof way === "string" ? location.assign(way) : way()
}

/** A transport, or the one to a proxy on the own site, by its path. */
export function transportOf(given: Transport | string): Transport {
  return typeof given === "string" ? fetchTransport({ baseUrl: given }) : given
}
