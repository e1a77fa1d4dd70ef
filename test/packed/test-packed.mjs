import { randomBytes } from "node:crypto"
import { copyFileSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { inventApplicant } from "../../demo/applicant.mjs"
import { leaseCheckout } from "../../demo/lease-checkout.mjs"
import { storeClient } from "../../demo/store-client.mjs"
import { findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { checkPage, logIn, openBrowser } from "./dashboard.mjs"
import { problemsOf } from "./facts.mjs"
import { ADMIN, installPlugin, openDatabase, seedAndStart, timed } from "./install-plugin.mjs"
import { checkDashboardBundle, checkPackages } from "./installed-facts.mjs"
import { checkKit } from "./kit-install.mjs"
import { STORE_TSCONFIG, storePackage, storeSettings } from "./new-store.mjs"
import { packPlugin } from "./pack-plugin.mjs"
import { PackedStore } from "./packed-store.mjs"
import { PAGES } from "./pages.mjs"
import { readInstallation } from "./readme.mjs"
import { Watch } from "./watch.mjs"

const CAPTURED_WITHIN_MS = 20_000
const CALLS = [
  "POST /application",
  "POST /application/cart",
  "GET /application/cart/pricing",
  "GET /application/contract",
  "GET /application/cart/pricing",
]
const NPM = { npm_config_prefer_offline: "true", npm_config_loglevel: "error" }
const DOCTOR = "npx --no -- lease-to-own-doctor"
const PRIVACY = "npx --no -- lease-to-own-privacy"

/**
 * @typedef {import("./facts.mjs").Facts} Facts
 * @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox
 * @typedef {{ root: string, folder: string, medusa: string, others: Record<string, string>, keep: boolean,
 *   cleanup: import("../../demo/cleanup.mjs").Cleanup }}
 *   Setting `folder`: for the package; `medusa`: version; `others`: versions of packages that the store names itself; `keep`:
 *   keep the store's folder
 * @typedef {import("./install-plugin.mjs").RunningStore} RunningStore
 */

/** The whole of it. Throws where it cannot go on. @param {Facts} facts @param {Setting} setting */
export async function testPacked(facts, setting) {
  const { root, folder, cleanup } = setting
  const installation = readInstallation(root)
  // That line has installed the tools that run this.
  const packing = installation.packing.filter((line) => line !== "npm ci")
  const tarball = await timed(packing.join(" && "), () => packPlugin(root, packing, join(folder, "packed")))
  checkKit(facts, { root, folder: join(folder, "kit") })
  const { startSandbox } = await import("lease-to-own-sandbox")
  const sandbox = await startSandbox({ port: 0, contractPort: 0, password: randomBytes(18).toString("base64url") })
  cleanup.add(() => sandbox.close())
  const store = await newStore(setting)
  const before = readLock(store)
  copyFileSync(tarball, join(store.folder, basename(tarball)))
  const start = await installPlugin(store, installation.steps, sandbox)
  checkPackages(facts, before, readLock(store), JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  checkDashboardBundle(facts, join(store.folder, ".medusa/server/public/admin/assets"))
  const running = await seedAndStart(root, store, start)
  const placed = await checkLease(facts, running, sandbox)
  await checkDoctor(facts, store, placed)
  await checkDashboard(facts, setting, running, placed)
  facts.none("the store's log tells of no error", errorsIn(store.log))
}

/** A store as it is before anybody thinks of leases. @param {Setting} setting */
async function newStore({ root, medusa, others, keep, cleanup }) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const databaseUrl = await openDatabase("packed", cleanup)
  const store = new PackedStore({ cleanup, keep, env: NPM })
  if (keep) console.log(`The store is in ${store.folder}`)
  store.write("package.json", JSON.stringify(await storePackage(medusa, devDependencies, others), null, 2))
  store.write("tsconfig.json", JSON.stringify(STORE_TSCONFIG, null, 2))
  store.set(storeSettings(databaseUrl))
  await timed(`npm install, Medusa ${medusa}`, () => store.run("npm install"))
  return store
}

/** @param {PackedStore} store @returns {import("./installed-facts.mjs").Lock} */
function readLock(store) {
  return JSON.parse(readFileSync(join(store.folder, "package-lock.json"), "utf8"))
}

/**
 * A whole lease over HTTP, and another one beside it.
 *
 * @param {Facts} facts @param {RunningStore} store @param {Sandbox} sandbox
 * @returns {Promise<Omit<import("./pages.mjs").Placed, "leaseId" | "productId">>}
 */
async function checkLease(facts, store, sandbox) {
  const { cart, applied, offered, signed, finished, orderId } = await buy(store)
  const calls = sandbox.journal().map(({ route }) => route)
  const { order, status } = await captured(store, orderId)
  facts.equal(
    "a lease goes from the application to the order",
    [applied.status, offered.status, signed.signature, finished.step, status, order.payment_status],
    ["approved", "offered", "verified", "placed", "placed", "captured"],
  )
  const totals = [cart.total, offered.offer?.cash_price, order.total].map((amount) => amount?.toFixed(2))
  facts.equal("cart, offer and order have one total", new Set(totals).size, 1)
  facts.equal("the whole checkout took five calls to the service", calls, CALLS)
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "usd" })
  return {
    orderId,
    displayId: order.display_id,
    reference: offered.reference ?? "",
    amount: dollars.format(order.total),
    regionId: store.regionId,
    actedOn: (await buy(store)).orderId,
  }
}

