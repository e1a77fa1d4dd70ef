import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { RECIPIENT_PARTS, type RecipientPart } from "../../../lease-cart"

/** Letters and digits that can't be confused over the phone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

/** Returns a random lease reference to show to users: `L-` and ten characters (31^10 possibilities). */
export function newReference(): string {
  const pick = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `L-${pick()}-${pick()}`
}

/** An HMAC with a separate key for each purpose (`name`). Never rename a purpose, because the stored hashes would no longer match. */
export function hmac(name: string, text: string, secret: string, encoding: "hex" | "base64url" = "hex"): string {
  const key = createHmac("sha256", secret).update(`lease-to-own ${name}`).digest()
  return createHmac("sha256", key).update(text).digest(encoding)
}

/** Compares two strings in constant time. */
export function isEqual(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns a new lease key: 256 random bits. It is handed out once, and the ledger stores only its hash. */
export function newLeaseKey(): string {
  return randomBytes(32).toString("base64url")
}

/** Returns a new nonce, from which a signing link's key is derived. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url")
}

/** The key in a signing link. The key is derived from the nonce, not stored, so a link already sent stays valid when staff request it again. */
export function signingKey(nonce: string, secret: string): string {
  return hmac("signing link", nonce, secret, "base64url")
}

export function hashLeaseKey(key: string): string {
  return createHash("sha256").update(key).digest("hex")
}

/** Whether `key` matches one of the stored hashes. Compares in constant time. */
export function isLeaseKey(key: string | undefined, hashes: string[]): boolean {
  if (!key) return false
  const given = hashLeaseKey(key)
  return hashes.some((hash) => isEqual(hash, given))
}

/** Idempotency keys are stored as hashes, because anyone who has a key can get a lease key. */
export function hashIdempotencyKey(idempotencyKey: string): string {
  return hashLeaseKey(idempotencyKey)
}

/** Hashes a cart's recipient (`recipientOf`) for comparison: an identifier of the secret, then an HMAC of each part. */
export function hashRecipient(recipient: Record<RecipientPart, string>, secret: string): string {
  const parts = RECIPIENT_PARTS.map((part) => hmac("recipient", `${part}\n${recipient[part]}`, secret).slice(0, 16))
  return [hmac("recipient", "name of the key", secret).slice(0, 8), ...parts].join(".")
}

/**
 * The parts in which a recipient differs from a stored hash. Also empty if the hash can't be compared because it wasn't made with any of these
 * secrets.
 */
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
