import {
  type CartState,
  type Facts,
  type OrderState,
  type OwedCall,
  type PaymentState,
} from "../../../../src/modules/lease/outbox/facts"
import { owedOf } from "../../../../src/modules/lease/outbox/owed"
import type { AttentionCode } from "../../../../src/modules/lease/rules/alerts"
import { type TaskKind, type TaskState } from "../../../../src/modules/lease/rules/call-kinds"
import { ORDER_STANDS_MS } from "../../../../src/modules/lease/rules/order-changes"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import type { TaskRecord } from "../../../../src/modules/lease/tables/tasks"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = new Date("2026-11-21T12:00:00.000Z")
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const hence = (ms: number) => new Date(NOW.getTime() + ms)

const OPTIONS = {
  captureOn: "order",
  confirmDeliveryOn: "delivered",
  placeOrderAfter: 2 * MINUTE,
  abandonAfter: DAY,
  timeZone: "America/Chicago",
} as const
type Options = Parameters<typeof owedOf>[1]

const raised = (code: AttentionCode) => ({ code, params: {}, since: NOW.toISOString() })

function leaseOf(change: Partial<LeaseRecord> = {}): LeaseRecord {
  return {
    status: "placed",
    evidence: "verified",
    amount: 45_400,
    order_id: "order_1",
    attention: [],
    contract_at: ago(HOUR),
    contracts_received_at: null,
    signed_at: ago(HOUR),
    placed_at: ago(HOUR),
    checked_at: ago(HOUR),
    status_at: ago(HOUR),
    accepted_order: null,
    snapshot: null,
    ...change,
  } as LeaseRecord
}

const payment = (change: Partial<PaymentState> = {}): PaymentState => ({
  id: "pay_1",
  captured: 45_400,
  refunded: 0,
  canceled: false,
  ...change,
})
const OPEN_PAYMENT = payment({ captured: 0 })

function orderOf(change: Partial<OrderState> = {}): OrderState {
  return {
    id: "order_1",
    createdAt: ago(HOUR),
    cancelled: false,
    cancelledAt: null,
    recipientDiffers: false,
    heldElsewhere: 0,
    total: 45_400,
    sessionIds: ["payses_1"],
    own: true,
    paidOtherwise: false,
    awaitingSession: null,
    payments: [payment()],
    shipped: false,
    deliveredAt: null,
    shippedAt: null,
    pieces: 2,
    returned: 0,
    ...change,
  }
}

const cartOf = (change: Partial<CartState> = {}): CartState => ({
  completed: false,
  payments: [],
  sessionIds: ["payses_1"],
  ...change,
})

const taskOf = (kind: TaskKind, state: TaskState, change: Partial<TaskRecord> = {}) =>
  ({ kind, state, actor: "system", attempts: 1, ...change }) as TaskRecord

type Change = {
  lease?: Partial<LeaseRecord>
  order?: Partial<OrderState> | null
  cart?: Partial<CartState> | null
  tasks?: TaskRecord[]
  options?: Partial<Options>
}

/** A placed, sure, captured lease order of which nothing has shipped; but for what is changed. */
function owed({ lease, order = {}, cart = null, tasks = [], options }: Change = {}) {
  const facts: Facts = {
    lease: leaseOf(lease),
    order: order && orderOf(order),
    cart: cart && cartOf(cart),
    tasks,
  }
  return owedOf(facts, { ...OPTIONS, ...options }, NOW)
}

/** A lease without an order, its cart open. */
const unplaced = (status: LeaseStatus, lease: Partial<LeaseRecord> = {}, more: Change = {}) =>
  owed({
    lease: { status, order_id: null, placed_at: null, ...lease },
    order: null,
    cart: {},
    ...more,
  })

/** A contract without an order is given up on a second look. */
const giveUp = (cause: string) => ({ kind: "cancel_contract", detail: { cause }, waits: MINUTE })
const kinds = ({ calls }: { calls: OwedCall[] }) => calls.map(({ kind }) => kind)
const NOTHING = { calls: [], record: false, raise: [], lower: [], lookAt: null }

describe("what a lease owes before there is a contract", () => {
  it.each<LeaseStatus>(["open", "approved", "denied", "pending", "undecided"])("%s: nothing", (status) => {
    expect(unplaced(status, { contract_at: null })).toEqual(NOTHING)
  })

  it("is looked at again while an application is out: its process may be gone", () => {
    expect(unplaced("submitting")).toEqual({ ...NOTHING, lookAt: hence(2 * MINUTE) })
  })

  it("is nothing for an offer whose contract was not opened", () => {
    expect(unplaced("offered", { contract_at: null })).toEqual(NOTHING)
  })
})

describe("goods that are reserved for a lease", () => {
  const HELD = { stock_held_until: hence(HOUR) }
  const OVERDUE = { stock_held_until: ago(MINUTE) }
  const isOwed = (status: LeaseStatus, lease: Partial<LeaseRecord>, more: Change = {}) =>
    kinds(unplaced(status, { contract_at: null, ...lease }, more)).includes("release_stock")

  it.each(LEASE_STATUSES)("%s: owes none when none are", (status) => {
    expect(isOwed(status, { stock_held_until: null })).toBe(false)
  })

  it.each<LeaseStatus>(["offered", "signing"])("%s: are owed back once their time is over", (status) => {
    expect([isOwed(status, HELD), isOwed(status, OVERDUE)]).toEqual([false, true])
  })

  it.each<LeaseStatus>(["signed", "placing"])("%s: are kept, whatever the time", (status) => {
    expect([isOwed(status, HELD), isOwed(status, OVERDUE)]).toEqual([false, false])
  })

  it("signing: are kept while the first payment is on its way", () => {
    expect(isOwed("signing", { ...OVERDUE, contracts_received_at: ago(HOUR) })).toBe(false)
  })

  it.each(LEASE_STATUSES.filter((status) => !["offered", "signing", "signed", "placing"].includes(status)))(
    "%s: are owed back at once",
    (status) => {
      expect(isOwed(status, HELD)).toBe(true)
    },
  )

  it("have the lease looked at when their time is over", () => {
    expect(unplaced("offered", { contract_at: null, ...HELD })).toEqual({ ...NOTHING, lookAt: hence(HOUR) })
    const sooner = unplaced("signing", { contract_at: ago(MINUTE), checked_at: null, ...HELD })
    expect(sooner.lookAt).toEqual(hence(MINUTE))
  })

  it.each<TaskState>(["done", "settled"])("are owed back again after a call that is %s", (state) => {
    const tasks = [taskOf("release_stock", state, { finished_at: ago(SECOND) })]
    expect(isOwed("expired", HELD, { tasks })).toBe(true)
  })
})

