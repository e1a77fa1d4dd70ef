export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How far the clocks of two processes may be apart (ms). */
export const CLOCKS_APART_MS = 30_000

/**
 * Whether two times are less than `ms` apart. Use it for anything that is valid for a while, such as a reading or a code: if the clock was set back,
 * its time lies in the future, which must not make it valid for longer. If somebody only has to wait, compare with the deadline instead, because a
 * longer wait is safe.
 */
export function isRecent(moment: Date, now: Date, ms: number): boolean {
  return Math.abs(now.getTime() - moment.getTime()) < ms
}
