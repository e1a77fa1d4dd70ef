import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import { makers } from "../../packages/storefront/playground/makers"
import { checkoutViews } from "../../packages/storefront/playground/states.mjs"
import { en } from "../../packages/storefront/src/en"
import { type PageServer, startPageServer } from "../support/page-server"
import { sideways, violations } from "./support/accessibility.mjs"
import { type NamedView, pressEveryButton } from "./support/every-button.mjs"
import type { LeaseWindow } from "./support/fake-page"

declare const lease: LeaseWindow

const { steps, buttons, contract, screens, problems } = en.texts
const SSN = "900123456"

/** Each renderer's pages around the checkout, and the operator's origin. */
export type KitRoom = {
  readonly page: Page
  readonly operatorUrl: string
  /** A fresh browser profile. */
  open(path: string, options?: BrowserContextOptions): Promise<void>
  complaints(): Promise<string[]>
  calls(): Promise<string[]>
}

/**
 * One suite for every renderer, because all behave the same in a browser.
 *
 * @param build makes a folder of pages: `index.html` with a `LeaseWindow`, `frame.html` for the operator's contract
 */
export function describeKit(
  name: string,
  browser: () => Browser,
  build: () => Promise<string>,
  more: (room: KitRoom) => void,
): void {
  describe(name, () => {
    let shop: PageServer
    let operator: PageServer
    let page: Page

    beforeAll(async () => {
      const folder = await build()
      shop = await startPageServer(() => undefined, folder)
      operator = await startPageServer(() => undefined, folder)
    })
    afterAll(() => Promise.all([shop?.close(), operator?.close()]))
    afterEach(async () => {
      await page?.context().close()
      page = undefined as never
    })

    const room: KitRoom = {
      get page() {
        return page
      },
      get operatorUrl() {
        return operator.url
      },
      async open(path, options = {}) {
        const context = await browser().newContext({ reducedMotion: "reduce", ...options })
        page = await context.newPage()
        page.setDefaultTimeout(10_000)
        await page.goto(`${shop.url}/${path}`)
      },
      complaints: () => page.evaluate(() => lease.complaints),
      calls: () => page.evaluate(() => [...lease.client.calls]),
    }
    kitTests(room)
    more(room)
  })
}