describe.each(["offered", "signing"] as const)("a contract that was handed out, %s", (status) => {
  const read = (since: number, last: number | null) =>
    unplaced(status, { contract_at: ago(since), checked_at: last === null ? null : ago(last) })

  it.each([
    ["after a minute", MINUTE, null, false, MINUTE],
    ["after two minutes", 2 * MINUTE, null, true, 3 * MINUTE],
    ["after five minutes, read at two", 5 * MINUTE, 3 * MINUTE, true, 10 * MINUTE],
    ["after four minutes, read at two", 4 * MINUTE, 2 * MINUTE, false, MINUTE],
    ["after fifteen minutes, read at five", 15 * MINUTE, 10 * MINUTE, true, 45 * MINUTE],
    ["after an hour, read at fifteen minutes", HOUR, 45 * MINUTE, true, 23 * HOUR],
    ["after two hours, read at one", 2 * HOUR, HOUR, false, 22 * HOUR],
    ["after a day", DAY, 23 * HOUR, true, DAY],
    ["after ten days and an hour, read an hour ago", 10 * DAY + HOUR, HOUR, false, 23 * HOUR],
    ["never read in three days", 3 * DAY, null, true, DAY],
  ])("%s", (_when, since, last, due, next) => {
    const { calls, lookAt } = read(since, last)
    expect(calls).toEqual(due ? [{ kind: "read_status" }] : [])
    expect(lookAt).toEqual(hence(next))
  })

  it.each<[string, Partial<LeaseRecord>, boolean]>([
    ["reported signed to a service that gives no status, a day ago", {}, true],
    ["not reported by anybody, before its time", { evidence: "none", contract_at: ago(DAY - MINUTE) }, false],
    ["which the service knows as not signed", { service_status: "Contracts" }, false],
    ["reported an hour ago", { contract_at: ago(HOUR) }, false],
  ])("%s, is shown to a person: %s", (_what, lease, shown) => {
    const reported = { evidence: "reported", service_status: "", contract_at: ago(DAY), checked_at: NOW } as const
    const { raise, lower } = unplaced(status, { ...reported, ...lease })
    expect({ raise, lower }).toEqual(
      shown ? { raise: ["signed_without_order"], lower: [] } : { raise: [], lower: ["signed_without_order"] },
    )
  })

  describe("of which neither the service nor a browser has said a word", () => {
    const unheard = (since: number, last: number | null, options: Partial<Options> = {}) =>
      unplaced(
        status,
        { evidence: "none", service_status: "", contract_at: ago(since), checked_at: last === null ? null : ago(last) },
        { options },
      )
    const isShown = status === "signing"
    const word = ({ raise, lower }: ReturnType<typeof unheard>) => ({ raise, lower })
    const NO_WORD = { raise: [], lower: ["signed_without_order"] }

    it("is shown to a person at the first look after abandonAfter", () => {
      const shown = isShown ? { raise: ["signed_without_order"], lower: [] } : NO_WORD
      expect(word(unheard(DAY, 23 * HOUR))).toEqual(shown)
      expect(word(unheard(9 * DAY, null))).toEqual(shown)
    })

    it("is not shown again once a person has closed that, until it is handed out again", () => {
      expect(word(unheard(2 * DAY, HOUR))).toEqual(isShown ? { raise: [], lower: [] } : NO_WORD)
      expect(word(unheard(HOUR, 2 * DAY))).toEqual(NO_WORD)
    })

    it("is looked at when its time comes, between two readings", () => {
      const next = unheard(2 * HOUR, HOUR, { abandonAfter: 3 * HOUR })
      expect(next.lookAt).toEqual(hence(isShown ? HOUR : 22 * HOUR))
    })
  })

  describe("and signed, but never ok to deliver", () => {
    const stuck = (since: number, last: number) =>
      unplaced(status, {
        contract_at: ago(2 * HOUR),
        contracts_received_at: ago(since),
        checked_at: ago(last),
        service_status: "Contracts Received",
      })

    it("is waited for until abandonAfter", () => {
      expect(stuck(DAY - MINUTE, HOUR)).toMatchObject({ calls: [], raise: [] })
    })

    it("is looked at once more then", () => {
      expect(kinds(stuck(DAY, HOUR))).toEqual(["read_status"])
      expect(stuck(DAY, HOUR).raise).toEqual([])
    })

    it("is given up after that look, and a person hears of it", () => {
      const given = status === "signing" ? [giveUp("abandoned")] : []
      expect(stuck(DAY + HOUR, MINUTE)).toMatchObject({ calls: given, raise: ["signed_without_order"] })
    })
  })

  it("is read by its own marks, not by a reading from before it was handed out", () => {
    expect(kinds(read(3 * MINUTE, DAY))).toEqual(["read_status"])
  })
})

/** Made of the cart by another method, as core has it in each moment of a completion. */
const OTHERS = { sessionIds: [], payments: [] }
const PAID_BY_CARD = { ...OTHERS, paidOtherwise: true }

