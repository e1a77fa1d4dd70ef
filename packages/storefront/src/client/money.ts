/**
 * An amount as a shopper types it, read by the rule of the language that the page shows: `4,200.50` in `en-US`, `4.200,50` in `es-ES`. A
 * dollar sign and blanks count for nothing. Undefined for anything else: what could be read in two ways is asked for again, never guessed.
 *
 * @param locale as for `Intl`; `en-US` when left out
 */
export function readMoney(typed: string, locale = "en-US"): number | undefined {
  const [group = "", decimal = ""] = new Intl.NumberFormat(locale).format(12_345.6).match(/\D/g) ?? []
  const text = typed.replace(/USD|US\$|\$|\s/gi, "")
  const isAmount = RegExp(`^(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${decimal}\\d\\d?)?$`).test(text)
  return isAmount ? Number(text.replaceAll(group, "").replace(decimal, ".")) : undefined
}
