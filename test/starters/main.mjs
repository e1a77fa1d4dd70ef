/**
 * npm run test:starters -- [options] [starter …]
 * Tries init --storefront in Medusa's own storefronts. Then sets up a store and its storefront as the README says, makes
 * leases in a browser, and prints how long the first one took. Starters: dtc-starter, b2b-starter-medusa, and
 * nextjs-starter-medusa without leases.
 *   --from DIR         use DIR/NAME.tar.gz instead of fetching them from GitHub with git
 *   --with pnpm        install them with pnpm instead of npm
 *   --edits            only try init --storefront and compare examples/*.patch, without a store and a browser
 *   --keep             keep the storefronts' folder
 */
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { parseArgs } from "node:util"
import { chromium } from "playwright-core"
import { calculateTaxByPlugin } from "../../demo/shop.mjs"
import { dashboardClient } from "../../demo/store-client.mjs"
import { browserArguments, findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { restartWithSalesTax, startSeeded, timed } from "../packed/install-plugin.mjs"
import { managerOf, openFolder, putPnpmOnPath } from "../packed/setting.mjs"
import { B2bShopper } from "./b2b-shopper.mjs"
import { B2B_VISITS } from "./b2b-visits.mjs"
import { testEdits } from "./edits.mjs"
import { testPatches } from "./patches.mjs"
import { openFresh, setUpStore, setUpStorefront } from "./set-up.mjs"
import { Shopper } from "./shopper.mjs"
import { bringStarter, startersOf } from "./starters.mjs"
import { first, TAXED_BY_OPERATOR, VISITS } from "./visits.mjs"

/** In one state the operator charges the sales tax. @type {import("../../demo/lease-settings.mjs").SalesTax} */
const SALES_TAX = { default: "in_cart", states: { [TAXED_BY_OPERATOR.state]: "by_operator" } }

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
    const { folder: parent, cleanup } = openFolder(t, values)
    const folder = join(parent, name)
    await bringStarter([name, starter], { from, folder })
    if (manager === "pnpm") putPnpmOnPath(join(parent, "bin"))
    const setting = { folder, starter, manager, versions, packed: join(parent, "packed"), cleanup }
    const fresh = await openFresh(setting)
    const browser = await chromium.launch({ executablePath, args: browserArguments() })
    cleanup.add(() => browser.close())

    const begun = performance.now()
    const { shop, raisedMs } = await setUp(fresh, setting, browser)
    await t.test("first", () => first(shop))
    const minutes = (/** @type {number} */ ms) => (ms / 60_000).toFixed(1)
    console.log(`From the packages to a signed lease in ${minutes(performance.now() - begun - raisedMs)} minutes`)
    if (raisedMs) console.log(`Before that, Medusa was raised in ${minutes(raisedMs)} minutes`)

    await t.test("the compiler finds nothing in what was inserted", async () => {
      const errors = await fresh.storefront.typeErrors()
      const added = errors.filter((error) => !fresh.typeErrors.includes(error))
      assert.deepEqual(added, [])
    })
    await restartWithSalesTax(fresh.store, { manager, salesTax: SALES_TAX })
    await calculateTaxByPlugin(shop)
    for (const [who, visit] of Object.entries(starter.backend.patch ? B2B_VISITS : VISITS))
      await t.test(who, () => visit(shop))
    await t.test("the storefront's log tells of no error", () => {
      const { storefront } = fresh
      const lines = storefront.log.split("\n").filter((line) => /\berror\b|⨯/i.test(line))
      const errors = lines.filter((line) => !starter.ownErrors?.test(line))
      assert.deepEqual(errors, [])
    })
  })

/**
 * Sets up the store and the storefront, and starts both.
 *
 * @param {import("./set-up.mjs").Fresh} fresh @param {import("./set-up.mjs").Setting} setting @param {import("playwright-core").Browser} browser
 */
async function setUp(fresh, setting, browser) {
  const { store, seeded, storefront, sandbox } = fresh
  const { ownErrors, backend } = setting.starter
  const { start, raisedMs } = await setUpStore(fresh, setting)
  const running = await startSeeded(store, start, seeded)
  await setUpStorefront(fresh, setting)
  storefront.connect(running)
  storefront.correctReact()
  await timed("next build", () => storefront.build())
  const shop = {
    ...{ ...running, contractOrigin: sandbox.contractOrigin, browser, ownErrors, url: await storefront.start() },
    askAdmin: await dashboardClient(running, () => {}),
    Shopper: backend.patch ? B2bShopper : Shopper,
  }
  return { shop, raisedMs }
}
