import { once } from "node:events"
import { mkdir, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Locator, Page } from "playwright-core"
import { buildPlayground } from "../../packages/storefront/playground/build.mjs"
import { makers } from "../../packages/storefront/playground/makers"
import { statesOf } from "../../packages/storefront/playground/states.mjs"
import { en } from "../../packages/storefront/src/en"
import { es } from "../../packages/storefront/src/es"
import { messageEs } from "../../packages/storefront/src/words/message-es"
import { LEASE_STEPS } from "../unit/react/steps"
import { sideways, violations } from "./support/accessibility.mjs"
import { describeInBrowser } from "./support/describe-in-browser"

const FOLDER = join(__dirname, "../.tmp/playground")
const FILE = join(FOLDER, "index.html")
/** What a shop's own style sheet changes: headings of screens, and nothing around the screen. */
const SHOP_STYLE = ":is(h1, h2) { text-transform: uppercase }"
const STATES = statesOf(makers)
const { buttons, steps } = en.texts

/** Texts that no screen shows: the shop's own radio button has one, and a question of the browser the other. */
const ELSEWHERE = ["screens.method_about", "screens.leave_form"]

/** All words of the kit's screens in Spanish, by name. */
function kitTexts(): [name: string, text: string][] {
  const { steps, screens, buttons, contract } = es.texts
  const { language: _, codes: _codes, every, conditions, zip, how, disclosure, ...message } = messageEs
  const groups = { steps, screens, buttons, contract, message, every, conditions, zip, how, disclosure }
  return Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts as Record<string, string>).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
  )
}

/** Matches a text whatever stands for its parameters. */
function patternOf(text: string): RegExp {
  const parts = text
    .replace(/\s/g, " ")
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(parts.join(".+?"))
}

describeInBrowser("playground", (browser) => {
  let page: Page
  let requests: string[]
  let complaints: string[]

  beforeAll(async () => {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(FILE, buildPlayground(SHOP_STYLE))
  })
  beforeEach(async () => {
    const context = await browser().newContext({ reducedMotion: "reduce" })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    ;[requests, complaints] = [[], []]
    context.on("request", (request) => requests.push(request.url()))
    page.on("pageerror", (error) => complaints.push(String(error)))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  })
  afterEach(() => page.context().close())

  const heading = (name: string) => page.frameLocator("[data-state]").getByRole("heading", { name, exact: true })
  const press = (name: string) => page.frameLocator("[data-state]").getByRole("button", { name, exact: true }).click()
  const read = (text: string) => page.frameLocator("[data-state]").getByText(text).first().waitFor()
  async function open(hash: string): Promise<void> {
    const url = `${pathToFileURL(FILE)}#${hash}`
    if (page.url() === "about:blank") await page.goto(url)
    else await page.evaluate((to) => void Object.assign(location, { hash: to }), hash)
    await page.locator(`[data-shown="${hash.split(",")[0]}"]`).waitFor()
  }
  test("in Spanish, dark and 360 pixels wide, the states have every step and text of the kit's screens, and fit", async () => {
    const texts: (string | null)[] = []
    const steps = new Set<string | undefined>()
    const problems: string[] = []
    for (const { name } of STATES) {
      await open(`${name},es,dark,narrow`)
      const frame = await (await page.locator("[data-state]").elementHandle())?.contentFrame()
      if (!frame) throw new Error(`${name} has no frame.`)
      const { text, step, width } = await frame.locator("main").evaluate((main) => ({
        text: [main.textContent, ...[...main.querySelectorAll("[title]")].map((one) => one.getAttribute("title"))].join(
          "\n",
        ),
        step: main.querySelector<HTMLElement>("[data-lease-screen]")?.dataset.leaseScreen,
        width: innerWidth,
      }))
      texts.push(text)
      steps.add(step)
      problems.push(
        ...(width === 360 ? await sideways(frame) : [`${width} wide`]).map((problem) => `${name}: ${problem}`),
      )
    }
    expect(problems).toEqual([])
    expect([...LEASE_STEPS, "form", "waiting"].filter((step) => !steps.has(step))).toEqual([])
    const shown = texts.join(" ").replace(/\s+/g, " ")
    const missing = kitTexts().filter(([, text]) => !patternOf(text).test(shown))
    expect(missing.map(([name]) => name)).toEqual(ELSEWHERE)
    expect(complaints.filter((text) => !text.includes("<lease-status> could not read the lease"))).toEqual([])
  })

  test("no request leaves the page, and its policy stops any that would", async () => {
    let served = 0
    const server = createServer((_, response) => void response.end(`${++served}`)).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await open("hosted-open")
    await open("contract")
    expect(requests.filter((url) => !/^(data|about):/.test(url))).toEqual([pathToFileURL(FILE).href])
    const blocked = await page.evaluate(async (to) => {
      const heard: string[] = []
      const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent) => void heard.push(effectiveDirective)
      addEventListener("securitypolicyviolation", hear)
      await fetch(to).catch(() => undefined)
      document.body.append(Object.assign(new Image(), { src: to }))
      document.body.append(Object.assign(document.createElement("script"), { src: to }))
      await new Promise((resolve) => setTimeout(resolve, 100))
      return heard.sort()
    }, address)
    server.close()
    expect(blocked).toEqual(["connect-src", "img-src", "script-src-elem"])
    expect(served).toBe(0)
  })

  test("each fault has its effect on the screen as it is, is part of the address, and goes with the state", async () => {
    const turn = (label: string) => page.getByRole("checkbox", { name: label }).check()
    const hash = () => page.evaluate(() => location.hash)
    await open("offer")
    await turn("Lease service down")
    await press(buttons.sign)
    await read("The lease service did not respond.")
    await page.getByRole("link", { name: "offer-text", exact: true }).click()
    await page.locator('[data-shown="offer-text"]').waitFor()
    expect(await hash()).toBe("#offer-text")
    await open("contract_mismatch")
    await turn("Next answer lost")
    await press(buttons.restore)
    await page.getByText("POST line-items: answer lost").waitFor()
    expect(await hash()).toBe("#contract_mismatch")
    await open("intro-form-filled,answer-lost")
    await press(buttons.apply)
    await heading(steps.offer).waitFor()
    await page.getByText("POST application: answer lost").waitFor()
    await open("offer,cart-changed")
    await press(buttons.sign)
    await read("We updated the offer: $500.00 → $650.00.")
    await open("offer-contract-left,second-tab")
    await press(buttons.continue_signing)
    await page.getByText("Event lease-placed").waitFor()
  })

  test("the page works by keyboard, is clean for axe, wide and narrow, and shows a shop's own styles in the screens alone", async () => {
    await open("intro")
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    expect([await violations(page), await sideways(page)]).toEqual([[], []])
    await page.getByRole("searchbox").fill("denied")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(steps.denied).waitFor()
    const styleOf = (name: Locator) => name.evaluate((element) => getComputedStyle(element).textTransform)
    expect([await styleOf(page.locator("h1")), await styleOf(heading(steps.denied))]).toEqual(["none", "uppercase"])
  })
})
