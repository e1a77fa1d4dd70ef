/**
 * Returns a locale that `Intl` accepts. Operating system names, such as `en_US.UTF-8` and `en-US@posix`, become `en-US`. A language without a country
 * defaults to the United States, as the plugin's `countries` option does. A name that can't be parsed, such as `C`, becomes `en-US`.
 */
export function localeOf(name: string): string {
  try {
    const [locale = "en-US"] = Intl.getCanonicalLocales(name.replace(/[.@].*/, "").replaceAll("_", "-"))
    return locale.includes("-") ? locale : `${locale}-US`
  } catch {
    return "en-US"
  }
}

/** Formats `YYYY-MM-DD`. Returns anything else unchanged. */
export function longDate(language: string, day: string): string {
  const date = new Date(`${day}T12:00:00`)
  return Number.isNaN(date.getTime()) ? day : date.toLocaleDateString(localeOf(language), { dateStyle: "long" })
}

/** Returns the name of a language, such as "Spanish". */
export function languageName(locale: string, language: string): string {
  return new Intl.DisplayNames(localeOf(locale), { type: "language" }).of(language) ?? language
}

/** Returns a function that formats major units. A currency that `Intl` doesn't support is written after the amount. */
export function moneyIn(language: string, currency: string): (amount: number) => string {
  try {
    return new Intl.NumberFormat(localeOf(language), { style: "currency", currency }).format
  } catch {
    return (amount) => `${amount} ${currency ?? ""}`.trim()
  }
}
