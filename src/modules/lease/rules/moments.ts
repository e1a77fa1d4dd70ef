export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How far apart the clocks of two processes may be. */
export const CLOCKS_APART_MS = 30_000

/**
 * Whether two times are less than `ms` apart, in either order. Use this function for anything that is valid for a limited time, such as a reading or
 * a code: if the clock is set back, a timestamp may be in the future, which must not extend the validity. For a plain delay, compare with the
 * deadline instead, because waiting longer is safe.
 */
export function isRecent(moment: Date, now: Date, ms: number): boolean {
  return Math.abs(now.getTime() - moment.getTime()) < ms
}
