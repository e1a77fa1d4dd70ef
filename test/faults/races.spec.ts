import { isDatabaseGone } from "../../src/modules/lease/ledger"
import { LedgerRefusal } from "../../src/modules/lease/texts/messages"
import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { type Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import type { Process } from "./support/process"
import { describeFaults } from "./support/room"
import { FULL } from "./support/size"

/** A short run tries each race once; more repetitions only make rare interleavings more likely. */
const MANY = FULL ? 20 : 6
const ROUNDS = FULL ? 10 : 1

/** Everything happens at once, in one process and in several on one database. */
describeFaults("concurrent operations", (room) => {
  type Stage = Parameters<typeof customerAt>[1]
  const one = (stage: Stage) => customerAt(room.main, stage)
  const at = (stage: Stage, count: number) => Promise.all(Array.from({ length: count }, () => one(stage)))
  const statuses = (customers: Customer[]) =>
    Promise.all(customers.map(async (customer) => (await customer.lease(room.main)).status))
  const all = (works: (() => Promise<unknown>)[]) => Promise.all(works.map(allowRefusal))
  const effects = (route: string) =>
    room.sandbox.journal().filter((entry) => entry.route === route && entry.done).length

  it(`one cart completed ${MANY} times by two processes becomes one order`, async () => {
    const customer = await one("verified")
    const other = room.start()
    await all(Array.from({ length: MANY }, (_, index) => () => customer.place(index % 2 ? other : room.main)))
    expect(await room.main.shop.orders()).toHaveLength(1)
    expect(await brokenNow(room)).toEqual([])
    expect(await brokenAtRest(room)).toEqual([])
    expect(await statuses([customer])).toEqual(["placed"])
  })

  const jobs = (customer: Customer, process: Process) => [
    () => customer.refund(process),
    () => customer.cancelOrder(process),
    () => process.runJob(),
    () => customer.deliverOrderEvent(process),
    () => customer.refund(process),
  ]

  it.each([
    ["paid", "canceled", "DELETE /application/contract"],
    ["delivered", "returned", "POST /application/return"],
  ] as const)(
    "a lease that is %s and refunded, canceled and processed at once is %s once",
    async (stage, end, route) => {
      for (let round = 0; round < ROUNDS; round++) {
        await room.empty()
        const customer = await one(stage)
        const others = [room.main, room.start(), room.start()]
        await all(Array.from({ length: 10 }, (_, index) => jobs(customer, others[index % 3] ?? room.main)).flat())
        expect(await brokenNow(room)).toEqual([])
        expect(await brokenAtRest(room)).toEqual([])
        expect(await statuses([customer])).toEqual([end])
        expect(effects(route)).toBe(1)
      }
    },
  )

  /** The database closes all connections several times during `work`. */
  async function failingOver(work: Promise<unknown>[]): Promise<void> {
    const ended = Promise.allSettled(work)
    for (let times = 0; times < 5; times++)
      await room.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
    // A cart's lock is lost with its connection; the shop's table then rejects a second order.
    const isSecond = (reason: { code?: string }) => reason.code === "23505"
    for (const { status, reason } of (await ended) as PromiseRejectedResult[])
      if (status === "rejected" && !(reason instanceof LedgerRefusal || isDatabaseGone(reason) || isSecond(reason)))
        throw reason
    // A lost connection is noticed on its next use.
    for (let times = 0; times < 10; times++) await room.main.runJob().catch(() => null)
    expect(await brokenNow(room)).toEqual([])
  }

  it("repeated database failovers lose no contract and no order", async () => {
    const customers = await at("verified", MANY)
    room.pass(3 * 60_000)
    const other = room.start()
    for (let round = 0; round < ROUNDS + 2; round++) {
      const work = [
        ...customers.flatMap((customer) => [room.main, other].map((process) => customer.place(process))),
        ...[room.main, other, room.main].map((process) => process.runJob()),
      ]
      await failingOver(work)
    }
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(customers))).toEqual(new Set(["placed"]))
    expect(await room.main.shop.orders()).toHaveLength(MANY)
    expect(effects("DELETE /application/contract")).toBe(0)
  })

  /** The shopper goes through the remaining steps up to the order. */
  async function goOn(customer: Customer): Promise<void> {
    room.pass(60_000)
    await allowRefusal(() => customer.offer(room.main))
    await allowRefusal(() => customer.contract(room.main))
    await customer.sign().catch(() => null)
    room.pass(3000)
    await allowRefusal(() => customer.verify(room.main))
    await allowRefusal(() => customer.place(room.main))
  }

  it("an approval used by two carts, two processes and a signature at once ends with one contract and one order", async () => {
    for (let round = 0; round < ROUNDS + 1; round++) {
      await room.empty()
      const first = await one("handed out")
      const carts = [first.copy(), first.copy()]
      for (const customer of carts) await customer.newCart(room.main)
      const other = room.start()
      await all([
        ...carts.flatMap((customer) => [room.main, other].map((process) => () => customer.takeApproval(process))),
        () => first.sign().catch(() => null),
        () => first.verify(other),
        () => room.main.runJob(),
      ])
      expect(await brokenNow(room)).toEqual([])
      room.pass(3000)
      await allowRefusal(() => first.verify(room.main))
      const holder = await room.sql("select cart_id from lease where status <> 'superseded'")
      expect(holder).toHaveLength(1)
      await goOn([first, ...carts].find(({ cart }) => cart.id === holder[0]?.cart_id) ?? first)
      expect(await brokenAtRest(room)).toEqual([])
      expect(await room.main.shop.orders()).toHaveLength(1)
      expect(room.sandbox.leases()).toHaveLength(1)
    }
  })

  /** Who else acts on an edited order while its contract is being replaced. */
  const RIVALS: [who: string, action: (customer: Customer, process: Process) => Promise<unknown>][] = [
    ["a second and a third click", (customer, process) => customer.replaceContract(process)],
    ["a cancellation of the order", (customer, process) => customer.cancelOrder(process)],
  ]

  it.each(RIVALS)(
    "replacing a contract beside %s leaves the order with one lease and one payment",
    async (_who, action) => {
      for (let round = 0; round < ROUNDS; round++) {
        await room.empty()
        const customer = await one("paid")
        await customer.editOrder(room.main)
        const other = room.start()
        await all([
          () => customer.replaceContract(room.main),
          ...[room.main, other].map((process) => () => action(customer, process)),
          () => room.main.runJob(),
          () => other.runJob(),
        ])
        expect(await brokenNow(room)).toEqual([])
        expect(await brokenAtRest(room)).toEqual([])
        expect(effects("DELETE /application/contract")).toBeLessThanOrEqual(2)
        await goOn(customer)
        expect(await brokenAtRest(room)).toEqual([])
      }
    },
  )

  it("a delivery that two people report while Medusa gets it, too, is confirmed once", async () => {
    for (let round = 0; round < ROUNDS + 2; round++) {
      await room.empty()
      const customer = await one("paid")
      await customer.shipGoods(room.main)
      const other = room.start()
      await all([
        () => customer.reportDelivery(room.main),
        () => customer.reportDelivery(other),
        () => customer.deliverGoods(round % 2 ? other : room.main),
        () => other.runJob(),
      ])
      expect(await brokenNow(room)).toEqual([])
      expect(await brokenAtRest(room)).toEqual([])
      expect(await statuses([customer])).toEqual(["delivered"])
      expect(effects("POST /application/cart/delivery")).toBe(1)
    }
  })

  it("several processes run the job, and each pending call takes effect once", async () => {
    const canceled = await at("paid", MANY)
    for (const customer of canceled) await customer.cancelInCode(room.main)
    const signed = await at("verified", MANY)
    room.pass(3 * 60_000)
    await room.sql("update lease set reconcile_at = now()")
    await Promise.all([room.main, room.start(), room.start()].map((process) => process.runJob()))
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(canceled))).toEqual(new Set(["canceled"]))
    expect(new Set(await statuses(signed))).toEqual(new Set(["placed"]))
    expect(effects("DELETE /application/contract")).toBe(MANY)
  })
})
