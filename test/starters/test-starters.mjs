import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { dashboardClient } from "../../demo/store-client.mjs"
import { browserArguments, findBrowser, noBrowserHint } from "../browser/support/find-browser.mjs"
import { problemsOf } from "../packed/facts.mjs"
import { timed } from "../packed/install-plugin.mjs"
import { KIT, packWorkspaces } from "../packed/kit-install.mjs"
import { B2bShopper } from "./b2b-shopper.mjs"
import { B2B_VISITS } from "./b2b-visits.mjs"
import { openBackend } from "./backend.mjs"
import { Shopper } from "./shopper.mjs"
import { applyPatches, bringStarter, startersOf } from "./starters.mjs"
import { Storefront } from "./storefront.mjs"
import { VISITS } from "./visits.mjs"

/**
 * @typedef {import("../packed/facts.mjs").Facts} Facts
 * @typedef {Pick<import("../../demo/shop.mjs").Shop, "medusaUrl" | "publishableKey" | "adminEmail" | "adminPassword">
 *   & { sandbox: { contractOrigin: string } | undefined }} Behind the store behind a storefront
 * @typedef {{ root: string, folder: string, from: string | undefined, names: string[],
 *   cleanup: import("../../demo/cleanup.mjs").Cleanup }} Setting `folder`: an empty one for everything; `from`: where the
 *   starters' tarballs are; `names`: of the starters, none for all
 */

/** The whole of it. Throws where no starter can be tried. @param {Facts} facts @param {Setting} setting */
export async function testStarters(facts, setting) {
  const { root, folder, names, cleanup } = setting
  const starters = startersOf(names)
  const program = findBrowser()
  if (!program) throw new Error(noBrowserHint)
  mkdirSync(join(folder, "packed"))
  const tarballs = packWorkspaces(root, KIT, join(folder, "packed"))
  const browser = await chromium.launch({ executablePath: program, args: browserArguments() })
  cleanup.add(() => browser.close())
  for (const starter of starters) {
    const [name] = starter
    const problems = await problemsOf(() => testStarter({ facts, setting, browser, tarballs }, starter))
    facts.none(`${name}: is installed, built and started`, problems)
  }
}

/**
 * @param {{ facts: Facts, setting: Setting, browser: import("playwright-core").Browser, tarballs: string[] }} room
 * @param {[string, import("./starters.mjs").Starter]} starter
 */
async function testStarter({ facts, setting, browser, tarballs }, starter) {
  const { root, from, cleanup } = setting
  const [name, { storefront: below, patches, backend, environment, ownErrors }] = starter
  const folder = join(setting.folder, name)
  const examples = join(root, "examples")
  const versions = versionsUnderTest(root)
  await bringStarter(starter, { from, folder })
  const isB2b = backend.patch !== undefined
  if (backend.without) rmSync(join(folder, backend.folder, backend.without))
  if (backend.patch) await applyPatches([backend.patch], { examples, folder })
  const packed = join(folder, "packed")
  const shop = await openBackend(join(folder, backend.folder), { root, packed, isPatched: isB2b, versions, cleanup })
  const { medusaUrl, publishableKey } = shop
  const settings = {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: medusaUrl,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
    NEXT_PUBLIC_DEFAULT_REGION: "us",
    ...environment,
  }
  const storefront = new Storefront(join(folder, below), settings, cleanup)
  await timed(`${name}: npm install`, () => storefront.install(tarballs, versions))
  const before = await storefront.typeErrors()
  await applyPatches(patches, { examples, folder })
  const fresh = (await storefront.typeErrors()).filter((error) => !before.includes(error))
  facts.none(`${name}: the compiler finds nothing in the patches`, fresh)
  await timed(`${name}: next build`, () => storefront.build())
  const url = await storefront.start()
  const askAdmin = await dashboardClient(shop, () => {})
  const contractOrigin = shop.sandbox?.contractOrigin ?? ""
  const visits = isB2b ? B2B_VISITS : VISITS
  for (const [who, visit] of Object.entries(visits)) {
    const known = { Shopper: isB2b ? B2bShopper : Shopper, contractOrigin, askAdmin, ownErrors }
    const walk = () => visit({ facts, browser, url, medusaUrl, publishableKey, ...known }, `${name}, ${who}`)
    facts.none(`${name}, ${who}: comes to the end`, await problemsOf(() => timed(`${name}: ${who}`, walk)))
  }
  const logged = errorsIn(storefront.log).filter((line) => !ownErrors?.test(line))
  facts.none(`${name}: the storefront's log tells of no error`, logged)
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
