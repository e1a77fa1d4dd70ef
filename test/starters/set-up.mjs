import { cpSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import {
  addingLine,
  bringPackage,
  buildStore,
  openDatabase,
  openSandbox,
  packAsReadme,
  seedStore,
  timed,
} from "../packed/install-plugin.mjs"
import { KIT, packWorkspaces } from "../packed/kit-install.mjs"
import { storeSettings } from "../packed/new-store.mjs"
import { PackedStore } from "../packed/packed-store.mjs"
import { runToEnd } from "../packed/programs.mjs"
import { readInit, readInitStorefront, readUpgrade } from "../packed/readme.mjs"
import { INSTALL } from "../packed/setting.mjs"
import { applyPatch, prepareStarter } from "./starters.mjs"
import { Storefront } from "./storefront.mjs"

const MIGRATE = "npx medusa db:migrate"
/** What `init` prints once Medusa is raised. */
const RAISED = "OK   store: "

/**
 * @typedef {import("./starters.mjs").Starter} Starter
 * @typedef {{ folder: string, starter: Starter, manager: "npm" | "pnpm", versions: Record<string, string>, packed: string,
 *   cleanup: import("../../demo/cleanup.mjs").Cleanup }} Setting
 *   `folder`: the starter's; `versions`: of Medusa's packages under test; `packed`: a folder for our packages, made here
 * @typedef {Awaited<ReturnType<typeof openFresh>>} Fresh
 */

/**
 * Opens a starter as it is before anybody thinks of leases: its packages are installed, and its store sells what the demo's shop sells. Our packages
 * are there, and a sandbox in the place of an operator's account.
 *
 * @param {Setting} setting
 */
export async function openFresh({ folder, starter, manager, versions, packed, cleanup }) {
  const { backend, installs } = starter
  if (backend.without) rmSync(join(folder, backend.folder, backend.without))
  prepareStarter(folder, starter, manager, versions)
  const [command = "", ...args] = INSTALL[manager]
  for (const { folder: own, environment: env = {} } of installs)
    await timed(`${manager} install`, () => runToEnd({ command, args, cwd: join(folder, own), env }, cleanup))
  const isWorkspace = starter.isWorkspace === true
  const store = new PackedStore({ cleanup, manager, folder: join(folder, backend.folder), isWorkspace })
  store.set(storeSettings(await openDatabase(cleanup)))
  await timed(MIGRATE, () => store.run(MIGRATE))
  const storefront = new Storefront(join(folder, starter.storefront), cleanup)
  return {
    store,
    seeded: await seedStore(store),
    storefront,
    /** What its compiler finds in the storefront itself. */
    typeErrors: await storefront.typeErrors(),
    plugin: await packAsReadme(join(packed, "plugin")),
    kit: packWorkspaces(KIT, join(packed, "kit")),
    sandbox: await openSandbox(cleanup),
  }
}

/**
 * Sets up the store as the README says, and builds it. Raises Medusa if the starter's is too old.
 *
 * @param {Fresh} fresh @param {Setting} setting
 * @returns {Promise<{ start: string, raisedMs: number }>} the command line that starts it, and how long it took to raise Medusa
 */
export async function setUpStore({ store, plugin, sandbox }, { folder, starter: { backend, isWorkspace }, manager }) {
  bringPackage(store, plugin)
  const [adding, init] = isWorkspace ? readUpgrade(".", manager) : [addingLine(manager), readInit(".")]
  await timed(adding, () => store.run(adding))
  if (backend.patch) await applyPatch(backend.patch, folder)
  const { baseUrl, username, password } = sandbox
  const account = `--base-url ${baseUrl} --username ${username} --password ${password} --contact help@leasing.example`
  const begun = performance.now()
  let raised = begun
  const onOutput = (/** @type {string} */ text) => {
    if (text.includes(RAISED)) raised = performance.now()
  }
  await timed(init, () => store.run(`${init} ${account}`, {}, { onOutput }))
  return { start: await buildStore(store, manager), raisedMs: isWorkspace ? raised - begun : 0 }
}

/** Adds the lease to the storefront as the README says. @param {Fresh} fresh @param {Setting} setting */
export async function setUpStorefront({ store, kit }, { folder, starter }) {
  const { storefront, installs, approval } = starter
  for (const tarball of kit) cpSync(tarball, join(folder, storefront, basename(tarball)))
  const environment = installs.find((each) => each.folder === storefront)?.environment
  const line = `${readInitStorefront(".")} --yes`
  await timed(line, () => store.run(line, environment, { folder: store.folder }))
  if (approval) await applyPatch(approval, folder)
}
