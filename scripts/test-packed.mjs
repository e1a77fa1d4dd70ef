/**
 * `npm run test:packed`: packs the plugin, installs it into a new store in an empty folder by the README's own lines, builds
 * and starts the store as in production, leases something over HTTP and looks at the order in the dashboard. A line a fact;
 * the last line is `N passed, N failed[, N skipped]`; exit status 1 when anything failed.
 *
 * `--medusa 2.22.1` takes another Medusa than this repository's, `oldest` the first that the package says it works with, `newest` the newest of
 * those on npm, `own` this repository's;
 * `--with react-router-dom@6.30.4` lets the store's own package.json name another version of a package than the dashboard
 * does; `--keep` leaves the store's folder there.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Cleanup, endOnSignals } from "../demo/cleanup.mjs"
import { Facts } from "../test/packed/facts.mjs"
import { newestVersion } from "../test/packed/new-store.mjs"
import { testPacked } from "../test/packed/test-packed.mjs"
import { summaryLine } from "./lib/summary.mjs"

const { values: args } = parseArgs({
  options: {
    medusa: { type: "string", default: "own" },
    with: { type: "string", multiple: true, default: [] },
    keep: { type: "boolean", default: false },
  },
})
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const folder = mkdtempSync(join(tmpdir(), "lease-to-own-packed-"))
const cleanup = new Cleanup()
endOnSignals(cleanup)
cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
const facts = new Facts()
try {
  const medusa = await medusaVersion(args.medusa)
  const others = Object.fromEntries(args.with.map(nameAndVersion))
  await testPacked(facts, { root, folder, medusa, others, keep: args.keep, cleanup })
} catch (error) {
  if (!cleanup.begun) facts.none("the test came to its end", [error instanceof Error ? error.message : String(error)])
}
await cleanup.run()
console.log(summaryLine(facts.counts))
process.exit(facts.failures.length > 0 ? 1 : 0)

/** @param {string} named @returns {Promise<string>} */
async function medusaVersion(named) {
  const range = peerDependencies["@medusajs/medusa"]
  if (named === "oldest") return range.replace("^", "")
  if (named === "newest") return newestVersion("@medusajs/medusa", range)
  return named === "own" ? devDependencies["@medusajs/medusa"] : named
}

/** @param {string} written such as `@medusajs/ui@4.2.0` @returns {[string, string]} */
function nameAndVersion(written) {
  const [, name = "", version = ""] = /^(@?[^@]+)@(.+)$/.exec(written) ?? []
  if (!version) throw new Error(`Write --with name@version, not ${written}.`)
  return [name, version]
}
