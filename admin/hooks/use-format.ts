import { useTranslation } from "react-i18next"
import type { Money } from "../../src/api/admin-types"

const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const

/** Moments as the dashboard's language writes them, and money as the browser's does, like the cards around ours. */
export function useFormat() {
  const { i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  return {
    /** Major units; never divided. */
    money: ({ amount, currency_code }: Money) =>
      new Intl.NumberFormat(undefined, {
        style: "currency",
        currency: currency_code,
        currencyDisplay: "narrowSymbol",
      }).format(amount),
    /** An ISO time, in the reader's own time zone. The calendar is that of the cards around ours, whatever the language. */
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
    /** 8.25 is 8.25 %. */
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }).format(value / 100),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** A duration in ms: in the largest unit that gives a whole number, otherwise in seconds. */
    duration: (ms: number) => {
      const [unit, length] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? UNITS[2]
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(ms / length))
    },
  }
}

/**
 * A name of a language as Intl knows it: Medusa's `ptBR` is `pt-BR`, a system's `en_US.UTF-8` is `en-US`. Undefined, the browser's own language,
 * for one that Intl can't read, because it would throw.
 */
export function localeOf(name: string): string | undefined {
  try {
    const tag = name.replace(/[.@].*/, "").replaceAll("_", "-")
    return Intl.getCanonicalLocales(tag.replace(/^([a-z]{2,3})([A-Z])/, "$1-$2"))[0]
  } catch {
    return undefined
  }
}
