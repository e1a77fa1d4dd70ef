import type { FormField } from "../wire.js"
import { readMoney } from "./money.js"

type Branch = { [name: string]: unknown }

/**
 * The `application` object of a filled form: values by path (`customer.ssn`), as `FormData` gives them, become the nested object that
 * `apply` sends. Empty fields are left out and `money`, typed by the rule of `locale`, becomes a number in major units; what cannot be read as one
 * stays text, so that the store names the field. Nothing is checked here: the store does.
 */
export function toApplication(
  fields: FormField[],
  values: Record<string, unknown>,
  locale?: string,
): Record<string, unknown> {
  const application: Branch = {}
  for (const { path, kind } of fields) {
    const value = values[path]
    const text = typeof value === "string" ? value.trim() : value
    if (text === undefined || text === null || text === "") continue
    put(
      application,
      path.split("."),
      kind === "money" && typeof text === "string" ? (readMoney(text, locale) ?? text) : text,
    )
  }
  return application
}

function put(branch: Branch, [name = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    branch[name] = value
    return
  }
  const next = Object.hasOwn(branch, name) ? (branch[name] as Branch) : {}
  branch[name] = next
  put(next, rest, value)
}
