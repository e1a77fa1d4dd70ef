import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { isIPv6 } from "node:net"
import { canonicalText } from "../../../client"
import { RECIPIENT_PARTS, type RecipientPart } from "../../../lease-cart"
import { DAY_MS, MINUTE_MS } from "./moments"

/** Letters and digits that can't be confused over the phone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

/** A random name for a lease, shown to people: `L-` and ten characters, 31^10 possibilities. */
export function newReference(): string {
  const pick = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `L-${pick()}-${pick()}`
}

/** An HMAC with a separate key for each purpose (`name`). Never rename a purpose, because the stored hashes would no longer match. */
function hmac(name: string, text: string, secret: string, encoding: "hex" | "base64url" = "hex"): string {
  const key = createHmac("sha256", secret).update(`lease-to-own ${name}`).digest()
  return createHmac("sha256", key).update(text).digest(encoding)
}

/** Compares in constant time. */
function isEqual(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A lease key: 256 random bits. It is handed out once, and the ledger stores only its hash. */
export function newLeaseKey(): string {
  return randomBytes(32).toString("base64url")
}

/** A nonce, from which a signing link's key is derived. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url")
}

/** The key in a signing link. The key is derived from the nonce, not stored, so a link already sent stays valid when staff request it again. */
export function signingKey(nonce: string, secret: string): string {
  return hmac("signing link", nonce, secret, "base64url")
}

/** The stored hash of a lease key. */
export function hashLeaseKey(key: string): string {
  return createHash("sha256").update(key).digest("hex")
}

/** Whether `key` matches one of the stored hashes. Compares in constant time. */
export function isLeaseKey(key: string | undefined, hashes: string[]): boolean {
  if (!key) return false
  const given = hashLeaseKey(key)
  return hashes.some((hash) => isEqual(hash, given))
}

/** The stored hash of an application's idempotency key. The key is hashed, because anyone who has it can get a lease key. */
export function hashIdempotencyKey(idempotencyKey: string): string {
  return hashLeaseKey(idempotencyKey)
}

/** How long a one-time code is valid (ms), and how many times it can be tried. */
export const CODE_LASTS_MS = 20 * MINUTE_MS
export const CODE_TRIES = 5
/** How long a browser may use the approval after entering its code (ms). */
export const GRANT_LASTS_MS = DAY_MS

/** A one-time code: eight digits, easy to type on a phone. */
export function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, "0")
}

/** The stored hash of a code, keyed per request so that a stolen table reveals no codes. */
export function hashCode(requestId: string, code: string, secret: string): string {
  return hmac("code", `${requestId}\n${code}`, secret)
}

/** Whether this code matches the stored hash, ignoring spaces and hyphens. Compares in constant time. */
export function isCode(hash: string | null, requestId: string, given: string, secret: string): boolean {
  return isEqual(hash ?? "", hashCode(requestId, canonicalText(given).replace(/[ -]/g, ""), secret))
}

/** The hash of a cart's recipient (`recipientOf`), for comparison: a name for the secret, then an HMAC of each part. */
export function hashRecipient(recipient: Record<RecipientPart, string>, secret: string): string {
  const parts = RECIPIENT_PARTS.map((part) => hmac("recipient", `${part}\n${recipient[part]}`, secret).slice(0, 16))
  return [hmac("recipient", "name of the key", secret).slice(0, 8), ...parts].join(".")
}

/** The parts in which a recipient differs from a stored hash. Empty if the hash was made with none of these secrets, because it can't be compared. */
export function differingParts(
  hash: string,
  recipient: Record<RecipientPart, string>,
  secrets: readonly string[],
): RecipientPart[] {
  const [key, ...parts] = hash.split(".")
  const given = secrets.map((secret) => hashRecipient(recipient, secret).split(".")).find(([name]) => name === key)
  if (!given || parts.length !== RECIPIENT_PARTS.length) return []
  return RECIPIENT_PARTS.filter((_part, index) => parts[index] !== given[index + 1])
}

/** An application's network and mailbox, for counting applications. Both are HMACs, so neither can be recovered. */
export type Requester = { network: string; mailbox: string }

/** The requester for an IP address and a cart's e-mail address. Without an e-mail address, the mailbox is empty. */
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

