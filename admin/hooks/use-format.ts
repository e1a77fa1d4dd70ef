import { useTranslation } from "react-i18next"
import type { Money } from "../../src/api/admin-types"

const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const

/** Formats times in the dashboard's language, and money in the browser's, like Medusa's cards around ours. */
export function useFormat() {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  return {
    /** Amounts are in major units and never divided. */
    money: ({ amount, currency_code }: Money) =>
      new Intl.NumberFormat(undefined, {
        style: "currency",
        currency: currency_code,
        currencyDisplay: "narrowSymbol",
      }).format(amount),
    /** An ISO time, in the reader's own time zone. The calendar is the same as on Medusa's cards around ours, regardless of the language. */
    moment: (at: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", calendar: "gregory" }).format(
        new Date(at),
      ),
    /** A calendar day, `YYYY-MM-DD`, which is the same in every time zone. */
    day: (date: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory", timeZone: "UTC" }).format(
        new Date(`${date}T00:00:00Z`),
      ),
    /** An ISO time as a day, in the reader's own time zone. */
    dayOf: (at: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory" }).format(new Date(at)),
    /** The value 8.25 means 8.25 %. */
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }).format(value / 100),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** A duration in ms, shown in the largest unit that gives a whole number, or else in seconds. */
    duration: (ms: number) => {
      const [unit, length] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? UNITS[2]
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(ms / length))
    },
  }
}

/**
 * A language's name in the form that Intl accepts: Medusa's `ptBR` becomes `pt-BR`, and a system's `en_US.UTF-8` becomes `en-US`. Undefined, which
 * means the browser's own language, for a name that Intl can't read, because Intl would throw.
 */
export function localeOf(name: string): string | undefined {
  try {
    const tag = name.replace(/[.@].*/, "").replaceAll("_", "-")
    return Intl.getCanonicalLocales(tag.replace(/^([a-z]{2,3})([A-Z])/, "$1-$2"))[0]
  } catch {
    return undefined
  }
}
