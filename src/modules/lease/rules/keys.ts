import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { RECIPIENT_PARTS, type RecipientPart } from "../../../lease-cart"

/** Letters and digits that cannot be mistaken for one another when read out on the telephone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

/** A random name for a lease, shown to people: `L-` and ten characters, 31^10 possibilities. */
export function newReference(): string {
  const pick = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `L-${pick()}-${pick()}`
}

/** A lease key: 256 random bits. Handed out once; the ledger keeps its hash. */
export function newLeaseKey(): string {
  return randomBytes(32).toString("base64url")
}

/**
 * The lease key of the link by which a new contract is signed: the same however often the link is asked for, so that asking puts no other key out of
 * use, and kept nowhere.
 */
export function signingKey(leaseId: string, secret: string): string {
  const key = createHmac("sha256", secret).update("lease-to-own signing link").digest()
  return createHmac("sha256", key).update(leaseId).digest("base64url")
}

export function hashLeaseKey(key: string): string {
  return sha256(key)
}

/** The hash kept of an attempt's name. Anyone who knows the name gets a lease key. */
export function hashAttempt(attemptId: string): string {
  return sha256(attemptId)
}

/** A one-time code: eight digits, as a telephone types them in. */
export function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, "0")
}

/** The hash kept of a code, keyed and of this one asking alone: a table full of them tells no code. */
export function hashCode(askedId: string, code: string, secret: string): string {
  const key = createHmac("sha256", secret).update("lease-to-own code").digest()
  return createHmac("sha256", key).update(`${askedId}\n${code}`).digest("hex")
}

/** True when this is the code whose hash is kept, however its digits are spaced. Compares in constant time. */
export function isCode(hash: string | null, askedId: string, given: string, secret: string): boolean {
  const expected = Buffer.from(hash ?? "")
  const actual = Buffer.from(hashCode(askedId, given.replace(/[\s-]/g, ""), secret))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function sha256(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}

/** True when `key` is one of those whose hashes are kept. Compares in constant time. */
export function isLeaseKey(key: string | undefined, hashes: string[]): boolean {
  if (!key) return false
  const given = Buffer.from(hashLeaseKey(key))
  return hashes.some((hash) => hash.length === given.length && timingSafeEqual(Buffer.from(hash), given))
}

type Recipient = Record<RecipientPart, string>

/**
 * Names who gets the goods of a cart (`recipientOf`), for comparing: which key it was made with, then for each part an HMAC from which it cannot be
 * read back.
 */
export function hashRecipient(recipient: Recipient, secret: string): string {
  const key = createHmac("sha256", secret).update("lease-to-own recipient").digest()
  const hmac = (text: string, length: number) => createHmac("sha256", key).update(text).digest("hex").slice(0, length)
  const parts = RECIPIENT_PARTS.map((part) => hmac(`${part}\n${recipient[part]}`, 16))
  return [hmac("name of the key", 8), ...parts].join(".")
}

/** The parts in which a hash surely is of another recipient. One that was made with none of these secrets cannot be compared. */
export function differingParts(hash: string, recipient: Recipient, secrets: readonly string[]): RecipientPart[] {
  const [key, ...parts] = hash.split(".")
  const given = secrets.map((secret) => hashRecipient(recipient, secret).split(".")).find(([name]) => name === key)
  if (!given || parts.length !== RECIPIENT_PARTS.length) return []
  return RECIPIENT_PARTS.filter((_part, at) => parts[at] !== given[at + 1])
}
