import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { isIPv6 } from "node:net"
import { RECIPIENT_PARTS, type RecipientPart } from "../../../lease-cart"

const MINUTE = 60_000

/** Letters and digits that cannot be mistaken for one another when read out on the telephone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

/** A random name for a lease, shown to people: `L-` and ten characters, 31^10 possibilities. */
export function newReference(): string {
  const pick = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `L-${pick()}-${pick()}`
}

/** An HMAC, with a key of its own for what it names. */
function hmac(name: string, text: string, secret: string, encoding: "hex" | "base64url" = "hex"): string {
  const key = createHmac("sha256", secret).update(`lease-to-own ${name}`).digest()
  return createHmac("sha256", key).update(text).digest(encoding)
}

/** Compares in constant time. */
function isEqual(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A lease key: 256 random bits. Handed out once; the ledger keeps its hash. */
export function newLeaseKey(): string {
  return randomBytes(32).toString("base64url")
}

/** The lease key of the link by which a new contract is signed: kept nowhere, and always the same, so that asking puts no other out of use. */
export function signingKey(leaseId: string, secret: string): string {
  return hmac("signing link", leaseId, secret, "base64url")
}

/** The hash kept of a lease key. */
export function hashLeaseKey(key: string): string {
  return createHash("sha256").update(key).digest("hex")
}

/** True when `key` is one of those whose hashes are kept. Compares in constant time. */
export function isLeaseKey(key: string | undefined, hashes: string[]): boolean {
  if (!key) return false
  const given = hashLeaseKey(key)
  return hashes.some((hash) => isEqual(hash, given))
}

/** The hash kept of an attempt's name. Anyone who knows the name gets a lease key. */
export function hashAttempt(attemptId: string): string {
  return hashLeaseKey(attemptId)
}

/** A one-time code can be entered this long after it was asked for (ms), and this often. */
export const CODE_LASTS_MS = 20 * MINUTE
export const CODE_TRIES = 5
/** A browser that has entered its code may use the approval this long (ms). */
export const GRANT_LASTS_MS = 24 * 60 * MINUTE

/** A one-time code: eight digits, as a telephone types them in. */
export function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, "0")
}

/** The hash kept of a code, keyed and of this one asking alone: a table full of them tells no code. */
export function hashCode(askedId: string, code: string, secret: string): string {
  return hmac("code", `${askedId}\n${code}`, secret)
}

/** True when this is the code whose hash is kept, however its digits are spaced. Compares in constant time. */
export function isCode(hash: string | null, askedId: string, given: string, secret: string): boolean {
  return isEqual(hash ?? "", hashCode(askedId, given.replace(/[\s-]/g, ""), secret))
}

/** Names who gets the goods of a cart (`recipientOf`), for comparing: the key it was made with, then an HMAC of each part. */
export function hashRecipient(recipient: Record<RecipientPart, string>, secret: string): string {
  const parts = RECIPIENT_PARTS.map((part) => hmac("recipient", `${part}\n${recipient[part]}`, secret).slice(0, 16))
  return [hmac("recipient", "name of the key", secret).slice(0, 8), ...parts].join(".")
}

/** The parts in which a hash surely is of another recipient. One that was made with none of these secrets cannot be compared. */
export function differingParts(
  hash: string,
  recipient: Record<RecipientPart, string>,
  secrets: readonly string[],
): RecipientPart[] {
  const [key, ...parts] = hash.split(".")
  const given = secrets.map((secret) => hashRecipient(recipient, secret).split(".")).find(([name]) => name === key)
  if (!given || parts.length !== RECIPIENT_PARTS.length) return []
  return RECIPIENT_PARTS.filter((_part, at) => parts[at] !== given[at + 1])
}

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

/** The network of an address, without port or zone: the first 64 bits of IPv6 (one household has them all), or the IPv4, even written as IPv6. */
export function networkOf(address: string): string {
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(address.trim()) ?? []
  const bare = (inBrackets ?? address.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).replace(/%.*$/, "")
  if (!isIPv6(bare)) return bare
  // The browser's own spelling: no capitals, no leading zeros, no IPv4 within.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const [before, after] = [head, tail ?? ""].map((part) => (part ? part.split(":") : [])) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return `${groups.slice(0, 4).join(":")}::/64`
  const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".")
}

