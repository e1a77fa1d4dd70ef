import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import type { LeaseRecord, PendingCall } from "../../../src/modules/lease/ledger"
import { live } from "../../space/support/life"
import type { Moment } from "../../space/support/moment"
import { OPTIONS } from "../../space/support/process"
import { describeLedger } from "../support/ledger-room"

/** A process's steps without interruption. */
const does = (name: string, ...calls: string[]) => [name, ...calls.map((call) => `${name}: ${call}`)]

const RECONCILE_STEPS = ["claimForReconcile", "the facts are read", "ofLeases", "recordReconcile", "scheduleReconcile"]
const RECONCILED = does("the job reconciles", ...RECONCILE_STEPS)

/** An order whose delivery is due to be confirmed. */
const DELIVERED: string[] = [
  ...["an order", ...RECONCILED],
  ...does(
    "the job makes capture_payment",
    "claimDue",
    "byId",
    "the order is read",
    "byId",
    "ofLease",
    "the order is written",
  ),
  ...["the job makes capture_payment: transaction"],
  ...does("the goods leave and arrive", "all is read", "ofLease", "the order is written"),
  ...RECONCILED,
]
/** The service refuses it, up to the response. */
const REFUSED_DELIVERY: string[] = [
  ...DELIVERED,
  ...does("the job makes confirm_delivery", "claimDue", "byId", "the facts are read", "latest", "write"),
  ...["confirmDelivery is refused", "confirmDelivery is answered", "readStatus arrives"].map(
    (what) => `the job makes confirm_delivery: ${what}`,
  ),
]

/** Lives from `test/space/simulation.spec.ts` that found a fault, as far as needed. */
const FOUND: Record<string, string[]> = {
  "a form that comes twice, while the first takes itself back unsent, is refused in words": [
    ...["a shopper", ...does("the shopper applies", "all is read", "the form is filled in", "leaseOf")],
    ...["the shopper sends the form twice", "the shopper sends the form twice (2): all is read"],
    ...["the shopper sends the form twice (2): leaseOf", "the shopper sends the form twice (2): ofCart"],
    ...["the shopper applies: ofCart", "the shopper applies (2): transaction"],
    ...["the shopper sends the form twice: transaction", "the shopper applies: submitApplication is not sent"],
    ...["the shopper applies (2): transaction", "the shopper sends the form twice: leaseOf"],
  ],
  "a call that is refused raises its alert, though its process dies at once": [
    ...REFUSED_DELIVERY,
    ...["transaction", "dies"].map((what) => `the job makes confirm_delivery: ${what}`),
    ...RECONCILED,
  ],
  "a call that is no longer due is dropped and its lease reconciled, though its process dies at once": [
    ...[...DELIVERED, "code edits the order"],
    ...does("the job makes confirm_delivery", "claimDue", "byId", "the facts are read", "latest", "transaction"),
    ...RECONCILED,
  ],
  "a call that is retried while staff request it again is refused with a reason": [
    ...REFUSED_DELIVERY,
    ...["transaction", "clear"].map((what) => `the job makes confirm_delivery: ${what}`),
    ...does("staff try again", "all is read", "ofLease"),
    ...["staff confirm the delivery", "staff confirm the delivery (2): all is read"],
    ...["staff confirm the delivery (2): ofLease", "staff confirm the delivery (2): transaction"],
    ...["staff try again: transaction"],
  ],
}
const LIVES: [string, Parameters<typeof live>[0]][] = [
  ...Object.entries(FOUND).map(([name, path]): [string, { path: string[] }] => [name, { path }]),
  // The third replaces a contract; the others are of an order, and of a draft, that get a link.
  ...[1, 2, 3, 144, 146].map((seed): [string, { seed: number }] => [`seed ${seed}`, { seed }]),
]

describeLedger("a simulated life goes the same on the tables as without them", (room) => {
  it.each(LIVES)("%s", async (_, life) => {
    const tablesOf = async (m: Moment) => {
      const given = { knex: room.knex, options: OPTIONS, log: room.accountDeps.log, emit: async () => {} }
      const { store } = openLedger({ ...given, now: () => new Date(m.now) })
      await room.rows.add("lease", [m.lease])
      const { cart_id } = m.lease
      const read = async () => {
        const lease = (await store.ofCart(cart_id)) as LeaseRecord
        const all: LeaseRecord[] = await room.knex("lease").where({ cart_id }).orderBy("created_at", "desc")
        const former = all.filter(({ id }) => id !== lease.id)
        const pendingCalls = await store.pendingCalls.ofLeases(all.map(({ id }) => id))
        return { lease, former, pendingCalls: pendingCalls.sort(newestFirst) }
      }
      return { store, read }
    }
    const onTables = await live(life, { traced: true, tablesOf })
    expect(onTables).toEqual(await live(life, { traced: true }))
    expect(onTables.found).toBeUndefined()
  })
})

/** Calls with the same time have no order in the tables: the last one of a reconciliation comes first. */
const newestFirst = (a: PendingCall, b: PendingCall) =>
  b.created_at.getTime() - a.created_at.getTime() || (a.kind < b.kind ? 1 : -1)
