import { z } from "zod"
import { isCalendarDate } from "./clock"
import { centsOf } from "./money"
import { type FieldErrors, Problem } from "./problem"

/** Field rules that several calls share. Their texts say what is wrong and never repeat what was sent (spec 2, reference 10). */

const said = (what: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is required" : `must be ${what}`

export const text = z.string({ error: said("text") }).refine((value) => value.trim() !== "", "must not be empty")
export const optionalText = text.optional()
export const nullableText = z.string({ error: said("text or null") }).nullish()
export const flag = z.boolean({ error: said("true or false") })

export const money = z
  .number({ error: said("a number") })
  .min(0, "must not be negative")
  .max(10_000_000, "is too large")
  .refine((value) => centsOf(value) !== undefined, "must have two decimals at most")
  .transform((value) => centsOf(value) ?? 0)

export const quantity = z
  .number({ error: said("a number") })
  .int("must be a whole number")
  .min(1, "must be 1 or more")
  .max(1_000_000, "is too large")

export const wholeNumber = z.number({ error: said("a whole number") }).int("must be a whole number")

export const date = z
  .string({ error: said("a date, YYYY-MM-DD") })
  .refine((value) => value !== "", { message: "must not be empty; leave it out when it is not known", abort: true })
  .refine(isCalendarDate, "must be a date that exists, YYYY-MM-DD")

/** `YYYY-MM-DDThh:mm:ss.sssZ` (spec 2.6). */
export const dateTime = z
  .string({ error: said("a date-time") })
  .refine(
    (value) =>
      /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(value) && isCalendarDate(value.slice(0, 10)),
    "must be a date-time with milliseconds and Z, YYYY-MM-DDThh:mm:ss.sssZ",
  )

/** Nobody delivers or returns a year ago. */
export function isRecent(value: string, now: Date): boolean {
  return new Date(value).getTime() > now.getTime() - 366 * 86_400_000
}

export const webAddress = text
  .refine((value) => /^https?:\/\/[^\s/]+/.test(value), "must be an address, https://…")
  .optional()

const idRule = "must be the digits of an application id, as text or as a number"

/** Text of digits or a safe number (reference 1); read as text. */
export const applicationId = z
  .union([z.string().regex(/^\d{1,19}$/), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)], {
    error: (issue) => (issue.input === undefined ? "is required" : idRule),
  })
  .transform(String)

/** 10 digits after dropping signs and a leading 1 (reference 3). */
export const phone = z.string({ error: said("text") }).refine((value) => {
  const digits = value.replace(/[\s().+-]/g, "")
  return /^1?\d{10}$/.test(digits)
}, "must be a phone number of 10 digits")

export const address = z.looseObject(
  {
    streetAddress1: text,
    streetAddress2: nullableText,
    city: text,
    state: z.string({ error: said("text") }).regex(/^[A-Za-z]{2}$/, "must be a state in 2 letters"),
    zip: z.string({ error: said("text") }).regex(/^\d{5}(-\d{4})?$/, "must be 5 digits, or 5 and 4 with a dash"),
  },
  { error: said("an object") },
)

/** The optional `store` object (reference 2). */
export const store = z.looseObject(
  {
    operatorMerchantId: wholeNumber.optional(),
    merchantStoreId: optionalText,
    salesAssociate: optionalText,
    merchantApplicationIdentifier: nullableText,
    merchantTerminalId: nullableText,
  },
  { error: said("an object") },
)

/** `custom.keys[]` (reference 3 and 4). */
export const custom = z.looseObject(
  {
    keys: z
      .array(z.looseObject({ key: text, value: nullableText }, { error: said("an object") }), { error: said("a list") })
      .optional(),
  },
  { error: said("an object") },
)

export { said }

function fieldPath(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("")
  return written.replace(/^\./, "") || "body"
}

/** Parses a body or query. Throws a `validation` Problem that names every field at once, by path. */
export function parseFields<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) {
    const path = fieldPath(issue.path)
    const texts = errors[path] ?? []
    if (!texts.includes(issue.message)) texts.push(issue.message)
    errors[path] = texts
  }
  throw validationProblem(errors)
}

/** The refusal that names fields. Nothing was recorded. */
export function validationProblem(errors: FieldErrors): Problem {
  return new Problem(
    "validation",
    "See errors for each field. Nothing was recorded; correct the request and send it again.",
    {
      errors,
    },
  )
}