describe("a contract that was handed out for a cart that was ordered otherwise", () => {
  it.each<[string, Partial<OrderState>]>([
    ["by an order that another method pays", PAID_BY_CARD],
    ["by an order of another method that was canceled", { ...OTHERS, cancelled: true }],
  ])("is given up, %s", (_how, order) => {
    const { calls, raise } = unplaced("signing", {}, { order })
    expect({ calls, raise }).toEqual({ calls: [giveUp("ordered_otherwise")], raise: [] })
  })

  it.each<[string, Change]>([
    ["whose order is young: its card may be declined", { order: { ...PAID_BY_CARD, createdAt: ago(MINUTE) } }],
    ["whose card provider is still being asked", { order: OTHERS }],
    ["which is being ordered by the lease itself", { order: { payments: [] } }],
    ["which is closed, and has no order: core is half done", { order: null, cart: { completed: true } }],
  ])("is not given up for a cart %s", (_what, facts) => {
    expect(kinds(unplaced("signing", { checked_at: NOW }, facts))).toEqual([])
  })

  it("is looked at again when that order is old enough to stand", () => {
    const order = { ...PAID_BY_CARD, createdAt: ago(ORDER_STANDS_MS - SECOND) }
    expect(unplaced("signing", { checked_at: NOW }, { order }).lookAt).toEqual(hence(SECOND))
  })

  it("is read on where the service does not let it go before it is signed", () => {
    const tasks = [taskOf("cancel_contract", "refused", { finished_at: ago(MINUTE) })]
    const lease = { signed_at: null, contract_at: ago(3 * MINUTE), checked_at: null }
    expect(kinds(unplaced("signing", lease, { order: PAID_BY_CARD, tasks }))).toEqual(["read_status"])
  })

  it("is read on, and not given up, where the account cancels no unsigned contract; a signed one is", () => {
    const options = { service: { wire: { cancelUnsigned: false } } }
    const facts = { order: PAID_BY_CARD, options }
    const lease = { signed_at: null, contract_at: ago(3 * MINUTE), checked_at: null }
    expect(kinds(unplaced("signing", lease, facts))).toEqual(["read_status"])
    expect(kinds(unplaced("signed", { signed_at: ago(MINUTE) }, facts))).toEqual(["cancel_contract"])
  })

  it("is given up once more when it was signed after the service had refused that", () => {
    const tasks = [taskOf("cancel_contract", "refused", { finished_at: ago(HOUR) })]
    const { calls } = unplaced("signed", { signed_at: ago(MINUTE) }, { order: PAID_BY_CARD, tasks })
    expect(calls).toEqual([giveUp("ordered_otherwise")])
  })

  it("is read on when another offer came after it: it may still be signed", () => {
    const facts = { order: PAID_BY_CARD }
    expect(kinds(unplaced("offered", { contract_at: ago(DAY), checked_at: ago(2 * HOUR) }, facts))).toEqual([
      "read_status",
    ])
  })
})

/** An attempt to place the order that failed. */
const tried = ({ at = NOW, code = "completion_failed" } = {}) =>
  taskOf("place_order", "due", { last_error: { code: code as "busy", params: {}, at: at.toISOString() } })
const ABANDONED = (created_at: Date) => ({ detail: { cause: "abandoned" as const }, created_at })

describe("a signed lease without an order", () => {
  const signed = (since: number, more: Change = {}, lease: Partial<LeaseRecord> = {}) =>
    unplaced("signed", { signed_at: ago(since), ...lease }, more)

  it("is left to the shopper's browser first", () => {
    expect(signed(MINUTE)).toEqual({ ...NOTHING, lower: ["paid_otherwise"], lookAt: hence(MINUTE) })
  })

  it("is ordered after placeOrderAfter", () => {
    const { calls, raise, lookAt } = signed(2 * MINUTE)
    expect({ calls, raise }).toEqual({ calls: [{ kind: "place_order" }], raise: [] })
    expect(lookAt).toEqual(hence(15 * MINUTE))
  })

  it("counts from when it was signed, not from when it was last moved", () => {
    expect(kinds(signed(3 * MINUTE, {}, { status_at: NOW }))).toEqual(["place_order"])
  })

  it("counts from its status when the time of the signature was not recorded", () => {
    expect(kinds(signed(0, {}, { signed_at: null, status_at: ago(3 * MINUTE) }))).toEqual(["place_order"])
  })

  it("is given up after abandonAfter, and a person hears of it", () => {
    const { calls, raise } = signed(DAY, { tasks: [tried()] })
    expect({ calls, raise }).toEqual({ calls: [giveUp("abandoned")], raise: ["signed_without_order"] })
  })

  it.each<[string, TaskRecord[]]>([
    ["no attempt to place its order", []],
    ["the attempt is still to be made", [taskOf("place_order", "due", { attempts: 0 })]],
    ["the attempt is in progress", [taskOf("place_order", "running")]],
    ["it was tried only before a shopper tried, too", [tried({ at: ago(3 * HOUR) })]],
    ["the shop was too busy to try", [tried({ code: "busy" })]],
    ["the service could not be asked", [tried({ code: "service_unreachable" })]],
    ["it was to be given up before a shopper tried", [taskOf("cancel_contract", "due", ABANDONED(ago(3 * HOUR)))]],
  ])("is ordered and not given up after abandonAfter, while %s", (_why, tasks) => {
    const { calls, raise, lookAt } = signed(DAY, { tasks }, { status_at: ago(2 * HOUR) })
    expect({ calls, raise }).toEqual({ calls: [{ kind: "place_order" }], raise: [] })
    expect(lookAt).toEqual(hence(MINUTE))
  })

  it.each<[string, TaskRecord]>([
    ["an attempt that went through, and whose order is gone", taskOf("place_order", "done", { finished_at: NOW })],
    ["a person's word on it", taskOf("place_order", "settled", { finished_at: ago(2 * DAY) })],
    ["that it is to be given up since", taskOf("cancel_contract", "due", ABANDONED(ago(MINUTE)))],
    ["that it is being given up", taskOf("cancel_contract", "running", ABANDONED(ago(MINUTE)))],
  ])("is given up after abandonAfter with %s", (_what, task) => {
    expect(signed(DAY, { tasks: [task] }).calls).toEqual([giveUp("abandoned")])
  })

  it("is not given up a second before", () => {
    expect(kinds(signed(DAY - SECOND))).toEqual(["place_order"])
  })

  it("is neither ordered nor given up when the service calls it void: it is read again each day", () => {
    const dead = { attention: [raised("lease_dead")] }
    expect(signed(2 * DAY + HOUR, {}, { ...dead, checked_at: ago(2 * HOUR) }).calls).toEqual([{ kind: "read_status" }])
    expect(signed(2 * DAY + 2 * HOUR, {}, { ...dead, checked_at: ago(HOUR) })).toMatchObject({
      calls: [],
      lookAt: hence(DAY - 2 * HOUR),
    })
  })

  it("is ordered, or given up in its time, when its cart is closed without an order: core is half done", () => {
    const half = { cart: { completed: true } }
    expect(kinds(signed(3 * MINUTE, half))).toEqual(["place_order"])
    expect(signed(3 * MINUTE, half).lower).toEqual([])
  })

  it("is not shown any more for another method whose order core took back", () => {
    expect(signed(3 * MINUTE, {}, { attention: [raised("paid_otherwise")] }).lower).toEqual(["paid_otherwise"])
  })
})

