/**
 * npm run test:packed -- [options]
 * Installs the package into a new store as the README says, builds and starts it, makes a lease, and looks at it in the dashboard. Then has the operator
 * charge the sales tax, as docs/sales-tax.md says, and makes another lease.
 *   --medusa VERSION   a Medusa version other than this repository's; "oldest" or "newest": of the peer range
 *   --with pnpm        in a store of pnpm: by the README's rule for it, and by npx itself
 *   --keep             keep the store's folder
 */
import assert from "node:assert/strict"
import { mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { signContract } from "lease-to-own-sandbox"
import { inventApplicant } from "../../demo/applicant.mjs"
import { leaseCheckout } from "../../demo/lease-checkout.mjs"
import { dashboardClient, storeClient } from "../../demo/store-client.mjs"
import { findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { checkPage, logIn, openBrowser } from "./dashboard.mjs"
import { initPlugin, openDatabase, restartWithSalesTax, seedStore, startSeeded, timed } from "./install-plugin.mjs"
import { testKit } from "./kit-install.mjs"
import { newestVersion, STORE_CONFIG, STORE_TSCONFIG, storePackage, storeSettings } from "./new-store.mjs"
import { PackedStore } from "./packed-store.mjs"
import { PAGES } from "./pages.mjs"
import { testSalesTax } from "./sales-tax.mjs"
import { managerOf, openFolder } from "./setting.mjs"
import { Watch } from "./watch.mjs"

const CAPTURED_WITHIN_MS = 20_000
const COMMANDS = [
  "doctor",
  "privacy export --customer cus_of_no_one",
  "payouts payouts.csv --delivered-from 2026-01-01 --delivered-to 2026-01-01",
].map((command) => `npx --no -- medusa-plugin-lease-to-own ${command}`)
/** Two copies of one of these in a dashboard are two worlds that do not know each other. */
const ONCE_INSTALLED = [
  "@medusajs/framework",
  "@medusajs/medusa",
  "@medusajs/dashboard",
  "@medusajs/ui",
  "@tanstack/react-query",
  "react",
  "react-i18next",
]

/**
 * @typedef {import("../../demo/cleanup.mjs").Cleanup} Cleanup
 * @typedef {import("./install-plugin.mjs").RunningStore} RunningStore
 * @typedef {import("./pages.mjs").Placed} Placed
 */

const { values } = parseArgs({
  options: {
    medusa: { type: "string", default: "own" },
    with: { type: "string", default: "npm" },
    keep: { type: "boolean", default: false },
  },
})
const { dependencies, devDependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
const medusa = await medusaVersion(values.medusa)
const manager = managerOf(values.with)

// A step that fails ends the test. What later steps don't need is a test of its own.
test(`a store with Medusa ${medusa}, installed with ${manager}`, async (t) => {
  const { folder, cleanup } = openFolder(t, values)
  await testKit(t, join(folder, "kit"), cleanup)
  const store = await newStore(join(folder, "store"), cleanup)
  const before = manager === "npm" && packagesIn(store)
  const seeded = await seedStore(store)
  const start = await initPlugin(store, { packed: join(folder, "packed"), manager, cleanup })
  if (before) await testPackages(t, before, packagesIn(store))
  const running = await startSeeded(store, start, seeded)
  const placed = await lease(running)
  // Nothing is due before the delivery.
  store.write("payouts.csv", `Lease,Amount\n${placed.reference},$1.00\n${placed.reference},($1.00)\n`)
  for (const line of COMMANDS) await t.test(`${line} ends well`, () => store.run(line, {}, { folder: store.folder }))
  await testDashboard(t, running, placed, cleanup)
  await restartWithSalesTax(store, { manager, salesTax: "by_operator" })
  await testSalesTax(t, running)
  await t.test("the store's log tells of no error", () => {
    // In production Medusa logs an object a line.
    const errors = store.log.split("\n").filter((line) => line.includes('"level":"error"'))
    assert.deepEqual(errors, [])
  })
})

/** @param {string} named @returns {Promise<string>} */
async function medusaVersion(named) {
  const range = peerDependencies["@medusajs/medusa"]
  if (named === "oldest") return range.replace("^", "")
  if (named === "newest") return newestVersion("@medusajs/medusa", range)
  return named === "own" ? devDependencies["@medusajs/medusa"] : named
}

/** A store as it is before anybody thinks of leases. @param {string} folder @param {Cleanup} cleanup */
async function newStore(folder, cleanup) {
  mkdirSync(folder)
  const store = new PackedStore({ cleanup, manager, folder })
  store.write("package.json", JSON.stringify(await storePackage(medusa, devDependencies), null, 2))
  store.write("tsconfig.json", JSON.stringify(STORE_TSCONFIG, null, 2))
  store.write("medusa-config.ts", STORE_CONFIG)
  store.set(storeSettings(await openDatabase(cleanup)))
  await timed(`${manager} install`, () => store.run(`${manager} install`))
  await timed("npx medusa db:migrate", () => store.run("npx medusa db:migrate"))
  return store
}

/** The name of the package in each place. @param {PackedStore} store @returns {string[]} */
function packagesIn(store) {
  const { packages } = JSON.parse(readFileSync(join(store.folder, "package-lock.json"), "utf8"))
  return Object.keys(packages).map((place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
}

/** What installing the plugin did to the store's packages. @param {import("node:test").TestContext} t @param {string[]} before @param {string[]} after */
async function testPackages(t, before, after) {
  await t.test("installing brings the plugin, its dependencies and nothing else", () => {
    const known = ["medusa-plugin-lease-to-own", ...Object.keys(dependencies), ...before]
    const others = after.filter((name) => !known.includes(name))
    assert.deepEqual(others, [])
  })
  await t.test("the store has one copy of each package that must be there once", () => {
    const several = ONCE_INSTALLED.filter((name) => after.indexOf(name) !== after.lastIndexOf(name))
    assert.deepEqual(several, [])
  })
}

/** A whole lease over HTTP. @param {RunningStore} shop @returns {Promise<Placed>} */
async function lease(shop) {
  const bought = await leaseCheckout({ shop, applicant: inventApplicant(), sign: signContract })
  const { applied, offered, signed, finished, orderId } = bought
  const order = await captured(shop, orderId)
  assert.deepEqual(
    [applied.status, offered.status, signed.signature, finished.step, order.payment_status],
    ["approved", "offered", "verified", "placed", "captured"],
    "a lease goes from the application to the order",
  )
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "usd" })
  const ask = await dashboardClient(shop, () => {})
  /** @type {{ lease: { id: string } }} */
  const { lease } = await ask("See its lease", "GET", `/admin/lease-to-own/orders/${orderId}`)
  /** @type {{ products: { id: string }[] }} */
  const { products } = await ask("See a product", "GET", "/admin/products?handle=sofa&fields=id")
  return {
    orderId,
    regionId: shop.regionId,
    reference: offered.reference ?? "",
    amount: dollars.format(order.total),
    leaseId: lease.id,
    productId: products[0]?.id ?? "",
  }
}

/** The order once its payment is captured. @param {RunningStore} shop @param {string} orderId */
async function captured(shop, orderId) {
  const ask = storeClient(shop, () => {})
  const path = `/store/orders/${orderId}?fields=total,payment_status`
  for (const end = Date.now() + CAPTURED_WITHIN_MS; ; await pause(500)) {
    /** @type {{ order: { total: number, payment_status: string } }} */
    const { order } = await ask("See the order", "GET", path)
    if (order.payment_status === "captured" || Date.now() > end) return order
  }
}

/** @param {import("node:test").TestContext} t @param {RunningStore} shop @param {Placed} placed @param {Cleanup} cleanup */
async function testDashboard(t, shop, placed, cleanup) {
  const program = findBrowser()
  // A machine that judges others' work must not pass over half of it.
  if (!program && process.env.CI) throw new Error(noBrowserHint)
  if (!program) return t.test("the dashboard", { skip: noBrowserHint })
  const pictures = resolve(".cache/packed")
  console.log(`Pictures of the dashboard's pages go to ${pictures}`)
  const page = await openBrowser(program, cleanup)
  const watch = new Watch(page, [shop.medusaUrl])
  await logIn(page, shop)
  for (const wanted of PAGES)
    await t.test(`dashboard, ${wanted.name}`, (t) =>
      checkPage(t, { page, watch, url: shop.medusaUrl, placed, pictures }, wanted),
    )
}
