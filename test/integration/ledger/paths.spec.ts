import { after } from "../../space/support/explore"
import { live } from "../../space/support/life"
import type { Moment } from "../../space/support/moment"
import { OPTIONS } from "../../space/support/process"
import { placed } from "../../space/support/roots"
import { stepsFrom } from "../../space/support/steps"
import { type LeaseRecord, openLedger, type TaskRecord } from "../../support/ledger"
import { describeLedger, type LedgerRoom } from "../support/ledger-room"

const LEFT = { crashes: 2, losses: 2, refusals: 2, acts: 5, changes: 5 }

describeLedger("a path of the explorer", (room) => {
  it("ends on the tables as it does without them", async () => {
    await replay(room, placed(true, LEFT), [
      "the job looks",
      "the job makes capture_payment",
      "the job looks",
      "staff cancel the order",
      "staff cancel the order: cancelContract arrives",
      "staff cancel the order: the answer to cancelContract is lost",
      "the job looks",
      "time passes",
      "the job makes cancel_contract",
      "the job makes cancel_contract: readStatus arrives",
      "the job looks",
    ])
    expect(await present(room)).toMatchObject({
      status: "canceled",
      calls: ["cancel_order due", "cancel_contract done"],
    })
  })

  it("confirms a delivery at once after a refused return that it had given way to", async () => {
    await replay(room, placed(true, LEFT), [
      "the job looks",
      "the job makes capture_payment",
      "the goods leave and arrive",
      "the job looks",
      "staff refund the payment",
      "staff refund the payment: checkReturn arrives",
      "the job looks",
    ])
    expect(await present(room)).toMatchObject({
      status: "placed",
      calls: ["confirm_delivery due", "return_lease refused"],
    })
  })
})

/** What a process does without another one beside it. */
const does = (name: string, ...calls: string[]) => [name, ...calls.map((call) => `${name}: ${call}`)]

/** A delivery that the service refuses, up to its answer. */
const REFUSED_DELIVERY: string[] = [
  ...["an order", ...does("the job looks", "takeLooks", "the facts are read", "ofLeases", "writeLook", "lookAgain")],
  ...does("the job makes capture_payment", "claimDue", "byId", "the order is read", "byId", "the order is written"),
  ...["the job makes capture_payment: transaction"],
  ...does("the goods leave and arrive", "all is read", "lower", "the order is written"),
  ...does("the job looks", "takeLooks", "the facts are read", "ofLeases", "writeLook", "lookAgain"),
  ...does("the job makes confirm_delivery", "claimDue", "byId", "the facts are read", "byId", "step"),
  ...["confirmDelivery is refused", "confirmDelivery is answered", "readStatus arrives"].map(
    (what) => `the job makes confirm_delivery: ${what}`,
  ),
]

/** Lives that have found something in `test/space/simulation.spec.ts`, as far as it takes. */
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
    ...does("the job looks", "takeLooks", "the facts are read", "ofLeases", "writeLook", "lookAgain"),
  ],
  "a call that is tried again, while a person asks for it anew, is refused in words": [
    ...REFUSED_DELIVERY,
    ...["transaction", "lower"].map((what) => `the job makes confirm_delivery: ${what}`),
    ...does("staff try again", "all is read", "ofLease"),
    ...["staff confirm the delivery", "staff confirm the delivery (2): all is read"],
    ...["staff confirm the delivery (2): transaction", "staff try again: transaction"],
  ],
}
const WAYS: [string, Parameters<typeof live>[0]][] = [
  ...Object.entries(FOUND).map(([name, path]): [string, { path: string[] }] => [name, { path }]),
  // The third replaces a contract; the others are of an order, and of a draft, that get a link.
  ...[1, 2, 3, 144, 146].map((seed): [string, { seed: number }] => [`seed ${seed}`, { seed }]),
]

describeLedger("a simulated life goes on the tables as it does without them", (room) => {
  it.each(WAYS)("%s", async (_, way) => {
    const tablesOf = async (m: Moment) => {
      const store = storeAt(room, () => m)
      await insert(room, m.lease)
      const { cart_id } = m.lease
      const read = async () => {
        const lease = (await store.ofCart(cart_id)) as LeaseRecord
        const all: LeaseRecord[] = await room.knex("lease").where({ cart_id }).orderBy("created_at", "desc")
        const former = all.filter(({ id }) => id !== lease.id)
        const tasks = await store.tasks.ofLeases(all.map(({ id }) => id))
        return { lease, former, tasks: tasks.sort(newestFirst) }
      }
      return { store, read }
    }
    const onTables = await live(way, { traced: true, tablesOf })
    expect(onTables).toEqual(await live(way, { traced: true }))
    expect(onTables.found).toBeUndefined()
  })
})

/** Calls of one moment have no order in the tables: the last that a look makes comes first. */
const newestFirst = (a: TaskRecord, b: TaskRecord) =>
  b.created_at.getTime() - a.created_at.getTime() || (a.kind < b.kind ? 1 : -1)

/** The ledger's tables at the time of a moment. */
function storeAt(room: LedgerRoom, moment: () => Moment) {
  const given = { knex: room.knex, options: OPTIONS, log: room.ledger.log, emit: async () => {} }
  return openLedger({ ...given, now: () => new Date(moment().now) }).store
}

async function insert(room: LedgerRoom, lease: LeaseRecord): Promise<void> {
  const columns = Object.entries(lease).map(([name, value]) => [name, inColumn(value)])
  await room.knex("lease").insert(Object.fromEntries(columns))
}

/** Takes the steps of a path on the tables, and beside that without them. Both come to the same after each. */
async function replay(room: LedgerRoom, root: Moment, path: readonly string[]): Promise<void> {
  let alone = root
  let clock = root
  const store = storeAt(room, () => clock)
  await insert(room, root.lease)
  let m: Moment = { ...root, tables: store }
  for (const name of path) {
    alone = await after(alone, take(alone, name))
    const step = take(m, name)
    m = await after(m, (next) => {
      clock = next
      return step(next)
    })
    m = {
      ...m,
      lease: (await store.byId(root.lease.id)) as LeaseRecord,
      tasks: await store.tasks.ofLease(root.lease.id),
    }
    expect([name, seen(m.lease, m.tasks)]).toEqual([name, seen(alone.lease, alone.tasks)])
  }
}

const inColumn = (value: unknown) =>
  typeof value === "object" && !(value instanceof Date) && value !== null ? JSON.stringify(value) : value

function take(m: Moment, name: string) {
  const step = stepsFrom(m).find((one) => one.name === name)
  if (!step) throw new Error(`"${name}" is not possible here.`)
  return step.take
}

/** What both must agree on. */
function seen(lease: LeaseRecord, tasks: readonly TaskRecord[]) {
  const { status, evidence, attention, look_at, status_at, checked_at, order_id } = lease
  return {
    ...{ status, evidence, order_id, look_at, status_at, checked_at, alerts: attention.map(({ code }) => code) },
    calls: tasks.map(({ kind, state, due_at, sent, attempts }) => ({ kind, state, due_at, sent, attempts })),
  }
}

async function present(room: LedgerRoom) {
  const lease = await room.ledger.store.ofCart("cart_1")
  const tasks = await room.tasks(lease?.id ?? "")
  const open = tasks.filter(({ kind }) => kind !== "capture_payment")
  return { status: lease?.status, calls: open.map(({ kind, state }) => `${kind} ${state}`) }
}
