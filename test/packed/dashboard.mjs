import assert from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { browserArguments } from "../browser/support/find-browser.mjs"

const SEEN_WITHIN_MS = 20_000
/** Medusa's own list of orders fetches a flag for each order's country from here. Not ours; answered without a network. */
const FLAGS = "https://cdn.jsdelivr.net/gh/lipis/flag-icons/"

/**
 * @typedef {import("./pages.mjs").BrowserPage} BrowserPage
 * @typedef {import("./pages.mjs").DashboardPage} DashboardPage
 * @typedef {import("./pages.mjs").Placed} Placed
 */

/**
 * Opens a browser as a person at a deps would have it.
 *
 * In production Medusa hands out its log-in cookie over https only. A store has a proxy in front of it that ends TLS and says
 * so in a header; here the browser sends that header itself.
 *
 * @param {string} program path of the browser
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<BrowserPage>}
 */
export async function openBrowser(program, cleanup) {
  const browser = await chromium.launch({ executablePath: program, args: browserArguments() })
  cleanup.add(() => browser.close())
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1400, height: 1200 },
    extraHTTPHeaders: { "x-forwarded-proto": "https" },
  })
  const flag = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  await context.route(`${FLAGS}**`, (route) => route.fulfill(flag))
  const page = await context.newPage()
  page.setDefaultTimeout(SEEN_WITHIN_MS)
  return page
}

/** Logs in as a person does. @param {BrowserPage} page @param {import("./install-plugin.mjs").RunningStore} shop */
export async function logIn(page, { medusaUrl, adminEmail, adminPassword }) {
  await page.goto(`${medusaUrl}/app/login`)
  await page.getByPlaceholder("Email").fill(adminEmail)
  await page.getByPlaceholder("Password").fill(adminPassword)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await page.waitForURL((address) => address.pathname.startsWith("/app") && !address.pathname.startsWith("/app/login"))
}

/**
 * Looks at one page. What goes wrong in the browser is told even if the page does not come.
 *
 * @param {import("node:test").TestContext} t
 * @param {{ page: BrowserPage, watch: import("./watch.mjs").Watch, url: string, placed: Placed, pictures: string }} look `pictures`: a folder
 * @param {DashboardPage} wanted
 */
export async function checkPage(t, { page, watch, url, placed, pictures }, wanted) {
  const { name, path, shows, part, tolerates, acts = {} } = wanted
  try {
    await page.goto(`${url}/app${path(placed)}`)
    await assert.doesNotReject(shows(page, placed).first().waitFor(), "the page is there")
    if (part)
      await t.test("what is ours has its styles", async () =>
        assert.deepEqual(await classesWithoutStyle(part(page)), []),
      )
    await t.test("no text is missing", async () => assert.deepEqual(await rawKeys(page), []))
    for (const [what, act] of Object.entries(acts)) await assert.doesNotReject(act(page, placed), what)
    await page.waitForLoadState("networkidle")
  } finally {
    await takePicture(page, pictures, name)
    const errors = watch.errors.splice(0).filter((error) => !tolerates?.test(error))
    await t.test("nothing goes wrong in the browser", () => assert.deepEqual(errors, []))
    const foreign = watch.foreign.splice(0).filter((address) => !address.startsWith(FLAGS))
    await t.test("asks no other host", () => assert.deepEqual(foreign, []))
  }
}

/** Keys of our texts that stand in the page instead of the text. @param {BrowserPage} page */
async function rawKeys(page) {
  const html = await page.locator("body").innerHTML()
  return [...html.matchAll(/[\w.]*leaseToOwn\.[\w.]+/g)].map(([key]) => key)
}

/** Classes that Medusa UI gives its own buttons and fields and has no rule for. */
const WITHOUT_RULE = /button-(neutral|inverted|danger)-|search-cancel-button/

/**
 * Classes of our part for which the dashboard's style sheets have no rule: those that the CSS scanner has not seen.
 *
 * @param {import("./pages.mjs").Locator} part
 * @returns {Promise<string[]>}
 */
async function classesWithoutStyle(part) {
  const classes = await part.evaluate((root) => {
    const styled = new Set()
    const queue = [...document.styleSheets].map((sheet) => sheet.cssRules)
    for (let rules = queue.shift(); rules; rules = queue.shift()) {
      for (const rule of rules) {
        const selector = "selectorText" in rule ? String(rule.selectorText) : ""
        for (const [, name] of selector.matchAll(/\.((?:\\.|[\w-])+)/g)) styled.add(name)
        if ("cssRules" in rule) queue.push(/** @type {CSSGroupingRule} */ (rule).cssRules)
      }
    }
    const classes = [root, ...root.querySelectorAll("*")].flatMap((element) => [...element.classList])
    return [...new Set(classes)].filter((name) => !styled.has(CSS.escape(name)))
  })
  return classes.filter((name) => !WITHOUT_RULE.test(name))
}

/** @param {BrowserPage} page @param {string} folder @param {string} name */
async function takePicture(page, folder, name) {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(" ", "-")}.png`) })
}