/** The mailbox of an e-mail address: lowercase, without the tag, and without dots if the provider ignores them. */
export function mailboxOf(email: string): string {
  const address = canonicalText(email).toLowerCase()
  const at = address.lastIndexOf("@")
  const domain = at < 0 ? "" : address.slice(at + 1)
  const [box = ""] = (at < 0 ? address : address.slice(0, at)).split("+")
  if (domain === "gmail.com" || domain === "googlemail.com") return `${box.replaceAll(".", "")}@gmail.com`
  return `${box}@${domain}`
}

/**
 * With a token, a browser can reopen the hosted widget, and its callbacks are accepted. Each opening gets a new token, stored as a hash. `line`: a
 * number that all tokens of one browser share. `used_at`: when the token was handed out or last used for a report; null once the browser reported
 * that the shopper left. `approved_at`: when the browser reported an approval that hasn't ended. Times are in ISO format.
 */
export type WidgetToken = { hash: string; line: number; used_at: string | null; approved_at: string | null }

/** After this long without a report, another browser may open the widget (ms). */
const QUIET_MS = 30 * MINUTE_MS
/** The same limit after an approval, because the lease may be signed in the meantime (ms). */
const APPROVED_QUIET_MS = DAY_MS
/** In addition to its first token, a line keeps this many of its newest tokens with an approval, and this many without one. */
const MOST_OF_A_LINE = 5
/** The minimum length of a browser's secret (characters). */
const SHORTEST_KEY = 32

/**
 * Issues a token for this opening of the widget, and returns it with the tokens to keep. Returns null for an unknown browser if the lease already
 * exists or the first browser may still be in use. Only newer tokens of the same line displace a token, and only tokens with an approval displace one
 * with an approval.
 *
 * `key`: the token from an earlier opening, or the browser's own secret. At a line's first opening, an unknown key becomes a token as well, so a
 * browser that lost the response can retry with the same key. `owner`: whether the shopper proves ownership in another way each time. An owner's key
 * never becomes a token, because somebody else may have planted the key, or it expires with a signing link.
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
  const isSecret = !owner && own === undefined && key !== undefined && key.length >= SHORTEST_KEY
  const fresh = [
    ...(isSecret ? [{ hash: hashLeaseKey(key), line, used_at: null, approved_at: null }] : []),
    { hash: hashLeaseKey(token), line, used_at: now.toISOString(), approved_at: null },
  ]
  const [first, ...later] = [...tokens.filter((one) => one.line === line), ...fresh]
  const newest = (approved: boolean) =>
    later.filter(({ approved_at }) => (approved_at !== null) === approved).slice(-MOST_OF_A_LINE)
  const kept = first ? [first, ...newest(true), ...newest(false)] : []
  return { tokens: [...tokens.filter((one) => one.line !== line), ...kept], token }
}

/** The token in this list that matches `given`. Compares in constant time. */
export function tokenOf(tokens: readonly WidgetToken[] | null, given: string | undefined): WidgetToken | undefined {
  return tokens?.find(({ hash }) => isLeaseKey(given, [hash]))
}

/** Whether the shopper who opened the widget may still be using it. If so, nobody else may open it or lease its cart another way. */
export function isHeld(tokens: readonly WidgetToken[] | null, now: Date): boolean {
  return (tokens ?? []).some(
    ({ used_at, approved_at }) =>
      used_at !== null && now.getTime() - Date.parse(used_at) < (approved_at === null ? QUIET_MS : APPROVED_QUIET_MS),
  )
}

/** The tokens after one of them was used for a report. `approves`: true for an approval, false for the end of one, undefined for anything else. */
export function afterReport(
  tokens: readonly WidgetToken[],
  hash: string,
  now: Date,
  approves?: boolean,
): WidgetToken[] {
  const at = now.toISOString()
  return tokens.map((one) => {
    if (one.hash !== hash) return one
    const approved_at = approves === undefined ? one.approved_at : approves ? (one.approved_at ?? at) : null
    return { ...one, used_at: approves === false ? null : at, approved_at }
  })
}

/** The time of the first reported approval that has not ended; null if there is none. */
export function approvedSince(tokens: readonly WidgetToken[]): Date | null {
  const times = tokens.flatMap(({ approved_at }) => (approved_at === null ? [] : [Date.parse(approved_at)]))
  return times.length ? new Date(Math.min(...times)) : null
}
