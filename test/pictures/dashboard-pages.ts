import { join } from "node:path"
import type { Page } from "playwright-core"
import {
  leaseList,
  leasePage,
  productLease,
  replacedLeasePage,
  setup,
  severalAccounts,
} from "../fixtures/dashboard-pages"
import { type PageAnswer, type PageServer, startPageServer } from "../support/page-server"
import { DIFFERING, FOLDER, judge, LOOKS, lookLike, PAGE, pictureRules, WIDE } from "./picture-rules"

/** Address, and what stands there when the page is whole. */
const VIEWS: Record<string, { at: string; whole: string }> = {
  leases: { at: "/leases?status=placed,delivered", whole: "tbody tr" },
  lease: { at: "/leases/lease_1", whole: "pre" },
  "lease-replaced": { at: "/leases/lease_replaced", whole: "pre" },
  settings: { at: "/settings/lease-to-own", whole: "main ul li" },
  accounts: { at: "/settings/lease-to-own", whole: "main ul li" },
  product: { at: "/products/prod_1", whole: "main dl" },
}

const answerOf =
  (view: string): PageAnswer =>
  ({ route }) => {
    if (route === "GET /lease-to-own/leases") return { body: leaseList }
    if (route === "GET /sales-channels") return { body: { sales_channels: [] } }
    if (route === "GET /lease-to-own/leases/lease_replaced") return { body: replacedLeasePage }
    if (route.startsWith("GET /lease-to-own/leases/")) return { body: leasePage }
    if (route === "GET /lease-to-own/setup") return { body: view === "accounts" ? severalAccounts : setup }
    return { body: { product: productLease } }
  }

/** The dashboard's pages in a browser. */
export const dashboardPages = pictureRules("dashboard pages", (profile) => {
  let server: PageServer

  beforeAll(async () => {
    server = await startPageServer(() => undefined, PAGE)
  })
  afterAll(() => server?.close())

  async function open(view: string): Promise<Page> {
    const page = await profile({ viewport: { width: WIDE, height: 900 } })
    const { at = "", whole = "" } = VIEWS[view] ?? {}
    server.answer(answerOf(view))
    await page.goto(`${server.url}/?at=${encodeURIComponent(at)}`)
    await page.locator(whole).first().waitFor()
    return page
  }

  it("leases: fits beside the dashboard's menu on a screen of 1280 pixels", async () => {
    const page = await open("leases")
    await page.setViewportSize({ width: 1280 - 220, height: 900 })
    const table = page.locator("section", { has: page.locator("table") })
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  })

  it.each(Object.keys(VIEWS))("%s: is clean for axe in every look, contrast included, and fits", async (view) => {
    const page = await open(view)
    for (const [look, query, width] of LOOKS) {
      await lookLike(page, query, width)
      await page.screenshot({ path: join(FOLDER, `${view}-${look}.png`), fullPage: true })
      const found = await judge(page, DIFFERING[look])
      expect({ look, ...found }).toEqual({ look, violations: [], incomplete: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  it("the form of a product is clean for axe in light and dark, and can be used with the keyboard", async () => {
    const page = await open("product")
    await page.getByRole("button", { name: "Edit" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Brand" }).fill("Own")
    await page.screenshot({ path: join(FOLDER, "product-form.png") })
    expect((await judge(page)).violations).toEqual([])
    await lookLike(page, "theme=dark", WIDE)
    await page.screenshot({ path: join(FOLDER, "product-form-dark.png") })
    expect((await judge(page, DIFFERING.dark)).violations).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(server.asked.at(-2)).toMatchObject({ route: expect.stringMatching(/^POST/), body: { brand: "Own" } })
  })
})
