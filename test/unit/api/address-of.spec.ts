import { addressOf } from "../../../src/api/store-route"

const of = (forwarded: string | string[] | undefined, proxies: number) =>
  addressOf({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.1" } } as never, proxies)

it.each([
  ["no proxy", "203.0.113.66, 192.0.2.7", 0, "10.0.0.1"],
  ["one proxy", "203.0.113.66, 192.0.2.7", 1, "192.0.2.7"],
  ["two proxies", "203.0.113.66, 192.0.2.7, 198.51.100.1", 2, "192.0.2.7"],
  ["one proxy, in two headers", ["203.0.113.66", "192.0.2.7"], 1, "192.0.2.7"],
  ["more proxies than told", "192.0.2.7", 5, "192.0.2.7"],
  ["a proxy that tells nothing", undefined, 1, "10.0.0.1"],
])("with %s, the address is the one that the last trusted proxy received", (_, forwarded, proxies, address) => {
  expect(of(forwarded, proxies)).toBe(address)
})
