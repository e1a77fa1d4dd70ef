import { randomBytes } from "node:crypto"
import { copyFileSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { openDatabaseServer, randomDatabaseName } from "../../demo/database-server.mjs"

/** Who sells in a store that was seeded here. */
export const ADMIN = "merchant@example.com"
const START = /\bmedusa start$/

/**
 * @typedef {import("./packed-store.mjs").PackedStore} PackedStore
 * @typedef {Pick<import("lease-to-own-sandbox").Sandbox, "baseUrl" | "username" | "password">} Sandbox
 * @typedef {import("../../demo/seed.js").SeededShop & { url: string, password: string }} RunningStore
 */

/**
 * Does what the README says, up to the start.
 *
 * @param {PackedStore} store
 * @param {string} tarball of the plugin
 * @param {import("./readme.mjs").Step[]} steps of the README
 * @param {Sandbox} sandbox in the place of an operator's account
 * @returns {Promise<string>} the command line that starts the store
 */
export async function installPlugin(store, tarball, steps, sandbox) {
  copyFileSync(tarball, join(store.folder, basename(tarball)))
  for (const step of steps) {
    if ("file" in step) store.write(step.file, step.text)
    else if ("settings" in step) store.set(accountFor(step.settings, sandbox))
    else if (START.test(step.run)) return step.run
    else await timed(step.run, () => store.run(step.run))
  }
  throw new Error("The README's installation does not say how to start the store.")
}

/** @param {Record<string, string>} settings whose values are to be replaced @param {Sandbox} sandbox */
function accountFor(settings, { baseUrl, username, password }) {
  const account = { LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: password }
  const others = Object.keys(settings).filter((name) => !Object.hasOwn(account, name))
  if (others.length > 0) throw new Error(`The README sets ${others.join(", ")}, for which the sandbox has no value.`)
  return Object.fromEntries(Object.entries(account).filter(([name]) => Object.hasOwn(settings, name)))
}

/**
 * Gives the store something to sell and somebody who sells it, as the demo's shop has it, and starts it.
 *
 * @param {string} root
 * @param {PackedStore} store
 * @param {string} line the README's
 * @returns {Promise<RunningStore>}
 */
export async function seedAndStart(root, store, line) {
  const password = randomBytes(9).toString("base64url")
  for (const name of ["seed.ts", "catalog.ts"]) {
    store.write(`src/scripts/${name}`, readFileSync(join(root, "demo", name), "utf8"))
  }
  const seed = `npx medusa exec ./src/scripts/seed.ts seeded.json ${ADMIN}`
  await timed("npx medusa exec ./src/scripts/seed.ts", () =>
    store.run(seed, { DEMO_ADMIN_PASSWORD: password }, store.folder),
  )
  const seeded = JSON.parse(readFileSync(join(store.folder, "seeded.json"), "utf8"))
  const url = await timed(line, () => store.start(line))
  return { ...seeded, url, password }
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
 * @param {string} prefix of its name
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<string>} its address
 */
export async function openDatabase(prefix, cleanup) {
  const server = await openDatabaseServer({ databaseUrl: process.env.DATABASE_URL })
  cleanup.add(() => server.stop())
  const name = randomDatabaseName(prefix)
  if (!server.own) cleanup.add(() => server.dropDatabase(name))
  return server.createDatabase(name)
}
