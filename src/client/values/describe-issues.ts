import type { z } from "zod"

/** An error in a form, identified by its field and rule. Never repeats a value, or a name that may be one. */
export type FieldIssue = { field: string; rule: string; message: string }

/**
 * Describes the issues found by {@link ApplicationRequestSchema}. `field` is the dotted path, `rule` is `required`, `format`, `choice` or `unknown`,
 * and `message` is a sentence that contains no value.
 */
export function describeIssues(error: z.ZodError): FieldIssue[] {
  return error.issues.map((issue) => {
    const field = toPath(issue.path)
    const rule = ruleOf(issue)
    return {
      field,
      rule,
      message: `${field || "The form"} ${TEXT.test(issue.message) ? issue.message : "is not valid"}.`,
    }
  })
}

/** How our own messages begin. A message from the library could contain a value. */
const TEXT = /^(is required|is no field of the form|must )/

function ruleOf({ message, code }: z.core.$ZodIssue): string {
  if (message === "is required") return "required"
  if (message.startsWith("is no field")) return "unknown"
  return code === "invalid_value" ? "choice" : "format"
}

function toPath(path: PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === "number") return `${before}[${part}]`
    return before ? `${before}.${String(part)}` : String(part)
  }, "")
}
