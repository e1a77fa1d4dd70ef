import { type Order, rowCard } from "../../../src/modules/lease/ledger"
import { openAlerts } from "../../../src/modules/lease/merchant/open-alerts"
import { ANA, cartOf, DAY, describeLedger, HOUR, type LedgerRoom, MINUTE, routes } from "../support/ledger-room"

const NOTE = "The carrier says that it takes longer."
const STAFF = { to: ["leases@store.example"] }
const WEEK = 7 * DAY

/** Ships everything now. */
async function ship(room: LedgerRoom, id: string, change: Partial<Order> = {}): Promise<void> {
  await room.orderChanges(id, { shipped: true, shippedAt: room.accountDeps.now(), ...change })
  await room.run()
}

async function send(room: LedgerRoom): Promise<string> {
  await room.announce()
  await room.sendNotices(room.medusa, () => false)
  await room.feedAlerts(room.medusa, () => false)
  return room.medusa.mails.at(-1)?.content.text ?? ""
}

function resolve(room: LedgerRoom, lease: Awaited<ReturnType<LedgerRoom["lease"]>>, order: Order) {
  const acknowledged = lease.alerts.map(({ code }) => code)
  return room.markResolved(lease, { outcome: "nothing", note: NOTE, acknowledged, order, actor: ANA })
}

describeLedger(
  "an order that nobody marks as delivered",
  (room) => {
    const orderOf = async (id: string) => {
      const lease = await room.lease(id)
      return (await room.medusa.factsOf([lease])).get(id)?.order as Order
    }
    /** The alerts after the job's next hourly check. */
    const within = async (ms: number, id: string) => {
      await room.later(ms)
      return room.alerts(id)
    }

    it("has an alert on its seventh day after the shipment and not a minute before, which the delivery closes", async () => {
      const { id } = await room.placed()
      await ship(room, id)
      const { reconcile_at } = await room.lease(id)
      expect(reconcile_at?.getTime()).toBeLessThanOrEqual(room.accountDeps.now().getTime() + HOUR)
      expect(await within(WEEK - MINUTE, id)).toEqual([])
      expect(await within(HOUR, id)).toEqual(["shipped_long_ago"])
      expect((await room.lease(id)).alerts).toMatchObject([{ params: { amount: "$439.99", days: "7" } }])
      expect(await room.accountDeps.leases.waiting(true)).toMatchObject({ overdue: [{ count: 1, amount: 43_999 }] })
      await room.orderChanges(id, { deliveredAt: room.accountDeps.now() })
      await room.run()
      expect(await room.lease(id)).toMatchObject({ status: "delivered", alerts: [] })
    })

    it("has another one three weeks after the signature if it hasn't shipped, until it has shipped long ago", async () => {
      const { id } = await room.placed()
      await room.run()
      expect(await within(3 * WEEK - HOUR, id)).toEqual([])
      expect(await within(2 * HOUR, id)).toEqual(["signed_long_ago"])
      await ship(room, id)
      expect(await within(WEEK - MINUTE, id)).toEqual(["signed_long_ago"])
      expect(await within(HOUR, id)).toEqual(["shipped_long_ago"])
    })

    it("has no alert for as many days again after staff resolved it, and then has it again", async () => {
      const { id } = await room.placed()
      await ship(room, id)
      await room.later(WEEK)
      const resolved = await resolve(room, await room.lease(id), await orderOf(id))
      expect(resolved).toMatchObject({ alerts: [], accepted_order: { total: 43_999, returned: 0 } })
      expect(await within(WEEK - MINUTE, id)).toEqual([])
      expect(await within(HOUR, id)).toEqual(["shipped_long_ago"])
    })

    it("keeps what staff accepted before, and its other differences still have their alerts", async () => {
      const { id } = await room.placed()
      await ship(room, id, { total: 45_000 })
      expect(await within(WEEK, id)).toEqual(["amount_differs"])
      await resolve(room, await room.lease(id), await orderOf(id))
      await room.run()
      expect(await room.alerts(id)).toEqual(["shipped_long_ago"])
      const { accepted_order } = await resolve(room, await room.lease(id), await orderOf(id))
      expect(accepted_order).toMatchObject({ total: 45_000, undelivered_at: expect.any(String) })
      await room.orderChanges(id, { total: 44_000 })
      await room.run()
      expect(await room.alerts(id)).toEqual(["amount_differs"])
    })

    it("has none while its lease is being canceled, nor afterward, and has it again if the service refused", async () => {
      const { id } = await room.placed()
      await room.run()
      await room.later(3 * WEEK)
      const cancel = async () => room.cancelContract(await room.lease(id), ANA).catch(({ code }) => code)
      room.sandbox.fault({ route: routes.cancel, fault: "drop-before", times: 10 })
      await cancel()
      expect((await room.lease(id)).status).toBe("canceling")
      await room.run()
      expect(await room.alerts(id)).not.toContain("signed_long_ago")
      await room.comeBack()
      room.sandbox.fault({ route: routes.cancel, fault: "409" })
      await room.later(HOUR)
      expect([(await room.lease(id)).status, await room.alerts(id)]).toEqual(["placed", expect.any(Array)])
      await room.run()
      expect(await room.alerts(id)).toContain("signed_long_ago")
      await cancel()
      expect(await room.lease(id)).toMatchObject({ status: "canceled", alerts: [] })
    })

    it("keeps its alert while it can't be read, as after a clock that was set back and forth", async () => {
      const { id } = await room.placed()
      await ship(room, id)
      await room.later(WEEK)
      room.pass(-DAY)
      await room.accountDeps.store.wake(id)
      await room.run()
      expect(await room.alerts(id)).toEqual([])
      room.pass(DAY)
      await room.accountDeps.store.wake(id)
      await room.run()
      expect(await room.alerts(id)).toEqual(["shipped_long_ago"])
      const { factsOf } = room.medusa
      room.medusa.factsOf = () => Promise.reject(new Error("an amount is malformed"))
      await room.later(2 * HOUR)
      expect(await room.alerts(id)).toEqual(["shipped_long_ago"])
      room.medusa.factsOf = factsOf
    })

    it("is in the notifications and in the digest, with its sum and days, and the digest ends with all such sums", async () => {
      const first = await room.placed()
      const second = await room.placed()
      for (const { id } of [first, second]) await ship(room, id)
      await room.accountDeps.store.raise(first.id, "mixed_up_answer")
      await room.later(WEEK)
      await room.rows.changeLease({ amount: 100_000 }, second.id)
      await send(room)
      expect(room.medusa.fed.map(({ title }) => title)).toContain("#1: Shipped, lease not started ($439.99, 7 days)")
      room.pass(DAY)
      const lines = (await send(room)).split("\n\n")
      expect(
        lines.filter((line) => line.includes("Shipped, lease not started ($439.99, 8 days), since ")),
      ).toHaveLength(1)
      expect(lines.at(-1)).toBe("$1,439.99 for these leases will be paid once their deliveries are confirmed.")
    })
  },
  { mode: "test", notices: { staff: STAFF } },
)

