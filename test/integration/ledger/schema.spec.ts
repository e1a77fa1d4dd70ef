import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { defineMikroOrmCliConfig } from "@medusajs/framework/utils"
import {
  LeaseAsking,
  LeaseAttempt,
  LeaseCode,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
} from "../../../src/modules/lease/models/counters"
import { Lease, LeaseAnnouncement, LeaseEvent } from "../../../src/modules/lease/models/lease"
import { LeaseTask } from "../../../src/modules/lease/models/lease-task"
import { EFFECT_COLUMNS } from "../../support/ledger"
import { migrationQueries } from "../support/migrations"

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

/** The statements that the migrator makes of the models, for tables as this snapshot has them. */
async function madeOfModels(snapshot: (path: string) => void): Promise<string[]> {
  const path = mkdtempSync(join(tmpdir(), "lease-to-own-snapshot-"))
  snapshot(join(path, basename(SNAPSHOT)))
  const config = defineMikroOrmCliConfig("lease", { entities: MODELS, migrations: { path }, connect: false })
  const orm = await MikroORM.init(config)
  try {
    const { diff } = await orm.getMigrator().createMigration()
    // As it writes them into a file.
    return diff.up.filter(Boolean).map((query) => query.replace(/^create table /, "create table if not exists "))
  } finally {
    await orm.close()
    rmSync(path, { recursive: true })
  }
}

describe("the ledger's migration", () => {
  it("the migration is what the migrator makes of the models, plus expression indexes and a function", async () => {
    const made = await madeOfModels((path) =>
      writeFileSync(path, JSON.stringify({ namespaces: [], name: "public", tables: [], nativeEnums: {} })),
    )
    const shipped = await migrationQueries()
    const isFunction = (query: string) => /^create or replace function lease_step\(/.test(query)
    expect(shipped.filter((query) => !query.includes("text_pattern_ops") && !isFunction(query))).toEqual(made)
    expect(shipped.filter(isFunction)).toHaveLength(1)
    expect(shipped.length - made.length).toBe(4 + 1)
  })

  it("the migration's function writes exactly the columns that a call's effect sets", async () => {
    const [, ...columns] = (await migrationQueries()).join().match(/update lease set ([^;]*) where/) ?? []
    const written = [...columns.join().matchAll(/(\w+) = changed\.\1/g)].map(([, column]) => column)
    expect(written.sort()).toEqual([...EFFECT_COLUMNS].sort())
  })

  it("the migration has the snapshot from which the next one is made", async () => {
    expect(await madeOfModels((path) => cpSync(SNAPSHOT, path))).toEqual([])
  })
})
