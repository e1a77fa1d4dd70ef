import { z } from "zod"
import { type Cents, toCents } from "./cents"

/**
 * Schemas for response fields, tolerant but without guessing (reference, house rules 2 and 3). `null` counts as absent, numbers may be numeric text,
 * and booleans may be the words `true` and `false`. Everything else is invalid.
 */

const LINE = /^[^\p{Cc}\p{Cs}]*$/u

const dropNull = (value: unknown) => (value === null ? undefined : value)
const blank = (value: unknown) => (typeof value === "string" && !value.trim() ? undefined : dropNull(value))

/** Blank text counts as absent. */
export const text = z.preprocess(blank, z.string().optional())

/** A single line of text, kept unchanged. Invalid if it's too long or contains control characters. */
export const line = z.preprocess(blank, z.string().max(200).regex(LINE).optional())

/** A boolean or its text. A truthiness check would read the text "false" as true. */
export const flag = z.preprocess((value) => {
  const word = typeof value === "string" ? value.trim().toLowerCase() : dropNull(value)
  return word === "true" ? true : word === "false" ? false : word
}, z.boolean().optional())

export const whole = z.preprocess((value) => {
  return typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : dropNull(value)
}, z.int().optional())

/** An amount in major units, read as whole cents. Blank text counts as absent. */
export const money = z.preprocess((value) => {
  if (typeof value === "number") return toCents(value) ?? Number.NaN
  return typeof value === "string" && value.trim() ? (toCents(value) ?? value) : blank(value)
}, z.custom<Cents>(Number.isSafeInteger).optional())

/** An application ID, as text or a number (reference 1). Blank text counts as absent. */
export const id = z.preprocess((value) => {
  const plain = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  return typeof plain === "string" ? plain.trim() || undefined : dropNull(plain)
}, z.string().max(64).regex(LINE).optional())

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Returns undefined if the text isn't JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const LONG_ID = /(?<!\\)("applicationId"\s*:\s*)(\d{16,})/g

/**
 * Quotes int64 application IDs in JSON, because a double would lose their last digits, and {@link id} would refuse them. Returns undefined if there
 * are none.
 */
export function quoteLongIds(body: string): string | undefined {
  const quoted = body.replace(LONG_ID, '$1"$2"')
  return quoted === body ? undefined : quoted
}
