import { randomInt } from "node:crypto"
import { canonicalText } from "../../../client"
import { hmac, isEqual } from "./keys"
import { DAY_MS, MINUTE_MS } from "./moments"

export const CODE_LASTS_MS = 20 * MINUTE_MS
export const CODE_TRIES = 5
/** How long a browser may use the approval after entering its code. */
export const GRANT_LASTS_MS = DAY_MS

/** Returns a new one-time code: eight digits, easy to type on a phone. */
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
