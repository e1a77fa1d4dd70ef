import { z } from "zod"
import { applicationFields } from "./application-fields"
import { type ApplicationRequest, ApplicationRequestSchema } from "./application-request"

/** The names that a shopper's form may contain, and how it is read. */
export type ApplicationForm = {
  /** Dotted names of its fields and of their parents. Errors of the application name only these. */
  names: readonly string[]
  /** Refuses fields that aren't in the form, then values that {@link ApplicationRequestSchema} refuses. */
  schema: z.ZodType<ApplicationRequest>
}

const OTHER = "is no field of the form. Option applicationExtras names what else may be sent"
const NO_OBJECT = "must be an object"
const NO_VALUE = "must be text, a number, true or false"
const TOO_DEEP = "must not be nested as deeply"

/** The language of the page with the form. Every page knows it, so no shopper is asked. */
const LANGUAGE = "languagePreference"

/** The deepest nesting that an operator's additional field needs. */
const DEEPEST = 8

/**
 * The form that goes to the service: the fields of {@link applicationFields}, the language of the page, and `extras`, dotted names of option `applicationExtras`, each
 * with all that is below it. Everything else is refused by its name: a form comes from a browser and must not say what is the
 * merchant's to say, and no one would notice a field that was dropped in silence.
 *
 * @param check false: the service alone judges the values (`dialect.validateRequests`)
 */
export function applicationForm(extras: readonly string[], { check }: { check: boolean }): ApplicationForm {
  const shown = [...applicationFields.map(({ path }) => path), LANGUAGE]
  const within = new Set([...shown, ...extras].flatMap(above))
  const fields = new Set(shown)

  function look(value: unknown, path: string[], context: z.RefinementCtx): void {
    const name = path.join(".")
    const refuse = (message: string, at = path) => context.addIssue({ code: "custom", path: at, message })
    if (extras.includes(name)) {
      if (!isFlat(value, DEEPEST)) refuse(TOO_DEEP)
    } else if (fields.has(name)) {
      if (typeof value === "object" && value !== null) refuse(NO_VALUE)
    } else if (name && !within.has(name)) {
      refuse(OTHER, path.filter(isName))
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) look(inner, [...path, key], context)
    } else if (value !== null && value !== undefined) refuse(NO_OBJECT)
  }

  const known = z.unknown().superRefine((form, context) => look(form, [], context))
  const values = check ? ApplicationRequestSchema : (UncheckedSchema as unknown as typeof ApplicationRequestSchema)
  return { names: [...within, "store"], schema: known.pipe(values) }
}

/** For operators whose form is another one: any values, of the fields that may be there. */
const UncheckedSchema = z.record(z.string(), z.unknown())

/** `customer.homeAddress.zip`: `customer`, `customer.homeAddress`, and itself. */
function above(path: string): string[] {
  const parts = path.split(".")
  return parts.map((_, index) => parts.slice(0, index + 1).join("."))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isFlat(inner, levels - 1))
}

/** Anything else in the place of a name may be somebody's data. */
function isName(key: string): boolean {
  return /^[A-Za-z]\w{0,59}$/.test(key)
}
