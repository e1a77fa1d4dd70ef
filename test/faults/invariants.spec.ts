import { type HistoryRecord, type LeaseRecord, type PendingCall } from "../support/ledger"
import { brokenRules, rules } from "./invariants"
import { customerAt, hostedCustomer } from "./support/journey"
import { describeFaults, type Room } from "./support/room"
import type { ShopOrder, ShopPayment } from "./support/shop-order"
import { readWorld, type World } from "./support/world"

const LATER = "2100-01-01T00:00:00.000Z"

/** Leases that break no rule. */
const STAGES: Record<string, (room: Room) => Promise<unknown>> = {
  paid: ({ main }) => customerAt(main, "paid"),
  "partly returned": async ({ main }) => {
    const customer = await customerAt(main, "delivered")
    await customer.goodsComeBack(main)
    await customer.refundPart(main)
    await customer.tellOfOrder(main)
  },
  hosted: async (room) => (await hostedCustomer(room)).tellOfOrder(room.main),
  replaced: async ({ main }) => {
    const customer = await customerAt(main, "paid")
    await customer.editOrder(main)
    await customer.replaceContract(main)
    await main.runJob()
    return customer
  },
  "signed again": async (room) => {
    const customer = (await STAGES.replaced?.(room)) as Awaited<ReturnType<typeof customerAt>>
    await customer.signAgain(room.main)
    await room.main.runJob()
  },
}

/** The world with some of its facts replaced. */
type Wrong = (world: World) => World
const leases =
  (set: Partial<LeaseRecord>, which = (_status: string) => true): Wrong =>
  (world) => ({ ...world, leases: world.leases.map((lease) => (which(lease.status) ? { ...lease, ...set } : lease)) })
const leasesThat = (status: string, set: Partial<LeaseRecord>) => leases(set, (own) => own === status)
const orders =
  (set: (order: ShopOrder) => Partial<ShopOrder>): Wrong =>
  (world) => ({ ...world, orders: world.orders.map((order) => ({ ...order, ...set(order) })) })
const payments = (set: Partial<ShopPayment>) =>
  orders(({ payments: [first, ...rest] }) => ({ payments: [{ ...first, ...set } as ShopPayment, ...rest] }))
const call = (kind: PendingCall["kind"], state: PendingCall["state"] = "due") =>
  ({ kind, state, due_at: new Date(LATER), detail: {}, actor: "system", attempts: 1 }) as PendingCall
/** Replaces the calls of every lease. */
const pendingCalls =
  (...own: PendingCall[]): Wrong =>
  (world) => ({ ...world, pendingCalls: new Map(world.leases.map(({ id }) => [id, own])) })
const histories =
  (see: (history: HistoryRecord[]) => HistoryRecord[]): Wrong =>
  (world) => ({ ...world, history: new Map([...world.history].map(([id, own]) => [id, see(own)])) })
/** Repeats calls that took effect. */
const again =
  (route: string): Wrong =>
  (world) => ({ ...world, journal: [...world.journal, ...world.journal.filter((entry) => entry.route === route)] })
const PAST = new Date(0)

/** For each stage and rule, a world that breaks the rule. */
const WRONG: Record<string, Record<string, Wrong>> = {
  paid: {
    "no order is placed without evidence of the signature": leases({ evidence: "none" }),
    "no contract counts as signed that nobody signed": (world) => ({
      ...world,
      service: world.service.map((lease) => ({ ...lease, history: [] })),
    }),
    "a lease has at most one exclusive call open": pendingCalls(call("cancel_contract"), call("confirm_delivery")),
    "every call goes to the lease's own account": leases({ account_id: "maple" }),
    "an approval belongs to one lease": (world) => ({
      ...world,
      leases: [...world.leases, ...world.leases.map((lease) => ({ ...lease, id: "other" }))],
    }),
    "no application is sent without consent": histories((own) => own.map((entry) => ({ ...entry, detail: {} }))),
    "no contract is abandoned while its order may still be placed": (world) =>
      pendingCalls({ ...call("cancel_contract", "done"), detail: { cause: "abandoned" } })(
        leases({ status: "canceled", order_id: null })(world),
      ),
    "the history has each event once": histories((own) => [...own, ...own]),
    "every order that isn't canceled is recorded": leases({ order_id: null, status: "expired" }),
    "every signed lease has an outcome or an alert": leases({ status: "signed", signed_at: PAST }),
    "Medusa's amounts equal the ledger's, or there is an alert": payments({ captured: 1 }),
    "the ledger agrees with the service, or there is an alert": leases({ status: "delivered" }),
    "the service has each hosted lease's order number and delivery date, or there is an alert": leases({
      flow: "hosted",
    }),
    "events are emitted in order": (world) => ({
      ...world,
      events: new Map([...world.events].map(([id, own]) => [id, [...own].reverse()])),
    }),
    "every event is emitted": (world) => ({ ...world, events: new Map() }),
    "no call that is due is forgotten": orders(() => ({ canceled: true })),
    "no call is both done and due": pendingCalls(call("capture_payment")),
    "every state has a way out": leases({ status: "canceling" }),
  },
  "partly returned": {
    "the service, the ledger and Medusa agree on returned parts, or there is an alert": payments({ refunded: 0 }),
    "a part is returned only as often as requested": (world) => ({
      ...world,
      service: world.service.map((lease) => ({ ...lease, returns: [...lease.returns, ...lease.returns] })),
    }),
    "each call takes effect once": again("POST /application/cart/delivery"),
    "no call is repeated after it took effect": again("POST /application/cart/delivery"),
  },
  hosted: { "a one-time URL takes effect once": again("POST /update-order") },
  replaced: {
    "an order that waits for its new contract isn't shipped, captured or confirmed": orders(() => ({
      shippedAt: LATER,
    })),
    "goods shipped without a signature raise an alert": orders(() => ({ shipped: true })),
    "a replaced contract has one successor": (world) => ({ ...world, pendingCalls: new Map() }),
    "an order that isn't canceled has a lease, or there is an alert": leasesThat("approved", { status: "superseded" }),
  },
  "signed again": {
    "an order has one live lease": leasesThat("canceled", { status: "placed" }),
    "an order has one contract in force": (world) => ({
      ...leasesThat("canceled", { application_id: "other" })(world),
      service: world.service.flatMap((lease) => [lease, { ...lease, applicationId: "other" }]),
    }),
    "no shopper is told that a replaced lease is canceled": (world) => ({
      ...world,
      mails: world.leases.map(({ reference }) => ({ template: "lease-to-own.canceled", reference })),
    }),
    "the new payment has the new amount, and earlier payments have nothing": payments({ refunded: 0 }),
  },
}

describeFaults("rules of the fault tests", (room) => {
  const each = Object.entries(WRONG).flatMap(([stage, own]) =>
    Object.entries(own).map(([rule, wrong]) => ({ rule, stage, wrong })),
  )

  it.each(each)("a lease that is $stage is reported if it breaks the rule: $rule", async ({ rule, stage, wrong }) => {
    await room.begin(stage, async () => void (await STAGES[stage]?.(room)))
    const world = await readWorld(room)
    expect(brokenRules(world, { atRest: true })).toEqual([])
    expect(brokenRules(wrong(world), { atRest: true }).filter((line) => line.startsWith(rule))).not.toEqual([])
  })

  it("every rule is proven to report a violation", () => {
    expect(each.map(({ rule }) => rule).sort()).toEqual(rules.map(({ name }) => name).sort())
  })
})