function kitTests(room: KitRoom): void {
  const { open, complaints, calls } = room
  const heading = (text: string) => room.page.getByRole("heading", { name: text, exact: true }).waitFor()
  const button = (text: string) => room.page.getByRole("button", { name: text, exact: true })
  const press = async (...keys: string[]) => {
    for (const key of keys) await room.page.keyboard.press(key)
  }
  /** The name, text or tag of the element that has the focus. */
  const focused = () =>
    room.page.evaluate(() => {
      const { tagName, textContent } = document.activeElement ?? {}
      const name = document.activeElement?.getAttribute("name")
      return tagName === "BODY" || tagName === "IFRAME" ? tagName : (name ?? textContent)
    })
  /** The Tab stops. The browser's own controls come between the last and the first, and appear as the body. */
  async function tabStops(): Promise<string[]> {
    const stops = new Set<string>()
    for (let stop = 0; stop < 8; stop++) {
      await press("Tab")
      const where = await room.page.evaluate(() => document.activeElement?.closest("dialog, main")?.tagName ?? "body")
      stops.add(where)
    }
    return [...stops].sort()
  }
  /** What overflows a page 320 pixels wide, written left to right or right to left. */
  async function out(): Promise<string[]> {
    await room.page.setViewportSize({ width: 320, height: 640 })
    const found: string[] = []
    for (const dir of ["rtl", "ltr"]) {
      await room.page.evaluate((to) => document.documentElement.setAttribute("dir", to), dir)
      found.push(...(await sideways(room.page)))
    }
    return found
  }
  /** Makes the contract's frame send this, once it is there. */
  async function say(text: string): Promise<void> {
    const isContract = (frame: Frame) => frame.url().startsWith(room.operatorUrl)
    const found = room.page.frames().find(isContract)
    const frame = found ?? (await room.page.waitForEvent("framenavigated", isContract))
    await frame.evaluate((words) => parent.postMessage(words, "*"), text)
  }

  test("a lease can be made by keyboard alone with one call each, and problems and the contract get and return the focus", async () => {
    await open(`?frame=${room.operatorUrl}/frame.html`)
    await heading(steps.intro)
    expect(await focused()).toBe("BODY")
    await press("Tab")
    expect(await focused()).toBe("consent.application")
    await press("Space", "Tab", "Enter")
    await heading(steps.form)
    expect(await focused()).toBe(steps.form)
    await room.page.locator('[name="customer.ssn"]').fill(SSN)
    await button(buttons.apply).press("Enter")
    expect(await focused()).toContain(screens.check_fields)
    expect([await violations(room.page), await out()]).toEqual([[], []])
    await press("Tab")
    expect(await focused()).toBe(`First name: ${problems.required}`)
    await press("Enter")
    expect(await focused()).toBe("customer.firstName")
    expect(await room.page.content()).not.toContain(SSN)
    await room.page.keyboard.type("Ana")
    await press("Tab", "Tab", "Tab", "Tab")
    await room.page.keyboard.type("4200")
    await press("Tab")
    await room.page.getByText("$4,200.00").waitFor()
    await press("ArrowDown", "Tab", "Tab", "Enter")
    await heading(steps.offer)
    expect(await focused()).toBe(steps.offer)
    await press("Tab", "Tab", "Enter")

    await room.page.getByRole("dialog", { name: contract.title }).waitFor()
    expect(await focused()).toBe(contract.title)
    expect(await room.page.locator("iframe").getAttribute("src")).toBe(`${room.operatorUrl}/frame.html`)
    await say("Signature: 1 of 3")
    await room.page.getByText("1 of 3 signatures").waitFor()
    expect(await out()).toEqual([])
    expect(await tabStops()).toEqual(["DIALOG", "body"])
    // By default, a browser closes a dialog after a few of them, whatever the page does.
    for (const _ of ["once", "again", "once more"]) {
      await button(contract.close).focus()
      await press("Escape")
      expect(await focused()).toBe(contract.keep_signing)
      expect(await violations(room.page)).toEqual([])
      await press("Escape")
      expect(await focused()).toBe("IFRAME")
    }
    await button(contract.close).press("Enter")
    await button(contract.close_anyway).press("Enter")
    await room.page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused()).toBe(buttons.continue_signing)
    expect(await room.page.content()).not.toContain("frame.html")
    await press("Enter")
    await room.page.getByRole("dialog").waitFor()
    await room.page.evaluate(() => lease.client.sign())
    await say("Post process: complete")
    await room.page.waitForFunction(() => lease.events.length > 0)
    expect(await room.page.evaluate(() => lease.events)).toEqual(["placed order_1"])
    expect(await calls()).toEqual(["get", "apply", "offer", "contract", "get", "contract", "signature", "place"])
    expect(await complaints()).toEqual([])
  })

  test("every button of every screen does what it says", async () => {
    await open("?network")
    const { page } = room
    const heard = (event: string) => page.waitForFunction((wanted) => lease.events.includes(wanted), event)
    let visits = 0
    const shop = {
      open: () => page.goto(`${new URL(page.url()).origin}/?network=${++visits}`),
      isOther: () => heard("other"),
      isCart: () => heard("cart"),
    }
    const views: NamedView[] = [...checkoutViews(makers), ["no view", null]]
    expect(await pressEveryButton(page, shop, { buttons, views })).toEqual([])
  })

  test("the contract's frame keeps its size whatever text is below it, and the shopper can report the signature", async () => {
    const { finished, retry, slow, keep_signing, card, payment_failed, all_signed } = contract
    await open(`?step=offer&frame=${room.operatorUrl}/frame.html`, { viewport: { width: 390, height: 844 } })
    const { page } = room
    const sizes: number[] = []
    const measure = async (text: string) => {
      await page.getByText(text).waitFor()
      sizes.push(await page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height))
    }
    await page.clock.install()
    await button(buttons.sign).click()
    await measure(contract.title)
    await page.clock.fastForward(16_000)
    await measure(slow)
    await button(retry).click()
    await page.getByText(slow).waitFor({ state: "detached" })
    await page.locator('[data-lease-contract-frame="loading"]').waitFor({ state: "detached" })
    for (const [message, text] of [
      ["Signature: 2 of 3", "2 of 3 signatures"],
      ["Signature: All completed", all_signed],
      ["Credit card collection", card],
      ['{"text":"Post process: complete","success":false}', payment_failed],
    ] as const) {
      await say(message)
      await measure(text)
    }
    await button(contract.close).click()
    await measure(keep_signing)
    await button(keep_signing).click()
    await measure(finished)
    expect(sizes).toEqual(sizes.map(() => sizes[0]))
    const { y = 844, height = 0 } = (await button(finished).boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(844)
    await button(finished).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await calls()).toEqual(["get", "contract", "contract", "signature"])
  })
}
