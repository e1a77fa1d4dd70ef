import { ADMIN, installPlugin, openDatabase, seedAndStart, timed } from "../packed/install-plugin.mjs"
import { storeSettings } from "../packed/new-store.mjs"
import { packPlugin } from "../packed/pack-plugin.mjs"
import { PackedStore } from "../packed/packed-store.mjs"
import { readInstallation } from "../packed/readme.mjs"
import { raiseMedusa } from "./starters.mjs"

/** Packages that Medusa's framework brings since 2.11. In a store that names other versions there would be two of them. */
const BROUGHT = /^(@mikro-orm\/.+|awilix|pg|zod)$/

/**
 * Starts a starter's own store, at the Medusa under test: the plugin is installed by the README's lines, but for `medusa-config.ts`, which the starter's patch
 * may change; it sells what the demo's shop sells.
 *
 * @param {string} folder the store's, with the patch
 * @param {{ root: string, packed: string, isPatched: boolean, versions: Record<string, string>, cleanup: import("../../demo/cleanup.mjs").Cleanup }} setting
 *   `packed`: an empty folder for the package; `isPatched`: its configuration has the plugin already; `versions`: of Medusa's packages
 * @returns {Promise<import("./test-starters.mjs").Behind>}
 */
export async function openBackend(folder, { root, packed, isPatched, versions, cleanup }) {
  const { packing, steps } = readInstallation(root)
  const tarball = await timed(packing.join(" && "), () => packPlugin(root, packing, packed))
  const { startSandbox } = await import("lease-to-own-sandbox")
  const sandbox = await startSandbox()
  cleanup.add(() => sandbox.close())
  raiseMedusa(folder, versions, BROUGHT)
  const env = { npm_config_prefer_offline: "true", npm_config_loglevel: "error" }
  const store = new PackedStore({ cleanup, keep: true, env, folder })
  store.set(storeSettings(await openDatabase("starter", cleanup)))
  const own = steps.filter((step) => !isPatched || !("file" in step))
  const start = await installPlugin(store, tarball, own, sandbox)
  const { url: medusaUrl, password: adminPassword, ...seeded } = await seedAndStart(root, store, start)
  return { ...seeded, medusaUrl, adminEmail: ADMIN, adminPassword, sandbox }
}
