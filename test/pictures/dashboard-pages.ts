import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"
import { describeInBrowser } from "../browser/support/describe-in-browser"
import { leaseList, leasePage, productLease, setup } from "../fixtures/dashboard-pages"
import { type PageAnswer, type PageServer, startPageServer } from "../support/page-server"
import { buildPage } from "./build-page"

/** Looks at the dashboard's pages. The pictures lie in `test/.tmp/pictures` afterwards. */
const FOLDER = join(__dirname, "../.tmp/pictures")
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Medusa UI puts tooltips, menus and drawers at the end of the body, outside of every landmark. */
const OVERLAY = /data-radix-popper-content-wrapper|role="dialog"/

const WIDE = 1420
const NARROW = 360
const LOOKS: [string, string, number][] = [
  ["light", "", WIDE],
  ["dark", "&theme=dark", WIDE],
  ["right-to-left", "&lng=ar&dir=rtl", WIDE],
  ["narrow", "&lng=es", NARROW],
]

/** Address, and what stands there when the page is whole. */
const VIEWS: Record<string, { at: string; whole: string }> = {
  leases: { at: "/leases?status=placed,delivered", whole: "tbody tr" },
  lease: { at: "/leases/lease_1", whole: "pre" },
  settings: { at: "/settings/lease-to-own", whole: "main ul li" },
  product: { at: "/products/prod_1", whole: "main dl" },
}

const answer: PageAnswer = ({ route }) => {
  if (route === "GET /lease-to-own/leases") return { body: leaseList }
  if (route === "GET /sales-channels") return { body: { sales_channels: [] } }
  if (route.startsWith("GET /lease-to-own/leases/")) return { body: leasePage }
  if (route === "GET /lease-to-own/setup") return { body: setup }
  return { body: { product: productLease } }
}

describeInBrowser("dashboard pages in a browser", (browser) => {
  let server: PageServer

  beforeAll(async () => {
    const folder = join(FOLDER, "pages")
    await buildPage(folder)
    server = await startPageServer(answer, folder)
  })
  afterAll(() => server?.close())
  afterEach(async () => {
    for (const context of browser().contexts()) await context.close()
  })

  async function open(view: string, query: string, width: number): Promise<Page> {
    const options = { timezoneId: "UTC", reducedMotion: "reduce", viewport: { width, height: 900 } } as const
    const context = await browser().newContext(options)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const { at = "", whole = "" } = VIEWS[view] ?? {}
    await page.goto(`${server.url}/?at=${encodeURIComponent(at)}${query}`)
    await page.locator(whole).first().waitFor()
    return page
  }

  /** What axe holds against the page and what it could not decide, as texts. */
  async function judge(page: Page) {
    await page.evaluate(AXE)
    const { violations, incomplete } = await page.evaluate<AxeResults, string[]>(
      (values) =>
        (window as unknown as { axe: typeof import("axe-core") }).axe.run({ runOnly: { type: "tag", values } }),
      RULES,
    )
    const texts = (results: AxeResults["violations"]) =>
      results.flatMap(({ id, nodes }) =>
        nodes.flatMap(({ target, html, failureSummary }) =>
          id === "region" && (OVERLAY.test(`${target}`) || OVERLAY.test(html))
            ? []
            : `${id}: ${target} ${failureSummary}`,
        ),
      )
    return { violations: texts(violations), incomplete: texts(incomplete) }
  }

  describe.each(Object.keys(VIEWS))("%s", (view) => {
    it.each(LOOKS)("%s: is clean for axe, contrast included, and fits", async (look, query, width) => {
      const page = await open(view, query, width)
      await page.screenshot({ path: join(FOLDER, `${view}-${look}.png`), fullPage: true })
      expect(await judge(page)).toEqual({ violations: [], incomplete: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  })

  it.each(["", "&theme=dark"])(
    "the form of a product is clean for axe and can be used with the keyboard (%s)",
    async (query) => {
      const page = await open("product", query, WIDE)
      await page.getByRole("button", { name: "Edit" }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("textbox", { name: "Brand" }).fill("Own")
      await page.screenshot({ path: join(FOLDER, `product-form${query ? "-dark" : ""}.png`) })
      const { violations } = await judge(page)
      expect(violations).toEqual([])
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      expect(server.asked.at(-2)).toMatchObject({ route: expect.stringMatching(/^POST/), body: { brand: "Own" } })
    },
  )
})
