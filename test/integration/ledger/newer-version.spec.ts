import {
  ACTION_KEYS,
  cardFacts,
  checkAllowed,
  historyFacts,
  type LeaseRecord,
  leaseCard,
  rowCard,
} from "../../../src/modules/lease/ledger"
import { ANA, application, DAY, describeLedger, HOUR, type LedgerRoom, MINUTE, routes } from "../support/ledger-room"

type Plant = (room: LedgerRoom, id: string) => Promise<unknown>

const set =
  (column: string, value: string): Plant =>
  (room, id) =>
    room.sql(`update lease set ${column} = ? where id = ?`, [value, id])

/** What only a newer version knows. Each plant is a placed lease whose delivery is due to be confirmed. */
const PLANTS: Record<string, Plant> = {
  "a status": set("status", "exchanging"),
  "an evidence": set("evidence", "notarized"),
  "a flow": set("flow", "kiosk"),
  "an alert": set("alerts", JSON.stringify([{ code: "goods_lost", params: {}, since: "2026-11-29T08:00:00Z" }])),
  "an open call": async (room, id) => {
    await room.enqueue(id, "exchange_goods" as never)
  },
  "a call's state": (room, id) =>
    room.sql("update lease_pending_call set state = 'paused' where lease_id = ? and kind = 'confirm_delivery'", [id]),
}

const CHECKS = [
  ...["lease_status_check", "lease_evidence_check", "lease_flow_check"].map((name) => ["lease", name]),
  ["lease_pending_call", "lease_pending_call_state_check"],
  ["lease_event", "lease_event_actor_check"],
] as const