describe("a signed lease of whose cart another method makes an order", () => {
  const ordered = (order: Partial<OrderState>, lease: Partial<LeaseRecord> = {}) =>
    unplaced("signed", { signed_at: ago(HOUR), ...lease }, { order: { ...OTHERS, ...order }, tasks: [tried()] })

  it("is given up when that order is old enough and paid, and a person hears of it", () => {
    const { calls, raise } = ordered({ paidOtherwise: true, createdAt: ago(ORDER_STANDS_MS) })
    expect({ calls, raise }).toEqual({ calls: [giveUp("ordered_otherwise")], raise: ["paid_otherwise"] })
  })

  it("owes nothing while that order is young, paid or not: core may take it back", () => {
    for (const paidOtherwise of [true, false])
      expect(ordered({ paidOtherwise, createdAt: ago(MINUTE) })).toEqual({ ...NOTHING, lookAt: hence(4 * MINUTE) })
  })

  it("is never given up while nothing pays that order, however long its provider thinks", () => {
    const { calls, raise, lookAt } = ordered({ createdAt: ago(3 * DAY) }, { signed_at: ago(4 * DAY) })
    expect({ calls, raise }).toEqual({ calls: [], raise: ["signed_without_order"] })
    expect(lookAt).toEqual(hence(10 * MINUTE))
  })

  it("is given up when somebody canceled that order", () => {
    expect(ordered({ cancelled: true }).calls).toEqual([giveUp("order_cancelled")])
  })
})

describe.each(["signed", "placing"] as const)("an order of a lease that is %s", (status) => {
  const stands = (order: Partial<OrderState>) => unplaced(status, {}, { order })

  it("proves nothing while it is young: core makes the row before it asks for the payment", () => {
    const { record, lookAt } = stands({ createdAt: ago(ORDER_STANDS_MS - SECOND) })
    expect({ record, lookAt }).toEqual({ record: false, lookAt: hence(SECOND) })
  })

  it.each([
    ["with its payment", {}],
    ["with its payment open", { payments: [], awaitingSession: "payses_1" }],
  ])("stands when it is old enough, %s", (_how, order) => {
    expect(stands({ createdAt: ago(ORDER_STANDS_MS), ...order })).toMatchObject({ record: true, lookAt: NOW })
  })

  it("without a payment does not stand, and a person hears of it, because its shopper is gone", () => {
    const { record, raise, calls } = stands({ createdAt: ago(ORDER_STANDS_MS), payments: [] })
    expect({ record, raise, calls }).toEqual({ record: false, raise: ["signed_without_order"], calls: [] })
  })
})

it("a lease that is being placed is looked at when that lapses", () => {
  const { calls, lookAt } = unplaced("placing", { status_at: ago(MINUTE) })
  expect({ calls, lookAt }).toEqual({ calls: [], lookAt: hence(4 * MINUTE + SECOND) })
})

it("a lease that is being placed lapses by the last completion that began", () => {
  const completions = [3, 1].map((minutes) => ({ token: `${minutes}`, at: ago(minutes * MINUTE).toISOString() }))
  const { lookAt } = unplaced("placing", { status_at: ago(4 * MINUTE), completions })
  expect(lookAt).toEqual(hence(4 * MINUTE + SECOND))
})

