import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openDatabaseServer, randomDatabaseName, withConnection } from "../../demo/database-server.mjs"
import { runMedusa } from "../../demo/medusa.mjs"
import { benchProgram, portOf } from "./bench-program.mjs"
import { benchFolder, installPlugin, PLUGIN } from "./compiled-plugin.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 5
const WARM_UP = 1

/** Additions to each store's minimal configuration: the README's entries, or none. */
const SETTINGS = {
  with: `
  plugins: [
    {
      resolve: "${PLUGIN}",
      options: {
        baseUrl: "https://leasing.example", username: "bench", password: "bench", operator: { contact: "bench" },
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["lease", "query"],
      options: { providers: [{ resolve: "${PLUGIN}/providers/lease-to-own" }] },
    },
  ],`,
  without: "",
}

/** Without the dashboard, which would have to be built; in production it is a folder of static files, with or without the plugin. */
const configuration = (/** @type {string} */ settings) => `
const { defineConfig } = require("@medusajs/framework/utils")
const http = { storeCors: "", adminCors: "", authCors: "", jwtSecret: "bench", cookieSecret: "bench" }
const databaseDriverOptions = { connection: { ssl: false } }
module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL, databaseDriverOptions, http },
  admin: { disable: true },
  ${settings}
})
`

/**
 * Start time of an empty store until it listens, with the plugin over without.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: "start", ratio: number) => void} found
 */
export async function benchBoot({ root, cleanup, say }, found) {
  say("Making two bare stores …")
  const folder = benchFolder(root, cleanup)
  const server = await openDatabaseServer({ databaseUrl: process.env.DATABASE_URL })
  cleanup.add(() => server.stop())
  installPlugin(root, join(folder, "with"))
  const make = (/** @type {keyof typeof SETTINGS} */ which) => makeStore(join(folder, which), which, server, cleanup)
  const [withPlugin, without] = await Promise.all([make("with"), make("without")])
  say("Starting them in turns …")
  const ours = () => start(withPlugin)
  const theirs = () => start(without)
  const ratio = await compare({ rounds: ROUNDS, warmUp: WARM_UP, ours, theirs })
  const have = [await hasProvider(withPlugin), await hasProvider(without)]
  if (have.join() !== "true,false") throw new Error(`Of the two stores these have the plugin: ${have.join()}`)
  found("start", ratio)
}

/**
 * An empty store in production mode: a configuration and a migrated database.
 *
 * @typedef {{ folder: string, env: NodeJS.ProcessEnv, databaseUrl: string }} BareStore
 * @param {string} folder @param {keyof typeof SETTINGS} which @param {import("../../demo/database-server.mjs").DatabaseServer} server
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<BareStore>}
 */
async function makeStore(folder, which, server, cleanup) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { "@medusajs/medusa": "*" } }))
  writeFileSync(join(folder, "medusa-config.js"), configuration(SETTINGS[which]))
  const name = randomDatabaseName("bench")
  if (!server.own) cleanup.add(() => server.dropDatabase(name))
  const databaseUrl = await server.createDatabase(name)
  const env = { ...process.env, MEDUSA_DISABLE_TELEMETRY: "1", NODE_ENV: "production", DATABASE_URL: databaseUrl }
  await runMedusa(["db:migrate", "--execute-all-links", "--execute-all-search"], env, cleanup, folder)
  return { folder, env, databaseUrl }
}

/** @param {BareStore} store @returns {Promise<number>} ms */
async function start({ folder, env }) {
  const began = performance.now()
  const store = benchProgram("booting-store.mjs", [], { cwd: folder, env })
  try {
    await portOf(store)
    return performance.now() - began
  } finally {
    await store.stop()
  }
}

/** A start records the payment providers that it found. @param {BareStore} store */
function hasProvider({ databaseUrl }) {
  return withConnection(databaseUrl, async (client) => {
    const found = await client.query("SELECT 1 FROM payment_provider WHERE id = 'pp_lease-to-own' AND is_enabled")
    return found.rowCount === 1
  })
}
