/** `npm test`: checks of the sources, then the jest tests of every day, or with `--all` every one; with other arguments jest alone. */
import { findBrowser, noBrowserHint } from "../test/browser/support/find-browser.mjs"
import { findRedis, noRedisHint } from "../test/processes/support/find-redis.mjs"
import { runChecks } from "./lib/checks.mjs"
import { conclude } from "./lib/counts.mjs"
import { runJest } from "./lib/jest.mjs"

/** What `--all` has beyond every day, as patterns of jest's. It wants a browser, other processes, a Medusa of its own, or time. */
const ALL_ONLY = [
  "test/(browser|pictures|processes|packed|starters|dialects)/",
  // All texts of all cards.
  "test/unit/admin/order-card-languages[.]",
  // Processes die here, a minute each.
  "test/faults/deaths[.]",
  // A conformance run for each difference of an account, and one for each line at which it can be killed.
  "test/unit/client/conformance/(dialects|kills)[.]",
  // Every day has the folders of `integration`, not the files beside them.
  "test/integration/[^/]+$",
]
/** Its rules are at the store of `integration/orders.spec.ts` as well. */
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
