import type { FormField } from "../wire.js"
import { localeOf } from "../words/locale.js"

type Branch = { [name: string]: unknown }

/** Builds the nested `application` from form values keyed by path. An unparsable amount stays text, which the store rejects. */
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

/** Parses an amount typed in the number format of `locale`. Returns undefined if the amount is invalid or ambiguous. */
export function readMoney(typed: string, locale = "en-US"): number | undefined {
  const format = new Intl.NumberFormat(localeOf(locale), { numberingSystem: "latn" })
  const [group = "", decimal = ""] = format.format(12_345.6).match(/\D/g) ?? []
  const text = typed.replace(/USD|US\$|\$|\s/gi, "")
  const isAmount = RegExp(`^(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${decimal}\\d\\d?)?$`).test(text)
  return isAmount ? Number(text.replaceAll(group, "").replace(decimal, ".")) : undefined
}