describe("a placed lease", () => {
  it("owes nothing when it is captured and nothing has shipped", () => {
    expect(owed()).toMatchObject({ calls: [], record: false, raise: [], lookAt: hence(HOUR) })
  })

  it("whose order cannot be found is looked at later", () => {
    expect(owed({ order: null })).toMatchObject({ calls: [], raise: [], lookAt: hence(HOUR) })
  })

  it("is captured once, though a completion that failed has left a second payment of it", () => {
    expect(kinds(owed({ order: { payments: [payment(), OPEN_PAYMENT] } }))).toEqual([])
    expect(kinds(owed({ order: { payments: [OPEN_PAYMENT, OPEN_PAYMENT] } }))).toEqual(["capture_payment"])
  })

  describe("its payment", () => {
    it("is captured once the order stands", () => {
      expect(kinds(owed({ order: { payments: [OPEN_PAYMENT] } }))).toEqual(["capture_payment"])
    })

    it("waits for the delivery with captureOn delivery", () => {
      expect(kinds(owed({ order: { payments: [OPEN_PAYMENT] }, options: { captureOn: "delivery" } }))).toEqual([])
    })

    it("is not captured when it is canceled in Medusa's books", () => {
      expect(kinds(owed({ order: { payments: [payment({ captured: 0, canceled: true })] } }))).toEqual([])
    })

    it("is authorized when its session waits, and captured only then", () => {
      expect(kinds(owed({ order: { payments: [], awaitingSession: "payses_1" } }))).toEqual(["authorize_payment"])
    })

    it("is not authorized twice", () => {
      expect(kinds(owed({ order: { awaitingSession: "payses_1" } }))).toEqual([])
    })
  })

  describe("its delivery", () => {
    const gone = { shipped: true, shippedAt: ago(2 * DAY), deliveredAt: ago(HOUR) }

    it("is confirmed with the day in the store's time zone", () => {
      const deliveredAt = new Date("2026-11-21T05:30:00.000Z")
      expect(owed({ order: { ...gone, deliveredAt } }).calls).toEqual([
        { kind: "confirm_delivery", detail: { delivery_date: "2026-11-20" } },
      ])
    })

    describe("with confirmDeliveryOn shipped", () => {
      const options = { confirmDeliveryOn: "shipped" } as const
      const expected = (...days: (string | undefined)[]) => {
        const items = days.map((deliveryDate) => ({ ...(deliveryDate && { deliveryDate }) }))
        return { snapshot: { cart: { items } } as unknown as LeaseRecord["snapshot"] }
      }
      const shipped = { shipped: true, shippedAt: ago(HOUR), deliveredAt: null }
      const daysOf = (change: Change) => owed({ options, ...change }).calls.map(({ detail }) => detail?.delivery_date)

      it("is scheduled for the last day that the cart expected, once everything has left", () => {
        const lease = expected("2026-11-23", "2026-11-24")
        expect(daysOf({ lease, order: shipped })).toEqual(["2026-11-24"])
        expect(daysOf({ lease, order: { ...shipped, shippedAt: null } })).toEqual([])
      })

      it.each([
        ["no day is known", expected(undefined)],
        ["a line has no day", expected("2026-11-24", undefined)],
        ["the day is past", expected("2026-11-20")],
        ["no cart was kept", { snapshot: null }],
      ])("is not confirmed by a shipment of which %s", (_what, lease) => {
        expect(daysOf({ lease, order: shipped })).toEqual([])
      })

      it("is confirmed with the day of the delivery, where that comes first", () => {
        expect(daysOf({ lease: expected(undefined), order: gone })).toEqual(["2026-11-21"])
      })
    })

    it.each<[AttentionCode, Partial<OrderState>]>([
      ["amount_differs", { total: 30_000 }],
      ["return_partial", { returned: 1 }],
      ["return_due", { returned: 2 }],
    ])("is not confirmed automatically for an order with %s, which a person may accept", (code, change) => {
      const order = { ...gone, ...change }
      const { calls, raise } = owed({ order })
      expect({ calls, raise }).toEqual({ calls: [], raise: [code] })
      const accepted_order = { total: order.total ?? 45_400, returned: order.returned ?? 0 }
      if (code !== "return_due") expect(kinds(owed({ order, lease: { accepted_order } }))).toEqual(["confirm_delivery"])
    })

    it("is left to a person with confirmDeliveryOn manual", () => {
      expect(kinds(owed({ order: gone, options: { confirmDeliveryOn: "manual" } }))).toEqual([])
    })

    it.each([
      ["delivered", { shipped: true, shippedAt: ago(DAY) }],
      ["shipped", { shipped: true, deliveredAt: null }],
    ] as const)("waits until everything is %s", (confirmDeliveryOn, order) => {
      expect(kinds(owed({ order, options: { confirmDeliveryOn } }))).toEqual([])
    })

    it("is confirmed beside the capture: neither waits for the other", () => {
      expect(kinds(owed({ order: { ...gone, payments: [OPEN_PAYMENT] } }))).toEqual([
        "capture_payment",
        "confirm_delivery",
      ])
    })
  })

  it.each<AttentionCode>(["cart_mismatch", "second_order", "paid_otherwise", "invoice_differs", "lease_dead"])(
    "with %s neither pays nor delivers",
    (code) => {
      const order = { payments: [OPEN_PAYMENT], deliveredAt: ago(HOUR), shipped: true }
      const lease = { attention: [raised(code)], checked_at: NOW }
      expect(kinds(owed({ lease, order }))).toEqual([])
    },
  )

  describe("that goes to somebody else than it was offered for", () => {
    const order = { payments: [OPEN_PAYMENT], recipientDiffers: true }
    const known = { attention: [raised("recipient_differs")] }

    it.each(["placed", "delivered"] as const)("is raised, and neither pays nor delivers, %s", (status) => {
      const { calls, raise } = owed({ lease: { status }, order })
      expect({ calls, raise }).toEqual({ calls: [], raise: ["recipient_differs"] })
    })

    it("goes on once the address is put back", () => {
      const { calls, lower } = owed({ lease: known, order: { ...order, recipientDiffers: false } })
      expect(calls).toEqual([{ kind: "capture_payment" }])
      expect(lower).toContain("recipient_differs")
    })

    it("is of no account where the goods have arrived", () => {
      const arrived = { ...order, shipped: true, deliveredAt: ago(HOUR) }
      expect(kinds(owed({ order: arrived }))).toEqual(["capture_payment", "confirm_delivery"])
    })
  })

  it.each(["placed", "delivered"] as const)("that the service did not know is asked about each day, %s", (status) => {
    const dead = { status, attention: [raised("lease_dead")], placed_at: ago(3 * DAY + HOUR) }
    expect(kinds(owed({ lease: { ...dead, checked_at: ago(2 * HOUR) } }))).toEqual(["read_status"])
    const read = owed({ lease: { ...dead, checked_at: ago(MINUTE) } })
    expect(read.calls).toEqual([])
    expect(read.lookAt?.getTime()).toBeLessThanOrEqual(hence(DAY).getTime())
  })

  it.each<AttentionCode>(["money_differs", "delivery_failed", "signed_without_order"])("with %s goes on", (code) => {
    const order = { payments: [OPEN_PAYMENT], deliveredAt: ago(HOUR), shipped: true }
    expect(kinds(owed({ lease: { attention: [raised(code)] }, order }))).toEqual([
      "capture_payment",
      "confirm_delivery",
    ])
  })

  it("attested by a merchant is as sure as one that the service confirmed", () => {
    expect(kinds(owed({ lease: { evidence: "attested" }, order: { payments: [OPEN_PAYMENT] } }))).toEqual([
      "capture_payment",
    ])
  })
})

