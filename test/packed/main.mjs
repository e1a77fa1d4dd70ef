/**
 * npm run test:packed -- [options]
 * Installs the package into a new store as the README says, builds and starts it, makes a lease, and looks at it in the dashboard.
 *   --medusa VERSION   a Medusa version other than this repository's; "oldest" or "newest": of the peer range
 *   --with pnpm        in a store of pnpm: by the README's rule for it, and by npx itself
 *   --keep             keep the store's folder
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
    with: { type: "string", default: "npm" },
    keep: { type: "boolean", default: false },
  },
})
const manager = values.with
if (manager !== "npm" && manager !== "pnpm") throw new Error("--with takes npm or pnpm.")
const root = resolve(import.meta.dirname, "../..")
const { devDependencies, peerDependencies } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"))

await lookAtAll({ name: "packed" }, async (facts, { folder, cleanup }) => {
  const medusa = await medusaVersion(values.medusa)
  await testPacked(facts, { root, folder, medusa, manager, keep: values.keep, cleanup })
})

/** @param {string} named @returns {Promise<string>} */
async function medusaVersion(named) {
  const range = peerDependencies["@medusajs/medusa"]
  if (named === "oldest") return range.replace("^", "")
  if (named === "newest") return newestVersion("@medusajs/medusa", range)
  return named === "own" ? devDependencies["@medusajs/medusa"] : named
}
