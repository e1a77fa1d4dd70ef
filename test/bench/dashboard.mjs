import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { logIn, openBrowser } from "../packed/dashboard.mjs"
import { logIn as logInForData } from "./admin-client.mjs"
import { BenchProcess } from "./bench-process.mjs"
import { benchFolder, installDashboard, installPlugin, PLUGIN } from "./compiled-plugin.mjs"
import { serveDashboard } from "./dashboard-server.mjs"
import { untilCaptured } from "./order-page.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 9
const WARM_UP = 2
/** Times that each page is opened in one round. */
const TURNS = 3
/** The most the files may grow by, in bytes, gzipped. */
const MAY_GROW = 60_000

/** @typedef {import("../packed/pages.mjs").BrowserPage} BrowserPage */

/**
 * The plugin's cost in Medusa's dashboard: an order's page in a browser, until the order is there, and the files that the dashboard
 * consists of, with the plugin over without. Both are built for production and stand over one store, with one order placed by lease.
 *
 * @param {string} root
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<{ orderContent: number, bundle: number }>} `bundle`: over what the files may grow by
 */
export async function compareDashboards(root, shopper, cleanup) {
  const { shop } = shopper
  const folder = benchFolder(root, cleanup)
  await installDashboard(root, installPlugin(root, join(folder, "with")))
  const withPlugin = await buildDashboard(join(folder, "with"), [`${PLUGIN}/admin`])
  const without = await buildDashboard(join(folder, "without"), [])
  const ours = await serveDashboard(withPlugin, shop.medusaUrl, cleanup)
  const theirs = await serveDashboard(without, shop.medusaUrl, cleanup)

  const { get } = await logInForData(shop)
  const orderId = await shopper.leaseOrder()
  await untilCaptured(get, `/admin/lease-to-own/orders/${orderId}`)
  const page = await openBrowserAt(ours, shop, cleanup)
  await refuseWrongDashboards(page, { ours, theirs, orderId })
  const timed = (/** @type {string} */ url) => () => timeContent(page, `${url}/app/orders/${orderId}`)
  const turns = { rounds: ROUNDS, warmUp: WARM_UP, turns: TURNS }
  const orderContent = await compare({ ...turns, ours: timed(ours), theirs: timed(theirs) })
  return { orderContent, bundle: (gzipped(withPlugin) - gzipped(without)) / MAY_GROW }
}

/** @param {string} cwd @param {string[]} plugins @returns {Promise<string>} folder of its files */
async function buildDashboard(cwd, plugins) {
  mkdirSync(cwd, { recursive: true })
  const building = new BenchProcess("building-dashboard.mjs", { cwd })
  building.tell(plugins)
  try {
    await building.hear()
  } finally {
    await building.end()
  }
  return join(cwd, "dashboard")
}

/** Bytes of all scripts and styles. @param {string} folder */
function gzipped(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css)$/.test(file))
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
}

/**
 * @param {string} url
 * @param {import("../../demo/shop.mjs").Shop} shop
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<BrowserPage>} logged in on both: a cookie does not tell ports apart
 */
async function openBrowserAt(url, { adminEmail, adminPassword }, cleanup) {
  const program = findBrowser()
  if (!program) throw new Error(noBrowserHint)
  const page = await openBrowser(program, cleanup)
  await logIn(page, { url, email: adminEmail, password: adminPassword })
  return page
}

/** Throws when a dashboard is the wrong one. @param {BrowserPage} page @param {{ ours: string, theirs: string, orderId: string }} where */
async function refuseWrongDashboards(page, { ours, theirs, orderId }) {
  const card = page.getByText("Ready to ship.")
  await page.goto(`${ours}/app/orders/${orderId}`)
  await card.waitFor()
  await page.goto(`${theirs}/app/orders/${orderId}`)
  await page.getByRole("heading", { name: "Payments" }).waitFor()
  await page.waitForLoadState("networkidle")
  if (await card.count()) throw new Error("The dashboard without the plugin shows its card.")
}

/**
 * Opens an order's page like a returning visitor: its files are in the browser's memory.
 *
 * @param {BrowserPage} page @param {string} address
 * @returns {Promise<number>} ms until the order's own summary and payments are there
 */
async function timeContent(page, address) {
  await page.goto("about:blank")
  await page.goto(address, { waitUntil: "commit" })
  const ms = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const headings = [...document.querySelectorAll("h1, h2")].map(({ textContent }) => textContent)
          if (headings.includes("Summary") && headings.includes("Payments")) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.waitForLoadState("networkidle")
  return /** @type {number} */ (ms)
}
