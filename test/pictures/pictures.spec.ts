import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import type { OrderLink } from "../../src/api/admin-types"
import { violations } from "../browser/support/accessibility.mjs"
import { describeInBrowser } from "../browser/support/describe-in-browser"
import { severalAccounts, usual } from "../fixtures/dashboard-pages"
import { orderCard } from "../fixtures/order-cards"
import { type PageAnswer, type PageReply, type PageServer, startPageServer } from "../support/page-server"

const FOLDER = join(__dirname, "../.tmp/pictures")
const PAGE = join(FOLDER, "page")

/** Medusa UI puts tooltips, menus, drawers and questions at the end of the body, outside of every landmark. */
const OVERLAY = /data-radix-popper-content-wrapper|role="(alert)?dialog"|radix-/

/** The width of the dashboard on a desktop screen. */
const WIDE = 1420
/** Name, what the page's address says, and width. */
const LOOKS: [string, string, number][] = [
  ["light", "", WIDE],
  ["dark", "theme=dark", WIDE],
  ["right-to-left", "lng=ar&dir=rtl", WIDE],
  ["narrow", "lng=es", 360],
]

/** Rules whose findings may differ in one appearance from those of the first one. A narrow page is another one, and meets all of them. */
const DIFFERING: Record<string, string[]> = {
  dark: ["color-contrast"],
  "right-to-left": [
    ...["target-size", "scrollable-region-focusable", "button-name", "link-name"],
    ...["html-has-lang", "html-lang-valid", "valid-lang"],
  ],
}

const STILL = "* { animation: none !important; transition: none !important }"

/** Shows an open page in another of the looks, at once: colors on their way to others are neither. */
async function appearAs(page: Page, query: string, width: number): Promise<void> {
  await page.addStyleTag({ content: STILL })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    (said) => (window as unknown as { appearance(query: string): Promise<void> }).appearance(said),
    query,
  )
}

/** What axe finds on the page, by these rules or by all, but for what Medusa UI does itself. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const found = await violations(page, rules)
  return found.filter((text) => !(text.startsWith("region") && OVERLAY.test(text)))
}

/** Address, what stands there when the page is whole, and the button of a form. */
const VIEWS: Record<string, { at: string; whole: string; opens?: string }> = {
  leases: { at: "/leases?status=placed,delivered", whole: "tbody tr" },
  "leases-export": { at: "/leases", whole: "tbody tr", opens: "Export CSV" },
  alerts: { at: "/leases?tab=needs_attention&alert=invoice_differs", whole: "[role=progressbar]" },
  undelivered: { at: "/leases?tab=undelivered", whole: "tbody tr" },
  funnel: { at: "/leases/funnel", whole: "tbody tr" },
  lease: { at: "/leases/lease_1", whole: "pre" },
  "lease-replaced": { at: "/leases/lease_replaced", whole: "pre" },
  settings: { at: "/settings/lease-to-own", whole: "main ul li" },
  accounts: { at: "/settings/lease-to-own", whole: "main ul li" },
  product: { at: "/products/prod_1", whole: "main dl" },
  "product-form": { at: "/products/prod_1", whole: "main dl", opens: "Edit" },
  customer: { at: "/customers/cus_1", whole: "main ul li" },
  region: { at: "/settings/regions/reg_1", whole: "main h2" },
  orders: { at: "/orders", whole: "main ul li" },
  card: { at: "/orders/amount-differs", whole: "main dl", opens: "History" },
  "card-unknown": { at: "/orders/delivery-unknown", whole: "main dl" },
  "card-unpaid": { at: "/orders/unpaid", whole: "main h2" },
  "card-not-leasable": { at: "/orders/not-leasable", whole: "main h2" },
  "card-loading": { at: "/orders/loading", whole: "main h2" },
  "card-failed": { at: "/orders/failed", whole: "[role=alert]" },
}

const SIGNING_LINK =
  "https://shop.example/lease?cart=cart_01KAQ9N2C4T8W6R0B5V7J3D1KG#lease-key=9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0"

/** Orders that nobody has paid: one that can be leased by link, and one that can't. */
const UNPAID: Record<string, OrderLink> = {
  unpaid: { allowed: true },
  "not-leasable": {
    allowed: false,
    reasons: [{ code: "unavailable_items", params: {}, message: "An item of this order cannot be leased." }],
  },
}

