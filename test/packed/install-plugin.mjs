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
 * @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox
 * @typedef {import("../../demo/lease-settings.mjs").SalesTax} SalesTax
 * @typedef {import("../../demo/seed.js").SeededShop & { medusaUrl: string, adminEmail: string, adminPassword: string }} RunningStore
 */

/**
 * Does what the README says, up to the start, in a store that is seeded, with a sandbox in the place of an operator's account. Takes the setup back in
 * between, does it by hand, and sets it up again.
 *
 * @param {PackedStore} store @param {{ packed: string, manager: "npm" | "pnpm", cleanup: Cleanup }} setting `packed`: an empty folder for the package
 * @returns the command line that starts the store
 */
export async function initPlugin(store, { packed, manager, cleanup }) {
  bringPackage(store, await packAsReadme(packed))
  // Every sign that means something in `.env`.
  const sandbox = await openSandbox(cleanup, { password: `${randomBytes(9).toString("base64url")} $a'#"` })
  const { steps } = readInstallation(".", manager)
  await timed(addingLine(manager), () => store.run(addingLine(manager)))
  const files = () => [store.read("medusa-config.ts"), store.read(".env")]
  const [config = "", env = ""] = files()
  const init = `${readInit(".")} --username ${sandbox.username} --operator Acorn --contact help@leasing.example`
  const account = { LEASE_BASE_URL: sandbox.baseUrl, LEASE_PASSWORD: sandbox.password }
  await timed(init, () => store.run(init, account))
  const after = files()
  await timed(`${readInit(".")} again`, () => store.run(readInit(".")))
  assert.deepEqual(files(), after, "the second run changes nothing")
  await timed(`${readInit(".")} --undo`, () => store.run(`${readInit(".")} --undo`))
  assert.deepEqual(files(), [config, env], "the undo gives the former files")
  configureByHand(store, steps, sandbox)
  const byHand = files()
  await timed(`${readInit(".")} after docs/install-by-hand.md`, () => store.run(readInit(".")))
  assert.deepEqual(files(), byHand, "after the installation by hand nothing is left to write")
  store.write("medusa-config.ts", config)
  store.write(".env", env)
  await store.run(init, account)
  return buildStore(store, manager)
}

/** Packs the plugin by the README's lines. @param {string} packed an empty folder @returns {Promise<string>} the tarball's path */
export function packAsReadme(packed) {
  const { packing } = readInstallation(".")
  return timed(packing.join(" && "), () => packPlugin(packing, packed))
}

/** Copies a package next to `medusa-config.ts`. @param {PackedStore} store @param {string} tarball */
export function bringPackage(store, tarball) {
  copyFileSync(tarball, join(store.folder, basename(tarball)))
}

/** A sandbox in the place of an operator's account. @param {Cleanup} cleanup @param {{ password?: string }} [options] */
export async function openSandbox(cleanup, { password = randomBytes(18).toString("base64url") } = {}) {
  const sandbox = await startSandbox({ password })
  cleanup.add(() => sandbox.close())
  return sandbox
}

/** The README's line that installs the package. @param {"npm" | "pnpm"} manager */
export function addingLine(manager) {
  const [adding] = readInstallation(".", manager).steps
  if (!adding || !("run" in adding)) throw new Error("The README doesn't say how to install the package.")
  return adding.run
}

/** Writes the files of docs/install-by-hand.md. @param {PackedStore} store @param {import("./readme.mjs").Step[]} steps @param {Sandbox} sandbox */
function configureByHand(store, steps, sandbox) {
  for (const step of steps) {
    if ("settings" in step) store.set(accountFor(step.settings, sandbox))
    else if ("file" in step) store.write(step.file, step.text)
  }
}

/**
 * Builds the store for production as docs/install-by-hand.md says.
 *
 * @param {PackedStore} store @param {"npm" | "pnpm"} manager
 * @returns {Promise<string>} the command line that starts it
 */
export async function buildStore(store, manager) {
  const lines = readInstallation(".", manager).steps.flatMap((step) => ("run" in step ? [step.run] : []))
  for (const line of lines.slice(lines.findIndex((line) => BUILD.test(line)))) {
    if (START.test(line)) return line
    await timed(line, () => store.run(line))
  }
  throw new Error("docs/install-by-hand.md does not say how to start the store.")
}

/**
 * Stops the store, sets the option `salesTax` as docs/sales-tax.md says, and builds and starts the store again at the same address.
 *
 * @param {PackedStore} store @param {{ manager: "npm" | "pnpm", salesTax: SalesTax }} setting
 */
export async function restartWithSalesTax(store, { manager, salesTax }) {
  await store.stop()
  store.write("medusa-config.ts", withSalesTax(store.read("medusa-config.ts"), salesTax))
  const line = await buildStore(store, manager)
  await timed(line, () => store.start(line))
}

/** The account's settings as they are written to `.env`. @param {Record<string, string>} settings whose values are to be replaced @param {Sandbox} sandbox */
function accountFor(settings, { baseUrl, username, password }) {
  // In quotation marks it may have spaces and other signs.
  const quoted = `\`${password.replaceAll("$", "\\$")}\``
  const account = { LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: quoted }
  const others = Object.keys(settings).filter((name) => !Object.hasOwn(account, name))
  if (others.length > 0)
    throw new Error(`docs/install-by-hand.md sets ${others.join(", ")}, for which the sandbox has no value.`)
  return Object.fromEntries(Object.entries(account).filter(([name]) => Object.hasOwn(settings, name)))
}

/** Gives the store something to sell and somebody who sells it, as the demo's shop has it. @param {PackedStore} store whose tables are there */
export async function seedStore(store) {
  const adminEmail = "merchant@example.com"
  const adminPassword = randomBytes(9).toString("base64url")
  for (const name of ["seed.ts", "catalog.ts"]) {
    store.write(`src/scripts/${name}`, readFileSync(`demo/${name}`, "utf8"))
  }
  const seed = `npx medusa exec ./src/scripts/seed.ts seeded.json ${adminEmail}`
  await timed("npx medusa exec ./src/scripts/seed.ts", () => store.run(seed, { DEMO_ADMIN_PASSWORD: adminPassword }))
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
