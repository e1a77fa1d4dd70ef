const MINUTE = 60_000

/** A one-time code can be entered this long after it was asked for (ms), and this often. */
export const CODE_LASTS_MS = 20 * MINUTE
export const CODE_TRIES = 5

/** A browser that has entered its code may use the approval this long (ms). */
export const GRANT_LASTS_MS = 24 * 60 * MINUTE
