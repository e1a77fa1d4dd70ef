import type { FormField } from "../wire.js"

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

/**
 * Reads an amount that a shopper typed, in the number format of `locale`: `4,200.50` in `en-US`, `4.200,50` in `es-ES`. Ignores dollar
 * signs and blanks. Undefined for anything else, because an ambiguous amount must be typed again and never guessed.
 *
 * @param locale as for `Intl`, `en-US` by default
 */
export function readMoney(typed: string, locale = "en-US"): number | undefined {
  const [group = "", decimal = ""] = new Intl.NumberFormat(locale).format(12_345.6).match(/\D/g) ?? []
  const text = typed.replace(/USD|US\$|\$|\s/gi, "")
  const isAmount = RegExp(`^(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${decimal}\\d\\d?)?$`).test(text)
  return isAmount ? Number(text.replaceAll(group, "").replace(decimal, ".")) : undefined
}
