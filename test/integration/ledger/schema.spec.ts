import { readFileSync } from "node:fs"
import { join } from "node:path"
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

type Table = { name: string; columns: Record<string, { nullable: boolean }>; indexes: { keyName: string }[] }
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
