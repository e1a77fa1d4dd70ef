import type { FormField } from "../wire.js"
import { readMoney } from "./money.js"

type Branch = { [name: string]: unknown }

/**
 * Converts the values of a filled form to the nested `application` object that `apply` sends. `values` are by path (`customer.ssn`), as
 * `FormData` has them. Leaves out empty fields, and reads `money` in the number format of `locale`, in major units. An amount that can't be
 * read stays text, so the store reports its field. Nothing is validated here, because the store does that.
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
