import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import { en } from "../../packages/storefront/src/en"
import { messageEn } from "../../packages/storefront/src/message-en"
import { type PageServer, startPageServer } from "../support/page-server"
import { LEASE_STEPS } from "../unit/react/steps"
import { sideways, violations } from "./support/accessibility.mjs"
import type { LeaseWindow } from "./support/lease-window"

declare const lease: LeaseWindow

const { steps, buttons, contract, screens, problems } = en.texts
const SSN = "900123456"
/** The flow goes on from these without a shopper. */
const LEFT_AT_ONCE = ["cart_changed", "ready", "placed"]
const SMALL = { width: 320, height: 640 }

/** Pages around the checkout, as each renderer's suite makes them, and a second origin: the operator's. */
export type KitRoom = {
  readonly page: Page
  readonly operatorUrl: string
  /** A fresh browser profile. */
  open(path: string, options?: BrowserContextOptions): Promise<void>
  complaints(): Promise<string[]>
  calls(): Promise<string[]>
}

/**
 * One suite for every renderer of the screens: what it does in a browser is the same.
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
  const heading = (name: string) => room.page.getByRole("heading", { name, exact: true }).waitFor()
  const button = (name: string) => room.page.getByRole("button", { name, exact: true })
  /** The name, text or tag of the element that has the focus. */
  const focused = () =>
    room.page.evaluate(() => {
      const { tagName, textContent } = document.activeElement ?? {}
      const name = document.activeElement?.getAttribute("name")
      return tagName === "BODY" || tagName === "IFRAME" ? tagName : (name ?? textContent)
    })
  /** The contract's frame, once it is there. */
  async function contractFrame(): Promise<Frame> {
    const found = room.page.frames().find((frame) => frame.url().startsWith(room.operatorUrl))
    return found ?? room.page.waitForEvent("framenavigated", (frame) => frame.url().startsWith(room.operatorUrl))
  }
  const say = async (text: string) => (await contractFrame()).evaluate((words) => parent.postMessage(words, "*"), text)
  const sign = async () => {
    await open(`?step=offer&frame=${room.operatorUrl}/frame.html`)
    await heading(steps.offer)
    await button(buttons.sign).press("Enter")
    await contractFrame()
  }

  test("a lease is taken by keyboard alone, with one call each", async () => {
    await open(`?frame=${room.operatorUrl}/frame.html`)
    await heading(steps.intro)
    expect(await focused()).toBe("BODY")
    await room.page.keyboard.press("Tab")
    expect(await focused()).toBe("consent")
    await room.page.keyboard.press("Space")
    await room.page.keyboard.press("Tab")
    await room.page.keyboard.press("Enter")
    await heading(steps.form)
    expect(await focused()).toBe(steps.form)
    for (const typed of ["Ana", "", SSN, "", "4200"]) {
      await room.page.keyboard.press("Tab")
      if (typed) await room.page.keyboard.type(typed)
    }
    await room.page.keyboard.press("Tab")
    await room.page.getByText("$4,200.00").waitFor()
    await room.page.keyboard.press("ArrowDown")
    for (const _ of ["consent", "apply"]) await room.page.keyboard.press("Tab")
    await room.page.keyboard.press("Enter")
    await heading(steps.offer)
    expect(await focused()).toBe(steps.offer)
    for (const _ of ["figures", "sign"]) await room.page.keyboard.press("Tab")
    await room.page.keyboard.press("Enter")
    await room.page.evaluate(() => lease.client.sign())
    await say("Post process: complete")
    await room.page.waitForFunction(() => lease.events.length > 0)
    expect(await room.page.evaluate(() => lease.events)).toEqual(["placed order_1"])
    expect(await calls()).toEqual(["get", "apply", "offer", "contract", "signature", "place"])
    expect(await complaints()).toEqual([])
  })

  test("problems take the focus to their summary, and its links to the fields", async () => {
    await open("?step=intro")
    await room.page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await room.page.locator('[name="customer.ssn"]').fill(SSN)
    await button(buttons.apply).click()
    expect(await focused()).toContain(screens.check_fields)
    expect(await violations(room.page)).toEqual([])
    await room.page.keyboard.press("Tab")
    expect(await focused()).toBe(`First name: ${problems.required}`)
    await room.page.keyboard.press("Enter")
    expect(await focused()).toBe("customer.firstName")
    expect(await room.page.content()).not.toContain(SSN)
    await button(`${buttons.show}: Social Security number or ITIN`).click()
    expect(await room.page.locator('[name="customer.ssn"]').inputValue()).toBe(SSN)
    expect(await complaints()).toEqual([])
  })

  test("Back leads out of the form, and asks before what was typed is lost", async () => {
    await open("?step=intro")
    await room.page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await room.page.locator('[name="customer.firstName"]').fill("Ana")
    const asked: string[] = []
    room.page.on("dialog", (dialog) => {
      asked.push(dialog.message())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await room.page.goBack()
    expect(await room.page.locator('[name="customer.firstName"]').inputValue()).toBe("Ana")
    await room.page.goBack()
    await heading(steps.intro)
    expect(asked).toEqual([screens.leave_form, screens.leave_form])
  })

  test("the contract holds the focus, Escape asks each time, and the button has the focus after it", async () => {
    await sign()
    await room.page.getByRole("dialog", { name: contract.title }).waitFor()
    expect(await focused()).toBe(contract.title)
    expect(await room.page.locator("iframe").getAttribute("src")).toBe(`${room.operatorUrl}/frame.html`)
    await say("Signature: 1 of 3")
    await room.page.getByText("1 of 3 signatures").waitFor()
    for (const _ of ["once", "again"]) {
      await room.page.keyboard.press("Escape")
      expect(await focused()).toBe(contract.keep_signing)
      expect(await violations(room.page)).toEqual([])
      await room.page.keyboard.press("Escape")
      expect(await focused()).toBe("IFRAME")
      await button(contract.close).focus()
    }
    await room.page.keyboard.press("Enter")
    await button(contract.close_anyway).press("Enter")
    await room.page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused()).toBe(buttons.continue_signing)
    expect(await room.page.content()).not.toContain("frame.html")
    expect(await complaints()).toEqual([])
  })

  test("a product's message opens its disclosure by keyboard, gives the focus back, and is for everybody", async () => {
    await open("?message", { viewport: SMALL })
    const more = button(`${messageEn.learnMore}: ${messageEn.title}`)
    await more.waitFor()
    expect([await violations(room.page), await sideways(room.page)]).toEqual([[], []])
    for (const close of ["Escape", "Enter"]) {
      await more.press("Enter")
      await room.page.getByRole("dialog", { name: messageEn.title }).waitFor()
      expect(await focused()).toBe(messageEn.title)
      expect(await violations(room.page)).toEqual([])
      if (close === "Enter") await button(messageEn.close).focus()
      await room.page.keyboard.press(close)
      await room.page.getByRole("dialog").waitFor({ state: "detached" })
      expect(await focused()).toBe(messageEn.learnMore)
    }
    expect(await complaints()).toEqual([])
  })

  test("nothing goes on after the checkout is gone", async () => {
    await open("?step=undecided")
    await heading(steps.undecided)
    await room.page.evaluate(() => lease.root.unmount())
    await room.page.evaluate(() => lease.client.move("offer", { offer: null }))
    expect(await calls()).toEqual(["get"])
    expect(await room.page.locator("#root").innerHTML()).toBe("")
  })

  test.each([
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ] as const)("every screen is for everybody, in %s", async (colorScheme, only) => {
    const rules = only && [...only]
    await open("?step=intro", { colorScheme, viewport: SMALL })
    await heading(steps.intro)
    for (const step of LEASE_STEPS.filter((each) => !LEFT_AT_ONCE.includes(each))) {
      await room.page.evaluate((next) => lease.client.move(next), step)
      await room.page.locator(`[data-lease-screen="${step}"]`).waitFor()
      expect([step, await violations(room.page, rules), await sideways(room.page)]).toEqual([step, [], []])
    }
    expect(await complaints()).toEqual([])
  })

  test.each(["ltr", "rtl"])("form and contract fit a screen of 320 pixels, %s", async (direction) => {
    const turn = () => room.page.evaluate((dir) => document.documentElement.setAttribute("dir", dir), direction)
    await open("?step=intro", { viewport: SMALL })
    await turn()
    await room.page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await button(buttons.apply).click()
    expect(await sideways(room.page)).toEqual([])
    await room.page.evaluate(() => lease.client.move("offer"))
    await button(buttons.sign).click()
    await room.page.getByRole("dialog").waitFor()
    expect([await sideways(room.page), await violations(room.page)]).toEqual([[], []])
  })
}
