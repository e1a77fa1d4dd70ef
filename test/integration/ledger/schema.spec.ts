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
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    const snapshot = Object.entries(table?.columns ?? {}).map(([name, { nullable }]) => ({ name, nullable }))
    expect((await room.rows.columns(table?.name ?? "")).sort(byName)).toEqual(snapshot.sort(byName))
  })

  it("agree on the indexes of the models; the list of leases has more, by expressions that a model cannot say", async () => {
    const there = await room.rows.indexes()
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
})

function snakeCase(name: string): string {
  return name.replace(/(?<=.)([A-Z])/g, "_$1").toLowerCase()
}
