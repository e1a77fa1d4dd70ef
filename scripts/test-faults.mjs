/**
 * npm run test:faults -- [options] [path …]
 * Runs every call, crash and race that can go wrong. `npm test` runs a fixed part of them. The last line is "violations: N".
 *   --seed N           repeat the run of this seed
 *   --minutes N        how long leases are simulated (5)
 */
import { parseArgs } from "node:util"
import { runJest } from "./lib/jest.mjs"

const options = /** @type {const} */ ({ seed: { type: "string" }, minutes: { type: "string", default: "5" } })
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
if (!/^\d{1,10}$/.test(seed)) throw new Error(`--seed takes a number, not ${seed}.`)
if (!/^\d{1,4}$/.test(values.minutes)) throw new Error(`--minutes takes a number, not ${values.minutes}.`)
Object.assign(process.env, { LEASE_FAULTS: "full", LEASE_FAULTS_SEED: seed, LEASE_FAULTS_MINUTES: values.minutes })
console.log(`seed: ${seed}`)
const { failed, skipped } = await runJest(
  positionals.length ? positionals : ["test/faults", "test/dialects/faults", "test/space"],
)
// A test that was skipped counts as a violation.
console.log(`seed: ${seed}\nviolations: ${failed + skipped}`)
process.exitCode = failed + skipped > 0 ? 1 : 0
