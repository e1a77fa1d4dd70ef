import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"

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

export function hashLeaseKey(key: string): string {
  return sha256(key)
}

/** What is kept of the name of an attempt: whoever knows the name gets a lease key. */
export function hashAttempt(attemptId: string): string {
  return sha256(attemptId)
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

/** Names a requester for counting: an HMAC of network address and e-mail together, from which neither can be read back. */
export function requesterOf(address: string, email: string, secret: string): string {
  const key = createHmac("sha256", secret).update("lease-to-own attempts").digest()
  return createHmac("sha256", key).update(`${address}\n${email.trim().toLowerCase()}`).digest("hex")
}
