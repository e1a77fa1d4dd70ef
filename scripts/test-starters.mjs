/**
 * `npm run test:starters`: brings Medusa's own storefronts at the commits that `examples` has patches for, applies the patches, installs the packed kit,
 * checks the types, builds, starts, and leases in a browser by keyboard alone: as a guest, with an account, denied, and with the page closed
 * after the signature; in the starter for companies as an employee whose company approves, in place of the guest. Behind them is the demo's store with the
 * sandbox, or the starter's own. A line a fact; the last line is `N passed, N failed`; exit status 1 when anything failed.
 *
 * `--from DIR` takes the starters from a folder with a `NAME.tar.gz` each, in place of GitHub; names of starters choose among them; `--keep` leaves the
 * folder there.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Cleanup, endOnSignals } from "../demo/cleanup.mjs"
import { Facts } from "../test/packed/facts.mjs"
import { testStarters } from "../test/starters/test-starters.mjs"
import { summaryLine } from "./lib/summary.mjs"

const { values, positionals: names } = parseArgs({
  options: { from: { type: "string" }, keep: { type: "boolean", default: false } },
  allowPositionals: true,
})
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const from = values.from && resolve(process.env.INIT_CWD ?? process.cwd(), values.from)
const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-to-own-starters-")))
const cleanup = new Cleanup()
endOnSignals(cleanup)
if (values.keep) console.log(`The storefronts are in ${folder}`)
else cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const facts = new Facts()
try {
  await testStarters(facts, { root, folder, from, names, cleanup })
} catch (error) {
  if (!cleanup.begun) facts.none("the test came to its end", [error instanceof Error ? error.message : String(error)])
}
await cleanup.run()
console.log(summaryLine(facts.counts))
process.exit(facts.failures.length > 0 ? 1 : 0)
