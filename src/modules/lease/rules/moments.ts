/** How far the clocks of two processes may be apart (ms). */
export const CLOCKS_APART_MS = 30_000

/**
 * Whether two moments are less than `ms` apart: for what holds because something happened just now, such as a reading or a code. It must not hold
 * on because the clock was set back, which moves that moment into the future. Where time only makes somebody wait, compare with the deadline: a
 * clock that was set back makes the wait longer, which is safe.
 */
export function isRecent(moment: Date, now: Date, ms: number): boolean {
  return Math.abs(now.getTime() - moment.getTime()) < ms
}