/** @param {RunningStore} store */
async function buy(store) {
  const { signContract } = await import("lease-to-own-sandbox")
  return leaseCheckout({ shop: { ...store, medusaUrl: store.url }, applicant: inventApplicant(), sign: signContract })
}

/** The order once its payment is captured, and the status of its lease. @param {RunningStore} store @param {string} orderId */
async function captured({ url: medusaUrl, publishableKey }, orderId) {
  const ask = storeClient({ medusaUrl, publishableKey }, () => {})
  const path = `/store/orders/${orderId}?fields=display_id,total,payment_status`
  for (const end = Date.now() + CAPTURED_WITHIN_MS; ; await pause(500)) {
    /** @type {{ order: { display_id: number, total: number, payment_status: string } }} */
    const { order } = await ask("See the order", "GET", path)
    if (order.payment_status !== "captured" && Date.now() < end) continue
    /** @type {{ lease: { status: string } | null }} */
    const { lease } = await ask("See its lease", "GET", `/store/lease-to-own/orders/${orderId}`)
    return { order, status: lease?.status }
  }
}

/** @param {Facts} facts @param {PackedStore} store @param {{ displayId: number }} placed */
async function checkDoctor(facts, store, { displayId }) {
  const ask = (/** @type {string} */ line) => problemsOf(() => timed(line, () => store.run(line, {}, store.folder)))
  facts.none("the doctor finds nothing to fix", await ask(DOCTOR))
  facts.none("the ledger is asked about a person by command", await ask(`${PRIVACY} export --customer cus_of_no_one`))
  const left = (await ask(`${DOCTOR} --before-removal`)).join("\n")
  facts.that("before a removal the doctor names the regions with the provider", left.includes("FAIL regions:"))
  facts.that("before a removal the doctor names the open leases", left.includes(`- order #${displayId}, lease L-`))
}

/**
 * @param {Facts} facts @param {Setting} setting @param {RunningStore} store
 * @param {Omit<import("./pages.mjs").Placed, "leaseId" | "productId">} lease
 */
async function checkDashboard(facts, { root, cleanup }, { url, password }, lease) {
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
  const watch = new Watch(page, [url])
  await logIn(page, { url, email: ADMIN, password })
  const placed = { ...lease, ...(await readIds(page, lease.orderId)) }
  for (const wanted of PAGES) await checkPage(facts, { page, watch, url, placed, pictures }, wanted)
  console.log(`Pictures of the pages are in ${pictures}`)
}

/**
 * The ids in the addresses of pages, asked as the dashboard asks.
 *
 * @param {import("./pages.mjs").BrowserPage} page logged in
 * @param {string} orderId
 * @returns {Promise<{ leaseId: string, productId: string }>}
 */
function readIds(page, orderId) {
  return page.evaluate(async (id) => {
    const read = async (/** @type {string} */ path) => (await fetch(`/admin/${path}`)).json()
    const { lease } = await read(`lease-to-own/orders/${id}`)
    const { products } = await read("products?handle=sofa&fields=id")
    return { leaseId: lease.id, productId: products[0].id }
  }, orderId)
}

/** In production Medusa logs an object a line. @param {string} log */
function errorsIn(log) {
  return log.split("\n").filter((line) => line.includes('"level":"error"'))
}
