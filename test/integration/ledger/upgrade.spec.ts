import { cardOf, HistoryReader, LEASE_STATUSES, LeaseList, type LeaseRecord, openLink } from "../../support/ledger"
import { facts } from "../../unit/modules/lease/support/card-facts"
import { applicant } from "../support/applicant"
import { widgetOptions } from "../support/hosted-lease"
import { application, cartOf, describeLedger } from "../support/ledger-room"
import { makeTables, migrate, migrationNames, restoreOldLedger, rollBack, statementsOf } from "../support/old-ledger"

const KEY = Buffer.from("5e".repeat(32), "hex")

describeLedger(
  "a database of version 0.1.0",
  (room) => {
    beforeEach(async () => {
      await restoreOldLedger(room)
    })
    // The next test empties the tables of today.
    afterEach(() => makeTables(room))

    /** The lease whose cart was given this name. */
    const leaseOf = async (name: string) => {
      const lease = await room.ledger.store.ofCart(`cart_${name}`)
      if (!lease) throw new Error(`There is no lease ${name}.`)
      return lease
    }
    const cartNamed = (name: string) =>
      cartOf({ id: `cart_${name}`, email: `${name.replaceAll("_", "-")}@shopper.example` })
    const tables = () =>
      room.sql(
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and table_name like 'lease%' order by 1`,
      )
    const rows = () =>
      room.sql(
        "select (select count(*) from lease)::int as leases, (select count(*) from lease_event)::int as entries, (select count(*) from lease_task)::int as calls, (select count(*) from lease_attempt)::int as attempts",
      )
    const made = () => room.sql("select name from mikro_orm_migrations order by name")

    /** Makes the application of an old lease in today's sandbox, with its cart, in this state there. Its order stands in Medusa. */
    const atService = async (name: string, state?: string) => {
      const lease = await leaseOf(name)
      const { service } = room.ledger
      const form = applicant()
      const parsed = service.readForm({ ...form, customer: { ...form.customer, ssn: `512-70-${1000 + people++}` } })
      const { applicationId } = await service.submitApplication(parsed.data as never)
      if (!applicationId) throw new Error("The application was not approved.")
      if (lease.snapshot) await service.recordCart(applicationId, lease.snapshot.cart)
      if (state) {
        await room.becomes({ application_id: applicationId }, state)
      }
      await room.sql("update lease set application_id = ? where id = ?", [applicationId, lease.id])
      return leaseOf(name)
    }
    let people = 0

    it("holds a lease in every status, of both ways, and a call in every state", async () => {
      const found = await room.sql("select distinct status from lease")
      expect(found.map(({ status }) => status).sort()).toEqual([...LEASE_STATUSES].sort())
      expect(await room.sql("select distinct way from lease order by way")).toHaveLength(2)
      expect(await room.sql("select distinct state from lease_task")).toHaveLength(6)
    })

    it("comes to the tables of today, row by row", async () => {
      const before = await rows()
      await migrate(room)
      const upgraded = await tables()
      expect(await rows()).toEqual(before)
      expect(await made()).toHaveLength(migrationNames.length)
      await makeTables(room)
      expect(upgraded).toEqual(await tables())
    })

    it("can be read: list, search, card with its next step, history, calls", async () => {
      await migrate(room)
      const list = new LeaseList(room.knex, "UTC")
      const { leases, count } = await list.page({}, { limit: 100 })
      // Leases for which no one applied show only when they are searched for.
      expect([leases.length, count]).toEqual([25, 25])
      for (const tab of ["needs_attention", "to_confirm", "awaiting", "signed_without_order", "without_order"] as const)
        await list.page({ tab }, { limit: 100 })
      const all = (await room.sql("select * from lease")) as unknown as LeaseRecord[]
      for (const lease of all) {
        const tasks = await room.ledger.store.tasks.ofLease(lease.id)
        const card = cardOf({ ...facts({ tasks }), lease, ...(lease.order_id ? {} : { order: null }) }, "the operator")
        expect([lease.cart_id, card.state]).toEqual([lease.cart_id, expect.any(String)])
        expect(await new HistoryReader(room.knex).page(lease.id, { limit: 20 })).not.toEqual([])
        expect((await list.page({ search: lease.reference }, { limit: 2 })).leases).toHaveLength(1)
      }
    })

    it("knows the last attempt of each lease, as a hash", async () => {
      const attempts = await room.sql(
        `select lease_id as id, encode(sha256(convert_to(attempt_id, 'UTF8')), 'hex') as attempt_hash from lease_attempt`,
      )
      const [{ id } = {}] = attempts
      await room.sql(
        `insert into lease_attempt (id, lease_id, cart_id, attempt_id, requester, created_at)
         select 'earlier', lease_id, cart_id, 'earlier', requester, created_at - interval '1 hour' from lease_attempt where lease_id = ?`,
        [id],
      )
      await migrate(room)
      const known = await room.sql("select id, attempt_hash from lease where attempt_hash is not null order by id")
      const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
        String(one.id) < String(other.id) ? -1 : 1
      expect(known).toEqual(attempts.sort(byId))
    })

    it("opens its one-time URLs", async () => {
      await migrate(room)
      const { id, order_link, delivery_link } = await leaseOf("widget_placed")
      expect(openLink(order_link ?? "", KEY, id, "order")).toBe(
        "https://pay.operator.example/api/v1/update-order?leaseId=H-widget_placed&code=7",
      )
      expect(openLink(delivery_link ?? "", KEY, id, "delivery")).toContain("update-delivery")
    })

    it("goes on with an approved application, by the name of its attempt", async () => {
      await migrate(room)
      await atService("approved")
      const cart = cartNamed("approved")
      const { leaseKey } = await room.apply(application(cart, undefined, { attemptId: `attempt-of-${cart.id}` }))
      expect(await room.offer(cart, { leaseKey })).toMatchObject({ status: "offered", amount: 43_999 })
    })

    it("places the order of a signed lease", async () => {
      await migrate(room)
      await atService("signed", "Lease Accepted")
      const cart = cartNamed("signed")
      const { lease } = await room.startOrder({ cart, sessionId: "payses_signed" })
      await room.recordOrder({
        id: "order_signed",
        displayId: 99,
        cartId: cart.id,
        sessionIds: ["payses_signed"],
        fingerprint: lease.fingerprint,
      })
      expect(await leaseOf("signed")).toMatchObject({ status: "placed", order_id: "order_signed" })
    })

    it("is looked at by the job, lease by lease, and none of them stops it", async () => {
      await migrate(room)
      await room.sql("update lease set look_at = now() - interval '1 second'")
      const { looked } = await room.run()
      expect(looked).toBeGreaterThanOrEqual(27)
      expect(room.logged.filter((line) => line.includes("could not be looked at"))).toEqual([])
    })

    it("is as it was when the migration is killed in the middle, and comes through when it runs again", async () => {
      const before = { tables: await tables(), rows: await rows(), made: await made() }
      // The fifth migration passes; the sixth waits for this lock.
      const holder = await room.knex.transaction()
      await holder.raw("lock table lease_attempt in access share mode")
      const migrating = migrate(room).catch((error: Error) => error)
      await killWhoeverWaits()
      expect(await migrating).toBeInstanceOf(Error)
      await holder.rollback()
      expect({ tables: await tables(), rows: await rows(), made: await made() }).toEqual(before)
      await migrate(room)
      expect(await made()).toHaveLength(migrationNames.length)
      expect(await rows()).toEqual(before.rows)
    })

    async function killWhoeverWaits(): Promise<void> {
      for (;;) {
        const killed = await room.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ilike '%lease_attempt%'`,
        )
        if (killed.length) return
        await new Promise((soon) => setTimeout(soon, 20))
      }
    }

    it("is rolled back by one migration at a time, down to nothing", async () => {
      await migrate(room)
      const kept = await rows()
      for (let left = migrationNames.length - 1; left > 0; left--) {
        await rollBack(room)
        expect([left, (await made()).length]).toEqual([left, left])
        expect(await rows()).toEqual(kept)
      }
      await rollBack(room)
      expect([await tables(), await made()]).toEqual([[], []])
      await rollBack(room)
    })

    it("is not rolled back to one lease an order while an order has two, and loses nothing by the try", async () => {
      await migrate(room)
      const replaced = "Migration20261123190000"
      while ((await made()).at(-1)?.name !== replaced) await rollBack(room)
      await room.sql(
        `insert into lease (id, reference, cart_id, way, status, currency_code, order_id, lease_key_hashes, attention, status_at, evidence)
         select 'lease_new', 'L-NEW', 'cart_new', 'application', 'cancelled', 'usd', order_id, '[]', '[]', now(), 'none'
         from lease where order_id is not null and status = 'placed' limit 1`,
      )
      const before = { tables: await tables(), rows: await rows(), made: await made() }
      await expect(rollBack(room)).rejects.toThrow("IDX_lease_one_per_order")
      expect({ tables: await tables(), rows: await rows(), made: await made() }).toEqual(before)
      const [{ indexdef } = {}] = await room.sql(
        "select indexdef from pg_indexes where indexname = 'IDX_lease_one_per_order'",
      )
      expect(indexdef).toContain("superseded")
    })

    it("has its rows after each migration was taken back and made again", async () => {
      await migrate(room)
      const kept = await rows()
      const make = async (name: string, way: "up" | "down") => {
        for (const query of await statementsOf(name, way)) await room.knex.raw(query)
      }
      for (const name of migrationNames.slice(1).reverse()) {
        await make(name, "down")
        const without = await tables()
        await make(name, "up")
        expect([name, await rows()]).toEqual([name, kept])
        await make(name, "down")
        expect([name, await tables()]).toEqual([name, without])
      }
      for (const name of migrationNames.slice(1)) await make(name, "up")
      expect(await rows()).toEqual(kept)
    })
  },
  widgetOptions,
)
