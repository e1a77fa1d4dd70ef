import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { LedgerRoom } from "./ledger-room"

const MIGRATIONS = resolve(__dirname, "../../../src/modules/lease/migrations")
const DUMP = readFileSync(join(__dirname, "../../fixtures/ledger-0.1.0.sql"), "utf8")
/** The migrations that version 0.1.0 had made. */
const MADE = 4

export const migrationNames = readdirSync(MIGRATIONS)
  .filter((name) => /^Migration\d+\.ts$/.test(name))
  .map((name) => name.slice(0, -3))
  .sort()

type Migration = { up(): Promise<void>; down(): Promise<void>; getQueries(): unknown[] }

/** The statements of one migration, or of taking it back. */
export async function statementsOf(name: string, way: "up" | "down"): Promise<string[]> {
  const migration: Migration = new (require(join(MIGRATIONS, name))[name])()
  await migration[way]()
  return migration.getQueries().map(String)
}

/** Puts a ledger of version 0.1.0, just written, in place of the room's own tables. */
export async function restoreOldLedger({ sql, knex }: LedgerRoom): Promise<void> {
  await knex.raw("drop schema public cascade")
  await knex.raw("create schema public")
  // No placeholders: the dump holds question marks.
  const client = await knex.client.acquireConnection()
  try {
    await client.query(DUMP)
  } finally {
    await knex.client.releaseConnection(client)
  }
  await sql(
    "create table mikro_orm_migrations (id serial primary key, name varchar(255), executed_at timestamptz default now())",
  )
  for (const name of migrationNames.slice(0, MADE))
    await sql("insert into mikro_orm_migrations (name) values (?)", [name])
  const columns = await sql(
    "select table_name as table, column_name as name from information_schema.columns where table_name like 'lease%' and data_type like 'timestamp%'",
  )
  const [newest] = await sql("select now() - max(created_at) as age from lease_task")
  for (const { table, name } of columns)
    await knex.raw(`update ?? set ?? = ?? + ?::interval`, [
      String(table),
      String(name),
      String(name),
      newest?.age as never,
    ])
}

/** Puts the empty tables of today in place of the room's own. */
export async function makeTables({ knex }: LedgerRoom): Promise<void> {
  await knex.raw("drop schema public cascade")
  await knex.raw("create schema public")
  for (const name of migrationNames) for (const query of await statementsOf(name, "up")) await knex.raw(query)
}

/** Runs what `medusa db:migrate` runs for the ledger. */
export function migrate({ knex }: LedgerRoom): Promise<unknown> {
  return script("buildMigrationScript", knex)
}

/** Runs what `medusa db:rollback lease` runs. */
export function rollBack({ knex }: LedgerRoom): Promise<unknown> {
  return script("buildRevertMigrationScript", knex)
}

function script(
  name: "buildMigrationScript" | "buildRevertMigrationScript",
  knex: LedgerRoom["knex"],
): Promise<unknown> {
  const run = ModulesSdkUtils[name]({ moduleName: "lease", pathToMigrations: MIGRATIONS })
  const { connectionString } = knex.client.config.connection
  const quiet = { info: () => {}, error: () => {} }
  const options = { database: { clientUrl: connectionString, schema: "public" } }
  return run({ options, logger: quiet } as never)
}
