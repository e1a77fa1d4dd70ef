import { randomBytes } from "node:crypto"
import { createRequire } from "node:module"
import { startPostgres } from "./postgres.mjs"

/** @type {typeof import("@medusajs/framework/pg")} */
const { Client } = createRequire(import.meta.url)("@medusajs/framework/pg")

/**
 * A PostgreSQL server: the one at `DATABASE_URL`, or else one that we start.
 *
 * @typedef {{ own: boolean, url: (database?: string) => string, hasDatabase: (name: string) => Promise<boolean>,
 *   createDatabase: (name: string, template?: string) => Promise<string>, dropDatabase: (name: string) => Promise<void>,
 *   exited: Promise<void>, stop: () => Promise<void> }} DatabaseServer `exited` resolves when a server that we started has ended
 */

/**
 * @param {{ databaseUrl?: string | undefined, dataDir?: string, inMemory?: boolean }} options `databaseUrl`: a server to use
 *   instead of starting one; for the others, see `startPostgres`
 * @returns {Promise<DatabaseServer>} `stop` ends only a server that we started
 */
export async function openDatabaseServer({ databaseUrl, ...options }) {
  if (databaseUrl) return describe(databaseUrl, { own: false, exited: new Promise(() => {}), stop: async () => {} })
  const { port, username, password, exited, stop } = await startPostgres(options)
  return describe(`postgres://${username}:${password}@localhost:${port}/postgres`, { own: true, exited, stop })
}

/** Returns a name that no other run uses. @param {string} purpose lower case letters and underscores */
export function randomDatabaseName(purpose) {
  return `lease_to_own_${purpose}_${randomBytes(6).toString("hex")}`
}

/**
 * Runs `work` with a connection and closes it.
 *
 * @template T @param {string} url @param {(client: import("@medusajs/framework/pg").Client) => Promise<T>} work @returns {Promise<T>}
 */
export async function withConnection(url, work) {
  const client = new Client({ connectionString: url })
  // If the server stops during a connection, the client emits an error, which would end this process.
  client.on("error", () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @param {string} base @param {Pick<DatabaseServer, "own" | "exited" | "stop">} server @returns {DatabaseServer} */
function describe(base, server) {
  const url = (/** @type {string | undefined} */ database) => {
    const address = new URL(base)
    if (database) address.pathname = `/${database}`
    return address.href
  }
  return {
    ...server,
    url,
    hasDatabase: (name) =>
      withConnection(base, async (client) => {
        const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name])
        return rowCount === 1
      }),
    createDatabase: (name, template = "template1") =>
      withConnection(base, async (client) => {
        const [made, copied] = [name, template].map((database) => client.escapeIdentifier(database))
        await client.query(`CREATE DATABASE ${made} TEMPLATE ${copied}`)
        return url(name)
      }),
    dropDatabase: (name) =>
      withConnection(base, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
      }),
  }
}
