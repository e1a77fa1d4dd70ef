import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { orderCard, orderCards } from "../fixtures/order-cards"
import { type CardServer, type Reply, startCardServer } from "../support/card-server"
import { DIFFERING, FOLDER, judge, LOOKS, lookLike, PAGE, pictureRules, STILL, WIDE } from "./picture-rules"

/** A picture of all cards takes longer to paint than to judge, so only the first look has one unless somebody asks for more. */
const EVERY_PICTURE = !!process.env.EVERY_PICTURE

/** Elements behind an open drawer or question cannot be reached, which axe cannot see. */
const COVERED = /^aria-hidden-focus|overlap/

const SIGNING_LINK =
  "https://shop.example/lease?cart=cart_01KAQ9N2C4T8W6R0B5V7J3D1KG#lease-key=9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0"

/** The answers to the cards of the page; two stand for a slow store and for one that fails. */
function answer(name: string): Reply | Promise<Reply> {
  if (name === "loading") return new Promise(() => {})
  return name === "failed" ? { status: 500, body: { message: "Fault" } } : { body: { lease: orderCard(name) } }
}

/** The order card in all its states, in a browser. */
export const orderCardStates = pictureRules("order card", (profile) => {
  let server: CardServer

  beforeAll(async () => {
    server = await startCardServer(answer, PAGE)
    server.act(() => ({
      body: { result: "done", says: "signing_link", lease: orderCard("replacing"), link: SIGNING_LINK },
    }))
  })
  afterAll(() => server?.close())

  /** The page with every card on it. */
  async function open(): Promise<Page> {
    const page = await profile({ viewport: { width: WIDE, height: 900 } })
    await page.goto(`${server.url}/?cards=${[...orderCards.keys(), "loading", "failed"].join()}`)
    await page.waitForFunction((count) => document.querySelectorAll("main dl").length === count, orderCards.size)
    await page.locator("section[aria-label=failed] [role=alert]").waitFor()
    return page
  }

  it("fits without sideways scroll in every look, is clean for axe, contrast included, and has a header that is equally high while loading, on error and with a lease", async () => {
    const page = await open()
    const heights = await page
      .locator("main section h2")
      .evaluateAll((titles) => titles.map((title) => title.parentElement?.offsetHeight))
    expect(heights).toHaveLength(orderCards.size + 2)
    expect(new Set(heights)).toEqual(new Set([64]))
    for (const [look, query, width] of LOOKS) {
      await lookLike(page, query, width)
      if (look === "light" || EVERY_PICTURE)
        await page.screenshot({ path: join(FOLDER, `${look}.png`), fullPage: true })
      const tooWide = () =>
        [...document.querySelectorAll("main, main section, main dd")]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.textContent)
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ look, tooWide: await page.evaluate(tooWide), scrolls }).toEqual({ look, tooWide: [], scrolls: width })
      const history = page.locator("button[aria-controls]").first()
      await history.click()
      await page.locator("dd button").first().focus()
      await page.getByRole("tooltip").waitFor()
      const found = await judge(page, DIFFERING[look])
      expect({ look, ...found }).toEqual({ look, violations: [], incomplete: [] })
      await history.click()
    }
  })

  // The looks with the hardest colors and widths: layers over the card follow the same rules in all looks.
  describe.each(LOOKS.filter(([look]) => look === "dark" || look === "narrow"))(
    "%s, with something open",
    (look, query, width) => {
      it("is clean for axe with menu, forms and questions open, none wider than the page", async () => {
        const page = await profile({ viewport: { width, height: 900 } })
        // Last: the copy buttons stand before it.
        const step = page.locator("main .bg-ui-bg-subtle button").last()
        const lookAt = async (name: string, card: string, ...presses: Locator[]) => {
          await page.goto(`${server.url}/?cards=${card}&${query}`)
          await page.addStyleTag({ content: STILL })
          for (const button of presses) await button.click()
          await page.mouse.move(0, 0)
          await page.locator("[role=menu], [role=dialog], [role=alertdialog]").last().waitFor()
          await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) })
          const { violations, incomplete } = await judge(page)
          expect({ name, violations }).toEqual({ name, violations: [] })
          expect(incomplete.filter((text) => !COVERED.test(text))).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        }
        const menu = page.locator("button[aria-haspopup=menu]")
        // The first one asks at once; this one has a form.
        const item = page.getByRole("menuitem").nth(1)
        const send = page.locator("[role=dialog] [type=submit]")
        await lookAt("menu", "part-shipped", menu)
        await lookAt("form-date", "part-shipped", menu, item, send)
        await lookAt("question-over-form", "widget-delivery-due", step, send)
        await lookAt("form-outcome", "delivery-unknown", step, send)
        await lookAt("question-new-contract", "amount-differs", step)
        await lookAt("signing-link", "replacing", step)
      })
    },
  )

  it("can be used with the keyboard alone, and shows where it is", async () => {
    const page = await profile()
    await page.goto(`${server.url}/?cards=cancelled`)
    await page.getByText("Canceled", { exact: true }).waitFor()
    for (const name of ["Actions for this lease", "Copy reference", "History"]) {
      await page.keyboard.press("Tab")
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        return {
          name: element.getAttribute("aria-label") ?? element.textContent,
          isRinged: getComputedStyle(element).boxShadow !== "none",
        }
      })
      expect(focused).toEqual({ name, isRinged: true })
    }
    await page.keyboard.press("Enter")
    expect(await page.getByRole("listitem").count()).toBe(10)
  })

  it("copies the reference where the dashboard is opened over plain http, too", async () => {
    const page = await profile()
    const host = "http://shop.example"
    await page.route(`${host}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(host, server.url) })
      await route.fulfill({ response })
    })
    await page.goto(`${host}/?cards=accepted`)
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await page.getByRole("button", { name: "Copy reference" }).click()
    await page.getByRole("tooltip", { name: "Copied" }).waitFor()
    await page.evaluate(() => document.body.append(document.createElement("textarea")))
    await page.locator("textarea").press("Control+V")
    expect(await page.locator("textarea").inputValue()).toBe(orderCard("accepted").reference)
  })
})
