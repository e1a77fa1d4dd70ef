/**
 * `npm run test:packed`: packs the plugin, installs it into a new store in an empty folder by the README's own lines, builds
 * and starts the store as in production, leases something over HTTP and looks at the order in the dashboard.
 */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { lookAtAll } from "./facts.mjs"
import { newestVersion } from "./new-store.mjs"
import { testPacked } from "./test-packed.mjs"

const { values } = parseArgs({
  options: {
    medusa: { type: "string", default: "own" },
    with: { type: "string", multiple: true, default: [] },
    keep: { type: "boolean", default: false },
  },
})
const root = resolve(import.meta.dirname, "../..")
const { devDependencies, peerDependencies } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"))

await lookAtAll({ name: "packed" }, async (facts, { folder, cleanup }) => {
  const medusa = await medusaVersion(values.medusa)
  const others = Object.fromEntries(values.with.map(nameAndVersion))
  await testPacked(facts, { root, folder, medusa, others, keep: values.keep, cleanup })
})

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
