/** A locale for `Intl`. A language alone is written as in the United States, where leases are made. */
export function localeOf(language: string): string {
  return language.includes("-") ? language : `${language}-US`
}

/** Writes amounts in major units. */
export function moneyIn(language: string, currency: string): (amount: number) => string {
  return new Intl.NumberFormat(localeOf(language), { style: "currency", currency }).format
}
