/**
 * The test command: checks of the sources, then the jest tests of every day, or with `--all` every one. With other arguments: jest alone, with
 * these arguments. Ends with `N passed, N failed[, N skipped]` on a line of its own; exit status 1 when anything failed.
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { findBrowser, noBrowserHint } from "../test/browser/support/find-browser.mjs"
import { findRedis, noRedisHint } from "../test/processes/support/find-redis.mjs"
import { runChecks } from "./lib/checks.mjs"
import { testPlan } from "./lib/everyday.mjs"
import { runJest } from "./lib/jest.mjs"
import { addCounts, summaryLine } from "./lib/summary.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const plan = testPlan(process.argv.slice(2))
const checks = plan.checks ? [await runChecks(root)] : []
const counts = addCounts([...checks, await runJest(root, plan.jest)])
if (counts.skipped > 0 && !findRedis()) console.log(noRedisHint)
if (counts.skipped > 0 && !findBrowser()) console.log(noBrowserHint)
console.log(summaryLine(counts))
process.exitCode = counts.failed > 0 ? 1 : 0
