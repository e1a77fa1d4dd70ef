/**
 * When to try again what had no effect (ms): after 1, 2, 4, 8, 16 minutes, then hourly, or up to half of that sooner. `attempts` counts the one
 * that just failed. `random` is from 0 to 1 and spreads what failed together.
 */
export function backoffMs(attempts: number, random: number = Math.random()): number {
  const longest = attempts > 5 ? 3600_000 : 2 ** (attempts - 1) * 60_000
  return longest * (0.5 + random / 2)
}

/** Longer than this no call waits because the service asked for it (ms). */
const LONGEST_WAIT_MS = 24 * 3600_000

/** The same where the service asked to be left alone for `askedMs`: it is not called sooner. */
export function retryMs(attempts: number, askedMs = 0, random: number = Math.random()): number {
  const asked = Math.min(askedMs, LONGEST_WAIT_MS)
  return Math.max(backoffMs(attempts, random), asked * (1 + random / 4))
}
