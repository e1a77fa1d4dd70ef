/** A locale for `Intl`. A language alone is written as in the United States, where leases are made. */
export function localeOf(language: string): string {
  return language.includes("-") ? language : `${language}-US`
}
