import { type CardFacts, type CardState, cardOf, cardState } from "../../../../src/modules/lease/card-state"
import type { AttentionCode } from "../../../../src/modules/lease/messages"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/state-machine"

const SINCE = "2026-11-20T10:00:00.000Z"
/** So long after `SINCE`, in ms. */
const later = (ms: number) => new Date(Date.parse(SINCE) + ms)

type Change = Partial<Omit<CardFacts, "lease" | "order">> & {
  lease?: Partial<CardFacts["lease"]>
  order?: Partial<CardFacts["order"]>
}

/** A lease order of two pieces, placed an hour ago, verified and captured, nothing shipped; but for what is changed. */
function facts({ lease, order, ...rest }: Change = {}): CardFacts {
  return {
    lease: {
      status: "placed",
      status_at: new Date(SINCE),
      evidence: "verified",
      order_id: "order_1",
      amount: 120_000,
      attention: [],
      ...lease,
    },
    order: {
      id: "order_1",
      cancelled: false,
      total: 120_000,
      captured: true,
      shipped: false,
      delivered: 0,
      pieces: 2,
      ...order,
    },
    claimed: false,
    captureOn: "order",
    now: later(3_600_000),
    ...rest,
  }
}

const raised = (code: AttentionCode) => [{ code, params: {}, since: SINCE }]
const card = (change: Change = {}) => cardOf(facts(change), "Acorn Leasing")

describe("the state of the card", () => {
  const table: [string, CardState, Change][] = [
    ["placed and confirmed, nothing shipped", "accepted", {}],
    ["some of it shipped", "part_shipped", { order: { shipped: true } }],
    ["some of it delivered", "part_shipped", { order: { shipped: true, delivered: 1 } }],
    ["all of it delivered", "delivery_due", { order: { shipped: true, delivered: 2 } }],
    ["nothing in it that ships", "accepted", { order: { pieces: 0 } }],
    ["delivery confirmed", "delivered", { lease: { status: "delivered" } }],
    ["not captured, though due with the order", "capture_open", { order: { captured: false } }],
    ["not captured, due with the delivery", "accepted", { captureOn: "delivery", order: { captured: false } }],
    [
      "not captured after the delivery",
      "capture_open",
      { captureOn: "delivery", lease: { status: "delivered" }, order: { captured: false } },
    ],
    ["signature reported by the browser only", "awaiting", { lease: { evidence: "reported" } }],
    ["signature attested by a merchant", "accepted", { lease: { evidence: "attested" } }],
    ["canceling now", "sending", { lease: { status: "cancelling" }, claimed: true }],
    ["canceling, and nobody at work", "cancel_unknown", { lease: { status: "cancelling" } }],
    ["returning now", "sending", { lease: { status: "returning" }, claimed: true }],
    ["returning, and nobody at work", "return_unknown", { lease: { status: "returning" } }],
    ["canceled", "cancelled", { lease: { status: "cancelled" }, order: { cancelled: true } }],
    ["returned", "returned", { lease: { status: "returned" } }],
    ["order canceled, lease alive", "order_cancelled_lease_alive", { order: { cancelled: true } }],
    ["order dearer than the lease", "amount_differs", { order: { total: 120_001 } }],
    ["order cheaper than the lease", "amount_differs", { order: { total: 119_999 } }],
    ["void at the service", "not_confirmed", { lease: { attention: raised("lease_dead") } }],
    ["another cart than was signed", "needs_attention", { lease: { attention: raised("cart_mismatch") } }],
    ["a second order on the lease", "needs_attention", { lease: { order_id: "order_0" } }],
    ["order not written down yet", "not_recorded", { lease: { status: "placing", order_id: null } }],
    ["order not written down, placing lapsed", "not_recorded", { lease: { status: "signed", order_id: null } }],
    ["order on an expired lease", "not_confirmed", { lease: { status: "expired", order_id: null } }],
    [
      "order paid otherwise while signed",
      "needs_attention",
      { lease: { status: "signed", order_id: null, attention: raised("paid_otherwise") } },
    ],
  ]
  it.each(table)("%s: %s", (_, state, change) => {
    expect(cardState(facts(change))).toBe(state)
  })

  it("never calls an order ready to ship whose lease is not placed", () => {
    const unplaced = LEASE_STATUSES.filter((status) => status !== "placed")
    const ready = (status: LeaseStatus, order_id: string | null) =>
      ["accepted", "part_shipped", "delivery_due"].includes(cardState(facts({ lease: { status, order_id } })))
    expect(unplaced.filter((status) => ready(status, "order_1") || ready(status, null))).toEqual([])
  })

  it("tells a canceled lease rather than what was wrong with it", () => {
    const lease = { status: "cancelled", attention: raised("cart_mismatch") } as const
    expect(cardState(facts({ lease }))).toBe("cancelled")
  })

  it("tells what was raised rather than that the payment is held back by it", () => {
    const change = { lease: { attention: raised("cart_mismatch") }, order: { captured: false } }
    expect(cardState(facts(change))).toBe("needs_attention")
  })
})

