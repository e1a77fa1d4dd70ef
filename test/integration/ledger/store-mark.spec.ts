import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { randomDatabaseName, withConnection } from "../../../demo/database-server.mjs"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import {
  cancelContract,
  checkCapturable,
  checkShippable,
  ofLease,
  releaseHold,
} from "../../../src/modules/lease/ledger"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { checkStore, recordCopy, recordRestore, recordSameStore } from "../../../src/modules/lease/outbox/hold"
import { runPending } from "../../../src/modules/lease/outbox/run"
import { type Database, isSameDatabase } from "../../../src/modules/lease/tables/hold-store"
import { databaseProblem, reportStore } from "../../../src/scripts/doctor-store"
import { connect } from "../../support/connect"
import { testDatabaseServer } from "../../support/database-server"
import { LedgerRows } from "../../support/ledger-rows"
import { ANA, describeLedger, HOUR, optionsAt, routes } from "../support/ledger-room"
import { LEDGER_TABLES, migrationQueries } from "../support/migrations"

type Ledger = { deps: AccountDeps; knex: Knex; logged: string[] }

describeLedger("the mark of the database", (room) => {
  const opened: { name: string; ledger: Ledger }[] = []

  const openAt = (url: string, options = {}): Ledger => {
    const logged: string[] = []
    const say = (line: unknown) => void logged.push(String(line))
    const knex = connect(url)
    const deps = openLedger({
      ...{ knex, options: parseOptions({ ...optionsAt(room.sandbox), ...options }), now: () => new Date() },
      log: { info: say, warn: say, error: say } as unknown as AccountDeps["log"],
      emit: async () => {},
    })
    return { deps, knex, logged }
  }
  const nameOfRoom = async () => String((await room.sql("select current_database() as name"))[0]?.name)

  /** A second database: `template` copies this one as PostgreSQL does, and `dump` makes its tables anew and fills them. */
  const copied = async (by: "template" | "dump"): Promise<Ledger> => {
    const server = await testDatabaseServer()
    const [source, name] = [await nameOfRoom(), randomDatabaseName("copy")]
    const close = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1"
    if (by === "template") await withConnection(server.url(), (client) => client.query(close, [source]))
    const ledger = openAt(await server.createDatabase(name, ...(by === "template" ? [source] : [])))
    opened.push({ name, ledger })
    if (by === "dump") {
      for (const query of await migrationQueries()) await ledger.knex.raw(query)
      const rows = new LedgerRows(ledger.knex)
      for (const table of LEDGER_TABLES) await rows.putBack(table, await room.rows.of(table))
    }
    return ledger
  }
  const sentBy = async ({ deps }: Ledger) => {
    const before = room.calls().length
    await runPending(deps, room.medusa)
    return room.calls().slice(before)
  }
  /** A placed order whose delivery is due to be confirmed, in a store that has taken its mark. */
  const due = async () => {
    const { id, order } = await room.placed()
    expect(await checkStore(room.accountDeps)).toBeNull()
    await room.orderChanges(id, { deliveredAt: new Date() })
    await room.enqueue(id, "confirm_delivery")
    return { id, order }
  }

  afterEach(async () => {
    for (const { name, ledger } of opened.splice(0)) {
      await ledger.deps.accounts.close()
      await ledger.knex.destroy()
      await (await testDatabaseServer()).dropDatabase(name)
    }
  })

  it("the same database is never held: not by a restart, another name of its host, other accounts or two processes at once", async () => {
    const { id } = await due()
    const url = new URL((await testDatabaseServer()).url(await nameOfRoom()))
    url.hostname = url.hostname === "localhost" ? "127.0.0.1" : "localhost"
    const others = [openAt(url.href), openAt(url.href, { mode: "live", timeoutMs: 2000, username: "another" })]
    try {
      const answers = await Promise.all([room.accountDeps, ...others.map(({ deps }) => deps)].map(checkStore))
      expect(answers).toEqual([null, null, null])
    } finally {
      for (const { deps, knex } of others) await Promise.all([deps.accounts.close(), knex.destroy()])
    }
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "delivered" })
  })

  it("tells databases apart by their numbers, and never by what could not be read", () => {
    const known: Database = { oid: "16384", table: "16900", major: 17, system: "7" }
    const is = (change: Partial<Database>) => isSameDatabase(known, { ...known, ...change })
    expect([is({}), is({ system: null })]).toEqual([true, true])
    expect([is({ oid: "1" }), is({ table: "1" }), is({ system: "8" })]).toEqual([false, false, false])
    // A major upgrade in place keeps the numbers and makes a new system identifier.
    expect(is({ system: "8", major: 18 })).toBe(true)
  })

  it("if the database can't be read, nothing is held", async () => {
    const { deps, knex, logged } = openAt((await testDatabaseServer()).url("template1"))
    expect(await checkStore(deps)).toBeNull()
    expect(logged).toEqual([expect.stringContaining("could not be checked")])
    await knex.destroy()
  })

  it.each(["template", "dump"] as const)(
    "nothing is sent from a copy by %s, and new leases there go on",
    async (by) => {
      const { id, order } = await due()
      const copy = await copied(by)
      expect(await checkStore(copy.deps)).toMatchObject({ held_by: "database" })
      expect(await sentBy(copy)).toEqual([])
      const lease = await copy.deps.store.byId(id)
      if (!lease) throw new Error("The copy has no lease.")
      for (const asked of [
        cancelContract(ofLease(copy.deps, lease), lease, ANA),
        checkShippable(copy.deps, lease, order),
        checkCapturable(copy.deps, id, async () => order),
      ])
        await expect(asked).rejects.toMatchObject({ code: "store_held" })
      expect(copy.logged.filter((line) => line.includes("--same-store"))).toHaveLength(1)
      await checkStore(copy.deps)
      expect(copy.logged.filter((line) => line.includes("--same-store"))).toHaveLength(1)

      const young = { created_at: new Date(Date.now() + 1000) }
      await new LedgerRows(copy.knex).change("lease", young, { id })
      expect(await sentBy(copy)).toContain(routes.delivery)
    },
  )

  it("another database is taken for the same if nothing in it could be harmed", async () => {
    await room.delivered()
    await room.applied()
    await checkStore(room.accountDeps)
    const copy = await copied("dump")
    const before = await copy.deps.store.holds.read()
    expect(await checkStore(copy.deps)).toBeNull()
    expect(copy.logged).toEqual([])
    const { database } = (await copy.deps.store.holds.read()) ?? {}
    expect(database).toEqual(await copy.deps.store.holds.database())
    expect(database).not.toEqual(before?.database)
  })

  it("a lease that is over and has an open call could be harmed", async () => {
    const { id } = await room.delivered()
    await room.enqueue(id, "return_lease", new Date(Date.now() + HOUR))
    await checkStore(room.accountDeps)
    expect(await checkStore((await copied("dump")).deps)).toMatchObject({ held_by: "database" })
  })

  it("a held lease could be harmed, because staff could release it, except in a copy that is known as one", async () => {
    await room.placed()
    await room.holdUnfinished()
    await checkStore(room.accountDeps)
    expect(await checkStore((await copied("dump")).deps)).toMatchObject({ held_by: "database" })
    await room.accountDeps.store.holds.take(await room.accountDeps.store.holds.database(), { copied: true })
    expect(await checkStore((await copied("dump")).deps)).toBeNull()
  })

  it("a lease that began by a clock that is ahead is held, too", async () => {
    const { id } = await due()
    await room.rows.change("lease", { created_at: new Date(Date.now() + HOUR) }, { id })
    const copy = await copied("dump")
    await checkStore(copy.deps)
    expect(await sentBy(copy)).toEqual([])
  })

  it("a role that may not read the server's identifier leaves the mark as it is", async () => {
    await due()
    const { holds } = room.accountDeps.store
    const mark = await holds.read()
    const database = { ...(await holds.database()), system: null }
    expect(await holds.compare(database, { isHeldByOption: false, kinds: [] })).toEqual(mark)
  })

  it("a comparison that a command overtakes doesn't hold the store", async () => {
    await due()
    const { holds } = (await copied("dump")).deps.store
    const stale = await holds.read()
    await holds.take(await holds.database(), { copied: false })
    const late = Object.assign(Object.create(holds), { read: jest.fn().mockResolvedValueOnce(stale) })
    late.read.mockImplementation(() => holds.read())
    const answer = await late.compare(await holds.database(), { isHeldByOption: false, kinds: [] })
    expect(answer).toMatchObject({ held_since: null })
  })

  it("the original goes on beside its copy", async () => {
    const { id } = await due()
    await checkStore((await copied("dump")).deps)
    expect(await checkStore(room.accountDeps)).toBeNull()
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "delivered" })
  })

  it("--same-store: calls go on", async () => {
    await due()
    const copy = await copied("dump")
    await checkStore(copy.deps)
    await recordSameStore(copy.deps)
    expect(await checkStore(copy.deps)).toBeNull()
    expect(await sentBy(copy)).toContain(routes.delivery)
  })

  it("--restored-to: each lease that isn't over is held by itself, the store isn't, and it can be repeated", async () => {
    const { id } = await due()
    const copy = await copied("dump")
    await checkStore(copy.deps)
    const time = new Date()
    expect([await recordRestore(copy.deps, time), await recordRestore(copy.deps, time)]).toEqual([1, 0])
    expect(await checkStore(copy.deps)).toBeNull()
    expect(await sentBy(copy)).toEqual([])
    expect(await copy.deps.store.byId(id)).toMatchObject({ alerts: [{ code: "held" }] })
  })

  it("--copy: open calls are closed and leases held for good", async () => {
    const { id } = await due()
    const copy = await copied("template")
    await checkStore(copy.deps)
    expect(await recordCopy(copy.deps)).toEqual({ held: 1, closed: 1 })
    expect(await recordCopy(copy.deps)).toEqual({ held: 0, closed: 0 })
    expect(await checkStore(copy.deps)).toBeNull()
    expect(await sentBy(copy)).toEqual([])
    const lease = await copy.deps.store.byId(id)
    if (!lease) throw new Error("The copy has no lease.")
    expect(await copy.deps.store.pendingCalls.ofLease(id)).toMatchObject([{ state: "resolved_by_hand" }])
    await expect(releaseHold(copy.deps, lease, ANA)).rejects.toMatchObject({ code: "release_copied" })
  })

  it("--copy changes nothing in the original, whose calls would be lost", async () => {
    const { id } = await due()
    expect(await reportStore(room.accountDeps, "copy")).toMatchObject({ failed: 1 })
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "delivered" })
  })

  it("--copy: the shoppers' emails that wait are the original's to send", async () => {
    await due()
    const copy = await copied("template")
    await checkStore(copy.deps)
    const mails = async () => {
      const rows = await new LedgerRows(copy.knex).of("lease_announcement")
      return rows.filter(({ mail_at }) => mail_at !== null)
    }
    expect(await mails()).not.toEqual([])
    await recordCopy(copy.deps)
    expect(await mails()).toEqual([])
  })

  it("the doctor names a hold, a standby, and nothing otherwise", async () => {
    await due()
    expect(await databaseProblem(room.accountDeps)).toBeNull()
    const copy = await copied("dump")
    expect(await databaseProblem(copy.deps)).toContain("--copy")
    const { store } = room.accountDeps
    const holds = Object.assign(Object.create(store.holds), { isStandby: async () => true })
    const standby = { ...room.accountDeps, store: Object.assign(Object.create(store), { holds }) }
    expect(await databaseProblem(standby)).toContain("primary")
    expect(await store.holds.isStandby()).toBe(false)
  })

  it("option holdCalls holds the leases begun so far, until a command", async () => {
    const { id } = await due()
    const held = openAt((await testDatabaseServer()).url(await nameOfRoom()), { holdCalls: true })
    try {
      expect(await checkStore(held.deps)).toMatchObject({ held_by: "option" })
      expect(await sentBy(held)).toEqual([])
      // Without the option, too: a copy's environment may have lost it.
      expect(await checkStore(room.accountDeps)).toMatchObject({ held_by: "option" })
      await room.later(HOUR)
      expect(await room.lease(id)).toMatchObject({ status: "placed" })
    } finally {
      await Promise.all([held.deps.accounts.close(), held.knex.destroy()])
    }
    await recordSameStore(room.accountDeps)
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "delivered" })
  })

  it("--same-store while the holdCalls option is on: says that calls stay held, and how to go on", async () => {
    await due()
    const held = openAt((await testDatabaseServer()).url(await nameOfRoom()), { holdCalls: true })
    try {
      const { lines, failed } = await reportStore(held.deps, "same-store")
      expect(lines.join("\n")).toMatch(
        /This database is now recorded as the store's own\.\n.*holdCalls option is on.* remove the option/,
      )
      expect(failed).toBe(1)
      expect(await sentBy(held)).toEqual([])
    } finally {
      await Promise.all([held.deps.accounts.close(), held.knex.destroy()])
    }
    const { lines, failed } = await reportStore(room.accountDeps, "same-store")
    expect([lines, failed]).toEqual([
      ["lease-to-own: This database is now recorded as the store's own. Calls continue."],
      0,
    ])
  })

  it("option holdCalls holds a copy until --copy, and the next copy again", async () => {
    await due()
    const held = openAt((await testDatabaseServer()).url(await nameOfRoom()), { holdCalls: true })
    try {
      expect(await checkStore(held.deps)).toMatchObject({ held_by: "option" })
      expect(await reportStore(held.deps, "copy")).toMatchObject({ failed: 0 })
      expect(await checkStore(held.deps)).toBeNull()
      // The rows of another dump of production, put into the same tables.
      await room.rows.change("lease_store", { copied_at: null }, { id: "store" })
      expect(await checkStore(held.deps)).toMatchObject({ held_by: "option" })
    } finally {
      await Promise.all([held.deps.accounts.close(), held.knex.destroy()])
    }
  })
})
