import { createHmac, randomBytes, randomInt } from "node:crypto"

/** Everything the sandbox invents: with a seed the same row on every start, without one unguessable. */
export type Tokens = {
  /** A number as text that fits int32, as application id (reference 1). */
  id(): string
  /** An address-safe secret: contract token, one-time code. */
  secret(): string
  /** A keyed hash, hex: people are told apart by it without their SSN being kept. */
  hash(text: string): string
}

const idRange = { from: 100_000_000, span: 2_000_000_000 }

/** Tokens from a `seed`, or from the machine's randomness. */
export function createTokens(seed?: number): Tokens {
  const key = seed === undefined ? randomBytes(32) : Buffer.from(`lease-sandbox:${seed}`)
  let count = 0
  const next = () => createHmac("sha256", key).update(`token:${count++}`).digest()
  return {
    id() {
      const offset = seed === undefined ? randomInt(idRange.span) : next().readUInt32BE(0) % idRange.span
      return String(idRange.from + offset)
    },
    secret: () => (seed === undefined ? randomBytes(18) : next().subarray(0, 18)).toString("base64url"),
    hash: (text) => createHmac("sha256", key).update(`hash:${text}`).digest("hex"),
  }
}