describe("the alerts of the card", () => {
  it("are none while all is well", () => {
    expect(card().attention).toEqual([])
  })

  it.each<[string, Change]>([
    ["cancel_unknown", { lease: { status: "cancelling" } }],
    ["return_unknown", { lease: { status: "returning" } }],
    ["order_cancelled_lease_alive", { order: { cancelled: true } }],
    ["amount_differs", { order: { total: 1 } }],
    ["lease_dead", { lease: { status: "expired", order_id: null } }],
    ["second_order", { lease: { order_id: "order_0" } }],
  ])("name %s", (code, change) => {
    expect(card(change).attention).toMatchObject([{ code }])
  })

  it("name what was raised already once, with its time", () => {
    expect(card({ lease: { attention: raised("lease_dead") } }).attention).toEqual(raised("lease_dead"))
  })

  it("date an unclear cancellation from when it was asked for", () => {
    expect(card({ lease: { status: "cancelling" } }).attention).toMatchObject([{ since: SINCE }])
  })
})

describe("the next step", () => {
  it("is to ship what is accepted", () => {
    expect(card().next_step?.code).toBe("ship")
  })

  it("counts what is delivered", () => {
    const { next_step } = card({ order: { shipped: true, delivered: 1 } })
    expect(next_step).toMatchObject({ code: "keep_shipping", params: { done: "1", total: "2" } })
  })

  it("names whom to ask", () => {
    expect(card({ order: { cancelled: true } }).next_step).toMatchObject({
      code: "ask_operator",
      params: { operator: "Acorn Leasing" },
    })
  })

  it("is to cancel again while it is not known whether that worked", () => {
    expect(card({ lease: { status: "cancelling" } }).next_step?.code).toBe("cancel_again")
  })

  it("does not ask to cancel an order again that Medusa has canceled", () => {
    const change = { lease: { status: "cancelling" }, order: { cancelled: true } } as const
    expect(card(change).next_step?.code).toBe("ask_operator")
  })

  it("is to close an order whose lease is over", () => {
    expect(card({ lease: { status: "cancelled" } }).next_step?.code).toBe("close_order")
  })

  it("is nothing once lease and order are over", () => {
    expect(card({ lease: { status: "cancelled" }, order: { cancelled: true } }).next_step).toBeNull()
  })

  it("never leads a second order into canceling the first one's lease", () => {
    const codes = LEASE_STATUSES.map((status) => card({ lease: { status, order_id: "order_0" } }).next_step?.code)
    expect(new Set(codes)).toEqual(new Set(["archive_second"]))
  })

  it("fits what was raised", () => {
    expect(card({ lease: { attention: raised("cart_mismatch") } }).next_step?.code).toBe("compare_cart")
  })
})

describe("in flight", () => {
  it("is a card while a call to the service is under way", () => {
    expect([card().in_flight, card({ claimed: true }).in_flight]).toEqual([false, true])
  })

  const unrecorded: Change = { lease: { status: "placing", order_id: null } }
  const uncaptured: Change = { order: { captured: false } }

  it.each<[string, Change, string, string]>([
    ["an order that is not recorded", unrecorded, "wait_for_record", "record_lost"],
    ["a payment that is not captured", uncaptured, "wait_for_capture", "capture"],
  ])("is %s for a minute, then a person must look", (_, change, wait, act) => {
    const seen = [0, 59_999, 60_000, 86_400_000].map((ms) => card({ ...change, now: later(ms) }))
    expect(seen.map(({ in_flight, next_step }) => [in_flight, next_step?.code])).toEqual([
      [true, wait],
      [true, wait],
      [false, act],
      [false, act],
    ])
  })

  it("is no state that has come to rest, however young", () => {
    const rest: Change[] = [
      {},
      { lease: { evidence: "reported" } },
      { order: { total: 1 } },
      { order: { cancelled: true } },
    ]
    expect(rest.map((change) => card({ ...change, now: later(0) }).in_flight)).toEqual(rest.map(() => false))
  })
})
