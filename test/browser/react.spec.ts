import { execFile } from "node:child_process"
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import { en } from "../../packages/storefront/src/en"
import { messageEn } from "../../packages/storefront/src/message-en"
import { type PageServer, startPageServer } from "../support/page-server"
import { LEASE_STEPS } from "../unit/react/steps"
import type { LeaseWindow } from "./react/page"
import { sideways, violations } from "./support/accessibility.mjs"
import { describeInBrowser } from "./support/describe-in-browser"

declare const lease: LeaseWindow

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/react")
const REACTS = { "18": join(ROOT, "node_modules"), "19": join(ROOT, "test/react-19/node_modules") }
const { steps, buttons, contract, screens, problems } = en.texts
const SSN = "900123456"
const CARD_NUMBER = "4242424242424242"
/** Pages that a server makes: each step and none, and three of the hosted way. */
const READ = LEASE_STEPS.length + 4
/** The flow goes on from these without a shopper. */
const LEFT_AT_ONCE = ["cart_changed", "ready", "placed"]
const SMALL = { width: 320, height: 640 }

const run = promisify(execFile)
const node = async (...args: string[]) =>
  (await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_OPTIONS: "" } })).stdout

/** A page as a shop's server sends it. `frame.html` stands for the operator's contract. */
const html = (content = "") => `<!doctype html>
<html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width">
<style>:root { color-scheme: light dark } body { margin: 0.5rem; background: Canvas; font-family: sans-serif }</style>
<link rel="stylesheet" href="style.css"></head>
<body><main>${content}<h1>Checkout</h1><div id="root"></div></main><script src="page.js"></script></body></html>`

/** React's own version, read from what was built. */
async function build(major: keyof typeof REACTS): Promise<string> {
  const folder = join(FOLDER, major)
  await mkdir(folder, { recursive: true })
  await node("test/browser/react/build.mjs", folder, REACTS[major])
  const { version, pages } = JSON.parse(await node(join(folder, "server.cjs")))
  const rendered = Object.entries(pages).map(([step, content]) => `<div data-read="${step}">${content}</div>`)
  const files = [
    ["read.html", html(rendered.join(""))],
    ["index.html", html()],
    ["frame.html", "<!doctype html><title>c</title>"],
  ]
  for (const [name = "", text = ""] of files) await writeFile(join(folder, name), text)
  await copyFile(join(ROOT, "packages/react/style.css"), join(folder, "style.css"))
  return version
}

describeInBrowser("React", (browser) => {
  beforeAll(() => rm(FOLDER, { recursive: true, force: true }))
  describe.each(["18", "19"] as const)("%s", (major) => suite(major, browser))
})

