import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { inventApplicant } from "../../demo/applicant.mjs"
import { leaseCheckout } from "../../demo/lease-checkout.mjs"
import { dashboardClient, storeClient } from "../../demo/store-client.mjs"
import { findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { checkPage, logIn, openBrowser } from "./dashboard.mjs"
import { problemsOf } from "./facts.mjs"
import { ADMIN, installPlugin, openDatabase, seedAndStart, timed } from "./install-plugin.mjs"
import { checkKit } from "./kit-install.mjs"
import { STORE_TSCONFIG, storePackage, storeSettings } from "./new-store.mjs"
import { packPlugin } from "./pack-plugin.mjs"
import { PackedStore } from "./packed-store.mjs"
import { PAGES } from "./pages.mjs"
import { readInstallation } from "./readme.mjs"
import { Watch } from "./watch.mjs"

const CAPTURED_WITHIN_MS = 20_000
const NPM = { npm_config_prefer_offline: "true", npm_config_loglevel: "error" }
const COMMANDS = ["doctor", "privacy export --customer cus_of_no_one"].map(
  (command) => `npx --no -- medusa-plugin-lease-to-own ${command}`,
)
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
 * @typedef {import("./facts.mjs").Facts} Facts
 * @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox
 * @typedef {{ root: string, folder: string, medusa: string, manager: "npm" | "pnpm", keep: boolean, cleanup: import("../../demo/cleanup.mjs").Cleanup }}
 *   Setting `folder`: for the package; `medusa`: version; `manager`: of the store's packages; `keep`: keep the store's folder
 * @typedef {import("./install-plugin.mjs").RunningStore} RunningStore
 * @typedef {{ packages: Record<string, unknown> }} Lock the part of package-lock.json that is read here
 */

/** The whole of it. Throws where it cannot go on. @param {Facts} facts @param {Setting} setting */
export async function testPacked(facts, setting) {
  const { root, folder, manager, cleanup } = setting
  const { packing, steps } = readInstallation(root, manager)
  const tarball = await timed(packing.join(" && "), () => packPlugin(root, packing, join(folder, "packed")))
  checkKit(facts, { root, folder: join(folder, "kit") })
  const { startSandbox } = await import("lease-to-own-sandbox")
  const sandbox = await startSandbox({ password: randomBytes(18).toString("base64url") })
  cleanup.add(() => sandbox.close())
  const store = await newStore(setting)
  const before = manager === "npm" ? readLock(store) : undefined
  const start = await installPlugin(store, tarball, steps, sandbox)
  if (before)
    checkPackages(facts, before, readLock(store), JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  const running = await seedAndStart(root, store, start)
  const placed = await checkLease(facts, running)
  for (const line of COMMANDS)
    facts.none(`${line} ends well`, await problemsOf(() => timed(line, () => store.run(line, {}, store.folder))))
  await checkDashboard(facts, setting, running, placed)
  facts.none("the store's log tells of no error", errorsIn(store.log))
}

/** A store as it is before anybody thinks of leases. @param {Setting} setting */
async function newStore({ root, medusa, manager, keep, cleanup }) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const databaseUrl = await openDatabase("packed", cleanup)
  const store = new PackedStore({ cleanup, keep, env: NPM, isLiteral: manager === "pnpm" })
  if (keep) console.log(`The store is in ${store.folder}`)
  store.write("package.json", JSON.stringify(await storePackage(medusa, devDependencies), null, 2))
  store.write("tsconfig.json", JSON.stringify(STORE_TSCONFIG, null, 2))
  store.set(storeSettings(databaseUrl))
  await timed(`${manager} install, Medusa ${medusa}`, () => store.run(`${manager} install`))
  return store
}

/** @param {PackedStore} store @returns {Lock} */
function readLock(store) {
  return JSON.parse(readFileSync(join(store.folder, "package-lock.json"), "utf8"))
}

/**
 * Checks what installing the plugin did to the store's packages.
 *
 * @param {Facts} facts
 * @param {Lock} before @param {Lock} after
 * @param {{ dependencies: Record<string, string> }} plugin its package.json
 */
function checkPackages(facts, before, after, { dependencies }) {
  const places = packagesOf(after)
  const known = ["medusa-plugin-lease-to-own", ...Object.keys(dependencies), ...packagesOf(before)]
  facts.none(
    "installing brings the plugin, its dependencies and nothing else",
    places.filter((name) => !known.includes(name)),
  )
  facts.none(
    "the store has one copy of each package that must be there once",
    ONCE_INSTALLED.filter((name) => places.indexOf(name) !== places.lastIndexOf(name)),
  )
}

/** The name of the package in each place. @param {Lock} lock */
function packagesOf({ packages }) {
  return Object.keys(packages).map((place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
}

/**
 * A whole lease over HTTP.
 *
 * @param {Facts} facts @param {RunningStore} store
 * @returns {Promise<Omit<import("./pages.mjs").Placed, "leaseId" | "productId">>}
 */
async function checkLease(facts, store) {
  const { signContract } = await import("lease-to-own-sandbox")
  const shop = { ...store, medusaUrl: store.url }
  const bought = await leaseCheckout({ shop, applicant: inventApplicant(), sign: signContract })
  const { applied, offered, signed, finished, orderId } = bought
  const order = await captured(store, orderId)
  facts.equal(
    "a lease goes from the application to the order",
    [applied.status, offered.status, signed.signature, finished.step, order.payment_status],
    ["approved", "offered", "verified", "placed", "captured"],
  )
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "usd" })
  const { regionId } = store
  return { orderId, regionId, reference: offered.reference ?? "", amount: dollars.format(order.total) }
}

/** The order once its payment is captured. @param {RunningStore} store @param {string} orderId */
async function captured({ url: medusaUrl, publishableKey }, orderId) {
  const ask = storeClient({ medusaUrl, publishableKey }, () => {})
  const path = `/store/orders/${orderId}?fields=total,payment_status`
  for (const end = Date.now() + CAPTURED_WITHIN_MS; ; await pause(500)) {
    /** @type {{ order: { total: number, payment_status: string } }} */
    const { order } = await ask("See the order", "GET", path)
    if (order.payment_status === "captured" || Date.now() > end) return order
  }
}

/**
 * @param {Facts} facts @param {Setting} setting @param {RunningStore} store
 * @param {Omit<import("./pages.mjs").Placed, "leaseId" | "productId">} lease
 */
async function checkDashboard(facts, { root, cleanup }, store, lease) {
  const program = findBrowser()
  if (!program) {
    // A machine that judges others' work must not pass over half of it.
    if (process.env.CI) throw new Error(noBrowserHint)
    console.log(noBrowserHint)
    for (const { name } of PAGES) facts.skip(`dashboard, ${name}`)
    return
  }
  const pictures = join(root, ".cache", "packed")
  const page = await openBrowser(program, cleanup)
  const { url, password } = store
  const watch = new Watch(page, [url])
  await logIn(page, { url, email: ADMIN, password })
  const placed = { ...lease, ...(await readIds(store, lease.orderId)) }
  for (const wanted of PAGES) await checkPage(facts, { page, watch, url, placed, pictures }, wanted)
  console.log(`Pictures of the pages are in ${pictures}`)
}

/** The ids in the addresses of pages. @param {RunningStore} store @param {string} orderId */
async function readIds({ url: medusaUrl, password: adminPassword }, orderId) {
  const ask = await dashboardClient({ medusaUrl, adminEmail: ADMIN, adminPassword }, () => {})
  /** @type {{ lease: { id: string } }} */
  const { lease } = await ask("See its lease", "GET", `/admin/lease-to-own/orders/${orderId}`)
  /** @type {{ products: { id: string }[] }} */
  const { products } = await ask("See a product", "GET", "/admin/products?handle=sofa&fields=id")
  return { leaseId: lease.id, productId: products[0]?.id ?? "" }
}

/** In production Medusa logs an object a line. @param {string} log */
function errorsIn(log) {
  return log.split("\n").filter((line) => line.includes('"level":"error"'))
}
