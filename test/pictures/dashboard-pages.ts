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
import { FOLDER, judge, LOOKS, PAGE, pictureRules, WIDE } from "./picture-rules"

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

  async function open(view: string, query: string, width: number): Promise<Page> {
    const page = await profile({ viewport: { width, height: 900 } })
    const { at = "", whole = "" } = VIEWS[view] ?? {}
    server.answer(answerOf(view))
    await page.goto(`${server.url}/?at=${encodeURIComponent(at)}&${query}`)
    await page.locator(whole).first().waitFor()
    return page
  }

  describe.each(Object.keys(VIEWS))("%s", (view) => {
    it.each(LOOKS)("%s: is clean for axe, contrast included, and fits", async (look, query, width) => {
      const page = await open(view, query, width)
      await page.screenshot({ path: join(FOLDER, `${view}-${look}.png`), fullPage: true })
      expect(await judge(page)).toEqual({ violations: [], incomplete: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  })

  it.each(["", "theme=dark"])(
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
