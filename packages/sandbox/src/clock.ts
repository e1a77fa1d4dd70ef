const dayMs = 86_400_000

/** The sandbox's time: a base clock plus the days it was moved ahead. */
export type Clock = {
  now(): Date
  /** Moves time ahead by whole or part days; never back. Throws RangeError on anything else. */
  advanceDays(days: number): void
  /** How far it is ahead of the base clock, in ms. */
  aheadMs(): number
  /** Sets how far it is ahead, as `aheadMs` told it. */
  moveTo(aheadMs: number): void
  /** Back to the base clock. */
  reset(): void
}

/** A clock over `base` (default: the machine's). */
export function createClock(base: () => Date = () => new Date()): Clock {
  let offset = 0
  return {
    now: () => new Date(base().getTime() + offset),
    advanceDays(days) {
      if (!Number.isFinite(days) || days < 0 || days > 36_500) {
        throw new RangeError("The clock only moves ahead, by 0 to 36500 days. It was not moved.")
      }
      offset += days * dayMs
    },
    aheadMs: () => offset,
    moveTo(aheadMs) {
      offset = aheadMs
    },
    reset() {
      offset = 0
    },
  }
}

/** Whole and part days between two times. */
export function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / dayMs
}

/** `at` moved by `days` (may be negative). */
export function plusDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs)
}

/** True for a date that exists, written `YYYY-MM-DD` (spec 2.3). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Whole years from a birth date (`YYYY-MM-DD`) to a moment, in UTC. */
export function ageAt(birthdate: string, at: Date): number {
  const [year = 0, month = 0, day = 0] = birthdate.split("-").map(Number)
  const years = at.getUTCFullYear() - year
  const before = at.getUTCMonth() + 1 < month || (at.getUTCMonth() + 1 === month && at.getUTCDate() < day)
  return before ? years - 1 : years
}
