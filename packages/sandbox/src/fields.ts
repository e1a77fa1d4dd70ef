import { z } from "zod"
import { plusDays } from "./clock"
import { centsOf } from "./money"
import { type FieldErrors, validationProblem } from "./problem"

/** Rules for fields shared by several calls. Their error messages never contain what was sent (spec 2, reference 10). */

export const expected = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is required" : `must be ${what}`

export const object = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape, { error: expected("an object") })
export const wholeBody = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape, { error: "must be a JSON object" })
export const lines = <T extends z.ZodType>(line: T, what = "a list", fewest = "must have at least one line") =>
  z.array(line, { error: expected(what) }).min(1, fewest)
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `must be one of: ${words.join(", ")}` })

export const number = (what = "a number") => z.number({ error: expected(what) })
export const anyText = z.string({ error: expected("text") })
export const pattern = (form: RegExp, error: string) => anyText.regex(form, error)
export const text = anyText.refine((value) => value.trim() !== "", "must not be empty")
export const optionalText = text.optional()
export const nullableText = z.string({ error: expected("text or null") }).nullish()
export const flag = z.boolean({ error: expected("true or false") })
export const cardNumber = pattern(/^\d{12,19}$/, "must be 12 to 19 digits")
export const cvv = pattern(/^\d{3,4}$/, "must be 3 or 4 digits")

/** Accepts dollars and returns cents. */
export const money = number()
  .min(0, "must not be negative")
  .max(10_000_000, "is too large")
  .refine((value) => centsOf(value) !== undefined, "must have at most two decimals")
  .transform((value) => centsOf(value) ?? 0)

export const wholeNumber = number("a whole number").int("must be a whole number")
export const quantity = number()
  .int("must be a whole number")
  .min(1, "must be 1 or more")
  .max(1_000_000, "is too large")

/** Whether the date exists and is in the form `YYYY-MM-DD` (spec 2.3). */
export function isCalendarDate(value: string): boolean {
  const at = new Date(`${value}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value
}

export const date = z
  .string({ error: expected("a date, YYYY-MM-DD") })
  .refine((value) => value !== "", { message: "must not be empty; leave it out when it is not known", abort: true })
  .refine(isCalendarDate, "must be a date that exists, YYYY-MM-DD")

/** A time in the form `YYYY-MM-DDThh:mm:ss.sssZ` (spec 2.6). */
export const dateTime = z
  .string({ error: expected("a date-time") })
  .refine(
    (value) => /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(value) && isCalendarDate(value.slice(0, -14)),
    "must be a date-time with milliseconds and Z, YYYY-MM-DDThh:mm:ss.sssZ",
  )

/** Refuses dates more than a year ago, which are probably typos. */
export const recent = (day: z.ZodString, now: Date) =>
  day.refine((value) => new Date(value) > plusDays(now, -366), "must be within the last year")

export const webAddress = text
  .refine((value) => /^https?:\/\/[^\s/]+/.test(value), "must be an address, https://…")
  .optional()

/** An application ID: digits as text, or a safe number (reference 1). Read as text. */
export const applicationId = z
  .union([z.string().regex(/^\d{1,19}$/), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)], {
    error: expected("the digits of an application id, as text or as a number"),
  })
  .transform(String)

/** A ten-digit phone number. Punctuation and a leading 1 are ignored (reference 3). */
export const phone = anyText.refine(
  (value) => /^1?\d{10}$/.test(value.replace(/[\s().+-]/g, "")),
  "must be a 10-digit phone number",
)

export const address = object({
  streetAddress1: text,
  streetAddress2: nullableText,
  city: text,
  state: pattern(/^[A-Za-z]{2}$/, "must be a state's two letters"),
  zip: pattern(/^\d{5}(-\d{4})?$/, "must be 5 digits, or 5 and 4 with a dash"),
})

export const store = object({
  operatorMerchantId: wholeNumber.optional(),
  merchantStoreId: optionalText,
  salesAssociate: optionalText,
  merchantApplicationIdentifier: nullableText,
  merchantTerminalId: nullableText,
})

export const custom = object({
  keys: z.array(object({ key: text, value: nullableText }), { error: expected("a list") }).optional(),
})

function fieldPath(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("")
  return written.replace(/^\./, "") || "body"
}

/** Parses a body or query. Throws a `validation` Problem that lists every invalid field by its path. */
export function parseFields<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = fieldPath(path)
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  throw validationProblem(errors)
}
