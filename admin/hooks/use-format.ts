import { useTranslation } from "react-i18next"
import type { Money } from "../../src/api/admin-types"

const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const

/** Formats times in the dashboard's language and money in the browser's, as Medusa's own cards do. */
export function useFormat() {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const money = ({ amount, currency_code }: Money, currencyDisplay: "narrowSymbol" | "symbol" = "narrowSymbol") =>
    new Intl.NumberFormat(undefined, { style: "currency", currency: currency_code, currencyDisplay }).format(amount)
  return {
    /** The amount is in major units. Don't divide it by 100. */
    money: (amount: Money) => money(amount),
    /** Formats a total that has one amount per currency. If there are several, tells US dollars from other dollars. */
    sums: (amounts: readonly Money[]) =>
      amounts.map((each) => money(each, amounts.length > 1 ? "symbol" : undefined)).join(" + "),
    /** Formats an ISO time in the user's time zone, with the Gregorian calendar in every language, as on Medusa's own cards. */
    moment: (at: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", calendar: "gregory" }).format(
        new Date(at),
      ),
    /** Formats a calendar date, `YYYY-MM-DD`, which is the same in every time zone. */
    day: (date: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory", timeZone: "UTC" }).format(
        new Date(`${date}T00:00:00Z`),
      ),
    /** Formats an ISO time as a date in the user's time zone. */
    dayOf: (at: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory" }).format(new Date(at)),
    /** A value of 8.25 means 8.25%. */
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }).format(value / 100),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    days: (value: number) =>
      new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(value),
    /** Formats a duration (ms) in the largest unit that gives a whole number, or else in seconds. */
    duration: (ms: number) => {
      const [unit, length] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? UNITS[2]
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(ms / length))
    },
  }
}

/**
 * Returns a locale that Intl accepts: `pt-BR` for Medusa's `ptBR`, and `en-US` for a system's `en_US.UTF-8`. Undefined, for the browser's own
 * language, if Intl would throw.
 */
export function localeOf(name: string): string | undefined {
  try {
    const tag = name.replace(/[.@].*/, "").replaceAll("_", "-")
    return Intl.getCanonicalLocales(tag.replace(/^([a-z]{2,3})([A-Z])/, "$1-$2"))[0]
  } catch {
    return undefined
  }
}
