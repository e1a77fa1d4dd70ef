import { lookup } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { isLoopback, toUrl } from "../values/to-url"
import { dialectDefaults } from "./dialect"
import type { OneTimeRefusal } from "./one-time-refusals"

const DEFAULT_PORTS: Record<string, string> = { "https:": "443", "http:": "80" }

/**
 * Normalizes a host from the `widget.oneTimeHosts` or `contractHosts` option: lowercase, Punycode, with its port. Returns undefined if the entry
 * isn't exactly one host, or if the host is a private address, which is never called.
 */
export function readHost(entry: string): string | undefined {
  const text = entry.trim()
  const url = text && !/[/\\?#@*\s]/.test(text) ? toUrl(`https://${text}`) : undefined
  if (!url) return undefined
  const { hostname, port } = url
  if (!isLoopback(hostname) && isPrivate(bare(hostname))) return undefined
  return `${hostname}:${port || DEFAULT_PORTS["https:"]}`
}

/**
 * Returns why a one-time URL from the shopper's browser must not be called (reference 12), or null if it may be called.
 *
 * @param hosts the operator's hosts, as returned by `readHost`
 * @param paths the allowed endings of the URL's path, as in `dialect.oneTimePaths`
 */
export function refusalOfOneTimeUrl(
  url: string,
  { hosts, loopback, paths }: { hosts: readonly string[]; loopback: boolean; paths?: readonly string[] },
): OneTimeRefusal | null {
  const address = readOneTimeUrl(url, { loopback, paths })
  if ("refused" in address && address.refused !== "link_to_other_path") return address.refused
  if (!hosts.includes(hostOf(new URL(url)))) return "link_to_other_host"
  return "refused" in address ? address.refused : null
}

/** Returns a URL's host in the form that {@link readHost} returns. */
export function hostOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`
}

/** A one-time URL, split up for undici, with its query values as secrets. */
type OneTimeAddress = { origin: string; path: string; secrets: string[] }

/**
 * Parses a one-time URL (spec 4.2), or returns why it must not be called. The URL came through the shopper's browser, so the rules are strict
 * (reference 12): https, no credentials, no private address, and the path of one of the two calls. A URL on this machine is allowed, even over plain
 * http, only if the service itself runs here. The caller must check that the host is the operator's.
 */
export function readOneTimeUrl(
  url: string,
  { loopback, paths = dialectDefaults.oneTimePaths }: { loopback: boolean; paths?: readonly string[] },
): OneTimeAddress | { refused: OneTimeRefusal } {
  const address = toUrl(url)
  if (!address) return { refused: "link_no_address" }
  const { origin, protocol, hostname, pathname, search, searchParams, username, password } = address
  if (username || password) return { refused: "link_credentials" }
  const here = isLoopback(hostname)
  if (here && !loopback) return { refused: "link_to_this_machine" }
  if (protocol !== "https:" && !(protocol === "http:" && here)) return { refused: "link_not_https" }
  if (!here && isPrivate(bare(hostname))) return { refused: "link_to_private_network" }
  if (!paths.some((path) => pathname.endsWith(path))) return { refused: "link_to_other_path" }
  return { origin, path: `${pathname}${search}`, secrets: [...searchParams.values()] }
}

/** DNS lookup for one-time URLs. Drops private addresses, so a public name can't lead into a private network. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0)
    const reachable = isLoopback(hostname) ? addresses : addresses.filter(({ address }) => !isPrivate(address))
    const [first] = reachable
    if (!first) return callback(new Error("the name resolves to a private address"), "", 0)
    if (options.all) return callback(null, reachable)
    callback(null, first.address, first.family)
  })
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "")
}

/** Networks that aren't public, and IPv6 networks that embed an IPv4 address, because a gateway might extract it. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4")
for (const [net, bits] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6")

function isPrivate(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && PRIVATE.check(address, family === 6 ? "ipv6" : "ipv4")
}
