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

const leaseOf = (change: Partial<LeaseRecord> = {}) =>
  ({
    ...{ status: "placed", evidence: "verified", amount: 45_400, order_id: "order_1", attention: [] },
    ...{ contract_at: ago(HOUR), contracts_received_at: null, signed_at: ago(HOUR), placed_at: ago(HOUR) },
    ...{ checked_at: ago(HOUR), status_at: ago(HOUR), accepted_order: null, snapshot: null },
    ...change,
  }) as LeaseRecord

const payment = (change: Partial<PaymentState> = {}): PaymentState => ({
  ...{ id: "pay_1", captured: 45_400, refunded: 0, canceled: false },
  ...change,
})
const OPEN_PAYMENT = payment({ captured: 0 })

const orderOf = (change: Partial<OrderState> = {}): OrderState => ({
  ...{ id: "order_1", createdAt: ago(HOUR), cancelled: false, cancelledAt: null, recipientDiffers: false },
  ...{ heldElsewhere: 0, total: 45_400, sessionIds: ["payses_1"], own: true, paidOtherwise: false },
  ...{ awaitingSession: null, payments: [payment()], shipped: false, deliveredAt: null, shippedAt: null },
  ...{ pieces: 2, returned: 0 },
  ...change,
})

const cartOf = (change: Partial<CartState> = {}): CartState => ({
  ...{ completed: false, payments: [], sessionIds: ["payses_1"] },
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
  const facts: Facts = { lease: leaseOf(lease), order: order && orderOf(order), cart: cart && cartOf(cart), tasks }
  return owedOf(facts, { ...OPTIONS, ...options }, NOW)
}

/** A lease without an order, its cart open. */
const unplaced = (status: LeaseStatus, lease: Partial<LeaseRecord> = {}, more: Change = {}) =>
  owed({ lease: { status, order_id: null, placed_at: null, ...lease }, order: null, cart: {}, ...more })

/** A contract without an order is given up on a second look. */
const giveUp = (cause: string) => ({ kind: "cancel_contract", detail: { cause }, waits: MINUTE })
const kinds = ({ calls }: { calls: OwedCall[] }) => calls.map(({ kind }) => kind)
type Owed = ReturnType<typeof owed>
/** A table of what is owed, each row with what is to be seen of it. */
const table = (rows: [name: string, owed: Owed, expected: Partial<Record<keyof Owed, unknown>>][]) =>
  it.each(rows)("%s", (_, owed, expected) => expect(owed).toMatchObject(expected))
const calls = (...kinds: TaskKind[]) => ({ calls: kinds.map((kind) => ({ kind })) })
const NOTHING = { calls: [], record: false, raise: [], lower: [], lookAt: null }
const NONE = calls()
const PLACE = calls("place_order")
const READ = calls("read_status")
const CAPTURE = calls("capture_payment")
const CLOSE = calls("close_payment")
const gives = (cause: string, ...raise: AttentionCode[]) => ({ calls: [giveUp(cause)], raise })
const raises = (...raise: AttentionCode[]) => ({ calls: [], raise })
const looks = (ms: number) => ({ lookAt: hence(ms) })
const has = (...codes: AttentionCode[]) => expect.arrayContaining(codes)
const OPEN = { payments: [OPEN_PAYMENT] }
const refunded = (sum: number) => ({ payments: [payment({ refunded: sum })] })
/** What a person has accepted of Medusa's books. */
const held = (sum: number, more: object = {}) => ({
  accepted_order: { total: 45_400, returned: 0, held: sum, status: "placed" as const, ...more },
})

describe("what a lease owes before there is a contract", () => {
  it.each<LeaseStatus>(["open", "approved", "denied", "pending", "undecided"])("%s: nothing", (status) => {
    expect(unplaced(status, { contract_at: null })).toEqual(NOTHING)
  })

  table([
    ["submitting: is looked at again, its process may be gone", unplaced("submitting"), looks(2 * MINUTE)],
    ["offered: nothing before the contract is opened", unplaced("offered", { contract_at: null }), NOTHING],
  ])
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
      expect(stuck(DAY - MINUTE, HOUR)).toMatchObject(raises())
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
  const signing = (
    order: Partial<OrderState> | null,
    lease: Partial<LeaseRecord> = { checked_at: NOW },
    more: Change = {},
  ) => unplaced("signing", lease, { order, ...more })
  const UNREAD = { signed_at: null, contract_at: ago(3 * MINUTE), checked_at: null }
  const REFUSED = (ms: number) => ({ tasks: [taskOf("cancel_contract", "refused", { finished_at: ago(ms) })] })
  const NO_UNSIGNED = { options: { service: { wire: { cancelUnsigned: false } } } }
  const GIVEN_UP = gives("ordered_otherwise")
  const YOUNG = { ...PAID_BY_CARD, createdAt: ago(ORDER_STANDS_MS - SECOND) }
  table([
    ["is given up by an order that another method pays", signing(PAID_BY_CARD, {}), GIVEN_UP],
    ["is given up by such an order that was canceled", signing({ ...OTHERS, cancelled: true }, {}), GIVEN_UP],
    ["is kept and looked at again while that order is young", signing(YOUNG), { ...NONE, ...looks(SECOND) }],
    ["is kept while the provider of a card is being asked", signing(OTHERS), NONE],
    ["is kept while the lease itself is ordering", signing({ payments: [] }), NONE],
    ["is kept while core is half done", signing(null, { checked_at: NOW }, { cart: { completed: true } }), NONE],
    ["is read on where the service keeps it", signing(PAID_BY_CARD, UNREAD, REFUSED(MINUTE)), READ],
    ["is read on where none is canceled unsigned", signing(PAID_BY_CARD, UNREAD, NO_UNSIGNED), READ],
    [
      "is given up there once it is signed",
      unplaced("signed", { signed_at: ago(MINUTE) }, { order: PAID_BY_CARD, ...NO_UNSIGNED }),
      calls("cancel_contract"),
    ],
    [
      "is given up once more where it was refused unsigned",
      unplaced("signed", { signed_at: ago(MINUTE) }, { order: PAID_BY_CARD, ...REFUSED(HOUR) }),
      { calls: [giveUp("ordered_otherwise")] },
    ],
    [
      "is read on when another offer came after it",
      unplaced("offered", { contract_at: ago(DAY), checked_at: ago(2 * HOUR) }, { order: PAID_BY_CARD }),
      READ,
    ],
  ])
})

/** An attempt to place the order that failed. */
const tried = ({ at = NOW, code = "completion_failed" } = {}) =>
  taskOf("place_order", "due", { last_error: { code: code as "busy", params: {}, at: at.toISOString() } })
const ABANDONED = (created_at: Date) => ({ detail: { cause: "abandoned" as const }, created_at })

describe("a signed lease without an order", () => {
  const signed = (since: number, more: Change = {}, lease: Partial<LeaseRecord> = {}) =>
    unplaced("signed", { signed_at: ago(since), ...lease }, more)

  const DEAD = { attention: [raised("lease_dead")] }
  const half = { cart: { completed: true } }
  table([
    [
      "is left to the shopper's browser first",
      signed(MINUTE),
      { ...NOTHING, lower: ["paid_otherwise"], lookAt: hence(MINUTE) },
    ],
    ["is ordered after placeOrderAfter", signed(2 * MINUTE), { ...PLACE, raise: [], lookAt: hence(15 * MINUTE) }],
    ["counts from the signature, not the last move", signed(3 * MINUTE, {}, { status_at: NOW }), PLACE],
    [
      "counts from its status without a signature",
      signed(0, {}, { signed_at: null, status_at: ago(3 * MINUTE) }),
      PLACE,
    ],
    [
      "is given up after abandonAfter, which a person hears",
      signed(DAY, { tasks: [tried()] }),
      gives("abandoned", "signed_without_order"),
    ],
    ["is not given up a second before", signed(DAY - SECOND), PLACE],
    [
      "is only read each day where the service calls it void",
      signed(2 * DAY + HOUR, {}, { ...DEAD, checked_at: ago(2 * HOUR) }),
      READ,
    ],
    [
      "was read so",
      signed(2 * DAY + 2 * HOUR, {}, { ...DEAD, checked_at: ago(HOUR) }),
      { ...NONE, ...looks(DAY - 2 * HOUR) },
    ],
    ["is ordered while core is half done", signed(3 * MINUTE, half), { ...PLACE, lower: [] }],
    [
      "is no longer shown for another method's order",
      signed(3 * MINUTE, {}, { attention: [raised("paid_otherwise")] }),
      { lower: ["paid_otherwise"] },
    ],
  ])

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
})

describe("a signed lease of whose cart another method makes an order", () => {
  const ordered = (order: Partial<OrderState>, lease: Partial<LeaseRecord> = {}) =>
    unplaced("signed", { signed_at: ago(HOUR), ...lease }, { order: { ...OTHERS, ...order }, tasks: [tried()] })

  table([
    [
      "is given up when that order is old and paid",
      ordered({ paidOtherwise: true, createdAt: ago(ORDER_STANDS_MS) }),
      gives("ordered_otherwise", "paid_otherwise"),
    ],
    ...[true, false].map((paidOtherwise): [string, Owed, object] => [
      `owes nothing while that order is young, for core may take it back: paid ${paidOtherwise}`,
      ordered({ paidOtherwise, createdAt: ago(MINUTE) }),
      { ...NOTHING, lookAt: hence(4 * MINUTE) },
    ]),
    [
      "is never given up while nothing pays that order",
      ordered({ createdAt: ago(3 * DAY) }, { signed_at: ago(4 * DAY) }),
      { calls: [], raise: ["signed_without_order"], lookAt: hence(10 * MINUTE) },
    ],
    [
      "is given up when somebody canceled that order",
      ordered({ cancelled: true }),
      { calls: [giveUp("order_cancelled")] },
    ],
  ])
})

describe.each(["signed", "placing"] as const)("an order of a lease that is %s", (status) => {
  const stands = (order: Partial<OrderState>, ms = ORDER_STANDS_MS) =>
    unplaced(status, {}, { order: { createdAt: ago(ms), ...order } })

  table([
    [
      "proves nothing while it is young",
      stands({}, ORDER_STANDS_MS - SECOND),
      { record: false, lookAt: hence(SECOND) },
    ],
    ["stands when it is old enough", stands({}), { record: true, lookAt: NOW }],
    [
      "stands with its payment open",
      stands({ payments: [], awaitingSession: "payses_1" }),
      { record: true, lookAt: NOW },
    ],
    [
      "does not stand without a payment, which a person hears",
      stands({ payments: [] }),
      { record: false, raise: ["signed_without_order"], calls: [] },
    ],
  ])
})

const completions = [3, 1].map((minutes) => ({ token: `${minutes}`, at: ago(minutes * MINUTE).toISOString() }))
const LAPSES = { ...NONE, ...looks(4 * MINUTE + SECOND) }
table([
  [
    "a lease that is being placed is looked at when that lapses",
    unplaced("placing", { status_at: ago(MINUTE) }),
    LAPSES,
  ],
  ["by the last completion that began", unplaced("placing", { status_at: ago(4 * MINUTE), completions }), LAPSES],
])

describe("a placed lease", () => {
  const uncaptured = (order: Partial<OrderState> = {}, options: Partial<Options> = {}) =>
    owed({ order: { ...OPEN, ...order }, options })
  const awaiting = (order: Partial<OrderState> = {}) => owed({ order: { awaitingSession: "payses_1", ...order } })
  table([
    ["owes nothing when it is captured", owed(), { calls: [], record: false, raise: [], lookAt: hence(HOUR) }],
    [
      "whose order cannot be found is looked at later",
      owed({ order: null }),
      { calls: [], raise: [], lookAt: hence(HOUR) },
    ],
    ["is captured once the order stands", uncaptured(), CAPTURE],
    ["is captured, attested by a merchant", owed({ lease: { evidence: "attested" }, order: OPEN }), CAPTURE],
    ["is captured with the delivery, with captureOn delivery", uncaptured({}, { captureOn: "delivery" }), NONE],
    ["is captured once, beside a second payment", uncaptured({ payments: [payment(), OPEN_PAYMENT] }), NONE],
    ["is captured where both are open", uncaptured({ payments: [OPEN_PAYMENT, OPEN_PAYMENT] }), CAPTURE],
    ["is not captured once it is canceled", uncaptured({ payments: [payment({ captured: 0, canceled: true })] }), NONE],
    ["is authorized first when its session waits", awaiting({ payments: [] }), calls("authorize_payment")],
    ["is not authorized twice", awaiting(), NONE],
  ])

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
      expect(kinds(owed({ order: { ...gone, ...OPEN } }))).toEqual(["capture_payment", "confirm_delivery"])
    })
  })

  it.each<AttentionCode>(["cart_mismatch", "second_order", "paid_otherwise", "invoice_differs", "lease_dead"])(
    "with %s neither pays nor delivers",
    (code) => {
      const order = { ...OPEN, deliveredAt: ago(HOUR), shipped: true }
      const lease = { attention: [raised(code)], checked_at: NOW }
      expect(kinds(owed({ lease, order }))).toEqual([])
    },
  )

  describe("that goes to somebody else than it was offered for", () => {
    const order = { ...OPEN, recipientDiffers: true }
    const known = { attention: [raised("recipient_differs")] }

    it.each(["placed", "delivered"] as const)("is raised, and neither pays nor delivers, %s", (status) => {
      const { calls, raise } = owed({ lease: { status }, order })
      expect({ calls, raise }).toEqual(raises("recipient_differs"))
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
    const order = { ...OPEN, deliveredAt: ago(HOUR), shipped: true }
    expect(kinds(owed({ lease: { attention: [raised(code)] }, order }))).toEqual([
      "capture_payment",
      "confirm_delivery",
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

  const shipped = { shipped: true }
  table([
    ["is read by the marks of a contract", awaiting(), { ...READ, raise: [], lookAt: hence(2 * MINUTE) }],
    [
      "is neither authorized, captured nor delivered",
      awaiting({ lease: { checked_at: NOW }, order: { ...OPEN, deliveredAt: ago(HOUR) } }),
      NONE,
    ],
    ["is shown when goods have left", awaiting({ order: shipped }), { raise: ["shipped_unconfirmed"] }],
    [
      "is shown for its money, too",
      awaiting({ order: { ...shipped, payments: [payment({ captured: 1000 })] } }),
      { raise: has("money_differs", "shipped_unconfirmed") },
    ],
    ["is in order once it is confirmed", owed({ order: shipped }), { lower: has("shipped_unconfirmed") }],
  ])
})

describe("a lease whose order was canceled past the route", () => {
  const canceled = (order: Partial<OrderState> = {}, lease: Partial<LeaseRecord> = {}, tasks: TaskRecord[] = []) =>
    owed({ lease, order: { cancelled: true, ...order }, tasks })
  const SETTLED = [taskOf("cancel_contract", "settled", { actor: "merchant", finished_at: ago(HOUR) })]
  const REFUSED = [taskOf("cancel_contract", "refused")]
  const CANCELED = { calls: [{ kind: "cancel_contract", detail: { cause: "order_cancelled" } }] }
  const SHOWN = raises("order_cancelled_lease_alive")
  table([
    ["cancels the contract when nothing has left, verified", canceled({ deliveredAt: ago(HOUR) }), CANCELED],
    ["cancels the contract when nothing has left, reported", canceled({}, { evidence: "reported" }), CANCELED],
    ["is shown to a person when goods have left", canceled({ shipped: true }), SHOWN],
    ["is shown to a person when the lease runs already", canceled({}, { status: "delivered" }), SHOWN],
    ["is shown to a person when a cancellation was refused before", canceled({}, {}, REFUSED), SHOWN],
    ["is shown once", canceled({}, { attention: [raised("cancel_failed")] }, REFUSED), raises()],
    ["cancels, canceled since a person has settled one", canceled({ cancelledAt: ago(MINUTE) }, {}, SETTLED), CANCELED],
    ["is shown, canceled before that", canceled({ cancelledAt: ago(2 * HOUR) }, {}, SETTLED), SHOWN],
  ])
})

describe("a delivered lease", () => {
  const delivered = (change: Change = {}) => owed({ ...change, lease: { status: "delivered", ...change.lease } })

  const open = OPEN
  table([
    ["owes nothing more", delivered(), { calls: [], raise: [], lookAt: hence(7 * DAY) }],
    ["is captured, with captureOn order", delivered({ order: open }), CAPTURE],
    ["is captured, with captureOn delivery", delivered({ order: open, options: { captureOn: "delivery" } }), CAPTURE],
    ["has its delivery confirmed once", delivered({ order: { deliveredAt: ago(HOUR), shipped: true } }), NONE],
    [
      "is not captured while the service calls it void",
      delivered({ lease: { attention: [raised("lease_dead")], checked_at: NOW }, order: open }),
      NONE,
    ],
    ["whose order cannot be found is looked at later", delivered({ order: null }), { ...NONE, ...looks(7 * DAY) }],
  ])
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

  const closing = (of: PaymentState, order: Partial<OrderState> = {}) =>
    over({ order: { cancelled: true, payments: [of], ...order } })
  const CANCELED = payment({ captured: 0, canceled: true })
  table([
    [
      "leaves Medusa two minutes for its own books",
      over({ lease: { status_at: ago(MINUTE) }, order: { cancelled: true } }),
      { ...NOTHING, lookAt: hence(MINUTE) },
    ],
    ["closes the payment of its canceled order, captured", closing(payment()), CLOSE],
    ["closes it, refunded in part", closing(payment({ refunded: 100 })), CLOSE],
    ["closes it, authorized", closing(OPEN_PAYMENT), CLOSE],
    ["leaves a payment that is refunded", closing(payment({ refunded: 45_400 })), NONE],
    ["leaves a payment that is canceled", closing(CANCELED), NONE],
    ["closes what a failed completion has left", withoutOrder(OPEN), CLOSE],
    ["closes it where the cart became an order since", withoutOrder({ completed: true, ...OPEN }), CLOSE],
    ["looks daily while its payment is open", closing(payment(), { cancelled: false }), { ...NONE, ...looks(DAY) }],
    ["looks no more then", closing(CANCELED, { cancelled: false }), { lookAt: null }],
    [
      "looks daily while it is shown for something",
      over({ lease: { attention: [raised("cart_mismatch")] }, order: { payments: [] } }),
      looks(DAY),
    ],
    [
      "leaves another lease's order of its cart alone",
      over({ lease: { order_id: null }, order: { own: false }, cart: { completed: true } }),
      raises(),
    ],
    ["owes nothing where the cart is gone", withoutOrder(null), { calls: [], raise: [], lookAt: null }],
  ])

  if (status === "returned")
    it("closes a payment that was never captured, although the order stands: the goods are back", () => {
      expect(kinds(over({ order: { cancelled: false, ...OPEN } }))).toEqual(["close_payment"])
    })

  if (status === "cancelled")
    it("tells a person to cancel an order that stands, as after a word that the lease was canceled elsewhere", () => {
      const standing = over({ order: { cancelled: false, ...OPEN } })
      expect(standing.raise).toEqual(["money_differs"])
      expect(over({ order: { cancelled: true, ...OPEN } }).raise).toEqual([])
      expect(over({ order: { cancelled: false, ...OPEN, heldElsewhere: 120_000 } }).raise).toEqual([])
    })

  describe("whose own order was never written down", () => {
    const unwritten = (order: Partial<OrderState>, tasks: TaskRecord[] = []) =>
      over({ lease: { order_id: null }, order, cart: { completed: true }, tasks })

    const cancel = (state: TaskState) => [taskOf("cancel_order", state)]
    const TOLD = { raise: ["lease_dead"], lookAt: hence(DAY) }
    table([
      ["tells a person while it stands, and closes it", unwritten(OPEN), { ...CLOSE, ...TOLD }],
      ["leaves its payment to the cancel of the order that is due", unwritten({}, cancel("due")), NONE],
      ["leaves its payment to the cancel of the order that is running", unwritten({}, cancel("running")), NONE],
      ["closes its payment once that is done", unwritten({}, cancel("done")), CLOSE],
      ["closes its payment once it is canceled", unwritten({ cancelled: true }, cancel("due")), CLOSE],
      [
        "tells a person while its payment is only promised",
        unwritten({ payments: [], awaitingSession: "payses_1" }),
        raises("lease_dead"),
      ],
      [
        "does not tell before it has stood its time",
        unwritten({ createdAt: ago(MINUTE), ...OPEN }),
        { calls: [], raise: [], lookAt: hence(ORDER_STANDS_MS - MINUTE) },
      ],
      [
        "only closes the payment once it is canceled",
        unwritten({ cancelled: true, ...OPEN }),
        { ...CLOSE, raise: [], lower: has("lease_dead") },
      ],
      ["does not tell again once its payment is closed", unwritten({ payments: [CANCELED] }), { raise: [] }],
      [
        "keeps what was raised for it as long as it stands",
        unwritten({ payments: [] }),
        { lower: expect.not.arrayContaining(["lease_dead"]) },
      ],
    ])
  })

  it("is no longer shown to a person for its money, once that is given back", () => {
    const given = { cancelled: true, payments: [payment({ refunded: 45_400 })] }
    expect(over({ order: given }).lower).toContain("money_differs")
    expect(over({ order: { ...given, cancelled: false } }).lower).toContain("money_differs")
  })

  it("is no longer shown to a person for being alive", () => {
    expect(over({ order: { cancelled: true } }).lower).toEqual(
      has("order_cancelled_lease_alive", "signed_without_order", "paid_otherwise"),
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
    ["nothing captured yet", false, { order: OPEN }],
    ["refunded in part while the lease runs", true, { order: refunded(100) }],
    ["no payment at all, and none that is awaited", true, { order: { payments: [] } }],
    ["paid by another method, too", true, { order: { heldElsewhere: 45_400 } }],
    ["paid by another method for what an edit added", false, { order: { total: 50_400, heldElsewhere: 5000 } }],
    [
      "paid by another method, too, as a person accepted it",
      false,
      { order: { heldElsewhere: 45_400 }, lease: held(45_400, { heldElsewhere: 45_400 }) },
    ],
    ["a cent too much", true, { order: { payments: [payment({ captured: 45_401 })] } }],
    ["canceled while the lease runs", true, { order: { payments: [payment({ captured: 0, canceled: true })] } }],
    [
      "two payments that are one sum",
      false,
      { order: { payments: [payment({ captured: 45_000 }), payment({ captured: 400 })] } },
    ],
    ["delivered and refunded", true, { lease: { status: "delivered" }, order: refunded(45_400) }],
    ["refunded in part, as a person accepted it", false, { lease: held(45_300), order: refunded(100) }],
    ["refunded further than a person accepted", true, { lease: held(45_300), order: refunded(200) }],
    ["held as accepted before the cancellation", true, { lease: { status: "cancelled", ...held(45_400) } }],
    ["canceled, and still held", true, { lease: { status: "cancelled" } }],
    ["canceled and refunded", false, { lease: { status: "cancelled" }, order: refunded(45_400) }],
    ["returned, and still held", true, { lease: { status: "returned" } }],
    ["returned, never captured", false, { lease: { status: "returned" }, order: OPEN }],
  ])("%s", (_what, expected, change) => {
    expect(differs(change)).toBe(expected)
  })

  it("are told to be one again when they are", () => {
    expect(owed({ lease: { attention: [raised("money_differs")] } }).lower).toContain("money_differs")
  })
})

describe("a call that ended", () => {
  const due = { order: OPEN }

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

/** A placed lease of the operator's widget, its order paid by a card. */
function hosted(lease: Partial<LeaseRecord>, order: Partial<OrderState> | null, tasks: TaskRecord[] = []) {
  const own = { way: "widget", evidence: "reported", order_display_id: 7, widget_approved_at: ago(HOUR) } as const
  const paid = { ...PAID_BY_CARD, total: 1, own: false, pieces: 1 }
  return owed({ lease: { ...own, ...lease }, order: order && { ...paid, ...order }, tasks })
}
const hostedKinds = (...of: Parameters<typeof hosted>) => kinds(hosted(...of))
const DELIVERED = { shipped: true, deliveredAt: new Date("2026-11-21T03:00:00.000Z") }
const NUMBER = { kind: "send_order_id", detail: { order_id: "7" } }
const DATE = { kind: "send_delivery_date", detail: { delivery_date: "2026-11-20" } }

describe("what is owed for a hosted lease", () => {
  it("is the order's number once the order is there", () => {
    expect(hosted({}, {}).calls).toEqual([NUMBER])
  })

  it("is the delivery date of the store's own zone once everything is delivered", () => {
    expect(hosted({}, DELIVERED).calls).toEqual([NUMBER, DATE])
  })

  it.each(["done", "settled", "refused"] as const)("is no number any more that is %s", (state) => {
    expect(hostedKinds({}, {}, [taskOf("send_order_id", state)])).toEqual([])
  })

  it("is the number of an order whose delivery was told first", () => {
    expect(hostedKinds({ status: "delivered" }, DELIVERED)).toEqual(["send_order_id"])
  })

  it.each(["signed", "placed", "delivered", "cancelled", "returned", "superseded"] as const)(
    "is never a call of our own way, nor anything of Medusa's books (%s)",
    (status) => {
      const own: TaskKind[] = ["send_order_id", "send_delivery_date"]
      for (const order of [null, {}, DELIVERED, { cancelled: true }, { ...DELIVERED, returned: 1 }])
        expect(hostedKinds({ status, signed_at: ago(9 * DAY) }, order).filter((kind) => !own.includes(kind))).toEqual(
          [],
        )
    },
  )

  it("is nothing where no success was ever reported", () => {
    expect(hostedKinds({ evidence: "none" }, DELIVERED)).toEqual([])
  })

  it("is nothing for a canceled order: a person hears that its lease is alive", () => {
    expect(hosted({}, { ...DELIVERED, cancelled: true })).toMatchObject({
      calls: [],
      raise: ["order_cancelled_lease_alive"],
    })
  })
})

describe("what a person hears of a hosted lease", () => {
  it("is that a card was not used, after a day, and not before", () => {
    const signed = { status: "signed", order_id: null } as const
    expect(hosted(signed, null).raise).toEqual([])
    expect(hosted({ ...signed, signed_at: ago(DAY) }, null)).toMatchObject({
      raise: ["signed_without_order"],
      calls: [],
    })
  })

  it("is that the goods came back", () => {
    expect(hosted({}, { ...DELIVERED, returned: 1 }).raise).toEqual(["return_due"])
    expect(hosted({}, { ...DELIVERED, pieces: 2, returned: 1 }).raise).toEqual(["return_partial"])
  })

  it("is no difference of money or sums: they are another provider's", () => {
    expect(hosted({}, { total: 999_999 }).raise).toEqual([])
  })

  it("is that a link failed, until no call stands refused for it", () => {
    const error = { code: "link_missing" as const, params: {}, at: "" }
    const refused = taskOf("send_order_id", "refused", { last_error: error })
    expect(hosted({}, {}, [refused]).lower).not.toContain("link_missing")
    expect(hosted({}, {}, [taskOf("send_order_id", "done"), refused]).lower).toContain("link_missing")
  })
})

describe("an order whose event was lost", () => {
  it.each([
    ["after a success", { status: "signed", order_id: null }],
    ["after an approval without a success", { status: "open", order_id: null }],
  ] as const)("is recorded once it stands, %s", (_, lease) => {
    expect(hosted(lease, { createdAt: ago(4 * MINUTE) })).toMatchObject({ record: false, lookAt: expect.any(Date) })
    expect(hosted(lease, { createdAt: ago(5 * MINUTE) })).toMatchObject({ record: true })
  })

  it("is looked at again while nothing pays it, however old it is: its card may be declined yet", () => {
    const young = { status: "signed", order_id: null } as const
    expect(hosted(young, { createdAt: ago(DAY), paidOtherwise: false })).toMatchObject({ record: false, calls: [] })
    expect(hosted(young, { createdAt: ago(DAY), paidOtherwise: false }).lookAt).toEqual(expect.any(Date))
  })

  it("is no business of a widget in which nothing was approved, or that was left", () => {
    const lease = { status: "open", order_id: null, widget_approved_at: null } as const
    expect(hosted(lease, {})).toMatchObject({ record: false, lookAt: null })
  })

  it("is looked for after an approval, hourly, then daily, and not without end", () => {
    const lookAt = (age: number) =>
      hosted({ status: "open", order_id: null, widget_approved_at: ago(age) }, null).lookAt?.getTime()
    expect(lookAt(MINUTE)).toBe(NOW.getTime() + 60 * MINUTE)
    expect(lookAt(2 * DAY)).toBe(NOW.getTime() + DAY)
    expect(lookAt(31 * DAY)).toBeUndefined()
  })
})