/** The answers to the page; two orders stand for a slow store and for one that fails. An action answers the link. */
const answer: PageAnswer = (asked) => {
  const name = asked.route.split("/").at(-1) ?? ""
  if (asked.route.startsWith("POST"))
    return { body: { result: "done", code: "signing_link", lease: orderCard("replacing"), link: SIGNING_LINK } }
  if (name === "loading") return new Promise(() => {})
  if (UNPAID[name]) return { body: { lease: null, link: UNPAID[name] } }
  return name === "failed" ? { status: 500, body: { message: "Fault" } } : usual(asked)
}

const UNSHIPPED = { code: "mark_delivered_unshipped", params: {}, message: "Not everything has shipped." }

/** A store that answers each request when the test says so. */
function held() {
  const waiting: ((reply: PageReply) => void)[] = []
  let arrived = () => {}
  return {
    reply: () =>
      new Promise<PageReply>((release) => {
        waiting.push(release)
        arrived()
      }),
    async release(reply: PageReply) {
      if (!waiting.length) await new Promise<void>((resolve) => (arrived = resolve))
      waiting.shift()?.(reply)
    },
  }
}

/** Builds the page of `page.tsx` in a process of its own: bundlers are ES modules and hungry. */
async function buildPage(): Promise<void> {
  const bundler = createRequire(require.resolve("@medusajs/admin-bundler"))
  const vite = join(dirname(bundler.resolve("vite/package.json")), "bin/vite.js")
  const args = [vite, "build", "--config", join(__dirname, "vite.config.ts"), "--outDir", PAGE]
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" }
  await promisify(execFile)(process.execPath, args, { env })
}

