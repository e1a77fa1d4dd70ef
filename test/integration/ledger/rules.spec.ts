import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { defineMikroOrmCliConfig } from "@medusajs/framework/utils"
import { LEASE_STATUSES, type PendingCall } from "../../../src/modules/lease/ledger"
import { LeaseChoice } from "../../../src/modules/lease/models/choice"
import {
  LeaseCode,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
  LeaseRequestCount,
  LeaseSubmission,
} from "../../../src/modules/lease/models/counters"
import { Lease, LeaseAnnouncement, LeaseEvent } from "../../../src/modules/lease/models/lease"
import { LeasePendingCall } from "../../../src/modules/lease/models/pending-call"
import { LeaseStoreMark } from "../../../src/modules/lease/models/store"
import { LeaseSuccess } from "../../../src/modules/lease/models/success"
import { EFFECT_COLUMNS } from "../../../src/modules/lease/rules/records"
import type { LeaseStatus } from "../../../src/modules/lease/rules/state-machine"
import type { CallColumns, LeaseColumns } from "../../support/ledger-rows"
import { describeLedger } from "../support/ledger-room"
import { migrationQueries } from "../support/migrations"

/** Rules that the database enforces itself, whoever writes. */
describeLedger("rules of the tables", (room) => {
  const lease = (columns: LeaseColumns) => room.rows.addLease(columns)
  const call = (columns: CallColumns & Pick<PendingCall, "kind">) =>
    room.rows.addCall({ lease_id: "lease_1", ...columns })
  const unique = { code: "23505" }

  it("a cart has one open lease, besides any number of closed ones", async () => {
    const ended = ["canceled", "expired", "superseded", "canceled"] as const
    for (const status of ended) await lease({ cart_id: "cart_1", status })
    await lease({ cart_id: "cart_1", status: "open" })
    for (const status of ["open", "signed", "placed", "denied", "canceling"] as const)
      await expect(lease({ cart_id: "cart_1", status })).rejects.toMatchObject(unique)
  })

  it("an application id has one live lease at each account, besides any number of dead ones", async () => {
    const dead = ["canceled", "expired", "superseded", "denied", "returned"] as const
    for (const status of dead) await lease({ application_id: "1", status })
    const id = await lease({ application_id: "1", status: "approved" })
    const other = await lease({ application_id: "1", status: "approved", account_id: "maple" })
    const live = [null, "maple"].map(
      async (account_id) => (await room.accountDeps.store.liveOfApplication("1", account_id))?.id,
    )
    expect(await Promise.all(live)).toEqual([id, other])
    for (const status of ["approved", "signing", "placed", "canceling"] as const)
      await expect(lease({ application_id: "1", status })).rejects.toMatchObject(unique)
  })

  it("an order has one lease, and so has a reference", async () => {
    await lease({ order_id: "order_1", reference: "L-1" })
    await expect(lease({ order_id: "order_1" })).rejects.toMatchObject(unique)
    await expect(lease({ reference: "L-1" })).rejects.toMatchObject(unique)
  })

  it("a lease has one open exclusive call, and one open call per kind", async () => {
    await call({ kind: "cancel_contract" })
    for (const kind of ["place_order", "confirm_delivery", "return_lease", "cancel_contract"] as const)
      await expect(call({ kind })).rejects.toMatchObject(unique)
    await call({ kind: "read_status" })
    await expect(call({ kind: "read_status", state: "running" })).rejects.toMatchObject(unique)
    await call({ kind: "read_status", state: "done" })
    await call({ kind: "confirm_delivery", lease_id: "lease_2" })
  })

  it("an idempotency key is unique per cart", async () => {
    const attempt = { lease_id: "lease_1", cart_id: "cart_1", idempotency_key_hash: "a", network: "n", mailbox: "m" }
    await room.rows.add("lease_submission", [{ id: "1", ...attempt }])
    await expect(room.rows.add("lease_submission", [{ id: "2", ...attempt }])).rejects.toMatchObject(unique)
  })

  it("a lease's status is one of the state machine", async () => {
    for (const status of LEASE_STATUSES) await lease({ status, application_id: null })
    await expect(lease({ status: "forgotten" as LeaseStatus })).rejects.toMatchObject({ code: "23514" })
  })
})

const SNAPSHOT = join(__dirname, "../../../src/modules/lease/migrations/.snapshot-medusa-lease.json")
const MODELS = [
  Lease,
  LeaseAnnouncement,
  LeaseRequestCount,
  LeaseSubmission,
  LeaseChoice,
  LeaseCode,
  LeaseEvent,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
  LeasePendingCall,
  LeaseStoreMark,
  LeaseSuccess,
]

/** The statements that the migrator generates from the models for a snapshot's tables. */
async function madeOfModels(snapshot: (path: string) => void): Promise<string[]> {
  const path = mkdtempSync(join(tmpdir(), "lease-to-own-snapshot-"))
  snapshot(join(path, basename(SNAPSHOT)))
  const config = defineMikroOrmCliConfig("lease", { entities: MODELS, migrations: { path }, connect: false })
  const orm = await MikroORM.init(config)
  try {
    const { diff } = await orm.getMigrator().createMigration()
    // As it writes them to a file.
    return diff.up.filter(Boolean).map((query) => query.replace(/^create table /, "create table if not exists "))
  } finally {
    await orm.close()
    rmSync(path, { recursive: true })
  }
}

describe("the ledger's migration", () => {
  it("the migration is what the migrator generates from the models, plus expression indexes and a function", async () => {
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

  it("the migration has the snapshot from which the next one is generated", async () => {
    expect(await madeOfModels((path) => cpSync(SNAPSHOT, path))).toEqual([])
  })
})
