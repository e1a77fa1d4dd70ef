import { z } from "zod"

/** An error in a form. Never repeats a value, or a name that might be a value. */
export type FieldIssue = { field: string; rule: string; message: string }

/**
 * Describes the issues found by {@link ApplicationRequestSchema}. `field` is the dotted path, `rule` is `required`, `format`, `choice` or `unknown`,
 * and `message` is a sentence that contains no value.
 */
export function describeIssues(error: z.ZodError): FieldIssue[] {
  return error.issues.map((issue) => {
    const field = z.core.toDotPath(issue.path)
    const rule = ruleOf(issue)
    return {
      field,
      rule,
      message: `${field || "The form"} ${TEXT.test(issue.message) ? issue.message : "is not valid"}.`,
    }
  })
}

/** Matches the start of our own messages. Any other message comes from Zod and could contain a value. */
const TEXT = /^(is required|is not a field of the form|must )/

function ruleOf({ message, code }: z.core.$ZodIssue): string {
  if (message === "is required") return "required"
  if (message.startsWith("is not a field")) return "unknown"
  return code === "invalid_value" ? "choice" : "format"
}
