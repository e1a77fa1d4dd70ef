import { setTimeout as pause } from "node:timers/promises"

/** Time for the store's work after a response (ms). */
const QUIET_MS = 500

/**
 * Does several things at once; returns the average time of one (ms), without the service's time.
 *
 * @param {import("lease-to-own-sandbox").Sandbox} sandbox @param {(() => Promise<unknown>)[]} acts
 */
export async function ownTime(sandbox, acts) {
  await pause(QUIET_MS)
  const before = sandbox.journal().length
  const took = await Promise.all(
    acts.map(async (act) => {
      const started = performance.now()
      await act()
      return performance.now() - started
    }),
  )
  const ofService = sandbox
    .journal()
    .slice(before)
    .map(({ durationMs }) => durationMs)
  const sum = (/** @type {number[]} */ all) => all.reduce((total, ms) => total + ms, 0)
  return (sum(took) - sum(ofService)) / acts.length
}
