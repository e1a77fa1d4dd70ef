/** How dates with slashes, dots or hyphens are written. The year may have two digits, but not after hyphens, where `26-11-05` may begin with it. */
export const DAY_ORDERS = ["MM/DD/YYYY", "DD/MM/YYYY"] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const PARTED = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|(?<!-)\d{2})$/

function withoutTime(text: string): string {
  return (text.split(/[T,]? ?\d{1,2}:/)[0] ?? "").trim()
}

/** Returns the order of a date's day and month, `"either"` if both are possible and give different dates, or null if the order doesn't matter. */
export function dayOrderOf(text: string): DayOrder | "either" | null {
  const [, first = "", separator, second = ""] = PARTED.exec(withoutTime(text)) ?? []
  if (first === second) return null
  if (separator === "." || Number(first) > 12) return "DD/MM/YYYY"
  return Number(second) > 12 ? "MM/DD/YYYY" : "either"
}

/** Returns a date as `YYYY-MM-DD`, without its time. Null if there is no such date. */
export function readDay(text: string, order: DayOrder): string | null {
  const bare = withoutTime(text)
  const iso = ISO.exec(bare)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const [, first, , second, year = ""] = PARTED.exec(bare) ?? []
  const century = year.length === 2 ? "20" : ""
  return order === "MM/DD/YYYY" ? dayOf(century + year, first, second) : dayOf(century + year, second, first)
}

function dayOf(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}
