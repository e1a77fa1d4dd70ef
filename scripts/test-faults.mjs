/**
 * `npm run test:faults`: everything that can go wrong between this plugin, the lease service and Medusa, all the way; `npm test` runs a fixed
 * part of it. `--seed 123` repeats a run. Ends with `violations: N` on a line of its own; exit status 1 when there is one.
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { runJest } from "./lib/jest.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const { values, positionals } = parseArgs({ options: { seed: { type: "string" } }, allowPositionals: true })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
if (!/^\d{1,10}$/.test(seed)) throw new Error(`--seed takes a number, not ${seed}.`)
process.env.LEASE_FAULTS = "full"
process.env.LEASE_FAULTS_SEED = seed
console.log(`seed: ${seed}`)
// A test that could not be run counts as one that found something.
const { failed, skipped } = await runJest(
  root,
  positionals.length ? positionals : ["test/faults", "test/dialects/faults"],
)
console.log(`seed: ${seed}`)
console.log(`violations: ${failed + skipped}`)
process.exitCode = failed + skipped > 0 ? 1 : 0
