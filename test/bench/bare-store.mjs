import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { randomDatabaseName } from "../../demo/database-server.mjs"
import { runMedusa } from "../../demo/medusa.mjs"

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv, databaseUrl: string }} BareStore */

/**
 * A store in production with nothing in it: a configuration and a database with its tables.
 *
 * @param {{ folder: string, settings: string, server: import("../../demo/database-server.mjs").DatabaseServer,
 *   cleanup: import("../../demo/cleanup.mjs").Cleanup }} options `settings`: what its medusa-config.js says beside the least
 *   that each store's must
 * @returns {Promise<BareStore>}
 */
export async function makeBareStore({ folder, settings, server, cleanup }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { "@medusajs/medusa": "*" } }))
  writeFileSync(join(folder, "medusa-config.js"), configuration(settings))
  const name = randomDatabaseName("bench")
  if (!server.own) cleanup.add(() => server.dropDatabase(name))
  const databaseUrl = await server.createDatabase(name)
  const env = { ...process.env, MEDUSA_DISABLE_TELEMETRY: "1", NODE_ENV: "production", DATABASE_URL: databaseUrl }
  await runMedusa(["db:migrate", "--execute-all-links", "--execute-all-search"], env, cleanup, folder)
  return { folder, env, databaseUrl }
}

/** The dashboard would have to be built; in production it is a folder of files, with the plugin or without. */
function configuration(/** @type {string} */ settings) {
  return `
const { defineConfig } = require("@medusajs/framework/utils")
const http = { storeCors: "", adminCors: "", authCors: "", jwtSecret: "bench", cookieSecret: "bench" }
const databaseDriverOptions = { connection: { ssl: false } }
module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL, databaseDriverOptions, http },
  admin: { disable: true },
  ${settings}
})
`
}
