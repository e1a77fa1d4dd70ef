/**
 * npm test -- [--all | path or jest option …]
 * Checks format, lint, spelling, secrets and types, then runs the everyday tests: unit, ledger, faults, and a whole lease at one store. No
 * browser is needed. The last line is "N passed, N failed[, N skipped]".
 *   --all              every test, including those with a browser or several processes
 * With other arguments: only jest, with these arguments.
 */
import { findBrowser, noBrowserHint } from "../test/browser/support/find-browser.mjs"
import { findRedis, noRedisHint } from "../test/processes/support/find-redis.mjs"
import { conclude, runChecks } from "./lib/checks.mjs"
import { runJest } from "./lib/jest.mjs"

/** The tests that only `--all` runs, as jest patterns. They need a browser, more processes, a Medusa of their own, or a lot of time. */
const ALL_ONLY = [
  "test/(browser|pictures|processes|packed|starters|dialects)/",
  // These tests put mistakes into the decisions, which the explorer and the simulation must find.
  "test/space/mistakes[.]",
  // These tests kill processes, or fill carts in a store, and take about a minute each.
  "test/faults/(deaths|sales-tax)[.]",
  // These tests run the conformance command for each way in which an account can differ, and for each line at which a run can be killed.
  "test/unit/client/conformance/(dialects|kills)[.]",
  // Everyday runs include the subfolders of `integration`, but not the files directly in it.
  "test/integration/[^/]+$",
]
/** These tests need the repository's history, which a checkout may not have. They run with the fault tests. */
const HISTORY_ONLY = ["test/faults/two-versions[.]"]
/** These tests don't run with `--all`, because `integration/orders.spec.ts` checks the same rules at its store. */
const EVERYDAY_ONLY = ["test/everyday/"]

const args = process.argv.slice(2)
const isAll = args.length === 1 && args[0] === "--all"
const isWhole = args.length === 0 || isAll
const leftOut = [...HISTORY_ONLY, ...(isAll ? EVERYDAY_ONLY : ALL_ONLY)].map(
  (part) => `--testPathIgnorePatterns=<rootDir>/${part}`,
)
const checked = isWhole ? [await runChecks()] : []
const tested = await runJest(isWhole ? leftOut : args)
if (tested.skipped > 0 && !findRedis()) console.log(noRedisHint)
if (tested.skipped > 0 && !findBrowser()) console.log(noBrowserHint)
conclude(...checked, tested)
