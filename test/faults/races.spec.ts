import { isDatabaseGone, LedgerRefusal, settle } from "../support/ledger"
import { give, startChild } from "./support/child"
import { type Customer, MERCHANT } from "./support/customer"
import { customerAt, type Stage } from "./support/journey"
import type { Process } from "./support/process"
import { allowRefusal, resume } from "./support/resume"
import { describeFaults } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"
import { readWorld } from "./support/world"

/** A short run meets each race once; how often it is met decides only whether a rare order of steps is among them. */
const MANY = FULL ? 20 : 6
const ROUNDS = FULL ? 10 : 1

/** Everything at once: in one process, in several on one database, and in real ones of the system. */
describeFaults("at once", (room) => {
  const at = async (stage: Stage, count: number): Promise<Customer[]> => {
    const customers: Customer[] = []
    for (let index = 0; index < count; index++) customers.push(await customerAt(room.main, stage))
    return customers
  }
  const statuses = (customers: Customer[]) =>
    Promise.all(customers.map(async (customer) => (await customer.lease(room.main)).status))
  const all = (works: (() => Promise<unknown>)[]) => Promise.all(works.map(allowRefusal))
  const effects = (route: string) =>
    room.sandbox.journal().filter((entry) => entry.route === route && entry.done).length

  it(`one cart is completed ${MANY} times by two processes, and is one order`, async () => {
    const [customer] = await at("verified", 1)
    const other = room.start()
    await all(
      Array.from({ length: MANY }, (_, index) => () => customer?.place(index % 2 ? other : room.main) ?? never()),
    )
    expect(await room.main.shop.orders()).toHaveLength(1)
    expect(await brokenNow(room)).toEqual([])
    expect(await brokenAtRest(room)).toEqual([])
    expect(await statuses([customer ?? never()])).toEqual(["placed"])
  })

  it(`${MANY} carts are completed twice each, beside the job, and are ${MANY} orders`, async () => {
    const customers = await at("verified", MANY)
    room.pass(3 * 60_000)
    const other = room.start()
    await all([
      ...customers.flatMap((customer) => [room.main, other].map((process) => () => customer.place(process))),
      () => room.main.runJob(),
      () => other.runJob(),
    ])
    expect(await brokenAtRest(room)).toEqual([])
    expect(await room.main.shop.orders()).toHaveLength(MANY)
    expect(new Set(await statuses(customers))).toEqual(new Set(["placed"]))
  })

  const jobs = (customer: Customer, process: Process) => [
    () => customer.refund(process),
    () => customer.cancelOrder(process),
    () => process.runJob(),
    () => customer.tellOfOrder(process),
    () => customer.refund(process),
  ]

  it.each([
    ["paid", "cancelled", "DELETE /application/contract"],
    ["delivered", "returned", "POST /application/return"],
  ] as const)("refunds, cancels and jobs meet at a lease that is %s, which is %s once", async (stage, end, route) => {
    for (let round = 0; round < ROUNDS; round++) {
      await room.empty()
      const [customer] = await at(stage, 1)
      if (!customer) return never()
      const others = [room.main, room.start(), room.start()]
      await all(Array.from({ length: 10 }, (_, index) => jobs(customer, others[index % 3] ?? room.main)).flat())
      expect(await brokenNow(room)).toEqual([])
      expect(await brokenAtRest(room)).toEqual([])
      expect(await statuses([customer])).toEqual([end])
      expect(effects(route)).toBe(1)
    }
  })

  it("a delivery is confirmed once, even if somebody cancels or refunds at that moment", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await room.empty()
      const [customer] = await at("paid", 1)
      if (!customer) return never()
      const other = room.start()
      await all([
        () => customer.deliverGoods(room.main),
        () => customer.cancelOrder(other),
        ...jobs(customer, other),
        ...jobs(customer, room.main),
      ])
      expect(await brokenNow(room)).toEqual([])
      expect(await brokenAtRest(room)).toEqual([])
    }
  })

  it("shoppers by the dozen whom core turns away for its lock on the stock are all ordered in the end", async () => {
    const customers = await at("verified", MANY)
    const turnedAway = customers.map((customer) => customer.place(room.main, "the stock is locked").catch(() => null))
    await all([() => Promise.all(turnedAway), () => room.main.runJob(), () => room.start().runJob()])
    room.pass(3 * 60_000)
    expect(await brokenNow(room)).toEqual([])
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(customers))).toEqual(new Set(["placed"]))
    expect(effects("DELETE /application/contract")).toBe(0)
  })

  it("a card that is asked for minutes and then declined costs no shopper the contract", async () => {
    const customers = await at("verified", MANY)
    await Promise.all(customers.map(({ cart }) => room.main.shop.askCard(cart.id)))
    for (let minute = 0; minute < 12; minute++) {
      room.pass(60_000)
      await all([() => room.main.runJob(), () => room.start().runJob()])
    }
    expect(await brokenNow(room)).toEqual([])
    expect(effects("DELETE /application/contract")).toBe(0)
    await Promise.all(customers.map(({ cart }) => room.main.shop.cardAnswers(cart.id, "declined")))
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(customers))).toEqual(new Set(["placed"]))
  })

  it("a card that pays beside a signed contract ends the contract, once", async () => {
    const customers = await at("verified", 2)
    await Promise.all(customers.map(({ cart }) => room.main.shop.askCard(cart.id)))
    room.pass(6 * 60_000)
    await room.main.runJob()
    await Promise.all(customers.map(({ cart }) => room.main.shop.cardAnswers(cart.id, "paid")))
    expect(await brokenAtRest(room)).toEqual([])
    expect(await statuses(customers)).toEqual(["cancelled", "cancelled"])
    expect(effects("DELETE /application/contract")).toBe(2)
  })

  /** The database ends all connections several times while this goes on. */
  async function failingOver(work: Promise<unknown>[]): Promise<void> {
    const ended = Promise.allSettled(work)
    for (let times = 0; times < 5; times++)
      await room.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
    for (const { status, reason } of (await ended) as PromiseRejectedResult[])
      if (status === "rejected") expect(reason instanceof LedgerRefusal || isDatabaseGone(reason)).toBe(true)
    // A lost connection is noticed when it is used next.
    for (let times = 0; times < 10; times++) await room.main.runJob().catch(() => null)
    expect(await brokenNow(room)).toEqual([])
  }

  it("a database that fails over again and again loses no contract and no order", async () => {
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

  it("a shopper who applies, gets an offer or signs while the database fails over can continue to the order", async () => {
    const customers = [...(await at("entered", 2)), ...(await at("applied", 2)), ...(await at("offered", 2))]
    for (let round = 0; round < ROUNDS; round++)
      await failingOver(
        customers.map(async (customer) => {
          await customer.apply(room.main)
          await customer.offer(room.main)
          await customer.contract(room.main)
        }),
      )
    for (const customer of customers) await resume(room, customer)
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(customers))).toEqual(new Set(["placed"]))
    expect(await room.main.shop.orders()).toHaveLength(customers.length)
  })

  it("an approval that two carts, two processes and a signature want at once ends with one contract, and one order", async () => {
    for (let round = 0; round < ROUNDS + 1; round++) {
      await room.empty()
      const [first] = await at("handed out", 1)
      if (!first) return never()
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
      const { leases } = await readWorld(room)
      const holder = leases.filter(({ status }) => status !== "superseded")
      expect(holder).toHaveLength(1)
      await resume(room, [first, ...carts].find(({ cart }) => cart.id === holder[0]?.cart_id) ?? never())
      expect(await brokenAtRest(room)).toEqual([])
      expect(await room.main.shop.orders()).toHaveLength(1)
      expect(room.sandbox.leases()).toHaveLength(1)
    }
  })

  const replaced = async (customer: Customer) => {
    await customer.editOrder(room.main)
    await customer.replaceContract(room.main)
  }

  /** Who else is at an order that was edited, at the moment in which its contract is replaced. */
  const BESIDE: [who: string, works: (customer: Customer, other: Process) => (() => Promise<unknown>)[]][] = [
    [
      "a second and a third click",
      (customer, other) => [room.main, other].map((at) => () => customer.replaceContract(at)),
    ],
    [
      "who cancels the order",
      (customer, other) => [() => customer.cancelOrder(other), () => customer.cancelOrder(other)],
    ],
    [
      "who ships, and the delivery",
      (customer, other) => [() => customer.deliverGoods(other), () => customer.tellOfOrder(other)],
    ],
    [
      "who edits the order once more",
      (customer, other) => [() => customer.editOrder(other), () => customer.editOrder(other)],
    ],
    ["who refunds it", (customer, other) => [() => customer.refund(other)]],
    [
      "who cancels it in code",
      (customer, other) => [() => customer.cancelInCode(other), () => customer.tellOfOrder(other)],
    ],
  ]

  it.each(BESIDE)(
    "a contract is replaced beside %s, and its order has one lease and one payment",
    async (_who, works) => {
      for (let round = 0; round < ROUNDS; round++) {
        await room.empty()
        const [customer] = await at("paid", 1)
        if (!customer) return never()
        await customer.editOrder(room.main)
        const other = room.start()
        await all([
          () => customer.replaceContract(room.main),
          ...works(customer, other),
          () => room.main.runJob(),
          () => other.runJob(),
        ])
        expect(await brokenNow(room)).toEqual([])
        expect(await brokenAtRest(room)).toEqual([])
        expect(effects("DELETE /application/contract")).toBeLessThanOrEqual(2)
        await resume(room, customer)
        expect(await brokenAtRest(room)).toEqual([])
      }
    },
  )

  it("a person says that the contract is canceled while the job reads it back, and one new contract is opened", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await room.empty()
      const [customer] = await at("paid", 1)
      if (!customer) return never()
      await customer.editOrder(room.main)
      room.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      await allowRefusal(() => customer.replaceContract(room.main))
      room.pass(2 * 60_000)
      const lease = await customer.lease(room.main)
      const said = { outcome: "cancelled", note: "The operator says so on the phone.", seen: [], actor: MERCHANT }
      await all([
        () => settle(room.start().ledger, lease, said),
        () => room.main.runJob(),
        () => settle(room.main.ledger, lease, said),
        () => room.start().runJob(),
      ])
      expect(await brokenNow(room)).toEqual([])
      expect(await brokenAtRest(room)).toEqual([])
      expect((await readWorld(room)).leases.map(({ status }) => status)).toEqual(["cancelled", "approved"])
      expect(effects("DELETE /application/contract")).toBe(1)
    }
  })

  it("an order that waits for its signature is canceled, signed, edited and looked at in several processes", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await room.empty()
      const [customer] = await at("paid", 1)
      if (!customer) return never()
      await replaced(customer)
      await customer.offer(room.main)
      await customer.contract(room.main)
      await customer.sign()
      const other = room.start()
      await all([
        () => customer.verify(room.main),
        () => customer.cancelOrder(other),
        () => customer.verify(other),
        () => customer.editOrder(room.main),
        () => room.main.runJob(),
        () => other.runJob(),
      ])
      expect(await brokenNow(room)).toEqual([])
      expect(await brokenAtRest(room)).toEqual([])
      await allowRefusal(() => customer.replaceContract(room.main))
      await resume(room, customer)
      expect(await brokenAtRest(room)).toEqual([])
    }
  })

  it("an approval whose order waits is wanted by another cart, another application and the shopper's link at once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await room.empty()
      const [first] = await at("paid", 1)
      if (!first) return never()
      await replaced(first)
      const cart = first.copy()
      await cart.newCart(room.main)
      const other = room.start()
      await all([
        () => cart.takeApproval(other),
        () => cart.apply(room.main),
        () => first.offer(room.main),
        () => first.offer(other),
      ])
      expect(await brokenNow(room)).toEqual([])
      await resume(room, first)
      expect(await statuses([first])).toEqual(["placed"])
      expect(await brokenAtRest(room)).toEqual([])
    }
  })

  it("several real processes run the job, and each owed call takes effect once", async () => {
    const count = FULL ? 3 : 2
    const children = Array.from({ length: count }, () => startChild(""))
    const cancelled = await at("paid", MANY)
    for (const customer of cancelled) await customer.cancelInCode(room.main)
    const signed = await at("verified", MANY)
    room.pass(3 * 60_000)
    await room.sql("update lease set look_at = now()")
    const [{ cart, form }] = cancelled as [Customer, ...Customer[]]
    const order = { site: room.site(), customer: { cart, form }, act: "job" } as const
    const ended = await Promise.all([...children.map((child) => give(child, order)), room.main.runJob()])
    expect(ended.slice(0, count)).toEqual(children.map(() => "0: "))
    expect(await brokenAtRest(room)).toEqual([])
    expect(new Set(await statuses(cancelled))).toEqual(new Set(["cancelled"]))
    expect(new Set(await statuses(signed))).toEqual(new Set(["placed"]))
    expect(effects("DELETE /application/contract")).toBe(MANY)
  })
})

function never(): never {
  throw new Error("There is no customer.")
}