describe("a placed lease whose signature only the browser reported", () => {
  const awaiting = (change: Change = {}) =>
    owed({
      ...change,
      lease: { evidence: "reported", placed_at: ago(3 * MINUTE), checked_at: ago(HOUR), ...change.lease },
      order: { payments: [], awaitingSession: "payses_1", ...change.order },
    })

  it("is read by the same marks as a contract that was handed out", () => {
    expect(awaiting()).toMatchObject({ calls: [{ kind: "read_status" }], raise: [], lookAt: hence(2 * MINUTE) })
  })

  it("is neither authorized, captured nor delivered", () => {
    const order = { payments: [OPEN_PAYMENT], deliveredAt: ago(HOUR) }
    expect(kinds(awaiting({ lease: { checked_at: NOW }, order }))).toEqual([])
  })

  it("whose goods have left all the same is shown to a person", () => {
    expect(awaiting({ order: { shipped: true } }).raise).toEqual(["shipped_unconfirmed"])
  })

  it("is in order once it is confirmed, whatever has left", () => {
    expect(owed({ order: { shipped: true } }).lower).toContain("shipped_unconfirmed")
  })

  it("still tells of the money when goods have left, too", () => {
    const order = { shipped: true, payments: [payment({ captured: 1000 })] }
    expect(awaiting({ order }).raise).toEqual(expect.arrayContaining(["money_differs", "shipped_unconfirmed"]))
  })
})

describe("a lease whose order was canceled past the route", () => {
  it.each(["verified", "reported"] as const)("cancels the contract when nothing has left, %s", (evidence) => {
    expect(owed({ lease: { evidence }, order: { cancelled: true, deliveredAt: ago(HOUR) } }).calls).toEqual([
      { kind: "cancel_contract", detail: { cause: "order_cancelled" } },
    ])
  })

  it("is shown to a person when goods have left", () => {
    const { calls, raise } = owed({ order: { cancelled: true, shipped: true } })
    expect({ calls, raise }).toEqual({ calls: [], raise: ["order_cancelled_lease_alive"] })
  })

  it("is shown to a person when its contract was refused to be given up before, unless that is shown already", () => {
    const tasks = [taskOf("cancel_contract", "refused")]
    const cancelled = { order: { cancelled: true }, tasks }
    expect(owed(cancelled).raise).toEqual(["order_cancelled_lease_alive"])
    const told = owed({ ...cancelled, lease: { attention: [raised("cancel_failed")] } })
    expect({ calls: told.calls, raise: told.raise }).toEqual({ calls: [], raise: [] })
  })

  describe("after a person has settled an earlier cancellation", () => {
    const settled = [taskOf("cancel_contract", "settled", { actor: "merchant", finished_at: ago(HOUR) })]
    const cancelled = (cancelledAt: Date) => owed({ order: { cancelled: true, cancelledAt }, tasks: settled })

    it("is canceled at the service when the order was canceled since", () => {
      expect(kinds(cancelled(ago(MINUTE)))).toEqual(["cancel_contract"])
    })

    it("is shown to a person when the order was canceled before", () => {
      const { calls, raise } = cancelled(ago(2 * HOUR))
      expect({ calls, raise }).toEqual({ calls: [], raise: ["order_cancelled_lease_alive"] })
    })
  })

  it("is shown to a person when the lease runs already, shipped or not", () => {
    const { calls, raise } = owed({ lease: { status: "delivered" }, order: { cancelled: true } })
    expect({ calls, raise }).toEqual({ calls: [], raise: ["order_cancelled_lease_alive"] })
  })
})

describe("a delivered lease", () => {
  const delivered = (change: Change = {}) => owed({ ...change, lease: { status: "delivered", ...change.lease } })

  it("owes nothing more", () => {
    expect(delivered()).toMatchObject({ calls: [], raise: [], lookAt: hence(7 * DAY) })
  })

  it.each(["order", "delivery"] as const)("is captured, with captureOn %s", (captureOn) => {
    expect(kinds(delivered({ order: { payments: [OPEN_PAYMENT] }, options: { captureOn } }))).toEqual([
      "capture_payment",
    ])
  })

  it("has its delivery confirmed once", () => {
    expect(kinds(delivered({ order: { deliveredAt: ago(HOUR), shipped: true } }))).toEqual([])
  })

  it("is not captured while the service calls it void", () => {
    const lease = { attention: [raised("lease_dead")], checked_at: NOW }
    expect(kinds(delivered({ lease, order: { payments: [OPEN_PAYMENT] } }))).toEqual([])
  })

  it("whose order cannot be found is looked at later", () => {
    expect(delivered({ order: null })).toMatchObject({ calls: [], lookAt: hence(7 * DAY) })
  })
})