describeLedger(
  "the days until an alert about a missing delivery",
  (room) => {
    it("are those of the lease's account, for the job, the card's actions and the list", async () => {
      const ours = await room.placed()
      const maple = await room.placed({ cart: cartOf({ region_id: "reg_ca" }), consentVersion: "maple/default-2" })
      for (const { id } of [ours, maple]) await ship(room, id)
      await room.later(2 * DAY)
      expect([await room.alerts(ours.id), await room.alerts(maple.id)]).toEqual([[], ["shipped_long_ago"]])
      for (const { id } of [ours, maple]) await room.accountDeps.store.clear(await room.lease(id), "shipped_long_ago")
      const shown = [ours, maple].map(async ({ id }) => {
        const lease = await room.lease(id)
        const order = (await room.medusa.factsOf([lease])).get(id)?.order as Order
        const row = rowCard(
          room.accountDeps,
          { lease, order, pendingCalls: [], returnChecked: undefined },
          room.accountDeps.now(),
        )
        return [row.main_alert, (await openAlerts(room.accountDeps, lease, order)).map(({ code }) => code)]
      })
      expect(await Promise.all(shown)).toEqual([
        [null, []],
        ["shipped_long_ago", ["shipped_long_ago"]],
      ])
    })
  },
  {
    alertAfterDays: { shipped: false },
    accounts: [{ id: "maple", for: { region: "reg_ca" }, alertAfterDays: { shipped: 2 } }],
  },
)
