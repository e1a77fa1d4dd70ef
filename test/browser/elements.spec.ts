import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fakeLeaseView } from "../../packages/react/src/fake-view"
import { en } from "../../packages/storefront/src/en"
import { messageEn } from "../../packages/storefront/src/words/message-en"
import { buildSync, kitAlias } from "../../scripts/lib/bundler.mjs"
import { messageStyles } from "../../scripts/lib/prepare.mjs"
import { formTests } from "./form"
import { describeKit, type KitRoom } from "./kit"
import { describeInBrowser } from "./support/describe-in-browser"
import type { LeaseWindow } from "./support/fake-page"
import { CLEAN, findProblems } from "./support/find-problems"

declare const lease: LeaseWindow & { goOn: () => void }

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/elements")
const STYLES = join(ROOT, "packages/storefront/style.css")
const { buttons, contract } = en.texts

/** A strict shop's policy: no markup or script from strings. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src http://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types 'none'"

/** A page as a shop's server sends it. Its own script comes first, and the elements' script twice. */
const html = ({ head = "", content = '<div id="root"></div>', styles = "style.css" } = {}) => `<!doctype html>
<html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width">${head}
<link rel="stylesheet" href="page.css"><link rel="stylesheet" href="${styles}"></head>
<body><main><h1>Checkout</h1>${content}<p id="after">After it</p></main>
<script type="module" src="page.js"></script>
<script type="module" src="elements.js"></script><script type="module" src="elements.js?again"></script></body></html>`

const PLAIN = `<lease-message product-id="prod_1"></lease-message>
<lease-checkout cart-id="cart_1">Choose another way to pay.</lease-checkout>`

