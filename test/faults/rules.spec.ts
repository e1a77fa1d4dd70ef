import type { LeaseRecord, PendingCall } from "../../src/modules/lease/ledger"
import type { HistoryRecord } from "../../src/modules/lease/rules/records"
import { allRules, brokenRules } from "./record-rules"
import { customerAt, hostedCustomer } from "./support/journey"
import type { ShopOrder, ShopPayment } from "./support/medusa"
import { type Records, readRecords, worldOf } from "./support/records"
import { describeFaults, type Room } from "./support/room"

const LATER = new Date("2100-01-01T00:00:00.000Z")

/** Leases that break no rule. */
const STAGES: Record<string, (room: Room) => Promise<unknown>> = {
  paid: ({ main }) => customerAt(main, "paid"),
  "partly returned": async ({ main }) => {
    const customer = await customerAt(main, "delivered")
    await customer.goodsComeBack(main)
    await customer.refundPart(main)
    await customer.deliverOrderEvent(main)
  },
  hosted: async (room) => (await hostedCustomer(room)).deliverOrderEvent(room.main),
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
type Wrong = (records: Records) => Records
const leases =
  (set: Partial<LeaseRecord>, which = (_status: string) => true): Wrong =>
  (records) => ({
    ...records,
    leases: records.leases.map((lease) => (which(lease.status) ? { ...lease, ...set } : lease)),
  })
const leasesThat = (status: string, set: Partial<LeaseRecord>) => leases(set, (own) => own === status)
const orders =
  (set: (order: ShopOrder) => Partial<ShopOrder>): Wrong =>
  (records) => ({ ...records, orders: records.orders.map((order) => ({ ...order, ...set(order) })) })
const payments = (set: Partial<ShopPayment>) =>
  orders(({ payments: [first, ...rest] }) => ({ payments: [{ ...first, ...set } as ShopPayment, ...rest] }))
const call = (kind: PendingCall["kind"], state: PendingCall["state"] = "due") =>
  ({ kind, state, due_at: LATER, detail: {}, actor: "system", attempts: 1 }) as PendingCall
/** Replaces the calls of every lease. */
const pendingCalls =
  (...own: PendingCall[]): Wrong =>
  (records) => ({ ...records, pendingCalls: new Map(records.leases.map(({ id }) => [id, own])) })
const histories =
  (see: (history: HistoryRecord[]) => HistoryRecord[]): Wrong =>
  (records) => ({ ...records, history: new Map([...records.history].map(([id, own]) => [id, see(own)])) })
const views =
  (set: (lease: Records["views"][number]) => Partial<Records["views"][number]>): Wrong =>
  (records) => ({ ...records, views: records.views.map((lease) => ({ ...lease, ...set(lease) })) })
/** Repeats calls that took effect. */
const again =
  (route: string): Wrong =>
  (records) => ({
    ...records,
    journal: [...records.journal, ...records.journal.filter((entry) => entry.route === route)],
  })
const PAST = new Date(0)

/** For each stage and rule, a world that breaks the rule. */
const WRONG: Record<string, Record<string, Wrong>> = {
  paid: {
    "there is no order and no payment without a signature": leases({ evidence: "none" }),
    "no contract counts as signed that nobody signed": views(() => ({ history: [] })),
    "exclusive calls are made one at a time": pendingCalls(call("cancel_contract"), call("confirm_delivery")),
    "every call goes to the lease's own account": leases({ account_id: "maple" }),
    "an approval belongs to one lease": (records) => ({
      ...records,
      leases: [...records.leases, ...records.leases.map((lease) => ({ ...lease, id: "other" }))],
    }),
    "no application is sent without consent": histories((own) => own.map((entry) => ({ ...entry, detail: {} }))),
    "no contract is abandoned while its order may still be placed": (records) =>
      pendingCalls({ ...call("cancel_contract", "done"), detail: { cause: "abandoned" } })(
        leases({ status: "canceled", order_id: null })(records),
      ),
    "the history has each event once": histories((own) => [...own, ...own]),
    "no signed contract is forgotten": leases({ status: "signed", signed_at: PAST }),
    "an order that should be delivered by now has an alert": leases({ signed_at: PAST }),
    "Medusa's amounts equal the ledger's, or there is an alert": payments({ captured: 1 }),
    "the ledger agrees with the service, or there is an alert": leases({ status: "delivered" }),
    "the service has each hosted lease's order number and delivery date, or there is an alert": leases({
      flow: "hosted",
    }),
    "events are emitted in order": (records) => ({
      ...records,
      events: new Map([...records.events].map(([id, own]) => [id, [...own].reverse()])),
    }),
    "every event is emitted": (records) => ({ ...records, events: new Map() }),
    "no call that is due is forgotten": orders(() => ({ canceled: true })),
    "no call is both done and due": pendingCalls(call("capture_payment")),
    "every state has a way out": leases({ status: "canceling" }),
  },
  "partly returned": {
    "a placed lease has an order": (records) => ({ ...records, orders: [] }),
    "the service, the ledger and Medusa agree on returned parts, or there is an alert": payments({ refunded: 0 }),
    "a price is lowered only as often as requested": views(({ returns }) => ({ returns: [...returns, ...returns] })),
    "each call takes effect once": again("POST /application/cart/delivery"),
    "no call is repeated after it took effect": again("POST /application/cart/delivery"),
  },
  hosted: { "a one-time URL takes effect once": again("POST /update-order") },
  replaced: {
    "an order that waits for its new contract isn't shipped, captured or confirmed": orders(() => ({
      shippedAt: LATER,
    })),
    "goods shipped without a signature raise an alert": orders(() => ({ shipped: true })),
    "a replaced contract has one successor": (records) => ({ ...records, pendingCalls: new Map() }),
    "nothing waits for an order that is gone": orders(() => ({ canceled: true })),
    "an order that isn't canceled has a lease, or there is an alert": leasesThat("approved", { status: "superseded" }),
  },
  "signed again": {
    "an order has one live lease": leasesThat("canceled", { status: "placed" }),
    "an order has one contract in force": (records) => ({
      ...leasesThat("canceled", { application_id: "other" })(records),
      views: records.views.flatMap((lease) => [lease, { ...lease, applicationId: "other" }]),
    }),
    "no shopper is told that a replaced lease is canceled": (records) => ({
      ...records,
      mails: records.leases.map(({ reference }) => ({ template: "lease-to-own.canceled", reference })),
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
    const records = await readRecords(room)
    const broken = (of: Records) => brokenRules(worldOf(of, { isAtRest: true }))
    expect(broken(records)).toEqual([])
    expect(broken(wrong(records)).filter((line) => line.startsWith(rule))).not.toEqual([])
  })

  it("every rule is proven to report a violation", () => {
    const names = allRules.flatMap((rules) => Object.values(rules).flatMap((own) => Object.keys(own)))
    expect(each.map(({ rule }) => rule).sort()).toEqual(names.sort())
  })
})