describe("a call in progress", () => {
  it.each([
    ["cancelling", "cancel_contract"],
    ["returning", "return_lease"],
  ] as const)("%s stays owed until it ends", (status, kind) => {
    expect(owed({ lease: { status } })).toMatchObject({ calls: [{ kind }], lookAt: hence(15 * MINUTE) })
  })
})

describe.each(["cancelled", "returned", "expired", "superseded"] as const)("a lease that is over, %s", (status) => {
  const over = (change: Change = {}) => owed({ ...change, lease: { status, ...change.lease } })
  const withoutOrder = (cart: Partial<CartState> | null, lease: Partial<LeaseRecord> = {}) =>
    over({ lease: { order_id: null, ...lease }, order: null, cart })

  it("leaves Medusa two minutes for its own books", () => {
    const order = { cancelled: true }
    expect(over({ lease: { status_at: ago(MINUTE) }, order })).toEqual({ ...NOTHING, lookAt: hence(MINUTE) })
  })

  it.each([
    ["captured", payment()],
    ["refunded in part", payment({ refunded: 100 })],
    ["authorized", OPEN_PAYMENT],
  ])("closes the payment of its canceled order, %s", (_how, open) => {
    expect(kinds(over({ order: { cancelled: true, payments: [open] } }))).toEqual(["close_payment"])
  })

  it.each([
    ["refunded", payment({ refunded: 45_400 })],
    ["canceled", payment({ captured: 0, canceled: true })],
  ])("leaves a payment that is %s", (_how, closed) => {
    expect(kinds(over({ order: { cancelled: true, payments: [closed] } }))).toEqual([])
  })

  it("closes what a completion that failed has left of a payment on its open cart", () => {
    expect(kinds(withoutOrder({ payments: [OPEN_PAYMENT] }))).toEqual(["close_payment"])
  })

  it("closes it, too, when the cart has become an order since: another lease or method pays that", () => {
    expect(kinds(withoutOrder({ completed: true, payments: [OPEN_PAYMENT] }))).toEqual(["close_payment"])
  })

  it("looks daily for the end of an order that stands, as long as anything of its payment is open", () => {
    const standing = (of: PaymentState) => over({ order: { cancelled: false, payments: [of] } })
    expect(standing(payment())).toMatchObject({ calls: [], lookAt: hence(DAY) })
    expect(standing(payment({ captured: 0, canceled: true })).lookAt).toBeNull()
  })

  if (status === "returned")
    it("closes a payment that was never captured, although the order stands: the goods are back", () => {
      expect(kinds(over({ order: { cancelled: false, payments: [OPEN_PAYMENT] } }))).toEqual(["close_payment"])
    })

  if (status === "cancelled")
    it("tells a person to cancel an order that stands, as after a word that the lease was canceled elsewhere", () => {
      const standing = over({ order: { cancelled: false, payments: [OPEN_PAYMENT] } })
      expect(standing.raise).toEqual(["money_differs"])
      expect(over({ order: { cancelled: true, payments: [OPEN_PAYMENT] } }).raise).toEqual([])
      expect(over({ order: { cancelled: false, payments: [OPEN_PAYMENT], heldElsewhere: 120_000 } }).raise).toEqual([])
    })

  it("looks daily for the end of what it is still shown for", () => {
    const shown = { lease: { attention: [raised("cart_mismatch")] }, order: { payments: [] } }
    expect(over(shown).lookAt).toEqual(hence(DAY))
  })

  it("leaves the order alone that its cart became by another lease", () => {
    const { calls, raise } = over({ lease: { order_id: null }, order: { own: false }, cart: { completed: true } })
    expect({ calls, raise }).toEqual({ calls: [], raise: [] })
  })

  describe("whose own order was never written down", () => {
    const unwritten = (order: Partial<OrderState>, tasks: TaskRecord[] = []) =>
      over({ lease: { order_id: null }, order, cart: { completed: true }, tasks })

    it("tells a person of it while it stands, and closes its payment", () => {
      const { calls, raise, lookAt } = unwritten({ payments: [OPEN_PAYMENT] })
      expect({ calls, raise, lookAt }).toEqual({
        calls: [{ kind: "close_payment" }],
        raise: ["lease_dead"],
        lookAt: hence(DAY),
      })
    })

    it.each(["due", "running"] as const)("leaves its payment to the cancel of the order that is owed, %s", (state) => {
      const cancel = taskOf("cancel_order", state)
      expect(kinds(unwritten({}, [cancel]))).toEqual([])
      expect(kinds(unwritten({ cancelled: true }, [cancel]))).toEqual(["close_payment"])
      expect(kinds(unwritten({}, [taskOf("cancel_order", "done")]))).toEqual(["close_payment"])
    })

    it("tells a person of it while its payment is only promised", () => {
      const { calls, raise } = unwritten({ payments: [], awaitingSession: "payses_1" })
      expect({ calls, raise }).toEqual({ calls: [], raise: ["lease_dead"] })
    })

    it("does not tell of it before it has stood its time: core may take it back", () => {
      const { calls, raise, lookAt } = unwritten({ createdAt: ago(MINUTE), payments: [OPEN_PAYMENT] })
      expect({ calls, raise, lookAt }).toEqual({ calls: [], raise: [], lookAt: hence(ORDER_STANDS_MS - MINUTE) })
    })

    it("only closes the payment once the order is canceled", () => {
      const { calls, raise, lower } = unwritten({ cancelled: true, payments: [OPEN_PAYMENT] })
      expect({ calls, raise }).toEqual({ calls: [{ kind: "close_payment" }], raise: [] })
      expect(lower).toContain("lease_dead")
    })

    it("does not tell of it again once its payment is closed: a person has had the word", () => {
      expect(unwritten({ payments: [payment({ captured: 0, canceled: true })] }).raise).toEqual([])
    })

    it("keeps what was raised for it as long as it stands", () => {
      expect(unwritten({ payments: [] }).lower).not.toContain("lease_dead")
    })
  })

  it("owes nothing where the cart is gone", () => {
    expect(withoutOrder(null)).toMatchObject({ calls: [], raise: [], lookAt: null })
  })

  it("is no longer shown to a person for its money, once that is given back", () => {
    const given = { cancelled: true, payments: [payment({ refunded: 45_400 })] }
    expect(over({ order: given }).lower).toContain("money_differs")
    expect(over({ order: { ...given, cancelled: false } }).lower).toContain("money_differs")
  })

  it("is no longer shown to a person for being alive", () => {
    expect(over({ order: { cancelled: true } }).lower).toEqual(
      expect.arrayContaining(["order_cancelled_lease_alive", "signed_without_order", "paid_otherwise"]),
    )
  })

  it.each<AttentionCode>(["cart_mismatch", "invoice_differs", "lease_dead"])(
    "is shown to a person for %s as long as its order is open",
    (code) => {
      expect(over({ order: { cancelled: true } }).lower).toContain(code)
      expect(over({ order: { cancelled: false } }).lower).not.toContain(code)
      expect(withoutOrder({ completed: true }).lower).toContain(code)
      const attention = [{ code, params: { order_id: "order_2" }, since: NOW.toISOString() }]
      const another = { lease: { order_id: null, attention }, order: { id: "order_2", cancelled: false } }
      expect(over(another).lower).not.toContain(code)
    },
  )
})