async function build(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  // `sideEffects` of package.json is about the compiled files.
  const common = { bundle: true, ignoreAnnotations: true, format: "esm", target: "es2022", outdir: FOLDER }
  const elements = join(ROOT, "packages/storefront/src/elements.ts")
  buildSync({ ...common, entryPoints: [elements], splitting: true, minify: true })
  buildSync({ ...common, entryPoints: [join(__dirname, "elements/page.ts")], alias: kitAlias })
  const files = {
    "index.html": html(),
    "strict.html": html({ head: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` }),
    "plain.html": html({ content: PLAIN }),
    "message.html": html({ styles: "message.css" }),
    "message.css": messageStyles(await readFile(STYLES, "utf8")),
    "frame.html": "<!doctype html><title>c</title>",
    "page.css":
      ":root { color-scheme: light dark } body { margin: 0.5rem; background: Canvas; font: 1rem/1.5 sans-serif }",
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(FOLDER, name), text)
  await copyFile(STYLES, join(FOLDER, "style.css"))
  return FOLDER
}

const OF_BROWSER = { page_failed: /This page could not contact the store/, store_unreachable: /Check your connection/ }

/** Removes functions that are newer than the oldest browsers of the documentation. */
function withoutNewerFunctions(): void {
  const newer: [owner: object | undefined, names: string[]][] = [
    [AbortSignal, ["timeout", "any"]],
    [URL, ["canParse", "parse"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [Array, ["fromAsync"]],
    [Array.prototype, ["findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"]],
    [String.prototype, ["isWellFormed", "toWellFormed"]],
    [Element.prototype, ["moveBefore", "checkVisibility", "setHTMLUnsafe"]],
    [HTMLDialogElement.prototype, ["requestClose"]],
    [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover"]],
    [Intl, ["Segmenter", "DurationFormat"]],
    [window, ["scheduler", "navigation", "requestIdleCallback", "structuredClone"]],
  ]
  for (const [owner, names] of newer) for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
}

describeInBrowser("custom elements", (browser) => describeKit("the kit", browser, build, elementTests))

function elementTests(room: KitRoom): void {
  formTests(room)
  const press = (name: string) => room.page.getByRole("button", { name, exact: true }).click()

  test("without JavaScript, elements show their own content and reserve no empty space", async () => {
    await room.open("plain.html", { javaScriptEnabled: false })
    await room.page.getByText("Choose another way to pay.").waitFor()
    expect((await room.page.locator("lease-message").boundingBox())?.height).toBe(0)
  })

  test("an element that is moved with moveBefore keeps the contract's frame, even if the page requires Trusted Types", async () => {
    await room.open(`strict.html?step=offer&frame=${room.operatorUrl}/frame.html`)
    await press(buttons.sign)
    const dialog = room.page.getByRole("dialog", { name: contract.title })
    await room.page.frameLocator("iframe").locator("html").waitFor()
    await room.page.evaluate(() => {
      const main = document.querySelector("main") as Element & { moveBefore(node: Element, child: null): void }
      main.moveBefore(document.querySelector("#root") as Element, null)
    })
    await dialog.waitFor()
    expect(await room.page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true)
    await press(contract.close)
    await dialog.waitFor({ state: "detached" })
    expect((await room.calls()).filter((call) => call === "contract")).toHaveLength(1)
    expect(await room.complaints()).toEqual([])
  })

  /** Adds a checkout that calls a store, as a shop does. */
  const putCheckout = (backendUrl: string) =>
    room.page.evaluate((url) => {
      const checkout = document.createElement("lease-checkout")
      Object.assign(checkout, { cartId: "cart_1", backendUrl: url, publishableKey: "pk_1" })
      document.querySelector("main")?.replaceChildren(checkout)
    }, backendUrl)
  const problem = (code: "page_failed" | "store_unreachable") =>
    room.page.locator("[data-lease-problem]").getByText(OF_BROWSER[code]).waitFor()

  test("a checkout works in the oldest browsers, which lack newer functions", async () => {
    await room.open("plain.html")
    await room.page.addInitScript(withoutNewerFunctions)
    await room.page.reload()
    expect(await room.page.evaluate(() => typeof AbortSignal.timeout)).toBe("undefined")
    await room.page.route("**/store/**", (route) => route.fulfill({ json: fakeLeaseView("denied") }))
    await putCheckout(new URL(room.page.url()).origin)
    await room.page.getByRole("heading", { name: en.texts.steps.denied }).waitFor()
  })

  test("a connection that the page's own policy blocks is the page's mistake, but a lost one isn't", async () => {
    await room.open("strict.html")
    await putCheckout("https://shop.example.com")
    await problem("page_failed")
    expect((await room.complaints()).join("\n")).toContain("Content Security Policy blocks https://shop.example.com.")
    await room.open("plain.html")
    await room.page.route("**/store/**", (route) => route.abort("internetdisconnected"))
    await putCheckout(new URL(room.page.url()).origin)
    await problem("store_unreachable")
  })

  test("a product's message opens its disclosure by keyboard, returns the focus, and is accessible", async () => {
    await room.open("message.html?message")
    const more = room.page.getByRole("button", { name: `${messageEn.learnMore}: ${messageEn.title}`, exact: true })
    const focused = () => room.page.evaluate(() => document.activeElement?.textContent)
    await more.waitFor()
    expect(await findProblems(room.page)).toEqual(CLEAN)
    await more.press("Enter")
    await room.page.getByRole("dialog", { name: messageEn.title }).waitFor()
    expect(await focused()).toBe(messageEn.title)
    expect(await findProblems(room.page)).toEqual(CLEAN)
    await room.page.keyboard.press("Escape")
    await room.page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused()).toBe(messageEn.learnMore)
    expect(await room.complaints()).toEqual([])
  })

  test("all of an example has one size, weight and color", async () => {
    await room.open("message.html?message")
    await room.page.locator("[data-lease-estimate]").waitFor()
    const styles = await room.page.locator("[data-lease-estimate] :is(p, dt, dd)").evaluateAll((texts) =>
      texts.map((text) => {
        const { fontSize, fontWeight, fontStyle, color } = getComputedStyle(text)
        return [fontSize, fontWeight, fontStyle, color].join()
      }),
    )
    expect([styles.length > 8, new Set(styles).size]).toEqual([true, 1])
  })

  test("a shop's styles for the card around a message don't reach its dialog", async () => {
    await room.open("message.html?message")
    const more = room.page.getByRole("button", { name: messageEn.learnMore })
    await more.waitFor()
    const styleOf = () =>
      room.page.locator("dialog :is(h2, p, ul, li)").evaluateAll((texts) =>
        texts.map((text) => {
          const { display, padding, margin, fontSize, textTransform, backgroundColor, borderTopWidth } =
            getComputedStyle(text)
          return { display, padding, margin, fontSize, textTransform, backgroundColor, borderTopWidth }
        }),
      )
    await more.click()
    const before = await styleOf()
    await room.page.evaluate(() => {
      document.querySelector("#root")?.setAttribute("class", "card")
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`.card.card :is(h2, p, ul, li) { display: flex; padding: 2rem; margin: 3rem; font-size: 3rem;
        text-transform: uppercase; background: red; border: 4px solid blue }`)
      document.adoptedStyleSheets = [sheet]
    })
    expect(await styleOf()).toEqual(before)
  })

  test("a message that arrives doesn't move the page", async () => {
    await room.open("message.html?message=held", { viewport: { width: 390, height: 800 } })
    await room.page.locator('[data-lease-message="waiting"]').waitFor()
    const top = () => room.page.locator("#after").evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    await room.page.evaluate(() => lease.goOn())
    await room.page.getByText("Lease-to-own available").waitFor()
    expect(await top()).toBeCloseTo(before, 0)
  })
}
