import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { defineMikroOrmCliConfig } from "@medusajs/framework/utils"
import { Lease } from "../../../src/modules/lease/models/lease"
import { LeaseAnnouncement } from "../../../src/modules/lease/models/lease-announcement"
import { LeaseAsking } from "../../../src/modules/lease/models/lease-asking"
import { LeaseAttempt } from "../../../src/modules/lease/models/lease-attempt"
import { LeaseCode } from "../../../src/modules/lease/models/lease-code"
import { LeaseEvent } from "../../../src/modules/lease/models/lease-event"
import { LeaseOrigin } from "../../../src/modules/lease/models/lease-origin"
import { LeaseOutage } from "../../../src/modules/lease/models/lease-outage"
import { LeaseRate } from "../../../src/modules/lease/models/lease-rate"
import { LeaseTask } from "../../../src/modules/lease/models/lease-task"
import { describeLedger } from "../support/ledger-room"

const SNAPSHOT = join(__dirname, "../../../src/modules/lease/migrations/.snapshot-medusa-lease.json")
const MODELS = [
  Lease,
  LeaseAnnouncement,
  LeaseAsking,
  LeaseAttempt,
  LeaseCode,
  LeaseEvent,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
  LeaseTask,
]

type Table = {
  name: string
  columns: Record<string, { nullable: boolean }>
  indexes: { keyName: string; expression?: string | null }[]
}
const { tables }: { tables: Table[] } = JSON.parse(readFileSync(SNAPSHOT, "utf8"))

describeLedger("the tables, their models and the snapshot from which the next migration is made", (room) => {
  it.each(MODELS)("agree on the columns of a model", async (model) => {
    const { name, schema } = model as unknown as { name: string; schema: Record<string, unknown> }
    const table = tables.find((table) => table.name === snakeCase(name))
    const modeled = Object.keys(schema).sort()
    expect(Object.keys(table?.columns ?? {}).sort()).toEqual(modeled)
    expect(await columnsOf(table?.name ?? "")).toEqual(
      Object.entries(table?.columns ?? {})
        .map(([column, { nullable }]) => ({ column, nullable }))
        .sort((a, b) => (a.column < b.column ? -1 : 1)),
    )
  })

  it("agree on the indexes of the models; the list of leases has more, by expressions that a model cannot say", async () => {
    const rows = await room.sql("select indexname as name from pg_indexes where schemaname = 'public'")
    const there = rows.map(({ name }) => name)
    const kept = tables.flatMap(({ indexes }) => indexes.map(({ keyName }) => keyName))
    expect(kept.filter((name) => !there.includes(name))).toEqual([])
  })

  it("ask for no new migration: no index and no word of an enum stands in one of them alone, and each index is the same", async () => {
    const path = mkdtempSync(join(tmpdir(), "lease-to-own-snapshot-"))
    cpSync(SNAPSHOT, join(path, basename(SNAPSHOT)))
    const orm = await MikroORM.init(
      defineMikroOrmCliConfig("lease", { entities: MODELS, migrations: { path }, connect: false }),
    )
    try {
      const { diff } = await orm.getMigrator().createMigration()
      expect(diff).toEqual({ up: [], down: [] })
      // An index of the same name is the same to the migrator, whatever it says.
      const modeled = Object.values(orm.getMetadata().getAll()).flatMap(({ indexes }) =>
        indexes.map(({ name, expression }) => `${name}: ${expression}`),
      )
      const kept = tables.flatMap(({ indexes }) =>
        indexes.flatMap(({ keyName, expression }) => (expression ? `${keyName}: ${expression}` : [])),
      )
      expect(kept.sort()).toEqual(modeled.sort())
    } finally {
      await orm.close()
      rmSync(path, { recursive: true })
    }
  })

  async function columnsOf(table: string) {
    const rows = await room.sql(
      "select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns where table_name = ?",
      [table],
    )
    return rows
      .map(({ name, nullable }) => ({ column: String(name), nullable }))
      .sort((a, b) => (a.column < b.column ? -1 : 1))
  }
})

function snakeCase(name: string): string {
  return name.replace(/(?<=.)([A-Z])/g, "_$1").toLowerCase()
}