describe("Medusa's money and the ledger's", () => {
  const differs = (change: Change) => owed(change).raise.includes("money_differs")

  it.each<[string, boolean, Change]>([
    ["captured whole", false, {}],
    ["nothing captured yet", false, { order: { payments: [OPEN_PAYMENT] } }],
    ["refunded in part while the lease runs", true, { order: { payments: [payment({ refunded: 100 })] } }],
    ["no payment at all, and none that is awaited", true, { order: { payments: [] } }],
    ["paid by another method, too", true, { order: { heldElsewhere: 45_400 } }],
    ["paid by another method for what an edit added", false, { order: { total: 50_400, heldElsewhere: 5000 } }],
    [
      "paid by another method, too, as a person accepted it",
      false,
      {
        order: { heldElsewhere: 45_400 },
        lease: {
          accepted_order: { total: 45_400, returned: 0, held: 45_400, heldElsewhere: 45_400, status: "placed" },
        },
      },
    ],
    ["a cent too much", true, { order: { payments: [payment({ captured: 45_401 })] } }],
    ["canceled while the lease runs", true, { order: { payments: [payment({ captured: 0, canceled: true })] } }],
    [
      "two payments that are one sum",
      false,
      { order: { payments: [payment({ captured: 45_000 }), payment({ captured: 400 })] } },
    ],
    [
      "delivered and refunded",
      true,
      { lease: { status: "delivered" }, order: { payments: [payment({ refunded: 45_400 })] } },
    ],
    [
      "refunded in part, as a person accepted it",
      false,
      {
        lease: { accepted_order: { total: 45_400, returned: 0, held: 45_300, status: "placed" } },
        order: { payments: [payment({ refunded: 100 })] },
      },
    ],
    [
      "refunded further than a person accepted",
      true,
      {
        lease: { accepted_order: { total: 45_400, returned: 0, held: 45_300, status: "placed" } },
        order: { payments: [payment({ refunded: 200 })] },
      },
    ],
    [
      "held as a person accepted it before the lease was canceled",
      true,
      {
        lease: {
          status: "cancelled",
          accepted_order: { total: 45_400, returned: 0, held: 45_400, status: "placed" },
        },
      },
    ],
    ["canceled, and still held", true, { lease: { status: "cancelled" } }],
    [
      "canceled and refunded",
      false,
      { lease: { status: "cancelled" }, order: { payments: [payment({ refunded: 45_400 })] } },
    ],
    ["returned, and still held", true, { lease: { status: "returned" } }],
    ["returned, never captured", false, { lease: { status: "returned" }, order: { payments: [OPEN_PAYMENT] } }],
  ])("%s", (_what, expected, change) => {
    expect(differs(change)).toBe(expected)
  })

  it("are told to be one again when they are", () => {
    expect(owed({ lease: { attention: [raised("money_differs")] } }).lower).toContain("money_differs")
  })
})

describe("a call that ended", () => {
  const due = { order: { payments: [OPEN_PAYMENT] } }

  it("by a person's word is owed again for a delivery that came since", () => {
    const settled = [taskOf("confirm_delivery", "settled", { actor: "merchant", finished_at: ago(HOUR) })]
    const delivery = (deliveredAt: Date) => owed({ order: { shipped: true, deliveredAt }, tasks: settled })
    expect(kinds(delivery(ago(2 * HOUR)))).toEqual([])
    expect(kinds(delivery(ago(MINUTE)))).toEqual(["confirm_delivery"])
  })

  it.each<[string, TaskRecord, boolean]>([
    ["done", taskOf("capture_payment", "done"), true],
    ["refused to the facts", taskOf("capture_payment", "refused"), false],
    ["refused to a person", taskOf("capture_payment", "refused", { actor: "merchant" }), true],
    ["ended by a person's word", taskOf("capture_payment", "settled"), false],
    ["another call's refusal", taskOf("confirm_delivery", "refused"), true],
  ])("%s is owed again: %s", (_what, task, again) => {
    expect(kinds(owed({ ...due, tasks: [task] }))).toEqual(again ? ["capture_payment"] : [])
  })

  it("counts as the newest of its kind did", () => {
    const tasks = [taskOf("capture_payment", "done"), taskOf("capture_payment", "refused")]
    expect(kinds(owed({ ...due, tasks }))).toEqual(["capture_payment"])
  })
})
