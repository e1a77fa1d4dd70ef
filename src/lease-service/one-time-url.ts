import { lookup } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { isLoopback, type Settings } from "./options"

/** An address as undici takes it. */
export type OneTimeAddress = { origin: string; path: string; pathname: string; secrets: string[] }

/**
 * Takes a one-time URL apart (spec 4.2). It came through the shopper's browser, so the rules are strict (reference 12): https, no credentials, no
 * private address; this machine, also by plain http, only when the service itself runs there. Whether its host is the operator's is for the
 * caller to check. Answers the reason, which holds nothing of the address, when it must not be called.
 */
export function readOneTimeUrl(
  url: string,
  settings: Pick<Settings, "loopback">,
): OneTimeAddress | { refused: string } {
  if (!URL.canParse(url)) return { refused: "it is no address" }
  const { origin, protocol, hostname, pathname, search, searchParams, username, password } = new URL(url)
  if (username || password) return { refused: "it carries credentials" }
  const here = isLoopback(hostname)
  if (here && !settings.loopback) return { refused: "it points to this machine" }
  if (protocol !== "https:" && !(protocol === "http:" && here)) return { refused: "it is not https" }
  if (!here && isPrivate(hostname.replace(/^\[|\]$/g, ""))) return { refused: "it points into a private network" }
  return { origin, path: `${pathname}${search}`, pathname, secrets: [...searchParams.values()] }
}

/** Looks names up for the one-time URLs; a public name for a private address is refused before the connection is made. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0)
    const reachable = isLoopback(hostname) ? addresses : addresses.filter(({ address }) => !isPrivate(address))
    const [first] = reachable
    if (!first) return callback(new Error("the name stands for a private address"), "", 0)
    if (options.all) return callback(null, reachable)
    callback(null, first.address, first.family)
  })
}

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
  ] as const),
  ...([
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
]) {
  PRIVATE.addSubnet(net, bits, "ipv4")
}
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["64:ff9b::", 96],
] as const) {
  PRIVATE.addSubnet(net, bits, "ipv6")
}

function isPrivate(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && PRIVATE.check(address, family === 6 ? "ipv6" : "ipv4")
}
