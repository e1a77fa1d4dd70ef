import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { copyFileSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { startSandbox } from "lease-to-own-sandbox"
import { openDatabaseServer, randomDatabaseName } from "../../demo/database-server.mjs"
import { packPlugin } from "./pack-plugin.mjs"
import { readInit, readInstallation, withSalesTax } from "./readme.mjs"

const BUILD = /\bmedusa build$/
const START = /\bmedusa start$/

/**
 * @typedef {import("../../demo/cleanup.mjs").Cleanup} Cleanup
 * @typedef {import("./packed-store.mjs").PackedStore} PackedStore
 * @typedef {import("../../demo/lease-settings.mjs").SalesTax} SalesTax
 * @typedef {import("../../demo/seed.js").SeededShop & { medusaUrl: string, adminEmail: string, adminPassword: string }} RunningStore
 */

/**
 * Does what the README says, up to the start, in a store that is seeded, with a sandbox in the place of an operator's account. Takes the setup back in
 * between, and sets it up again.
 *
 * @param {PackedStore} store @param {{ packed: string, manager: "npm" | "pnpm", cleanup: Cleanup }} setting `packed`: an empty folder for the package
 * @returns the command line that starts the store, and the sandbox
 */
export async function initPlugin(store, { packed, manager, cleanup }) {
  const { packing, steps } = readInstallation(".", manager)
  const [adding = "", , ...starting] = steps.flatMap((step) => ("run" in step ? [step.run] : []))
  const tarball = await timed(packing.join(" && "), () => packPlugin(packing, packed))
  copyFileSync(tarball, join(store.folder, basename(tarball)))
  // Every sign that means something in `.env`.
  const sandbox = await startSandbox({ password: `${randomBytes(9).toString("base64url")} $a'#"` })
  cleanup.add(() => sandbox.close())
  await timed(adding, () => store.run(adding))
  const files = () => [store.read("medusa-config.ts"), store.read(".env")]
  const before = files()
  const init = `${readInit(".")} --username ${sandbox.username} --operator Acorn --contact help@leasing.example`
  const account = { LEASE_BASE_URL: sandbox.baseUrl, LEASE_PASSWORD: sandbox.password }
  await timed(init, () => store.run(init, account))
  const after = files()
  await timed(`${readInit(".")} again`, () => store.run(readInit(".")))
  assert.deepEqual(files(), after, "the second run changes nothing")
  await timed(`${readInit(".")} --undo`, () => store.run(`${readInit(".")} --undo`))
  assert.deepEqual(files(), before, "the undo gives the former files")
  await store.run(init, account)
  for (const line of starting) {
    if (START.test(line)) return { start: line, sandbox }
    await timed(line, () => store.run(line))
  }
  throw new Error("docs/install-by-hand.md does not say how to start the store.")
}

/**
 * Installs the plugin by hand, as docs/install-by-hand.md says, up to the start, with a sandbox in the place of an operator's account.
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
  throw new Error("docs/install-by-hand.md does not say how to start the store.")
}

/**
 * Stops the store, sets the option `salesTax` as docs/sales-tax.md says, and builds and starts the store again as docs/install-by-hand.md says.
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
  throw new Error("docs/install-by-hand.md does not say how to start the store.")
}

/** @param {Record<string, string>} settings whose values are to be replaced @param {import("lease-to-own-sandbox").Sandbox} sandbox */
function accountFor(settings, { baseUrl, username, password }) {
  const account = { LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: password }
  const others = Object.keys(settings).filter((name) => !Object.hasOwn(account, name))
  if (others.length > 0)
    throw new Error(`docs/install-by-hand.md sets ${others.join(", ")}, for which the sandbox has no value.`)
  return Object.fromEntries(Object.entries(account).filter(([name]) => Object.hasOwn(settings, name)))
}

/**
 * Gives the store something to sell and somebody who sells it, as the demo's shop has it, and starts it.
 *
 * @param {PackedStore} store @param {string} line the README's
 * @returns {Promise<RunningStore>}
 */
export async function seedAndStart(store, line) {
  return startSeeded(store, line, await seedStore(store))
}

/** @param {PackedStore} store whose tables are there */
export async function seedStore(store) {
  const adminEmail = "merchant@example.com"
  const adminPassword = randomBytes(9).toString("base64url")
  for (const name of ["seed.ts", "catalog.ts"]) {
    store.write(`src/scripts/${name}`, readFileSync(`demo/${name}`, "utf8"))
  }
  const seed = `npx medusa exec ./src/scripts/seed.ts seeded.json ${adminEmail}`
  await timed("npx medusa exec ./src/scripts/seed.ts", () =>
    store.run(seed, { DEMO_ADMIN_PASSWORD: adminPassword }, store.folder),
  )
  return { ...JSON.parse(readFileSync(join(store.folder, "seeded.json"), "utf8")), adminEmail, adminPassword }
}

/** @param {PackedStore} store @param {string} line @param {object} seeded @returns {Promise<RunningStore>} */
export async function startSeeded(store, line, seeded) {
  return /** @type {RunningStore} */ ({ ...seeded, medusaUrl: await timed(line, () => store.start(line)) })
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
