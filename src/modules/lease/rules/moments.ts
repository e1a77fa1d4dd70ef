/** How far the clocks of two processes may be apart (ms). */
export const CLOCKS_APART_MS = 30_000

/**
 * Whether two moments are less than `ms` apart. For what is valid for a while, such as a reading or a code: if the clock was set back, its moment lies
 * in the future, and it must not stay valid for longer. Where time only makes somebody wait, compare with the deadline: a longer wait is safe.
 */
export function isRecent(moment: Date, now: Date, ms: number): boolean {
  return Math.abs(now.getTime() - moment.getTime()) < ms
}
