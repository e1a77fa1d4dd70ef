/**
 * The folders of `test` that `npm test` leaves to `npm test -- --all`, as patterns of jest's: their tests want a browser, other processes, a Medusa
 * of their own, or time. Every other test runs every day.
 */
export const FULL_ONLY = [
  "test/browser/",
  "test/pictures/",
  "test/processes/",
  "test/packed/",
  "test/starters/",
  "test/dialects/",
  // All texts of all cards.
  "test/unit/admin/order-card-languages[.]",
  // Processes die here, a minute each.
  "test/faults/deaths[.]",
  // A conformance run for each difference of an account, and one for each line at which it can be killed.
  "test/unit/client/conformance/(dialects|kills)[.]",
  // Every day has the folders of `integration`, not the files beside them.
  "test/integration/[^/]+$",
]

/** The booted Medusa of `npm test`: its rules are at the store of `integration/orders.spec.ts` as well. */
export const EVERYDAY_ONLY = ["test/everyday/"]

/**
 * Jest's arguments for those of the test command: every day's tests without any, all for `--all`, else the arguments as they are.
 *
 * @param {string[]} args
 * @returns {{ checks: boolean, jest: string[] }} `checks`: whether format, lint, words and types are checked as well
 */
export function testPlan(args) {
  const without = (/** @type {string[]} */ parts) => parts.map((part) => `--testPathIgnorePatterns=<rootDir>/${part}`)
  if (args.length === 0) return { checks: true, jest: without(FULL_ONLY) }
  if (args.length === 1 && args[0] === "--all") return { checks: true, jest: without(EVERYDAY_ONLY) }
  return { checks: false, jest: args }
}