/** The mailbox of an e-mail address: lower case, without a tag, and without the dots that its provider does not see. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const [, name = address, domain = ""] = /^(.*)@(.*)$/.exec(address) ?? []
  const [box = ""] = name.split("+")
  if (domain === "gmail.com" || domain === "googlemail.com") return `${box.replaceAll(".", "")}@gmail.com`
  return `${box}@${domain}`
}

/**
 * A token opens the operator's widget again and proves that its callbacks are this browser's: one per opening, kept as a hash. `line`:
 * which browser it comes down from. `told_at`: when it was handed out or last told something, null once it told that the shopper left;
 * `approved_at`: since when it tells of an approval that has not ended. ISO times.
 */
export type WidgetToken = { hash: string; line: number; told_at: string | null; approved_at: string | null }

/** Without news for this long another browser may open the widget, beside the first (ms). */
const QUIET_MS = 30 * MINUTE
/** The same after an approval: its lease may be signed meanwhile (ms). */
const APPROVED_QUIET_MS = 24 * 60 * MINUTE
/** Tokens of one line beside its first: the newest that reported no approval, and the newest that did. */
const MOST_OF_A_LINE = 5
/** Shorter texts are no secret of a browser. */
const SHORTEST_KEY = 32

/**
 * The tokens with one more for this opening, and that token; null for a stranger as long as the browser that opened it first may still be at
 * work, and once the lease is made. No token is pushed out by another line's, and one that told of an approval by none but those.
 *
 * `key`: the token of an earlier opening, or a secret of the browser's own. Where it is unknown it becomes a token, too, at the first opening
 * of a line, so that a browser that lost the answer can ask again with it. `owner`: proved otherwise.
 */
export function openedBy(
  tokens: readonly WidgetToken[],
  { key, owner }: { key?: string | undefined; owner: boolean },
  { now, isMade }: { now: Date; isMade: boolean },
): { tokens: WidgetToken[]; token: string } | null {
  const own = tokenOf(tokens, key)
  if (!own && !owner && tokens.length && (isMade || isHeld(tokens, now))) return null
  const line = own?.line ?? 1 + Math.max(0, ...tokens.map((one) => one.line))
  const token = newLeaseKey()
  const isSecret = own === undefined && key !== undefined && key.length >= SHORTEST_KEY
  const fresh = [
    ...(isSecret ? [{ hash: hashLeaseKey(key), line, told_at: null, approved_at: null }] : []),
    { hash: hashLeaseKey(token), line, told_at: now.toISOString(), approved_at: null },
  ]
  const [first, ...later] = [...tokens.filter((one) => one.line === line), ...fresh]
  const newest = (approved: boolean) =>
    later.filter(({ approved_at }) => (approved_at !== null) === approved).slice(-MOST_OF_A_LINE)
  const kept = first ? [first, ...newest(true), ...newest(false)] : []
  return { tokens: [...tokens.filter((one) => one.line !== line), ...kept], token }
}

/** The token of these, if it is one. Compares in constant time. */
export function tokenOf(tokens: readonly WidgetToken[] | null, given: string | undefined): WidgetToken | undefined {
  return tokens?.find(({ hash }) => isLeaseKey(given, [hash]))
}

/** True while the shopper who opened the widget may still be using it. No one else may open it or take its cart another way. */
export function isHeld(tokens: readonly WidgetToken[] | null, now: Date): boolean {
  return (tokens ?? []).some(
    ({ told_at, approved_at }) =>
      told_at !== null && now.getTime() - Date.parse(told_at) < (approved_at === null ? QUIET_MS : APPROVED_QUIET_MS),
  )
}

/** The tokens after one of them told something. `approves`: an approval, or that it is over; left out: neither. */
export function told(tokens: readonly WidgetToken[], hash: string, now: Date, approves?: boolean): WidgetToken[] {
  const at = now.toISOString()
  return tokens.map((one) => {
    if (one.hash !== hash) return one
    const approved_at = approves === undefined ? one.approved_at : approves ? (one.approved_at ?? at) : null
    return { ...one, told_at: approves === false ? null : at, approved_at }
  })
}

/** Since when an approval is told that has not ended; null when there is none. */
export function approvedSince(tokens: readonly WidgetToken[]): Date | null {
  const times = tokens.flatMap(({ approved_at }) => (approved_at === null ? [] : [Date.parse(approved_at)]))
  return times.length ? new Date(Math.min(...times)) : null
}
