const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** Whether the text is a day that exists, written `YYYY-MM-DD` (reference 1). */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Whether a person born on `birthdate` is at least `years` old on `today`; both `YYYY-MM-DD`. */
export function isOfAge(birthdate: string, today: string, years: number): boolean {
  const turns = `${String(Number(birthdate.slice(0, 4)) + years).padStart(4, "0")}${birthdate.slice(4)}`
  return turns <= today
}
