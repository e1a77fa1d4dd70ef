import { randomBytes } from "node:crypto"
import { copyFileSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { startSandbox } from "lease-to-own-sandbox"
import { openDatabaseServer, randomDatabaseName } from "../../demo/database-server.mjs"
import { packPlugin } from "./pack-plugin.mjs"
import { readInstallation, withSalesTax } from "./readme.mjs"

const BUILD = /\bmedusa build$/
const START = /\bmedusa start$/

/**
 * @typedef {import("../../demo/cleanup.mjs").Cleanup} Cleanup
 * @typedef {import("./packed-store.mjs").PackedStore} PackedStore
 * @typedef {import("../../demo/lease-settings.mjs").SalesTax} SalesTax
 * @typedef {import("../../demo/seed.js").SeededShop & { medusaUrl: string, adminEmail: string, adminPassword: string }} RunningStore
 */

/**
 * Does what the README says, up to the start, with a sandbox in the place of an operator's account.
 *
 * @param {PackedStore} store
 * @param {{ packed: string, manager: "npm" | "pnpm", cleanup: Cleanup, isConfigured?: boolean,
 *   salesTax?: SalesTax }} setting
 *   `packed`: an empty folder for the package; `isConfigured`: `medusa-config.ts` has the plugin already; `salesTax`: the option, set as
 *   docs/sales-tax.md says
 * @returns the command line that starts the store, and the sandbox
 */
export async function installPlugin(store, { packed, manager, cleanup, isConfigured, salesTax }) {
  const { packing, steps } = readInstallation(".", manager)
  const tarball = await timed(packing.join(" && "), () => packPlugin(packing, packed))
  copyFileSync(tarball, join(store.folder, basename(tarball)))
  const sandbox = await startSandbox({ password: randomBytes(18).toString("base64url") })
  cleanup.add(() => sandbox.close())
  for (const step of steps) {
    if ("settings" in step) store.set(accountFor(step.settings, sandbox))
    else if ("run" in step && START.test(step.run)) return { start: step.run, sandbox }
    else if ("run" in step) await timed(step.run, () => store.run(step.run))
    else {
      const config = isConfigured ? store.read(step.file) : step.text
      store.write(step.file, salesTax ? withSalesTax(config, salesTax) : config)
    }
  }
  throw new Error("The README's installation does not say how to start the store.")
}

/**
 * Stops the store, sets the option `salesTax` as docs/sales-tax.md says, and builds and starts the store again by the README's lines.
 *
 * @param {PackedStore} store @param {{ manager: "npm" | "pnpm", salesTax: SalesTax }} setting
 * @returns {Promise<string>} its address
 */
export async function restartWithSalesTax(store, { manager, salesTax }) {
  await store.stop()
  store.write("medusa-config.ts", withSalesTax(store.read("medusa-config.ts"), salesTax))
  const lines = readInstallation(".", manager).steps.flatMap((step) => ("run" in step ? [step.run] : []))
  for (const line of lines.slice(lines.findIndex((line) => BUILD.test(line)))) {
    if (START.test(line)) return timed(line, () => store.start(line))
    await timed(line, () => store.run(line))
  }
  throw new Error("The README's installation does not say how to start the store.")
}

/** @param {Record<string, string>} settings whose values are to be replaced @param {import("lease-to-own-sandbox").Sandbox} sandbox */
function accountFor(settings, { baseUrl, username, password }) {
  const account = { LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: password }
  const others = Object.keys(settings).filter((name) => !Object.hasOwn(account, name))
  if (others.length > 0) throw new Error(`The README sets ${others.join(", ")}, for which the sandbox has no value.`)
  return Object.fromEntries(Object.entries(account).filter(([name]) => Object.hasOwn(settings, name)))
}

/**
 * Gives the store something to sell and somebody who sells it, as the demo's shop has it, and starts it.
 *
 * @param {PackedStore} store @param {string} line the README's
 * @returns {Promise<RunningStore>}
 */
export async function seedAndStart(store, line) {
  const adminEmail = "merchant@example.com"
  const adminPassword = randomBytes(9).toString("base64url")
  for (const name of ["seed.ts", "catalog.ts"]) {
    store.write(`src/scripts/${name}`, readFileSync(`demo/${name}`, "utf8"))
  }
  const seed = `npx medusa exec ./src/scripts/seed.ts seeded.json ${adminEmail}`
  await timed("npx medusa exec ./src/scripts/seed.ts", () =>
    store.run(seed, { DEMO_ADMIN_PASSWORD: adminPassword }, store.folder),
  )
  const seeded = JSON.parse(readFileSync(join(store.folder, "seeded.json"), "utf8"))
  const medusaUrl = await timed(line, () => store.start(line))
  return { ...seeded, medusaUrl, adminEmail, adminPassword }
}

/**
 * Prints a command line as a terminal shows it, and how long it took.
 *
 * @template T
 * @param {string} line @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(line, work) {
  const begun = performance.now()
  const result = await work()
  console.log(`$ ${line}  (${Math.round((performance.now() - begun) / 1000)} s)`)
  return result
}

/**
 * An empty database, of the server at hand or of one of its own; either ends with `cleanup`.
 *
 * @param {Cleanup} cleanup
 * @returns {Promise<string>} its address
 */
export async function openDatabase(cleanup) {
  const server = await openDatabaseServer({ databaseUrl: process.env.DATABASE_URL })
  cleanup.add(() => server.stop())
  const name = randomDatabaseName("store")
  if (!server.own) cleanup.add(() => server.dropDatabase(name))
  return server.createDatabase(name)
}
