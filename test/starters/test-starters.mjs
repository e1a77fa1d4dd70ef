import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { openShop } from "../../demo/shop.mjs"
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

/** A signed lease whose shopper is gone becomes an order as soon as options allow. */
const OPTIONS = { placeOrderAfter: 10_000 }

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
  const tarballs = packWorkspaces(root, KIT, emptyFolder(folder, "packed"))
  const browser = await chromium.launch({ executablePath: program, args: browserArguments() })
  cleanup.add(() => browser.close())
  /** @type {Promise<Behind> | undefined} of all starters without a store of their own */
  let demo
  const demoShop = () => {
    demo ??= openDemo(setting)
    return demo
  }
  for (const starter of starters) {
    const [name] = starter
    const problems = await problemsOf(() => testStarter({ facts, setting, demoShop, browser, tarballs }, starter))
    facts.none(`${name}: is installed, built and started`, problems)
  }
}

/** @param {Setting} setting @returns {Promise<Behind>} */
function openDemo({ folder, cleanup }) {
  process.env.LEASE_OPTIONS = join(folder, "options.json")
  writeFileSync(process.env.LEASE_OPTIONS, JSON.stringify(OPTIONS))
  const data = emptyFolder(folder, "shop")
  return openShop({ folder: data, keep: false, ports: undefined, say: console.log, cleanup })
}

/**
 * @param {{ facts: Facts, setting: Setting, demoShop: () => Promise<Behind>, browser: import("playwright-core").Browser, tarballs: string[] }} room
 * @param {[string, import("./starters.mjs").Starter]} starter
 */
async function testStarter({ facts, setting, demoShop, browser, tarballs }, starter) {
  const { root, from, cleanup } = setting
  const [name, { storefront: below, patches, backend, environment, ownErrors }] = starter
  const folder = join(setting.folder, name)
  const examples = join(root, "examples")
  const versions = versionsUnderTest(root)
  await bringStarter(starter, { from, folder })
  if (backend?.without) rmSync(join(folder, backend.folder, backend.without))
  if (backend?.patch) await applyPatches([backend.patch], { examples, folder })
  const shop = backend
    ? await openBackend(join(folder, backend.folder), {
        root,
        packed: join(folder, "packed"),
        isPatched: backend.patch !== undefined,
        versions,
        cleanup,
      })
    : await demoShop()
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
  const pictures = join(root, ".cache", "starters", name)
  const isB2b = backend?.patch !== undefined
  const visits = isB2b ? B2B_VISITS : VISITS
  for (const [who, visit] of Object.entries(visits)) {
    const known = { Shopper: isB2b ? B2bShopper : Shopper, contractOrigin, askAdmin, ownErrors }
    const visited = { facts, browser, url, medusaUrl, publishableKey, ...known }
    const walk = () => visit({ ...visited, pictures: join(pictures, who) }, `${name}, ${who}`)
    facts.none(`${name}, ${who}: comes to the end`, await problemsOf(() => timed(`${name}: ${who}`, walk)))
  }
  const logged = errorsIn(storefront.log).filter((line) => !ownErrors?.test(line))
  facts.none(`${name}: the storefront's log tells of no error`, logged)
  console.log(`Pictures of the pages are in ${pictures}`)
}

/** @param {string} folder @param {string} name @returns {string} its path */
function emptyFolder(folder, name) {
  mkdirSync(join(folder, name))
  return join(folder, name)
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
