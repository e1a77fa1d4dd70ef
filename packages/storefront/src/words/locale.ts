/** Returns a locale for `Intl`. A bare language means the United States, where leases are made. */
export function localeOf(language: string): string {
  return language.includes("-") ? language : `${language}-US`
}

/** Formats `YYYY-MM-DD`. */
export function longDate(language: string, day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(language), { dateStyle: "long" })
}

/** Returns a function that formats major units. */
export function moneyIn(language: string, currency: string): (amount: number) => string {
  return new Intl.NumberFormat(localeOf(language), { style: "currency", currency }).format
}
