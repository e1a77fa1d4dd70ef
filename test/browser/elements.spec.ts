import { execFile } from "node:child_process"
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { en } from "../../packages/storefront/src/en"
import { describeKit, type KitRoom } from "./kit"
import { describeInBrowser } from "./support/describe-in-browser"
import type { LeaseWindow } from "./support/lease-window"

declare const lease: LeaseWindow & { goOn: () => void }

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/elements")
const { steps, buttons, contract } = en.texts

/** The policy of a careful shop: no markup and no script is made of texts. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src http://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types 'none'"

/** A page as a shop's server sends it. Its own script comes first, and that of the elements twice. */
const html = ({ head = "", content = '<div id="root"></div>' } = {}) => `<!doctype html>
<html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width">${head}
<link rel="stylesheet" href="page.css"><link rel="stylesheet" href="style.css"></head>
<body><main><h1>Checkout</h1>${content}<p id="after">After it</p></main>
<script type="module" src="page.js"></script>
<script type="module" src="elements.js"></script><script type="module" src="elements.js?again"></script></body></html>`

/** Without a script nothing of these is made. */
const PLAIN = `<lease-message product-id="prod_1"></lease-message>
<lease-checkout cart-id="cart_1">Choose another way to pay.</lease-checkout>`

async function build(): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const env = { ...process.env, NODE_OPTIONS: "" }
  await promisify(execFile)(process.execPath, ["test/browser/elements/build.mjs", FOLDER], { cwd: ROOT, env })
  const files = {
    "index.html": html(),
    "strict.html": html({ head: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` }),
    "plain.html": html({ content: PLAIN }),
    "frame.html": "<!doctype html><title>c</title>",
    "page.css":
      ":root { color-scheme: light dark } body { margin: 0.5rem; background: Canvas; font: 1rem/1.5 sans-serif }",
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(FOLDER, name), text)
  await copyFile(join(ROOT, "packages/storefront/style.css"), join(FOLDER, "style.css"))
  return FOLDER
}

describeInBrowser("custom elements", (browser) => describeKit("the kit", browser, build, elementTests))

function elementTests(room: KitRoom): void {
  const heading = (name: string) => room.page.getByRole("heading", { name, exact: true }).waitFor()
  const press = (name: string) => room.page.getByRole("button", { name, exact: true }).click()

  test("without JavaScript their own content is there, and no empty place", async () => {
    await room.open("plain.html", { javaScriptEnabled: false })
    await room.page.getByText("Choose another way to pay.").waitFor()
    expect((await room.page.locator("lease-message").boundingBox())?.height).toBe(0)
  })

  test("a policy that trusts no markup is no obstacle", async () => {
    await room.open(`strict.html?frame=${room.operatorUrl}/frame.html`)
    await room.page.getByRole("checkbox").check()
    await press(buttons.start)
    await press(buttons.apply)
    await room.page.evaluate(() => lease.client.move("offer"))
    await press(buttons.sign)
    await room.page.getByRole("dialog", { name: contract.title }).waitFor()
    expect(await room.complaints()).toEqual([])
  })

  /** `move` puts the checkout into another place of the page. */
  async function moveWhileSigning(move: () => void) {
    await room.open(`?step=offer&frame=${room.operatorUrl}/frame.html`)
    await heading(steps.offer)
    await press(buttons.sign)
    await room.page.frameLocator("iframe").locator("html").waitFor()
    await room.page.evaluate(move)
    await room.page.getByRole("dialog", { name: contract.title }).waitFor()
    expect(await room.page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true)
    await press(contract.close)
    await room.page.getByRole("dialog").waitFor({ state: "detached" })
    await heading(steps.offer)
    expect(await room.complaints()).toEqual([])
  }

  test("moved with the contract open, it shows that again, from a fresh address", async () => {
    await moveWhileSigning(() => document.querySelector("main")?.prepend(document.querySelector("#root") as Element))
    expect((await room.calls()).filter((call) => call === "contract")).toHaveLength(2)
  })

  test("moved as it is, it keeps the frame", async () => {
    await moveWhileSigning(() => {
      const main = document.querySelector("main") as Element & { moveBefore(node: Element, child: null): void }
      main.moveBefore(document.querySelector("#root") as Element, null)
    })
    expect((await room.calls()).filter((call) => call === "contract")).toHaveLength(1)
  })

  test.each([390, 1280])("a message moves nothing when it comes, %i pixels wide", async (width) => {
    await room.open("?message=held", { viewport: { width, height: 800 } })
    await room.page.locator('[data-lease-message="waiting"]').waitFor()
    const top = () => room.page.locator("#after").evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    await room.page.evaluate(() => lease.goOn())
    await room.page.getByText("Lease-to-own available").waitFor()
    expect(await top()).toBeCloseTo(before, 0)
  })
}
