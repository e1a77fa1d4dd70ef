import { withConnection } from "../../demo/database-server.mjs"
import { migrationFingerprint } from "../../demo/medusa.mjs"
import type { SeededShop } from "../../demo/seed"
import type { SavedShop } from "../../demo/shop.mjs"
import { testDatabaseServer } from "./database-server"

/** A database with Medusa's tables and the seeded shop, and what a program needs to start with it. */
export type FilledDatabase = SavedShop & { template: string }

/** Returns this run's filled database. The first store to boot creates it, and later stores copy it. Undefined until then. */
export async function filledDatabase(): Promise<FilledDatabase | undefined> {
  const server = await testDatabaseServer()
  const said = "select shobj_description(oid, 'pg_database') as said from pg_database where datname = $1"
  const { rows } = await withConnection(server.url(), (client) => client.query(said, [nameOfThisRun()]))
  // The comment is written last, so a database without one is incomplete.
  return rows[0]?.said ? JSON.parse(rows[0].said) : undefined
}

/** Returns environment variables that make the demo's shop and the walkthrough start from the filled database. Empty if there is none yet. */
export async function filledEnvironment(): Promise<{ DEMO_FILLED?: string }> {
  const filled = await filledDatabase()
  return filled ? { DEMO_FILLED: JSON.stringify(filled) } : {}
}

/** Copies a store's database as this run's filled database, unless another store already has. Closes all connections to the store's database. */
export async function keepFilled(database: string, shop: SeededShop, adminPassword: string): Promise<void> {
  const server = await testDatabaseServer()
  const template = nameOfThisRun()
  const filled: FilledDatabase = { template, fingerprint: migrationFingerprint(), shop, adminPassword }
  await withConnection(server.url(), async (client) => {
    const [source, copy] = [database, template].map((name) => client.escapeIdentifier(name))
    await client.query(`alter database ${source} allow_connections false`)
    try {
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database])
      await client.query(`create database ${copy} template ${source}`)
      await client.query(`comment on database ${copy} is ${client.escapeLiteral(JSON.stringify(filled))}`)
    } catch (error) {
      if (!ANOTHER_WAS_QUICKER.includes((error as { code?: string }).code ?? "")) throw error
    } finally {
      await client.query(`alter database ${source} allow_connections true`)
    }
  })
}

/** PostgreSQL's error codes for a database that already exists, and for one that is being created at the same time. */
const ANOTHER_WAS_QUICKER = ["42P04", "23505"]

function nameOfThisRun(): string {
  const { FILLED_DATABASE } = process.env
  if (!FILLED_DATABASE) throw new Error("test/global-setup.js has not named the filled database.")
  return FILLED_DATABASE
}
