import { isIPv6 } from "node:net"
import { canonicalText } from "../../../client"
import { hmac } from "./keys"

/** An applicant's network and mailbox, for counting applications. Both are HMACs, so neither can be recovered. */
export type Requester = { network: string; mailbox: string }

/** Hashes an IP address's network and an email address's mailbox. Without an email address, the mailbox is empty. */
export function requesterOf(address: string, email: string, secret: string): Requester {
  return {
    network: hmac("network", networkOf(address), secret),
    mailbox: email.trim() ? hmac("mailbox", mailboxOf(email), secret) : "",
  }
}

/** The key for counting one network's requests about one subject, such as an application. */
export function requestCountId(address: string, about: string, secret: string): string {
  return hmac("asking", `${networkOf(address)}\n${about}`, secret)
}

/** An IP address's network, without port or zone: the first 64 bits of IPv6 (one household's block), or the IPv4 address, even if written as IPv6. */
export function networkOf(address: string): string {
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(address.trim()) ?? []
  const bare = (inBrackets ?? address.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).replace(/%.*/, "")
  if (!isIPv6(bare)) return bare
  // `URL` normalizes the address: no capitals, no leading zeros, no embedded IPv4.
  const [head, tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const [before, after] = [head, tail].map((part) => (part ? part.split(":") : [])) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return `${groups.slice(0, 4).join(":")}::/64`
  const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".")
}

/** Normalizes an email address: lowercase, without a +tag, and without dots if the provider ignores them. */
export function mailboxOf(email: string): string {
  const address = canonicalText(email).toLowerCase()
  const at = address.lastIndexOf("@")
  const domain = at < 0 ? "" : address.slice(at + 1)
  const [box = ""] = (at < 0 ? address : address.slice(0, at)).split("+")
  if (domain === "gmail.com" || domain === "googlemail.com") return `${box.replaceAll(".", "")}@gmail.com`
  return `${box}@${domain}`
}
