/** `npm run test:faults`: runs every fault between the plugin, the lease service and Medusa. `npm test` runs a fixed part of them. */
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
// A test that couldn't run counts as a violation.
console.log(`seed: ${seed}\nviolations: ${failed + skipped}`)
process.exitCode = failed + skipped > 0 ? 1 : 0
