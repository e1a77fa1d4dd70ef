import { createHmac } from "node:crypto"
import { isIPv6 } from "node:net"

/** Applications are counted by the network they come from, and the mailbox they name. HMACs, from which neither can be read back. */
export type Requester = { network: string; mailbox: string }

/** The caller at this address, for a cart with this e-mail; without an e-mail the mailbox is empty. */
export function requesterOf(address: string, email: string, secret: string): Requester {
  return {
    network: hmac("network", networkOf(address), secret),
    mailbox: email.trim() ? hmac("mailbox", mailboxOf(email), secret) : "",
  }
}

/** One network asking about one thing, such as an application, for counting. */
export function askerOf(address: string, about: string, secret: string): string {
  return hmac("asking", `${networkOf(address)}\n${about}`, secret)
}

/**
 * The network of an address: the first 64 bits of IPv6, because a household has all of these addresses; an IPv4 address is one, also where
 * it is written as IPv6. A port, as some proxies write one behind it, and a zone are left out.
 */
export function networkOf(address: string): string {
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(address.trim()) ?? []
  const bare = (inBrackets ?? address.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).replace(/%.*$/, "")
  if (!isIPv6(bare)) return bare
  // The browser's own spelling: no capitals, no leading zeros, no IPv4 within.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const [before, after] = [head, tail ?? ""].map((part) => (part ? part.split(":") : [])) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return toIPv4(groups.slice(6))
  return `${groups.slice(0, 4).join(":")}::/64`
}

function toIPv4(groups: string[]): string {
  const pairs = groups.map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".")
}

const WITHOUT_DOTS = ["gmail.com", "googlemail.com"]

/** The mailbox of an e-mail address: lower case, without a tag, and without the dots that its provider does not see. */
export function mailboxOf(email: string): string {
  const [, name = "", domain = ""] = /^(.*)@(.*)$/.exec(email.trim().toLowerCase()) ?? ["", email.trim().toLowerCase()]
  const [box = ""] = name.split("+")
  if (WITHOUT_DOTS.includes(domain)) return `${box.replaceAll(".", "")}@gmail.com`
  return `${box}@${domain}`
}

function hmac(kind: string, text: string, secret: string): string {
  const key = createHmac("sha256", secret).update(`lease-to-own ${kind}`).digest()
  return createHmac("sha256", key).update(text).digest("hex")
}
