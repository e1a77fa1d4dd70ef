import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { chromium } from "playwright-core"
import { buildSync, kitAlias } from "../browser/support/bundler.mjs"
import { browserArguments, findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { inTurns, median } from "./ratio.mjs"

const ROUNDS = 15
const WARM_UP = 3
/** Times that each page is opened in one round. */
const TURNS = 3
/** A shopper's telephone. */
const SLOWED = 4
/** The most that the first screen may take on it (ms). */
const MAY_TAKE_MS = 30
/** The most that the page's files may grow by, in bytes, gzipped. */
const MAY_GROW = 25_000

const SHOP = "http://shop.test/"
const here = dirname(fileURLToPath(import.meta.url))
const packages = join(here, "../../packages")

/**
 * The cost of lease-to-own on a checkout's page in React: the page's files, and the script that runs until a shopper who picks it sees its first
 * screen, with the lease over another way to pay.
 *
 * @param {string} _root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @param {(line: string) => void} say
 * @returns {Promise<Record<keyof typeof import("./measures.mjs").MEASURES.storefront, number>>}
 */
export async function benchStorefront(_root, cleanup, say) {
  const program = findBrowser()
  if (!program) throw new Error(noBrowserHint)
  say("Opening a checkout's page, with the lease and without …")
  const withLease = bundle("checkout-page.tsx", { WITH_LEASE: "true" })
  const without = bundle("checkout-page.tsx", { WITH_LEASE: "false" })
  const browser = await chromium.launch({ executablePath: program, args: browserArguments() })
  cleanup.add(() => browser.close())
  const head = `<script>var view = ${JSON.stringify(await introView())}</script>`
  const turns = { rounds: ROUNDS, warmUp: WARM_UP, turns: TURNS }
  const timed = (/** @type {string} */ code) => () =>
    scriptTime(browser, `<!doctype html>${head}<body><script>${code}</script>`)
  const rounds = await inTurns({ ...turns, ours: timed(withLease), theirs: timed(without) })
  const grown = gzipSync(withLease, { level: 9 }).length - gzipSync(without, { level: 9 }).length
  const took = median(rounds.map(({ ours, theirs }) => median(ours) - median(theirs)))
  return { checkoutScript: took / MAY_TAKE_MS, checkoutFiles: grown / MAY_GROW }
}

/** A page's script, for production. @param {string} entry @param {Record<string, string>} define */
function bundle(entry, define) {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"', ...define },
    alias: kitAlias,
  })
  const [file] = outputFiles
  if (!file) throw new Error("The bundler made nothing.")
  // Within a page's script this would end it.
  return file.text.replaceAll("</script", "<\\/script")
}

/** A lease's first screen, as `lease-to-own-react/testing` makes it. @returns {Promise<unknown>} */
async function introView() {
  const entryPoints = [join(packages, "react/src/fake-view.ts")]
  const { outputFiles } = buildSync({ entryPoints, bundle: true, write: false, format: "esm" })
  const { fakeLeaseView } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`)
  return fakeLeaseView("intro")
}

/**
 * Script time (ms) of a page in a new tab, on a slowed processor, until the picked way to pay shows.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} html
 */
async function scriptTime(browser, html) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    // The store answers nothing, so that only the first screen is measured.
    await page.route(`${SHOP}**`, (route) =>
      route.request().url() === SHOP ? route.fulfill({ body: html, contentType: "text/html" }) : undefined,
    )
    const session = await context.newCDPSession(page)
    await session.send("Performance.enable")
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED })
    await page.goto(SHOP)
    await page.locator("#pick").click()
    await page.locator("h2").waitFor()
    const { metrics } = await session.send("Performance.getMetrics")
    const seconds = metrics.find(({ name }) => name === "ScriptDuration")?.value
    if (seconds === undefined) throw new Error("The browser does not say how long scripts took.")
    return seconds * 1000
  } finally {
    await context.close()
  }
}
