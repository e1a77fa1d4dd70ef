import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { openShop } from "../../demo/shop.mjs"
import { dashboardClient } from "../../demo/store-client.mjs"
import { browserArguments, findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { bringStarter, startersOf } from "./starters.mjs"
import { packKit, Storefront } from "./storefront.mjs"
import { VISITS } from "./visits.mjs"

/** A signed lease whose shopper is gone becomes an order as soon as options allow. */
const OPTIONS = { placeOrderAfter: 10_000 }

/**
 * @typedef {import("../packed/facts.mjs").Facts} Facts
 * @typedef {{ root: string, folder: string, from: string | undefined, names: string[],
 *   cleanup: import("../../demo/cleanup.mjs").Cleanup }} Setting `folder`: an empty one for everything; `from`: where the
 *   starters' tarballs are; `names`: of the starters, none for all
 */

/** The whole of it. Throws where it cannot go on. @param {Facts} facts @param {Setting} setting */
export async function testStarters(facts, { root, folder, from, names, cleanup }) {
  const starters = startersOf(names)
  const program = findBrowser()
  if (!program) throw new Error(noBrowserHint)
  const [packed, data] = ["packed", "shop"].map((name) => join(folder, name))
  for (const name of [packed, data]) mkdirSync(String(name))
  const tarballs = await packKit(root, String(packed), cleanup)
  process.env.LEASE_OPTIONS = join(folder, "options.json")
  writeFileSync(process.env.LEASE_OPTIONS, JSON.stringify(OPTIONS))
  const shop = await openShop({ folder: String(data), keep: false, ports: undefined, say: console.log, cleanup })
  const browser = await chromium.launch({ executablePath: program, args: browserArguments() })
  cleanup.add(() => browser.close())
  const { ask: askAdmin } = await dashboardClient(shop, () => {})
  const contractOrigin = shop.sandbox?.contractOrigin ?? ""
  for (const starter of starters) {
    const [name] = starter
    const at = join(folder, name)
    await bringStarter(starter, { from, examples: join(root, "examples"), folder: at })
    const storefront = new Storefront(join(at, starter[1].storefront), shop, cleanup)
    await timed(`${name}: npm install`, () => storefront.install(tarballs, versionsUnderTest(root)))
    facts.none(`${name}: the compiler finds nothing`, await problemsOf(() => storefront.checkTypes()))
    await timed(`${name}: next build`, () => storefront.build())
    const url = await storefront.start()
    const pictures = join(root, ".cache", "starters", name)
    const { medusaUrl, publishableKey } = shop
    const visited = { facts, browser, url, contractOrigin, medusaUrl, publishableKey, askAdmin, pictures }
    for (const [who, visit] of Object.entries(VISITS)) {
      const problems = await problemsOf(() => timed(`${name}: ${who}`, () => visit(visited, `${name}, ${who}`)))
      facts.none(`${name}, ${who}: comes to the end`, problems)
    }
    facts.none(`${name}: the storefront's log tells of no error`, errorsIn(storefront.log))
    console.log(`Pictures of the pages are in ${pictures}`)
  }
}

/** @param {string} root @returns {Record<string, string>} the versions of Medusa's packages that this repository has */
function versionsUnderTest(root) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const medusas = Object.entries(devDependencies).filter(([name]) => name.startsWith("@medusajs/"))
  return Object.fromEntries(medusas)
}

/** @param {string} log */
function errorsIn(log) {
  return log.split("\n").filter((line) => /\berror\b|⨯/i.test(line))
}

/** @param {() => Promise<unknown>} work @returns {Promise<string[]>} why it failed */
async function problemsOf(work) {
  try {
    await work()
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [String(error)]
  }
}

/** Says how long it took. @template T @param {string} title @param {() => Promise<T>} work @returns {Promise<T>} */
async function timed(title, work) {
  const begun = performance.now()
  const result = await work()
  console.log(`${title}  (${Math.round((performance.now() - begun) / 1000)} s)`)
  return result
}
