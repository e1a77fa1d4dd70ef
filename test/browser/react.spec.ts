import { execFile } from "node:child_process"
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { en } from "../../packages/storefront/src/en"
import { LEASE_STEPS } from "../unit/react/steps"
import { describeKit, type KitRoom } from "./kit"
import { sideways, violations } from "./support/accessibility.mjs"
import { describeInBrowser } from "./support/describe-in-browser"
import type { LeaseWindow } from "./support/lease-window"

declare const lease: LeaseWindow & { hydrated: number }

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/react")
const REACTS = { "18": join(ROOT, "node_modules"), "19": join(ROOT, "test/react-19/node_modules") }
const { steps, screens } = en.texts
const CARD_NUMBER = "4242424242424242"
/** Pages that a server makes: each step and none, and three of the hosted way. */
const READ = LEASE_STEPS.length + 4

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
  await copyFile(join(ROOT, "packages/storefront/style.css"), join(folder, "style.css"))
  return version
}

describeInBrowser("React", (browser) => {
  beforeAll(() => rm(FOLDER, { recursive: true, force: true }))
  for (const major of ["18", "19"] as const) {
    let version: string
    const make = async () => {
      version = await build(major)
      return join(FOLDER, major)
    }
    describeKit(major, browser, make, (room) => {
      test("is the React that it is called", () => {
        expect(version.split(".")[0]).toBe(major)
      })

      test("hydration finds what the server made, at every step and without a view", async () => {
        await room.open("read.html")
        await room.page.waitForFunction((all) => lease.hydrated === all, READ)
        expect(await room.complaints()).toEqual([])
      })

      hostedTest(room)
    })
  }
})

function hostedTest(room: KitRoom): void {
  const heading = (name: string) => room.page.getByRole("heading", { name, exact: true }).waitFor()
  const focused = () =>
    room.page.evaluate(() => {
      const { activeElement, body } = document
      return activeElement === body ? "BODY" : activeElement?.textContent
    })

  test("the hosted way is walked by keyboard alone, with one call each, and its card form comes with the card", async () => {
    await room.open("?hosted", { viewport: { width: 320, height: 640 } })
    const { page } = room
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
    expect(await room.calls()).toEqual(["get", "widget", "widgetEvent", "get"])
    expect(await room.complaints()).toEqual([])
  })
}
