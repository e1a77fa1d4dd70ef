import { z } from "zod"
import { isRecord } from "../values/read"
import { applicationFields } from "./application-fields"
import { type ApplicationRequest, ApplicationRequestSchema } from "./application-request"

export type ApplicationForm = {
  /** Dotted names of the form's fields and their parents. Errors don't name any other fields. */
  names: readonly string[]
  /** Rejects unknown fields, then invalid values ({@link ApplicationRequestSchema}). */
  schema: z.ZodType<ApplicationRequest>
}

const OTHER = "is not a field of the form. The applicationExtras option lists what else can be sent"
const NO_OBJECT = "must be an object"
const NO_VALUE = "must be text, a number, true or false"
const TOO_DEEP = "must not be nested as deeply"

/** The page sends its own language, so the form has no field for it. */
const LANGUAGE = "languagePreference"

/** Maximum nesting in one of the operator's additional fields. */
const DEEPEST = 8

/**
 * Returns the form that is sent to the service: the fields of {@link applicationFields}, the page's language, and `extras`, which are dotted names
 * from the `applicationExtras` option, each with everything nested below it. Any other field is refused by name: a browser must not set what the
 * merchant decides, and nobody would notice a field that was silently dropped.
 *
 * @param check if false, only the service checks the values (`dialect.validateRequests`)
 */
export function applicationForm(extras: readonly string[], { check }: { check: boolean }): ApplicationForm {
  const shown = [...applicationFields.map(({ path }) => path), LANGUAGE]
  const within = new Set([...shown, ...extras].flatMap(above))
  const fields = new Set(shown)

  function visit(value: unknown, path: string[], context: z.RefinementCtx): void {
    const name = path.join(".")
    const refuse = (message: string, at = path) => context.addIssue({ code: "custom", path: at, message })
    if (extras.includes(name)) {
      if (!isFlat(value, DEEPEST)) refuse(TOO_DEEP)
    } else if (fields.has(name)) {
      if (typeof value === "object" && value !== null) refuse(NO_VALUE)
    } else if (name && !within.has(name)) {
      refuse(OTHER, path.filter(isName))
    } else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], context)
    } else if (value !== null && value !== undefined) refuse(NO_OBJECT)
  }

  const known = z.unknown().superRefine((form, context) => visit(form, [], context))
  const values = check ? ApplicationRequestSchema : (UncheckedSchema as unknown as typeof ApplicationRequestSchema)
  return { names: [...within, "store"], schema: known.pipe(values) }
}

/** For operators with different rules: the allowed fields may contain any values. */
const UncheckedSchema = z.record(z.string(), z.unknown())

/** Returns a path together with its parents, such as `customer`, `customer.homeAddress` and `customer.homeAddress.zip`. */
function above(path: string): string[] {
  const parts = path.split(".")
  return parts.map((_, index) => parts.slice(0, index + 1).join("."))
}

function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isFlat(inner, levels - 1))
}

/** Whether a key looks like a field name. Any other key may be personal data. */
function isName(key: string): boolean {
  return /^[A-Za-z]\w{0,59}$/.test(key)
}
