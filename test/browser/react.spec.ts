import { execFileSync } from "node:child_process"
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { buildSync, kitAlias } from "../../scripts/lib/bundler.mjs"
import { LEASE_STEPS } from "../unit/react/steps"
import { formTests } from "./form"
import { describeKit } from "./kit"
import { describeInBrowser } from "./support/describe-in-browser"
import type { LeaseWindow } from "./support/fake-page"

declare const lease: LeaseWindow & { hydrated: number }

const ROOT = join(__dirname, "../..")
const FOLDER = join(ROOT, "test/.tmp/react")
const REACTS = { "18": join(ROOT, "node_modules"), "19": join(ROOT, "test/react-19/node_modules") }
/** Server-rendered pages: each step, and without a view. */
const READ = LEASE_STEPS.length + 1

/** A page as a shop's server sends it. `frame.html` stands in for the operator's contract. */
const html = (content = "") => `<!doctype html>
<html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width">
<style>:root { color-scheme: light dark } body { margin: 0.5rem; background: Canvas; font-family: sans-serif }</style>
<link rel="stylesheet" href="style.css"></head>
<body><main>${content}<h1>Checkout</h1><div id="root"></div></main><script src="page.js"></script></body></html>`

/** React's version, read from the bundle. */
async function build(major: keyof typeof REACTS): Promise<string> {
  const folder = join(FOLDER, major)
  await mkdir(folder, { recursive: true })
  const packages = REACTS[major]
  const alias = { ...kitAlias, react: join(packages, "react"), "react-dom": join(packages, "react-dom") }
  // Strict mode renders twice, and React reports what is wrong.
  const define = { "process.env.NODE_ENV": '"development"' }
  const common = { bundle: true, jsx: "automatic", define, alias }
  const server = { outfile: join(folder, "server.cjs"), platform: "node", format: "cjs" }
  buildSync({ ...common, entryPoints: [join(__dirname, "react/page.tsx")], outfile: join(folder, "page.js") })
  buildSync({ ...common, entryPoints: [join(__dirname, "react/server.tsx")], ...server })
  const env = { ...process.env, NODE_OPTIONS: "" }
  const { version, pages } = JSON.parse(execFileSync(process.execPath, [server.outfile], { env, encoding: "utf8" }))
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
      formTests(room)
      test("hydration by this React matches what the server rendered, at every step and without a view", async () => {
        expect(version.split(".")[0]).toBe(major)
        await room.open("read.html")
        await room.page.waitForFunction((all) => lease.hydrated === all, READ)
        expect(await room.complaints()).toEqual([])
      })
    })
  }
})
