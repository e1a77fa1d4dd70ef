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

/** What only `--all` runs, as jest patterns. These tests need a browser, more processes, their own Medusa, or much time. */
const ALL_ONLY = [
  "test/(browser|pictures|processes|packed|starters|dialects)/",
  // Mistakes in the decisions, which the explorer and the simulation must find.
  "test/space/mistakes[.]",
  // These kill processes, about a minute each.
  "test/faults/deaths[.]",
  // One conformance run for each difference of an account, and one for each line at which it can be killed.
  "test/unit/client/conformance/(dialects|kills)[.]",
  // Everyday runs include the subfolders of `integration`, but not the files directly in it.
  "test/integration/[^/]+$",
]
/** `integration/orders.spec.ts` checks the same rules at its store. */
const EVERYDAY_ONLY = ["test/everyday/"]

const args = process.argv.slice(2)
const isAll = args.length === 1 && args[0] === "--all"
const isWhole = args.length === 0 || isAll
const leftOut = (isAll ? EVERYDAY_ONLY : ALL_ONLY).map((part) => `--testPathIgnorePatterns=<rootDir>/${part}`)
const checked = isWhole ? [await runChecks()] : []
const tested = await runJest(isWhole ? leftOut : args)
if (tested.skipped > 0 && !findRedis()) console.log(noRedisHint)
if (tested.skipped > 0 && !findBrowser()) console.log(noBrowserHint)
conclude(...checked, tested)