describeLedger(
  "what a newer version of the plugin has written",
  (room) => {
    // A migration that adds a value has widened these.
    beforeAll(async () => {
      for (const [table, check] of CHECKS) await room.sql(`alter table ${table} drop constraint ${check}`)
    })

    /** A placed lease whose goods have arrived. */
    async function arrived() {
      const begun = await room.placed()
      await room.orderChanges(begun.id, { deliveredAt: new Date(), shippedAt: new Date(), shipped: true, delivered: 1 })
      await room.announce()
      return { ...begun, lease: await room.lease(begun.id) }
    }
    async function planted(plant: Plant) {
      const begun = await arrived()
      await room.enqueue(begun.id, "confirm_delivery")
      await plant(room, begun.id)
      return { ...begun, lease: await room.lease(begun.id) }
    }
    const rows = async (id: string) => [
      await room.sql("select * from lease where id = ?", [id]),
      await room.sql("select * from lease_pending_call where lease_id = ? order by id", [id]),
      await room.sql("select * from lease_event where lease_id = ? order by seq", [id]),
    ]
    /** Without the time of the next reconciliation. */
    const withoutTurn = ([leases = [], ...more]: Record<string, unknown>[][]) => [
      leases.map((lease) => ({ ...lease, reconcile_at: null })),
      ...more,
    ]
    const sourcesOf = async (lease: LeaseRecord, order: Parameters<typeof rowCard>[1]["order"]) => {
      const pendingCalls = await room.pendingCalls(lease.id)
      const read = { lease, order, pendingCalls, returnChecked: undefined, lastReturn: null }
      const facts = cardFacts(room.accountDeps, read, room.accountDeps.now())
      const history = await room.history(lease.id)
      const newest = new Map(history.map((entry) => [entry.type, entry]))
      return {
        ...{ lease, order, facts, recent: history, newest, lastReturn: null, former: null, next: null },
        ...{ names: new Map<string, string>(), permitted: true },
      }
    }

    describe.each(Object.entries(PLANTS))("%s", (name, plant) => {
      it("the job leaves its lease as it is, does everything for the others, and logs it once", async () => {
        const { id } = await planted(plant)
        const { id: other } = await arrived()
        const before = await rows(id)
        for (const ms of [0, 2 * HOUR, DAY, 30 * DAY]) await room.later(ms)
        await room.run({ leaseId: id })
        await room.cleanUp()
        expect(withoutTurn(await rows(id))).toEqual(withoutTurn(before))
        expect(await room.lease(other)).toMatchObject({ status: "delivered" })
        expect(room.count(routes.delivery)).toBe(1)
        expect(room.logged.filter((line) => /newer version/.test(line))).toHaveLength(1)
      })

      it("a process of the newer version finds everything as it left it", async () => {
        const { id, lease } = await planted(() => Promise.resolve())
        const before = await rows(id)
        await plant(room, id)
        await room.later(2 * HOUR)
        // What this process doesn't know is known to the newer one.
        const { status, evidence, flow, alerts, reconcile_at } = lease
        await room.sql(
          "update lease set status = ?, evidence = ?, flow = ?, alerts = ?, reconcile_at = ? where id = ?",
          [...[status, evidence, flow, JSON.stringify(alerts), reconcile_at, id]],
        )
        await room.sql("update lease_pending_call set state = 'due' where lease_id = ? and state = 'paused'", [id])
        await room.sql("delete from lease_pending_call where kind = 'exchange_goods'")
        expect(withoutTurn(await rows(id))).toEqual(withoutTurn(before))
        await room.run()
        expect(await room.lease(id)).toMatchObject({ status: "delivered" })
        expect(room.count(routes.delivery)).toBe(1)
      })

      it("staff see the alert and the next step, and every action is refused in words", async () => {
        const { lease, order } = await planted(plant)
        const sources = await sourcesOf(lease, order)
        const card = leaseCard(room.accountDeps, sources)
        expect(card).toMatchObject({
          ...{ state: "needs_attention", main_alert: "newer_version" },
          next_step: { code: "update_process" },
        })
        for (const key of ACTION_KEYS)
          expect(() => checkAllowed(room.accountDeps, sources, key)).toThrow(/A newer version of the plugin/)
        const row = rowCard(room.accountDeps, { ...sources.facts, lease, returnChecked: undefined }, new Date())
        expect(row).toMatchObject({ state: "needs_attention", main_alert: "newer_version", can_mark_delivered: false })
        const listed: string[] = []
        for await (const leases of room.accountDeps.leases.all({ newer: true }))
          listed.push(...leases.map(({ id }) => id))
        expect(listed).toEqual(name === "a call's state" ? [] : [lease.id])
      })

      it("nothing ships, is captured, refunded, canceled or returned for it", async () => {
        const { lease, order } = await planted(plant)
        const sent = room.calls().length
        const refused = [
          room.checkShippable(lease, order),
          room.checkCapturable(lease.id, async () => order),
          room.cancelContract(lease, ANA),
          room.returnLease(lease, { actor: ANA }),
          room.endBeforeOrder(lease, ANA),
          room.confirmDelivery(lease, { date: "2026-11-29", order, actor: ANA }),
        ]
        for (const each of await Promise.allSettled(refused)) expect(each).toMatchObject({ status: "rejected" })
        expect(
          room
            .calls()
            .slice(sent)
            .filter((call) => call !== routes.pricing),
        ).toEqual([])
        expect(await room.lease(lease.id)).toEqual(lease)
      })

      it("an erasure leaves its person as a whole, and the export has every row", async () => {
        const { lease } = await planted(plant)
        const person = { customerId: String(lease.customer_id) }
        const { kept } = await room.erasePerson(person, { includeDelivered: true, actor: ANA })
        expect(kept).toHaveLength(1)
        const exported: unknown[] = []
        for await (const row of room.exportPerson(person)) exported.push(row)
        const { leases, history, calls, applications } = await room.countPerson(person)
        expect(exported).toHaveLength(leases + history + calls + applications)
        await room.sql("update lease set status_at = ? where id = ?", [new Date(0), lease.id])
        expect(await room.eraseAged(1)).toBe(0)
        expect(await room.lease(lease.id)).toMatchObject({ erased_at: null })
      })
    })

    it.each(["a status", "an evidence", "a flow", "an alert"])(
      "%s: the shopper reads that the lease is being checked, and can't go on",
      async (name) => {
        const { cart, id, shopper } = await room.handedOut()
        await PLANTS[name]?.(room, id)
        const lease = await room.lease(id)
        const view = await room.shopView(cart, lease, { elsewhere: null, codes: false, isOn: true })
        expect(view).toMatchObject({ step: "unavailable", messages: [{ code: "lease_checking" }] })
        expect(Object.values(view.actions).every(({ allowed }) => !allowed)).toBe(true)
        const sent = room.calls().length
        for (const refused of [
          room.offer(cart, shopper),
          room.contract(cart, shopper),
          room.verifySignature(cart.id, shopper),
          room.apply(application(cart)),
          room.startOrder({ cart, sessionId: "payses_1", shopper }),
        ])
          await expect(refused).rejects.toMatchObject({ name: "LedgerRefusal" })
        expect(room.calls()).toHaveLength(sent)
        expect(await room.lease(id)).toEqual(lease)
      },
    )

    it("a lapsed status is left to the newer version", async () => {
      const { cart, id } = await room.signed()
      await room.sql("update lease set status = 'placing', status_at = ? where id = ?", [new Date(0), id])
      await PLANTS["an alert"]?.(room, id)
      expect(await room.leaseFor(cart, {}, false)).toBeTruthy()
      expect(await room.lease(id)).toMatchObject({ status: "placing" })
    })

    it("an order that was placed is left for the newer version to record", async () => {
      const { id, order } = await room.placed()
      await PLANTS["a status"]?.(room, id)
      await room.sql("update lease set order_id = null, reconcile_at = null where id = ?", [id])
      await room.recordOrder(order)
      expect(await room.lease(id)).toMatchObject({ order_id: null, alerts: [], reconcile_at: expect.any(Date) })
    })

    it("a call's error is shown by its code", async () => {
      const { lease, order } = await arrived()
      await room.enqueue(lease.id, "confirm_delivery")
      await room.sql("update lease_pending_call set attempts = 1, last_error = ? where lease_id = ?", [
        JSON.stringify({ code: "exchange_refused", params: {}, at: new Date().toISOString() }),
        lease.id,
      ])
      const card = leaseCard(room.accountDeps, await sourcesOf(lease, order))
      expect(card.alerts).toMatchObject([{ code: "delivery_failed", error: { message: "exchange_refused" } }])
    })

    it("an entry of the history is shown by its type", async () => {
      const { id } = await room.placed()
      await room.sql("update lease_event set type = 'exchanged', actor = 'courier' where lease_id = ?", [id])
      const [entry] = historyFacts(await room.history(id), new Map())
      expect(entry).toMatchObject({ key: "exchanged", by: "courier" })
    })

    describe("an announcement", () => {
      const unknown = () =>
        room.sql("select * from lease_announcement where name = 'lease.exchanged' or alert = 'goods_lost'")
      it.each([
        ["event", "name = 'lease.exchanged'"],
        ["alert", "name = 'lease.needs_attention', alert = 'goods_lost', feed_at = bus_at"],
      ])("about an unknown %s is kept, and so are its lease's later ones", async (_, change) => {
        const { id } = await room.signed()
        const { id: other } = await room.signed()
        await room.sql(
          `update lease_announcement set ${change}, mail_at = bus_at where lease_id = ? and seq = (
          select min(seq) from lease_announcement where lease_id = ?)`,
          [id, id],
        )
        const before = await unknown()
        room.pass(DAY)
        await room.run()
        expect(await unknown()).toEqual(before)
        expect(before).toHaveLength(1)
        const told = room.emitted.map(({ data }) => data.id)
        expect(told).not.toContain(id)
        expect(told).toContain(other)
        await room.run()
        expect(room.logged.filter((line) => line.includes("newer version"))).toHaveLength(1)
      })
    })

    it("what the job looks for is found by indexes", async () => {
      await planted(PLANTS["an open call"] as Plant)
      for (const query of await room.queries(() => room.later(MINUTE)))
        if (/lease_pending_call|from "?lease"?/.test(query.sql))
          expect([query.sql, await room.isIndexed(query)]).toEqual([query.sql, true])
    })
  },
  { notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } } },
)
