/**
 * npm run test:starters -- [options] [starter …]
 * Tries init --storefront in Medusa's own storefronts, and makes leases there with the patches from examples/, in a
 * browser. Starters: dtc-starter, b2b-starter-medusa, and nextjs-starter-medusa without leases.
 *   --from DIR         use DIR/NAME.tar.gz instead of fetching them from GitHub with git
 *   --with pnpm        install them with pnpm instead of npm
 *   --edits            only try init --storefront and compare examples/*.patch, without a store and a browser
 *   --keep             keep the storefronts' folder
 */
import assert from "node:assert/strict"
import { readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { parseArgs } from "node:util"
import { chromium } from "playwright-core"
import { calculateTaxByPlugin } from "../../demo/shop.mjs"
import { dashboardClient } from "../../demo/store-client.mjs"
import { browserArguments, findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { installPlugin, openDatabase, seedAndStart, timed } from "../packed/install-plugin.mjs"
import { KIT, packWorkspaces } from "../packed/kit-install.mjs"
import { storeSettings } from "../packed/new-store.mjs"
import { PackedStore } from "../packed/packed-store.mjs"
import { ADD, managerOf, openFolder } from "../packed/setting.mjs"
import { B2bShopper } from "./b2b-shopper.mjs"
import { B2B_VISITS } from "./b2b-visits.mjs"
import { testEdits } from "./edits.mjs"
import { testPatches } from "./patches.mjs"
import { Shopper } from "./shopper.mjs"
import { applyPatches, bringStarter, raiseMedusa, startersOf } from "./starters.mjs"
import { Storefront } from "./storefront.mjs"
import { TAXED_BY_OPERATOR, VISITS } from "./visits.mjs"

/** Packages that Medusa's framework brings since 2.11. In a store that names other versions there would be two of them. */
const BROUGHT = /^(@mikro-orm\/.+|awilix|pg|zod)$/

/**
 * @typedef {import("./starters.mjs").Starter} Starter
 * @typedef {ReturnType<typeof openFolder>} Place an empty folder for everything, and what ends with it
 */

const { values, positionals } = parseArgs({
  options: {
    from: { type: "string" },
    with: { type: "string", default: "npm" },
    edits: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
  allowPositionals: true,
})
const from = values.from && resolve(process.env.INIT_CWD ?? ".", values.from)
const manager = managerOf(values.with)
const executablePath = findBrowser()
if (!executablePath && !values.edits) throw new Error(noBrowserHint)
const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
/** Of Medusa's packages, as this repository has them. @type {Record<string, string>} */
const versions = Object.fromEntries(Object.entries(devDependencies).filter(([name]) => name.startsWith("@medusajs/")))

testEdits(positionals, from)
testPatches(positionals, from)

// A step that fails ends the test of its starter. What later steps don't need is a test of its own.
for (const [name, starter] of values.edits ? [] : startersOf(positionals))
  test(`${name}, installed with ${manager}`, async (t) => {
    const place = openFolder(t, values)
    const folder = join(place.folder, name)
    await bringStarter([name, starter], { from, folder })
    const shop = await openBackend(folder, starter, place)
    const storefront = await openStorefront(t, folder, starter, { shop, place })
    const browser = await chromium.launch({ executablePath, args: browserArguments() })
    place.cleanup.add(() => browser.close())
    const url = await storefront.start()
    const { ownErrors, backend } = starter
    const askAdmin = await dashboardClient(shop, () => {})
    const known = { ...shop, browser, url, askAdmin, ownErrors, Shopper: backend.patch ? B2bShopper : Shopper }
    for (const [who, visit] of Object.entries(backend.patch ? B2B_VISITS : VISITS))
      await t.test(who, () => visit(known))
    await t.test("the storefront's log tells of no error", () => {
      const errors = storefront.log.split("\n").filter((line) => /\berror\b|⨯/i.test(line) && !ownErrors?.test(line))
      assert.deepEqual(errors, [])
    })
  })

/**
 * Starts a starter's own store, at the Medusa under test: the plugin is installed by hand, as docs/install-by-hand.md says, but for `medusa-config.ts`, which the starter's patch
 * may change; it sells what the demo's shop sells. In one state the operator charges the sales tax.
 *
 * @param {string} folder the starter's @param {Starter} starter @param {Place} place
 */
async function openBackend(folder, { backend }, { folder: parent, cleanup }) {
  const own = join(folder, backend.folder)
  if (backend.without) rmSync(join(own, backend.without))
  if (backend.patch) await applyPatches([backend.patch], folder)
  raiseMedusa(own, versions, BROUGHT)
  const store = new PackedStore({ cleanup, manager, folder: own })
  store.set(storeSettings(await openDatabase(cleanup)))
  /** @type {import("../packed/install-plugin.mjs").SalesTax} */
  const salesTax = { default: "in_cart", states: { [TAXED_BY_OPERATOR.state]: "by_operator" } }
  const setting = {
    packed: join(parent, "packed"),
    manager,
    cleanup,
    isConfigured: backend.patch !== undefined,
    salesTax,
  }
  const { start, sandbox } = await installPlugin(store, setting)
  const running = await seedAndStart(store, start)
  await calculateTaxByPlugin(running)
  return { ...running, contractOrigin: sandbox.contractOrigin }
}

/**
 * Installs, patches and builds the storefront.
 *
 * @param {import("node:test").TestContext} t @param {string} folder the starter's @param {Starter} starter
 * @param {{ shop: import("../packed/install-plugin.mjs").RunningStore, place: Place }} behind
 */
async function openStorefront(t, folder, { storefront: below, patches, environment }, { shop, place }) {
  const settings = {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: shop.medusaUrl,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: shop.publishableKey,
    NEXT_PUBLIC_DEFAULT_REGION: "us",
    ...environment,
  }
  const storefront = new Storefront(join(folder, below), settings, place.cleanup)
  const kit = packWorkspaces(KIT, join(place.folder, "kit"))
  raiseMedusa(join(folder, below), versions)
  await timed([...ADD[manager], ...KIT].join(" "), () => storefront.install(kit, manager))
  const before = await storefront.typeErrors()
  await applyPatches(patches, folder)
  const fresh = (await storefront.typeErrors()).filter((error) => !before.includes(error))
  await t.test("the compiler finds nothing in the patches", () => assert.deepEqual(fresh, []))
  storefront.correctReact()
  await timed("next build", () => storefront.build())
  return storefront
}
