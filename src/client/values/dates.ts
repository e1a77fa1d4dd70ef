/** The calendar has no year 0. */
const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/

/** Whether the text is a real date in the form `YYYY-MM-DD` (reference 1). */
export function isCalendarDate(text: string): boolean {
  const date = new Date(text)
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether someone born on `birthdate` is at least `years` old on `today`. Both are `YYYY-MM-DD`; `today` may include a time. */
export function isOfAge(birthdate: string, today: string, years: number): boolean {
  const turns = `${String(Number(birthdate.slice(0, 4)) + years).padStart(4, "0")}${birthdate.slice(4)}`
  return turns <= today
}

/** Returns the date `days` days after `day`, as `YYYY-MM-DD`. `day` may include a time. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Returns the time in the first of these fields that contains a date or a date-time, or undefined if none does. A date-time without a time zone is
 * UTC, and a date means the end of that day.
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
