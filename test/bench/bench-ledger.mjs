import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { openDatabaseServer, randomDatabaseName } from "../../demo/database-server.mjs"
import { benchFolder, COMPILED, installPlugin } from "./compiled-plugin.mjs"

/** @type {typeof import("@medusajs/framework/utils")} */
const { ModulesSdkUtils } = createRequire(import.meta.url)("@medusajs/framework/utils")

const TIME_ZONE = "UTC"
const LOUD = { info: () => {}, warn: console.error, error: console.error }

/**
 * The ledger alone, as merchants run it: compiled, with its tables in its own database.
 *
 * @typedef {import("@medusajs/framework/mikro-orm/knex").Knex} Knex
 * @typedef {import("../../src/modules/lease/accounts/deps.js").AccountDeps} AccountDeps
 * @typedef {typeof import("../../src/modules/lease/outbox/run.js").runPending} RunPending
 * @typedef {import("../../src/modules/lease/tables/lease-list.js").LeaseList} LeaseList
 * @typedef {typeof import("../../src/scripts/payouts.js").default} Payouts
 * @typedef {typeof import("../../src/modules/lease/rules/funnel.js")} Funnel
 * @typedef {{ knex: Knex, accountDeps: AccountDeps, runPending: RunPending, list: LeaseList, funnel: Funnel, payouts: Payouts }} BenchLedger
 */

/** Connects the way Medusa does. @param {string} clientUrl @param {import("../../demo/cleanup.mjs").Cleanup} cleanup @returns {Knex} */
export function connect(clientUrl, cleanup) {
  const knex = /** @type {Knex} */ (
    /** @type {unknown} */ (ModulesSdkUtils.createPgConnection({ clientUrl, schema: "public" }))
  )
  cleanup.add(() => knex.destroy())
  return knex
}

/** Makes ledgers on one PostgreSQL. */
export class BenchLedgers {
  #cleanup
  #load
  #migrations
  #server

  /** @param {string} root @param {import("../../demo/cleanup.mjs").Cleanup} cleanup */
  constructor(root, cleanup) {
    const plugin = installPlugin(root, benchFolder(root, cleanup))
    const load = createRequire(join(plugin, "package.json"))
    this.#cleanup = cleanup
    this.#load = (/** @type {string} */ path) => load(`./${join(COMPILED, path)}`)
    this.#migrations = join(plugin, COMPILED, "modules", "lease", "migrations")
    this.#server = openDatabaseServer({ databaseUrl: process.env.DATABASE_URL }).then((server) => {
      cleanup.add(() => server.stop())
      return server
    })
  }

  /**
   * @param {string} baseUrl of the service
   * @param {Partial<Pick<AccountDeps, "now" | "log">> & Record<string, unknown>} [more] a clock, a log, and options beside those that must be
   * @returns {Promise<BenchLedger>} an empty one
   */
  async open(baseUrl, { now = () => new Date(), log = LOUD, ...more } = {}) {
    const knex = await this.#openDatabase()
    for (const statement of await this.#statements()) await knex.raw(statement)
    /** @type {typeof import("../../src/modules/lease/options/parse-options.js")} */
    const { parseOptions } = this.#load("modules/lease/options/parse-options.js")
    const account = { baseUrl, username: "bench", password: "bench-password", operator: { contact: "bench" } }
    const options = parseOptions({ ...account, ...more })
    /** @type {typeof import("../../src/modules/lease/accounts/open-ledger.js")} */
    const { openLedger } = this.#load("modules/lease/accounts/open-ledger.js")
    const accountDeps = openLedger({ knex, options, now, log, emit: async () => {} })
    this.#cleanup.add(() => accountDeps.service.close())
    /** @type {typeof import("../../src/modules/lease/outbox/run.js")} */
    const { runPending } = this.#load("modules/lease/outbox/run.js")
    /** @type {typeof import("../../src/modules/lease/tables/lease-list.js")} */
    const { LeaseList } = this.#load("modules/lease/tables/lease-list.js")
    /** @type {Funnel} */
    const funnel = this.#load("modules/lease/rules/funnel.js")
    /** @type {{ default: Payouts }} */
    const { default: payouts } = this.#load("scripts/payouts.js")
    return { knex, accountDeps, runPending, list: new LeaseList(knex, TIME_ZONE), funnel, payouts }
  }

  /** @returns {Promise<Knex>} */
  async #openDatabase() {
    const server = await this.#server
    const name = randomDatabaseName("bench")
    const clientUrl = await server.createDatabase(name)
    if (!server.own) this.#cleanup.add(() => server.dropDatabase(name))
    return connect(clientUrl, this.#cleanup)
  }

  /** Those of all migrations. @returns {Promise<string[]>} */
  async #statements() {
    const statements = []
    for (const file of readdirSync(this.#migrations).sort()) {
      const [name] = /^Migration\d+(?=\.js$)/.exec(file) ?? []
      if (!name) continue
      const migration = new (this.#load(join("modules", "lease", "migrations", file))[name])()
      await migration.up()
      statements.push(...migration.getQueries().map(String))
    }
    return statements
  }
}
