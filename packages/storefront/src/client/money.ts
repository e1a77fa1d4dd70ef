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
