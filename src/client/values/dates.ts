/** There is no year 0. */
const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/

/** Whether the text is an existing day, `YYYY-MM-DD` (reference 1). */
export function isCalendarDate(text: string): boolean {
  const date = new Date(text)
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a person born on `birthdate` is at least `years` old on `today`; both `YYYY-MM-DD`, `today` with or without a time. */
export function isOfAge(birthdate: string, today: string, years: number): boolean {
  const turns = `${String(Number(birthdate.slice(0, 4)) + years).padStart(4, "0")}${birthdate.slice(4)}`
  return turns <= today
}

/** The day `YYYY-MM-DD` so many days after `day`, with or without a time. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * The moment under the first of these names with a day or a date-time, in UTC unless a zone is given; a day counts to its end. Undefined
 * without one: no decision rests on it, so what can't be read is left out.
 */
export function momentIn(answer: Record<string, unknown>, names: readonly string[]): Date | undefined {
  for (const name of names) {
    const value = answer[name]
    if (typeof value !== "string") continue
    const [text, day = "", time, zone] = MOMENT.exec(value.trim()) ?? []
    if (!isCalendarDate(day)) continue
    const at = new Date(time ? `${text}${zone ? "" : "Z"}` : `${day}T23:59:59Z`)
    if (!Number.isNaN(at.getTime())) return at
  }
  return undefined
}