function suite(major: keyof typeof REACTS, browser: () => Browser) {
  let version: string
  let shop: PageServer
  let operator: PageServer
  let page: Page

  beforeAll(async () => {
    version = await build(major)
    shop = await startPageServer(() => undefined, join(FOLDER, major))
    operator = await startPageServer(() => undefined, join(FOLDER, major))
  })
  afterAll(() => Promise.all([shop?.close(), operator?.close()]))
  afterEach(() =>
    page
      ?.context()
      .close()
      .then(() => {
        page = undefined as never
      }),
  )

  async function open(path: string, options: BrowserContextOptions = {}) {
    const context = await browser().newContext({ reducedMotion: "reduce", ...options })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(`${shop.url}/${path}`)
  }
  const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor()
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  /** The name, text or tag of the element that has the focus. */
  const focused = () =>
    page.evaluate(() => {
      const { tagName, textContent } = document.activeElement ?? {}
      const name = document.activeElement?.getAttribute("name")
      return tagName === "BODY" || tagName === "IFRAME" ? tagName : (name ?? textContent)
    })
  const complaints = () => page.evaluate(() => lease.complaints)
  const calls = () => page.evaluate(() => [...lease.client.calls])
  /** The contract's frame, once it is there. */
  async function contractFrame(): Promise<Frame> {
    const found = page.frames().find((frame) => frame.url().startsWith(operator.url))
    return found ?? page.waitForEvent("framenavigated", (frame) => frame.url().startsWith(operator.url))
  }
  const say = async (text: string) => (await contractFrame()).evaluate((words) => parent.postMessage(words, "*"), text)
  const sign = async () => {
    await open(`?step=offer&frame=${operator.url}/frame.html`)
    await heading(steps.offer)
    await button(buttons.sign).press("Enter")
    await contractFrame()
  }

  test("is the React that it is called", () => {
    expect(version.split(".")[0]).toBe(major)
  })

  test("a lease is taken by keyboard alone, with one call each", async () => {
    await open(`?frame=${operator.url}/frame.html`)
    await heading(steps.intro)
    expect(await focused()).toBe("BODY")
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("consent")
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(steps.form)
    expect(await focused()).toBe(steps.form)
    for (const typed of ["Ana", "", SSN, "", "4200"]) {
      await page.keyboard.press("Tab")
      if (typed) await page.keyboard.type(typed)
    }
    await page.keyboard.press("Tab")
    await page.getByText("$4,200.00").waitFor()
    await page.keyboard.press("ArrowDown")
    for (const _ of ["consent", "apply"]) await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(steps.offer)
    expect(await focused()).toBe(steps.offer)
    for (const _ of ["figures", "sign"]) await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.evaluate(() => lease.client.sign())
    await say("Post process: complete")
    await page.waitForFunction(() => lease.events.length > 0)
    expect(await page.evaluate(() => lease.events)).toEqual(["placed order_1"])
    expect(await calls()).toEqual(["get", "apply", "offer", "contract", "signature", "place"])
    expect(await complaints()).toEqual([])
  })

  test("the hosted way is walked by keyboard alone, with one call each, and its card form comes with the card", async () => {
    await open("?hosted", { viewport: SMALL })
    await heading(screens.hosted_method.replace("{operator}", "Example Leasing"))
    expect([await focused(), await violations(page), await sideways(page)]).toEqual(["BODY", [], []])
    const number = page.getByLabel("Card number")
    expect(await number.isVisible()).toBe(false)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByText(screens.hosted_open.replace("{operator}", "Example Leasing")).waitFor()
    expect(await focused()).toBe(screens.waiting)
    await page.evaluate(() => lease.client.finishWidget("success"))
    await heading(steps.card)
    expect(await focused()).toBe(steps.card)
    expect([await number.inputValue(), await violations(page), await sideways(page)]).toEqual([CARD_NUMBER, [], []])
    for (const _ of ["number", "code", "expires", "pay"]) await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.waitForFunction(() => lease.events.length > 1)
    expect(await page.evaluate(() => lease.events)).toEqual(["paid tok_1", "placed order_1"])
    expect(await number.inputValue()).toBe("")
    expect(await page.content()).not.toContain(CARD_NUMBER)
    expect(await calls()).toEqual(["get", "widget", "widgetEvent", "get"])
    expect(await complaints()).toEqual([])
  })

  test("problems take the focus to their summary, and its links to the fields", async () => {
    await open("?step=intro")
    await page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await page.locator('[name="customer.ssn"]').fill(SSN)
    await button(buttons.apply).click()
    expect(await focused()).toContain(screens.check_fields)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Tab")
    expect(await focused()).toBe(`First name: ${problems.required}`)
    await page.keyboard.press("Enter")
    expect(await focused()).toBe("customer.firstName")
    expect(await page.content()).not.toContain(SSN)
    await button(`${buttons.show}: Social Security number or ITIN`).click()
    expect(await page.locator('[name="customer.ssn"]').inputValue()).toBe(SSN)
    expect(await complaints()).toEqual([])
  })

  test("Back leads out of the form, and asks before what was typed is lost", async () => {
    await open("?step=intro")
    await page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await page.locator('[name="customer.firstName"]').fill("Ana")
    const asked: string[] = []
    page.on("dialog", (dialog) => {
      asked.push(dialog.message())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await page.goBack()
    expect(await page.locator('[name="customer.firstName"]').inputValue()).toBe("Ana")
    await page.goBack()
    await heading(steps.intro)
    expect(asked).toEqual([screens.leave_form, screens.leave_form])
  })

  test("the contract holds the focus, Escape asks each time, and the button has the focus after it", async () => {
    await sign()
    await page.getByRole("dialog", { name: contract.title }).waitFor()
    expect(await focused()).toBe(contract.title)
    expect(await page.locator("iframe").getAttribute("src")).toBe(`${operator.url}/frame.html`)
    await say("Signature: 1 of 3")
    await page.getByText("1 of 3 signatures").waitFor()
    for (const _ of ["once", "again"]) {
      await page.keyboard.press("Escape")
      expect(await focused()).toBe(contract.keep_signing)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      expect(await focused()).toBe("IFRAME")
      await button(contract.close).focus()
    }
    await page.keyboard.press("Enter")
    await button(contract.close_anyway).press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused()).toBe(buttons.continue_signing)
    expect(await page.content()).not.toContain("frame.html")
    expect(await complaints()).toEqual([])
  })

  test("a product's message opens its disclosure by keyboard, gives the focus back, and is for everybody", async () => {
    await open("?message", { viewport: SMALL })
    const more = button(`${messageEn.learnMore}: ${messageEn.title}`)
    await more.waitFor()
    expect([await violations(page), await sideways(page)]).toEqual([[], []])
    for (const close of ["Escape", "Enter"]) {
      await more.press("Enter")
      await page.getByRole("dialog", { name: messageEn.title }).waitFor()
      expect(await focused()).toBe(messageEn.title)
      expect(await violations(page)).toEqual([])
      if (close === "Enter") await button(messageEn.close).focus()
      await page.keyboard.press(close)
      await page.getByRole("dialog").waitFor({ state: "detached" })
      expect(await focused()).toBe(messageEn.learnMore)
    }
    expect(await complaints()).toEqual([])
  })

  test("hydration finds what the server made, at every step and without a view", async () => {
    await open("read.html")
    await page.waitForFunction((all) => lease.hydrated === all, READ)
    expect(await complaints()).toEqual([])
  })

  test("nothing goes on after the checkout is gone", async () => {
    await open("?step=undecided")
    await heading(steps.undecided)
    await page.evaluate(() => lease.root.unmount())
    await page.evaluate(() => lease.client.move("offer", { offer: null }))
    expect(await calls()).toEqual(["get"])
    expect(await page.locator("#root").innerHTML()).toBe("")
  })

  test.each([
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ] as const)("every screen is for everybody, in %s", async (colorScheme, only) => {
    const rules = only && [...only]
    await open("?step=intro", { colorScheme, viewport: SMALL })
    await heading(steps.intro)
    for (const step of LEASE_STEPS.filter((each) => !LEFT_AT_ONCE.includes(each))) {
      await page.evaluate((next) => lease.client.move(next), step)
      await page.locator(`[data-lease-screen="${step}"]`).waitFor()
      expect([step, await violations(page, rules), await sideways(page)]).toEqual([step, [], []])
    }
    expect(await complaints()).toEqual([])
  })

  test.each(["ltr", "rtl"])("form and contract fit a screen of 320 pixels, %s", async (direction) => {
    const turn = () => page.evaluate((dir) => document.documentElement.setAttribute("dir", dir), direction)
    await open("?step=intro", { viewport: SMALL })
    await turn()
    await page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await button(buttons.apply).click()
    expect(await sideways(page)).toEqual([])
    await page.evaluate(() => lease.client.move("offer"))
    await button(buttons.sign).click()
    await page.getByRole("dialog").waitFor()
    // The dialog lies above the page, and is as wide.
    const out = (await sideways(page)).filter((element) => !element.startsWith("<dialog"))
    expect([out, await violations(page)]).toEqual([[], []])
  })
}