/** Looks at the dashboard's pages and at the order card. The pictures lie in `test/.tmp/pictures` afterward. */
describeInBrowser("pictures", (browser) => {
  beforeAll(buildPage)
  afterEach(async () => {
    for (const context of browser().contexts()) await context.close()
  })

  /** A page in a fresh browser profile. */
  async function profile(options?: BrowserContextOptions): Promise<Page> {
    const context = await browser().newContext({ timezoneId: "UTC", reducedMotion: "reduce", ...options })
    context.setDefaultTimeout(20_000)
    return context.newPage()
  }

  let server: PageServer

  beforeAll(async () => {
    server = await startPageServer(answer, PAGE)
  })
  afterAll(() => server?.close())

  async function open(view: string): Promise<Page> {
    const page = await profile({ viewport: { width: WIDE, height: 900 } })
    const { at = "", whole = "", opens } = VIEWS[view] ?? {}
    server.answer((asked) =>
      view === "accounts" && asked.route.endsWith("/setup") ? { body: severalAccounts } : answer(asked),
    )
    await page.goto(`${server.url}/?at=${encodeURIComponent(at)}`)
    await page.locator(whole).first().waitFor()
    if (opens) await page.getByRole("button", { name: opens }).click()
    return page
  }

  it("alerts: a group is chosen, checked and stopped with the keyboard alone", async () => {
    const page = await open("alerts")
    const asked: string[] = []
    server.answer((one) => {
      asked.push(one.route)
      return answer(one)
    })
    await page.getByRole("button", { name: /^Payment differs/ }).press("Enter")
    await page.getByRole("button", { name: /^Payment differs/, pressed: true }).waitFor()
    await page.getByRole("button", { name: "Check all: Operator's amount differs" }).press("Enter")
    await page.waitForFunction(() => document.activeElement?.matches("li, li button"))
    await page.getByRole("button", { name: "Stop checking: Payment differs from lease" }).press("Space")
    await page.waitForFunction(() => document.activeElement?.matches("li, li button"))
    const checks = asked.filter((route) => route.endsWith("/check"))
    expect(checks).toEqual([
      "POST /lease-to-own/alerts/invoice_differs/check",
      "DELETE /lease-to-own/alerts/money_differs/check",
    ])
  })

  it.each(["leases", "alerts", "undelivered", "funnel"])(
    "%s: fits beside the dashboard's menu on a screen of 1280 pixels",
    async (view) => {
      const page = await open(view)
      await page.setViewportSize({ width: 1280 - 220, height: 900 })
      const tables = page.locator("table").locator("..")
      const tooWide = await tables.evaluateAll((nodes) => nodes.map((node) => node.scrollWidth - node.clientWidth))
      expect(tooWide.filter((pixels) => pixels !== 0)).toEqual([])
    },
  )

  it("leases: can be filtered with the keyboard alone, which keeps its place, and what opens is clean for axe", async () => {
    const page = await open("leases")
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const isFocused = async (locator: Locator) =>
      page.waitForFunction((it) => it === document.activeElement, await locator.elementHandle())
    const filters = page.getByRole("button", { name: "Filters" })
    await filters.focus()
    await press("Enter")
    await page.getByRole("menuitem", { name: "Type" }).press("Enter")
    await isFocused(page.getByRole("radio", { name: "Store checkout" }))
    await page.screenshot({ path: join(FOLDER, "leases-filter.png") })
    expect(await violationsOf(page)).toEqual([])
    // Held until the focus moved: the radio group checks what an arrow that is still down has reached.
    await page.keyboard.down("ArrowDown")
    await isFocused(page.getByRole("radio", { name: "Hosted", checked: true }))
    await page.keyboard.up("ArrowDown")
    await press("Escape")
    await isFocused(page.getByRole("button", { name: "Hosted" }))
    await press("Tab")
    await isFocused(page.getByRole("button", { name: "Remove filter: Type" }))
    await press("Enter")
    await isFocused(page.locator("[data-lease-box]"))
  })

  it.each(LOOKS)(
    "%s: confirming several deliveries with the keyboard alone is clean for axe, and fits",
    async (appearance, query, width) => {
      const page = await open("undelivered")
      await appearAs(page, query, width)
      const next = held()
      server.answer((asked) => (asked.route.endsWith("/mark_delivered") ? next.reply() : answer(asked)))
      const isClean = async (name: string) => {
        await page.screenshot({ path: join(FOLDER, `deliver-${name}-${appearance}.png`) })
        expect({ name, violations: await violationsOf(page) }).toEqual({ name, violations: [] })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      await page.locator("thead [role=checkbox]").press("Space")
      await page.locator("[data-deliver-many]").waitFor()
      await isClean("selected")
      await page.locator("[data-deliver-many]").press("Enter")
      await page.locator("[role=dialog] [type=date]").waitFor()
      await isClean("form")
      await page.locator("[role=dialog] [type=date]").press("Enter")
      await next.release({ body: { result: "done", code: "mark_delivered", lease: orderCard("delivered") } })
      await page.locator("[role=progressbar][aria-valuenow='1']").waitFor()
      await isClean("progress")
      await page.keyboard.press("Escape")
      await next.release({ body: { result: "refused", refusal: UNSHIPPED, lease: orderCard("accepted") } })
      await page.locator("[role=dialog] h2:focus-within, [role=dialog] :focus h2").waitFor()
      await isClean("result")
      await page.keyboard.press("Escape")
      const bar = await page.locator("[data-deliver-many]").elementHandle()
      await page.waitForFunction((it) => it === document.activeElement, bar)
    },
  )

  it.each(Object.keys(VIEWS))("%s: is clean for axe in every appearance, contrast included, and fits", async (view) => {
    const page = await open(view)
    for (const [appearance, query, width] of LOOKS) {
      await appearAs(page, query, width)
      await page.screenshot({ path: join(FOLDER, `${view}-${appearance}.png`), fullPage: true })
      const violations = await violationsOf(page, DIFFERING[appearance])
      expect({ appearance, violations }).toEqual({ appearance, violations: [] })
      const tooWide = () =>
        [...document.querySelectorAll("main dd")]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.textContent)
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ appearance, tooWide: await page.evaluate(tooWide), scrolls }).toEqual({
        appearance,
        tooWide: [],
        scrolls: width,
      })
    }
  })

  it("the order card's header is equally high with a lease, while loading and on error", async () => {
    for (const view of ["card", "card-loading", "card-failed"]) {
      const title = (await open(view)).locator("main h2").first()
      expect([view, await title.evaluate((node) => node.parentElement?.offsetHeight)]).toEqual([view, 64])
    }
  })

  // The looks with the hardest colors and widths: layers over the card follow the same rules in all looks.
  const hardest = LOOKS.filter(([appearance]) => appearance === "dark" || appearance === "narrow")

  it.each(hardest)(
    "%s: is clean for axe with menu, forms and questions open, and fits",
    async (appearance, query, width) => {
      const page = await profile({ viewport: { width, height: 900 } })
      // Last: the copy buttons stand before it.
      const step = page.locator("main .bg-ui-bg-subtle button").last()
      const reconcileAt = async (name: string, card: string, ...presses: Locator[]) => {
        await page.goto(`${server.url}/?at=/orders/${card}&${query}`)
        await page.addStyleTag({ content: STILL })
        for (const button of presses) await button.click()
        await page.mouse.move(0, 0)
        await page.locator("[role=menu], [role=dialog], [role=alertdialog]").last().waitFor()
        await page.screenshot({ path: join(FOLDER, `${name}-${appearance}.png`) })
        expect({ name, violations: await violationsOf(page) }).toEqual({ name, violations: [] })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      const menu = page.locator("button[aria-haspopup=menu]")
      // The first one asks at once; this one has a form.
      const item = page.getByRole("menuitem").nth(1)
      const send = page.locator("[role=dialog] [type=submit]")
      const invoice = page.getByRole("menuitem", { name: /^(Invoice for|Factura para) / })
      await reconcileAt("menu", "part-shipped", menu)
      await reconcileAt("invoice", "part-shipped", menu, invoice)
      await reconcileAt("form-date", "part-shipped", menu, item, send)
      await reconcileAt("question-over-form", "widget-delivery-due", step, send)
      await reconcileAt("form-outcome", "delivery-unknown", step, send)
      await reconcileAt("question-new-contract", "amount-differs", step)
      await reconcileAt("signing-link", "replacing", step)
    },
  )

  it("an invoice prints without the dashboard around it, runs nothing, and fits on a phone and on paper", async () => {
    const page = await profile({ viewport: { width: 360, height: 900 } })
    const dialogs: string[] = []
    page.on("dialog", (dialog) => void dialogs.push(dialog.message()))
    await page.goto(`${server.url}/?at=/leases/lease_1`)
    await page.getByRole("button", { name: "Invoice for Acorn Leasing" }).click()
    const frame = await page.locator("iframe").elementHandle()
    const paper = await frame?.contentFrame()
    if (!paper) throw new Error("The invoice has no page.")
    await paper.getByRole("heading", { name: "Invoice" }).waitFor()
    const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await paper.evaluate(tooWide)).toBe(0)
    await frame?.evaluate((node) => {
      const printed = () => Object.assign(window, { printed: true })
      ;(node as HTMLIFrameElement).contentWindow?.addEventListener("beforeprint", printed)
    })
    await page.getByRole("button", { name: "Print" }).click()
    await page.waitForFunction(() => "printed" in window)
    expect(dialogs).toEqual([])

    const alone = await profile()
    await alone.setContent(await paper.content())
    expect(await violationsOf(alone)).toEqual([])
    for (const [format, width] of Object.entries({ Letter: 703, A4: 680 })) {
      // The paper's width without margins, in pixels.
      await alone.emulateMedia({ media: "print" })
      await alone.setViewportSize({ width, height: 900 })
      const path = join(FOLDER, `invoice-${format}.pdf`)
      const pages = (await alone.pdf({ format, path })).toString("latin1").match(/\/Type \/Page\b(?!s)/g)
      expect([format, await alone.evaluate(tooWide), pages?.length]).toEqual([format, 0, 1])
    }
  })

  it("copies the reference where the dashboard is opened over plain http, too", async () => {
    const page = await profile()
    const host = "http://shop.example"
    await page.route(`${host}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(host, server.url) })
      await route.fulfill({ response })
    })
    await page.goto(`${host}/?at=/orders/accepted`)
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await page.getByRole("button", { name: "Copy reference" }).click()
    await page.getByRole("tooltip", { name: "Copied" }).waitFor()
    await page.evaluate(() => document.body.append(document.createElement("textarea")))
    await page.locator("textarea").press("Control+V")
    expect(await page.locator("textarea").inputValue()).toBe(orderCard("accepted").reference)
  })
})
