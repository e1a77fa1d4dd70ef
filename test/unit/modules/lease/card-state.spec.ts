import en from "../../../../admin/i18n/en.json"
import { cardOf } from "../../../../src/modules/lease/card/card"
import type { CardFacts } from "../../../../src/modules/lease/card/facts"
import { CARD_STATES, type CardState, cardState } from "../../../../src/modules/lease/card/state"
import { type AttentionCode, alertOf, alerts } from "../../../../src/modules/lease/rules/alerts"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import {
  type Change,
  facts,
  failed,
  later,
  raised,
  refused,
  running,
  SINCE,
  task,
  unknown,
  unsent,
} from "./support/card-facts"
import { everyFacts } from "./support/every-facts"

const card = (change: Change = {}) => cardOf(facts(change), "Acorn Leasing")
const unplaced = (status: LeaseStatus): Change => ({ lease: { status, order_id: null }, order: null })
const shipped = { shipped: true, delivered: 2 }

/** The new contract of an order that was edited after signing. */
const EDITED = { placed_at: null } as const
const HOSTED = { way: "widget", evidence: "reported", service_status: null } as const

describe("the state of the card", () => {
  const table: [string, CardState, Change][] = [
    ["no one has applied", "not_applied", unplaced("open")],
    ["form in progress", "deciding", unplaced("submitting")],
    ["no answer to the form", "deciding", unplaced("undecided")],
    ["decision pending", "deciding", unplaced("pending")],
    ["denied", "denied", unplaced("denied")],
    ["approved", "approved", unplaced("approved")],
    ["offered", "approved", unplaced("offered")],
    ["contract handed out", "contract_open", unplaced("signing")],
    ["signed, not ordered yet", "signed", unplaced("signed")],
    ["being ordered", "signed", unplaced("placing")],
    [
      "signed, could not be ordered",
      "needs_attention",
      { lease: { status: "signed", order_id: null, attention: raised("signed_without_order") }, order: null },
    ],
    ["being ordered by the job", "sending", { ...unplaced("signed"), tasks: [running("place_order")] }],
    [
      "signed, void at the service",
      "not_confirmed",
      { lease: { status: "signed", order_id: null, attention: raised("lease_dead") }, order: null },
    ],
    ["expired", "expired", unplaced("expired")],
    ["replaced", "superseded", unplaced("superseded")],
    ["given up before the order", "cancelled", unplaced("cancelled")],
    ["its order was deleted", "needs_attention", { order: null }],

    ["placed and confirmed, nothing shipped", "accepted", {}],
    ["some of it shipped", "part_shipped", { order: { shipped: true } }],
    ["some of it delivered", "part_shipped", { order: { shipped: true, delivered: 1 } }],
    ["all of it delivered", "delivery_due", { order: shipped }],
    ["nothing in it that ships", "accepted", { order: { pieces: 0 } }],
    ["delivery being confirmed", "sending", { order: shipped, tasks: [running("confirm_delivery")] }],
    ["confirmation to be tried again", "delivery_failed", { order: shipped, tasks: [failed("confirm_delivery")] }],
    [
      "confirmation put off by an outage",
      "delivery_due",
      { order: shipped, tasks: [{ ...failed("confirm_delivery"), attempts: 0 }] },
    ],
    ["confirmation refused", "delivery_failed", { order: shipped, tasks: [refused("confirm_delivery")] }],
    ["confirmation without an answer", "delivery_unknown", { order: shipped, tasks: [unknown("confirm_delivery")] }],
    [
      "confirmation refused to a person, who was told",
      "delivery_due",
      { order: shipped, tasks: [{ ...refused("confirm_delivery"), actor: "merchant" }] },
    ],
    [
      "confirmation refused, then settled by a person",
      "delivery_due",
      { order: shipped, tasks: [{ ...unknown("confirm_delivery"), state: "settled" }, refused("confirm_delivery")] },
    ],
    ["delivery confirmed", "delivered", { lease: { status: "delivered" } }],
    [
      "confirmed after a refusal",
      "delivered",
      {
        lease: { status: "delivered" },
        tasks: [task("confirm_delivery", { state: "done" }), refused("confirm_delivery")],
      },
    ],
    ["not captured, though due with the order", "capture_open", { order: { captured: false } }],
    ["not captured, due with the delivery", "accepted", { captureOn: "delivery", order: { captured: false } }],
    [
      "not captured after the delivery",
      "capture_open",
      { captureOn: "delivery", lease: { status: "delivered" }, order: { captured: false } },
    ],
    [
      "signature reported, answers without a status",
      "awaiting",
      { lease: { evidence: "reported", service_status: "" } },
    ],
    ["signature reported, never read", "awaiting", { lease: { evidence: "reported", service_status: null } }],
    [
      "reported, the service says open",
      "not_confirmed",
      { lease: { evidence: "reported", service_status: "Contracts" } },
    ],
    [
      "reported, the service says approved only",
      "not_confirmed",
      { lease: { evidence: "reported", service_status: "Approved" } },
    ],
    [
      "reported, the service says signed and not ok to deliver yet",
      "awaiting",
      { lease: { evidence: "reported", service_status: "Contracts Received" } },
    ],
    [
      "reported, the service gives an unknown status",
      "awaiting",
      { lease: { evidence: "reported", service_status: "Sleeping" } },
    ],
    ["signature attested by a merchant", "accepted", { lease: { evidence: "attested", service_status: "" } }],
    [
      "delivered by a merchant's word, never confirmed",
      "delivered",
      { lease: { status: "delivered", evidence: "reported", service_status: "" } },
    ],
    ["canceling now", "sending", { lease: { status: "cancelling" }, tasks: [running("cancel_contract")] }],
    ["canceling, and no process at work", "cancel_unknown", { lease: { status: "cancelling" } }],
    [
      "canceling, to be read back",
      "cancel_unknown",
      { lease: { status: "cancelling" }, tasks: [failed("cancel_contract")] },
    ],
    ["canceling before the order", "cancel_unknown", { lease: { status: "cancelling", order_id: null }, order: null }],
    ["returning now", "sending", { lease: { status: "returning" }, tasks: [running("return_lease")] }],
    ["asking for the return", "sending", { lease: { status: "delivered" }, tasks: [running("return_lease")] }],
    ["returning, and no process at work", "return_unknown", { lease: { status: "returning" } }],
    [
      "a claim that has ended",
      "cancel_unknown",
      { lease: { status: "cancelling" }, tasks: [{ ...running("cancel_contract"), due_at: later(0) }] },
    ],
    ["the cart being sent", "sending", { claimed: true }],
    ["canceled", "cancelled", { lease: { status: "cancelled" }, order: { cancelled: true } }],
    ["returned", "returned", { lease: { status: "returned" } }],
    [
      "not returnable",
      "not_returnable",
      { lease: { status: "delivered" }, returnCheck: { eligible: false, at: later(0) } },
    ],
    ["returnable", "delivered", { lease: { status: "delivered" }, returnCheck: { eligible: true, at: later(0) } }],
    [
      "not returnable, said before it was delivered",
      "delivered",
      { lease: { status: "delivered", delivered_at: later(1) }, returnCheck: { eligible: false, at: later(0) } },
    ],
    [
      "not returnable yet, because not delivered",
      "part_shipped",
      { order: { shipped: true }, returnCheck: { eligible: false, at: later(0) } },
    ],
    ["all of it came back", "return_due", { lease: { status: "delivered" }, order: { ...shipped, returned: 2 } }],
    ["some of it came back", "return_partial", { lease: { status: "delivered" }, order: { ...shipped, returned: 1 } }],
    [
      "some of it came back, and a person accepted that",
      "delivered",
      {
        lease: { status: "delivered", accepted_order: { total: 120_000, returned: 1 } },
        order: { ...shipped, returned: 1 },
      },
    ],
    [
      "some of it came back, and Medusa took it off the sum",
      "return_partial",
      { lease: { status: "delivered" }, order: { ...shipped, returned: 1, total: 60_000 } },
    ],
    [
      "changed further after a partial return was accepted",
      "amount_differs",
      {
        lease: { status: "delivered", accepted_order: { total: 60_000, returned: 1 } },
        order: { ...shipped, returned: 1, total: 50_000 },
      },
    ],
    [
      "all of it came back, and a person accepted that",
      "delivered",
      {
        lease: { status: "delivered", accepted_order: { total: 120_000, returned: 2 } },
        order: { ...shipped, returned: 2 },
      },
    ],
    ["nothing of it ships, and Medusa calls it delivered", "accepted", { order: { pieces: 0, shipped: true } }],
    ["order canceled, lease alive", "order_cancelled_lease_alive", { order: { cancelled: true } }],
    [
      "order canceled, lease running",
      "order_cancelled_lease_alive",
      { lease: { status: "delivered" }, order: { cancelled: true } },
    ],
    ["order dearer than the lease", "amount_differs", { order: { total: 120_001 } }],
    ["order cheaper than the lease", "amount_differs", { order: { total: 119_999 } }],
    [
      "a difference that a person accepted",
      "accepted",
      { lease: { accepted_order: { total: 119_999, returned: 0 } }, order: { total: 119_999 } },
    ],
    [
      "another difference than the accepted one",
      "amount_differs",
      { lease: { accepted_order: { total: 119_999, returned: 0 } }, order: { total: 119_998 } },
    ],
    ["void at the service", "not_confirmed", { lease: { attention: raised("lease_dead") } }],
    ["another cart than was signed", "needs_attention", { lease: { attention: raised("cart_mismatch") } }],
    ["a return that failed", "needs_attention", { lease: { status: "delivered", attention: raised("return_failed") } }],
    [
      "shipped before it was confirmed",
      "needs_attention",
      { lease: { evidence: "reported", attention: raised("shipped_unconfirmed") } },
    ],
    [
      "raised for the list under the state's own name",
      "delivery_due",
      { order: shipped, lease: { attention: raised("delivery_failed") } },
    ],
    ["a second order on the lease", "needs_attention", { lease: { order_id: "order_0" } }],
    ["order not written down yet", "not_recorded", { lease: { status: "placing", order_id: null } }],
    ["order not written down, placing lapsed", "not_recorded", { lease: { status: "signed", order_id: null } }],
    ["order on an expired lease", "not_confirmed", { lease: { status: "expired", order_id: null } }],
    ["card issued, not used yet", "signed", { lease: { ...HOSTED, status: "signed", order_id: null }, order: null }],
    ["card used, and not written down yet", "not_recorded", { lease: { ...HOSTED, status: "signed", order_id: null } }],
    ["hosted, its books not ours", "widget_active", { lease: HOSTED, order: { captured: false, total: 1 } }],
    ["hosted, shipped", "widget_active", { lease: HOSTED, order: { shipped: true } }],
    ["hosted, order number on its way", "order_id_due", { lease: HOSTED, tasks: [failed("send_order_id")] }],
    ["hosted, delivered", "delivery_due", { lease: HOSTED, order: shipped }],
    ["hosted, date on its way", "sending", { lease: HOSTED, order: shipped, tasks: [running("send_delivery_date")] }],
    [
      "hosted, date refused",
      "delivery_failed",
      { lease: HOSTED, order: shipped, tasks: [refused("send_delivery_date")] },
    ],
    ["hosted, date sent", "widget_done", { lease: { ...HOSTED, status: "delivered" }, order: shipped }],
    [
      "hosted, link used by somebody else",
      "link_used",
      { lease: HOSTED, tasks: [unsent("send_order_id", "link_used")] },
    ],
    ["hosted, no link given", "link_missing", { lease: HOSTED, tasks: [unsent("send_order_id", "link_missing")] }],
    [
      "hosted, no link given, and a person has told the operator",
      "widget_active",
      { lease: HOSTED, tasks: [{ ...unsent("send_order_id", "link_missing"), state: "settled" }] },
    ],
    [
      "hosted, another key than the link was kept with",
      "needs_attention",
      {
        lease: { ...HOSTED, attention: raised("link_unreadable") },
        tasks: [unsent("send_order_id", "link_unreadable")],
      },
    ],
    ["hosted, its success lost", "needs_attention", { lease: { ...HOSTED, attention: raised("widget_success_lost") } }],
    ["hosted, its order canceled", "order_cancelled_lease_alive", { lease: HOSTED, order: { cancelled: true } }],
    ["hosted, all of it came back", "return_due", { lease: HOSTED, order: { ...shipped, returned: 2 } }],
    ["edited, its new contract not signed", "replacing", { lease: { status: "approved", ...EDITED } }],
    ["edited, its new contract offered", "replacing", { lease: { status: "offered", ...EDITED } }],
    ["edited, its new contract signed", "replacing", { lease: { status: "signed", ...EDITED } }],
    [
      "edited, its new contract reported as signed",
      "awaiting",
      { lease: { status: "signed", ...EDITED, evidence: "reported", service_status: "" } },
    ],
    ["edited once more after that", "amount_differs", { lease: { status: "signed", ...EDITED }, order: { total: 1 } }],
    [
      "edited once more, and that accepted by a person",
      "amount_differs",
      {
        lease: { status: "signed", ...EDITED, accepted_order: { total: 1, returned: 0 } },
        order: { total: 1 },
      },
    ],
    [
      "edited, then canceled",
      "order_cancelled_lease_alive",
      { lease: { status: "signing", ...EDITED }, order: { cancelled: true } },
    ],
    [
      "edited, then canceled before the new contract was out",
      "approved",
      { lease: { status: "approved", ...EDITED }, order: { cancelled: true } },
    ],
    ["edited, its new contract ended", "expired", { lease: { status: "expired", ...EDITED } }],
    ["edited, its new contract canceled", "cancelled", { lease: { status: "cancelled", ...EDITED } }],
    [
      "order paid otherwise while signed",
      "needs_attention",
      { lease: { status: "signed", order_id: null, attention: raised("paid_otherwise") } },
    ],
  ]
  it.each(table)("%s: %s", (_, state, change) => {
    expect(cardState(facts(change))).toBe(state)
  })

  it("has a row of this table for each that there is", () => {
    expect(CARD_STATES.filter((state) => !table.some(([, named]) => named === state))).toEqual([])
  })

  it("never calls an order ready to ship whose lease is not placed", () => {
    const others = LEASE_STATUSES.filter((status) => status !== "placed")
    const ready = (status: LeaseStatus, order_id: string | null) =>
      ["accepted", "part_shipped", "delivery_due"].includes(cardState(facts({ lease: { status, order_id } })))
    expect(others.filter((status) => ready(status, "order_1") || ready(status, null))).toEqual([])
  })

  it("never calls an order ready to ship whose signature is not sure", () => {
    const states = (["none", "reported"] as const).flatMap((evidence) =>
      [undefined, "", "Contracts", "Lease Accepted"].map((service_status) =>
        cardState(facts({ lease: { evidence, service_status: service_status ?? null } })),
      ),
    )
    expect(states.filter((state) => state !== "awaiting" && state !== "not_confirmed")).toEqual([])
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

describe("an alert that another version of the plugin raised", () => {
  const foreign = { lease: { attention: raised("of_tomorrow" as AttentionCode) } }

  it("is shown, and the operator is asked", () => {
    const { state, attention, next_step } = card(foreign)
    expect(state).toBe("needs_attention")
    expect(attention).toMatchObject([{ code: "of_tomorrow" }])
    expect(next_step).toMatchObject({ code: "ask_operator", action: "settle" })
  })
})

it("each alert that a card shows for itself is a state of the card", () => {
  const own = Object.keys(alerts).filter((code) => alertOf(code).state)
  expect(CARD_STATES).toEqual(expect.arrayContaining(own))
})

describe("the alerts of the card", () => {
  it("are none while all is well", () => {
    expect(card().attention).toEqual([])
  })

  it.each<[string, Change]>([
    ["awaiting", { lease: { evidence: "reported", service_status: "" } }],
    ["not_confirmed", { lease: { evidence: "reported", service_status: "Contracts" } }],
    ["cancel_unknown", { lease: { status: "cancelling" } }],
    ["return_unknown", { lease: { status: "returning" } }],
    ["delivery_failed", { order: shipped, tasks: [failed("confirm_delivery")] }],
    ["delivery_unknown", { order: shipped, tasks: [unknown("confirm_delivery")] }],
    ["capture_open", { order: { captured: false } }],
    ["return_due", { lease: { status: "delivered" }, order: { ...shipped, returned: 2 } }],
    ["order_cancelled_lease_alive", { order: { cancelled: true } }],
    ["amount_differs", { order: { total: 1 } }],
    ["lease_dead", { lease: { status: "expired", order_id: null } }],
    [
      "refund_due",
      { lease: { status: "returned", attention: raised("money_differs") }, order: { ...shipped, cancellable: false } },
    ],
    ["money_differs", { lease: { attention: raised("money_differs") }, order: { held: 60_000 } }],
    ["link_used", { lease: HOSTED, tasks: [unsent("send_order_id", "link_used")] }],
    ["link_missing", { lease: HOSTED, tasks: [unsent("send_delivery_date", "link_missing")] }],
    [
      "card_unused",
      {
        lease: { ...HOSTED, status: "signed", order_id: null, attention: raised("signed_without_order") },
        order: null,
      },
    ],
    ["second_order", { lease: { order_id: "order_0" } }],
  ])("name %s", (code, change) => {
    expect(card(change).attention).toMatchObject([{ code }])
  })

  it.each<[AttentionCode, string, Change]>([
    ["return_due", "the lease is returned", { lease: { status: "returned" }, order: { ...shipped, returned: 2 } }],
    ["return_partial", "the rest came back", { lease: { status: "delivered" }, order: { ...shipped, returned: 2 } }],
    ["delivery_failed", "the lease runs", { lease: { status: "delivered" }, order: shipped }],
    ["delivery_unknown", "the lease is canceled", { lease: { status: "cancelled" } }],
    ["amount_differs", "the change was undone", {}],
    ["amount_differs", "the lease is over", { lease: { status: "cancelled" }, order: { total: 1 } }],
    ["capture_open", "the payment is captured", {}],
    [
      "order_cancelled_lease_alive",
      "the lease is canceled, too",
      { lease: { status: "cancelled" }, order: { cancelled: true } },
    ],
    ["money_differs", "the money is as it should be", {}],
    [
      "money_differs",
      "a returned lease is refunded",
      { lease: { status: "returned" }, order: { held: 0, holdsMoney: false } },
    ],
    ["cancel_failed", "it is canceled after all", { lease: { status: "cancelled" } }],
    ["return_unknown", "the return is done", { lease: { status: "returned" } }],
    ["shipped_unconfirmed", "the signature is confirmed", { order: { shipped: true } }],
    ["signed_without_order", "the lease runs", { lease: { status: "delivered" }, order: shipped }],
    ["order_id_failed", "it was sent", { lease: HOSTED, tasks: [task("send_order_id", { state: "done" })] }],
  ])("end with what they say: %s once %s", (code, _, change) => {
    const lease = { ...change.lease, attention: raised(code) }
    expect(card({ ...change, lease }).attention.map((alert) => alert.code)).not.toContain(code)
    expect(cardState(facts({ ...change, lease }))).toBe(cardState(facts(change)))
  })

  it.each<[AttentionCode, Change]>([
    ["second_order", { lease: { status: "cancelled" } }],
    ["shipped_unconfirmed", { lease: { status: "cancelled" }, order: { shipped: true } }],
    ["cart_mismatch", { lease: { status: "returned" } }],
    ["money_differs", { lease: { status: "returned" }, order: { held: -1 } }],
    ["amount_differs", { order: { total: 1 } }],
  ])("stay while they are true: %s", (code, change) => {
    expect(card({ ...change, lease: { ...change.lease, attention: raised(code) } }).attention).toMatchObject([{ code }])
  })

  it("say of a lease that is over what is left to refund, not that something differs", () => {
    const change: Change = { lease: { status: "returned", attention: raised("money_differs") }, order: { held: 2706 } }
    expect(card(change).attention).toMatchObject([{ code: "refund_due", amount: 2706 }])
  })

  it("count what came back of a part", () => {
    const change: Change = { lease: { status: "delivered" }, order: { ...shipped, returned: 1 } }
    expect(card(change).attention).toMatchObject([{ code: "return_partial", params: { done: "1", total: "2" } }])
  })

  it("name what was raised already once, with its time", () => {
    expect(card({ lease: { attention: raised("lease_dead") } }).attention).toEqual(raised("lease_dead"))
  })

  it("date an unclear cancellation from when it was asked for, and a reported signature from when it was reported", () => {
    expect(card({ lease: { status: "cancelling" } }).attention).toMatchObject([{ since: SINCE }])
    expect(card({ lease: { evidence: "reported" } }).attention).toMatchObject([{ since: SINCE }])
  })

  it("tell how the call behind them ended, and when it is made again", () => {
    expect(card({ order: shipped, tasks: [failed("confirm_delivery")] }).attention).toMatchObject([
      {
        next_retry_at: later(3_660_000).toISOString(),
        error: { code: "service_unreachable", message: expect.stringContaining("did not answer") },
      },
    ])
  })

  it("promise no further attempt where a person decides", () => {
    const [alert] = card({ order: shipped, tasks: [unknown("confirm_delivery")] }).attention
    expect(alert).toMatchObject({ error: { code: "result_unknown" } })
    expect(alert).not.toHaveProperty("next_retry_at")
  })
})

describe("the next step", () => {
  it("is to ship what is accepted", () => {
    expect(card().next_step?.code).toBe("ship")
  })

  it("is to confirm by hand where nothing ships", () => {
    expect(card({ order: { pieces: 0 } }).next_step).toMatchObject({
      code: "confirm_by_hand",
      action: "confirm_delivery",
    })
  })

  it("counts what is delivered", () => {
    const { next_step } = card({ order: { shipped: true, delivered: 1 } })
    expect(next_step).toMatchObject({ code: "keep_shipping", params: { done: "1", total: "2" } })
  })

  it("names whom to ask", () => {
    expect(card({ lease: { attention: raised("return_failed") } }).next_step).toMatchObject({
      code: "ask_operator",
      params: { operator: "Acorn Leasing" },
    })
  })

  it.each<[string, string | undefined, Change]>([
    ["do_not_ship", "check_status", { lease: { evidence: "reported", service_status: "" } }],
    ["ask_for_contract", "check_status", { lease: { attention: raised("lease_dead") } }],
    ["confirm_delivery", "confirm_delivery", { order: shipped }],
    ["try_again", "retry", { order: shipped, tasks: [failed("confirm_delivery")] }],
    ["ask_then_settle", "settle", { order: shipped, tasks: [unknown("confirm_delivery")] }],
    ["try_again", "retry", { lease: { status: "cancelling" }, tasks: [failed("cancel_contract")] }],
    ["ask_then_settle", "settle", { lease: { status: "cancelling" }, tasks: [unknown("cancel_contract")] }],
    ["ask_then_settle", "settle", { lease: { status: "returning" }, tasks: [unknown("return_lease")] }],
    ["capture", "retry", { order: { captured: false }, tasks: [failed("capture_payment")] }],
    [
      "send_return",
      "return_lease",
      { lease: { status: "delivered" }, order: { ...shipped, returned: 2, returnNumber: 7 } },
    ],
    ["receive_rest", "check_return", { lease: { status: "delivered" }, order: { ...shipped, returned: 1 } }],
    [
      "check_return",
      "check_return",
      { lease: { status: "delivered" }, returnCheck: { eligible: false, at: later(0) } },
    ],
    ["return_goods", "return_lease", { lease: { status: "delivered" }, order: { ...shipped, cancelled: true } }],
    ["try_again", "retry", { order: { cancelled: true }, tasks: [refused("cancel_contract")] }],
    ["ask_operator", "settle", { order: { cancelled: true } }],
    ["try_again", "retry", { lease: { attention: raised("cancel_failed") }, tasks: [refused("cancel_contract")] }],
    ["ask_operator", "settle", { lease: { attention: raised("cancel_failed") } }],
    [
      "try_again",
      "retry",
      { lease: { status: "delivered", attention: raised("return_failed") }, tasks: [refused("return_lease")] },
    ],
    ["replace_contract", "replace_contract", { order: { total: 1 } }],
    ["undo_change", "settle", { order: { total: 1, shipped: true } }],
    ["send_signing_link", "signing_link", { lease: { status: "approved", ...EDITED } }],
    ["wait_for_payment", undefined, { lease: { status: "signed", ...EDITED } }],
    ["payment_not_replaced", "retry", { lease: { status: "signed", ...EDITED }, tasks: [failed("replace_payment")] }],
    ["replace_contract", "replace_contract", { lease: { status: "signed", ...EDITED }, order: { total: 1 } }],
    [
      "cancel_unsigned",
      undefined,
      { lease: { status: "expired", ...EDITED, attention: raised("replacement_ended") }, order: { holdsMoney: false } },
    ],
    ["cancel_unsigned", undefined, { lease: { status: "cancelled", ...EDITED }, order: { holdsMoney: false } }],
    ["wait_for_card", undefined, { lease: { ...HOSTED, status: "signed", order_id: null }, order: null }],
    [
      "order_id_soon",
      "send_order_id",
      { lease: { ...HOSTED, order_link: "sealed" }, tasks: [failed("send_order_id")] },
    ],
    [
      "send_delivery_date",
      "send_delivery_date",
      { lease: { ...HOSTED, delivery_link: "sealed" }, order: shipped, confirmDeliveryOn: "manual" },
    ],
    ["confirmed_soon", undefined, { lease: HOSTED, order: shipped, tasks: [task("send_delivery_date")] }],
    ["tell_operator", "settle", { lease: HOSTED, order: shipped, confirmDeliveryOn: "manual" }],
    ["confirm_by_hand", "send_delivery_date", { lease: { ...HOSTED, delivery_link: "sealed" }, order: { pieces: 0 } }],
    ["end_second", "settle", { lease: { attention: raised("second_order") } }],
    [
      "cancel_unpaid",
      undefined,
      {
        lease: { status: "signed", order_id: null, attention: raised("signed_without_order") },
        order: { paid: false },
      },
    ],
    [
      "help_to_order",
      undefined,
      { lease: { status: "signed", order_id: null, attention: raised("signed_without_order") } },
    ],
    ["end_second", "settle", { lease: { status: "cancelled", attention: raised("second_order") }, order: null }],
    [
      "ask_whether_signed",
      "attest",
      {
        lease: {
          status: "signing",
          evidence: "reported",
          service_status: "",
          order_id: null,
          attention: raised("signed_without_order"),
        },
        order: null,
      },
    ],
    [
      "ask_operator",
      "settle",
      { lease: { status: "signed", order_id: null, attention: raised("lease_dead") }, order: null },
    ],
    [
      "ask_operator",
      "settle",
      { lease: { status: "superseded", order_id: null, attention: raised("widget_success_differs") }, order: null },
    ],
    ["mark_as_sent", "settle", { lease: HOSTED, tasks: [unsent("send_order_id", "link_used")] }],
    ["tell_operator", "settle", { lease: HOSTED, tasks: [unsent("send_order_id", "link_missing")] }],
    ["ask_about_lost", "settle", { lease: { ...HOSTED, attention: raised("widget_success_lost") } }],
    ["return_in_portal", "settle", { lease: HOSTED, order: { ...shipped, returned: 2 } }],
    ["return_in_portal", "settle", { lease: HOSTED, order: { cancelled: true } }],
    [
      "restore_key",
      "retry",
      {
        lease: { ...HOSTED, attention: raised("link_unreadable") },
        tasks: [unsent("send_order_id", "link_unreadable")],
      },
    ],
    ["compare_money", "settle", { lease: { attention: raised("money_differs") }, order: { held: 60_000 } }],
    [
      "check_confirmation",
      "check_status",
      { lease: { evidence: "reported", attention: raised("shipped_unconfirmed") } },
    ],
    [
      "wait_for_signature",
      "check_status",
      { lease: { status: "signing", evidence: "none", order_id: null }, order: null },
    ],
    ["compare_recipient", "settle", { lease: { attention: raised("recipient_differs") } }],
    ["compare_cart", undefined, { lease: { attention: raised("cart_mismatch") } }],
  ])("%s: %s", (code, action, change) => {
    const step = card(change).next_step
    expect([step?.code, step?.action]).toEqual([code, action])
  })

  it("offers no button that may not be pressed", () => {
    const { next_step } = card({ lease: { status: "cancelling" } })
    expect(next_step).toMatchObject({ code: "try_again" })
    expect(next_step).not.toHaveProperty("action")
  })

  it("names the return that came back", () => {
    const change: Change = { lease: { status: "delivered" }, order: { ...shipped, returned: 2, returnNumber: 7 } }
    expect(card(change).next_step?.params).toMatchObject({ display_id: "7" })
  })

  it("is to wait while the job is about to confirm the delivery", () => {
    expect(card({ order: shipped, tasks: [task("confirm_delivery")] }).next_step?.code).toBe("confirmed_soon")
  })

  it("is to close an order whose lease is over and whose books are not", () => {
    const step = (order: Change["order"]) => card({ lease: { status: "cancelled" }, order }).next_step
    expect(step({ cancellable: false })).toMatchObject({ code: "close_order", amount: 120_000 })
  })

  it("of an account that knows lines names the exact refund of what came back", () => {
    const back: Change = { lease: { status: "delivered" }, order: { delivered: 2, shipped: true, returned: 1 } }
    const shown = card({ ...back, partDue: 6000 })
    expect(shown.state).toBe("return_partial")
    expect(shown.attention).toMatchObject([{ code: "part_return_due", amount: 6000 }])
    expect(shown.next_step).toMatchObject({ code: "refund_part", amount: 6000 })
    const told = card({ ...back, lease: { status: "delivered", attention: raised("return_partial") }, partDue: 6000 })
    expect(told.attention).toMatchObject([{ code: "part_return_due", amount: 6000 }])
    // Medusa refunds no zero: of goods that cost nothing there is nothing to do.
    expect(card({ ...back, partDue: 0 })).toMatchObject({
      attention: [{ code: "part_return_free" }],
      next_step: { code: "keep_free_part" },
    })
    // Where they cannot be told, it is as without lines.
    expect(card(back).next_step).toMatchObject({ code: "receive_rest" })
  })

  it("is no refund as long as it is unknown what became of the last one", () => {
    const attention = [...raised("return_partial"), ...raised("return_unknown")]
    const order = { delivered: 2, shipped: true, returned: 1 }
    const shown = card({ lease: { status: "delivered", attention }, order, partDue: 6000 })
    expect(shown.attention).toMatchObject([{ code: "part_return_due" }, { code: "return_unknown" }])
    expect(shown.next_step).toMatchObject({ code: "ask_operator", action: "settle" })
  })

  it("names the refund that Medusa's books lack once the service has taken a part, and nothing once they have it", () => {
    const reductions = [
      { amount: 6000, lines: [{ action: "return", number: 1, identifier: "CHAIR", quantity: 1, price: 6000, tax: 0 }] },
    ] as NonNullable<CardFacts["lease"]["reductions"]>
    const lease = { status: "delivered", reductions } as const
    const order = { delivered: 2, shipped: true, returned: 1 }
    const lacking = card({ lease: { ...lease, attention: raised("money_differs") }, order })
    expect(lacking.attention).toMatchObject([{ code: "part_refund_due", amount: 6000 }])
    expect(lacking.next_step).toMatchObject({ code: "refund_part", amount: 6000 })
    expect(card({ lease, order: { ...order, held: 114_000 } })).toMatchObject({ state: "delivered", attention: [] })
    const short = card({ lease: { ...lease, attention: raised("money_differs") }, order: { ...order, held: 100_000 } })
    expect(short.attention).toMatchObject([{ code: "money_differs" }])
  })

  it("names the sum that is left to refund, and proposes no cancellation that core refuses", () => {
    const step = (order: Change["order"]) => card({ lease: { status: "returned" }, order }).next_step
    expect(step({})).toMatchObject({ code: "cancel_or_refund", amount: 120_000 })
    expect(step({ cancellable: false, held: 2706 })).toMatchObject({ code: "close_order", amount: 2706 })
    expect(step({ held: 0 })).toMatchObject({ code: "cancel_uncaptured" })
    expect(step({ held: 0, cancellable: false })).toBeNull()
  })

  it("a lease that was canceled before its payment was captured tells to cancel its order", () => {
    const shown = card({
      lease: { status: "cancelled", attention: raised("money_differs") },
      order: { held: 0, captured: false },
    })
    expect(shown.attention).toMatchObject([{ code: "cancel_due" }])
    expect(shown.next_step).toMatchObject({ code: "cancel_uncaptured" })
  })

  it("says of a signed lease without an order when its contract is given up, and then that it is", () => {
    const change: Change = { ...unplaced("signed"), tasks: [failed("place_order")] }
    const lease = { ...change.lease, attention: raised("signed_without_order") }
    expect(card({ ...change, lease }).next_step).toMatchObject({
      code: "help_to_order",
      at: later(86_400_000).toISOString(),
    })
    expect(card({ ...change, lease, now: later(86_400_000) }).next_step).toMatchObject({ code: "given_up" })
  })

  it("comes with the operator's contact where it sends a person there, and nowhere else", () => {
    const asks = everyFacts().map((one) => cardOf(one, "Acorn Leasing").next_step)
    const sent = (text: string) =>
      /\b(ask|tell|settle|portal of)\b[^.]*\{\{operator|\{\{operator\}\} tells you/i.test(text)
    const wrong = asks.filter((step) => step && (step.asks ?? false) !== sent(en.next[step.code]))
    expect([...new Set(wrong.map((step) => step?.code))]).toEqual([])
  })

  it("of a hosted lease says before anybody cancels where that is done", () => {
    expect(card({ lease: HOSTED }).next_step).toMatchObject({ code: "portal_first", asks: true })
  })

  describe("of a lease that was canceled, its money given back", () => {
    const step = (order: Change["order"]) =>
      card({ lease: { status: "cancelled" }, order: { holdsMoney: false, ...order } }).next_step?.code

    it("is to cancel the order, too, where nothing was shipped", () => {
      expect(step({})).toBe("cancel_order")
    })

    it.each<[string, Change["order"]]>([
      ["it is canceled", { cancelled: true }],
      ["goods have left", { shipped: true }],
      ["another method has paid it", { heldElsewhere: 120_000 }],
    ])("is nothing once %s", (_what, order) => {
      expect(step(order)).toBeUndefined()
    })
  })

  it.each<[string, Change]>([
    ["lease and order are over", { lease: { status: "cancelled" }, order: { cancelled: true } }],
    ["the money is back", { lease: { status: "returned" }, order: { holdsMoney: false } }],
    ["the application was denied", unplaced("denied")],
    ["the lease runs", { lease: { status: "delivered" } }],
  ])("is nothing once %s", (_, change) => {
    expect(card(change).next_step).toBeNull()
  })

  it("never leads a second order into canceling the first one's lease", () => {
    const steps = LEASE_STATUSES.map((status) => card({ lease: { status, order_id: "order_0" } }).next_step)
    expect(new Set(steps.map((step) => step?.code))).toEqual(new Set(["archive_second"]))
    expect(steps.filter((step) => step?.action)).toEqual([])
  })
})

describe("a person's word", () => {
  it.each<[string, boolean, Change]>([
    ["a healthy lease", false, {}],
    ["a lease that runs", false, { lease: { status: "delivered" } }],
    ["a contract that the shopper has", false, unplaced("signing")],
    ["an alert", true, { order: { total: 1 } }],
    ["a call that waits", true, { order: shipped, tasks: [failed("confirm_delivery")] }],
    ["a cancellation with an unknown outcome", true, { lease: { status: "cancelling" } }],
    ["a step that asks for it", true, { lease: HOSTED, order: shipped, confirmDeliveryOn: "manual" }],
  ])("has something to close: %s, %s", (_, open, change) => {
    expect(card(change).open_matters).toBe(open)
  })
})

describe("in flight", () => {
  it("is a card while a call is in progress", () => {
    const cards = [card(), card({ claimed: true }), card({ tasks: [running("capture_payment")] })]
    expect(cards.map(({ in_flight }) => in_flight)).toEqual([false, true, true])
  })

  const unrecorded: Change = { lease: { status: "placing", order_id: null } }
  const uncaptured: Change = { order: { captured: false } }
  const delivered: Change = { order: { ...shipped, deliveredAt: new Date(SINCE) } }

  it.each<[string, Change, string, string]>([
    ["an order that is not recorded", unrecorded, "wait_for_record", "record_lost"],
    ["a payment that is not captured", uncaptured, "wait_for_capture", "capture"],
    ["a delivery that is not confirmed", delivered, "confirmed_soon", "confirm_delivery"],
  ])("is %s for a minute, then a person must look", (_, change, wait, act) => {
    const seen = [0, 59_999, 60_000, 86_400_000].map((ms) => card({ ...change, now: later(ms) }))
    expect(seen.map(({ in_flight, next_step }) => [in_flight, next_step?.code])).toEqual([
      [true, wait],
      [true, wait],
      [false, act],
      [false, act],
    ])
  })

  it("is no delivery that a person confirms", () => {
    expect(card({ ...delivered, confirmDeliveryOn: "manual", now: later(0) })).toMatchObject({
      in_flight: false,
      next_step: { code: "confirm_delivery" },
    })
  })

  it("is a call that the job makes in a moment", () => {
    const tasks = [task("confirm_delivery")]
    expect([0, 60_000].map((ms) => card({ tasks, now: later(ms) }).in_flight)).toEqual([true, false])
  })

  it("is no state that has come to rest, however young", () => {
    const rest: Change[] = [
      {},
      { lease: { evidence: "reported" } },
      { order: { total: 1 } },
      { order: { cancelled: true } },
      { order: shipped, tasks: [unknown("confirm_delivery")] },
    ]
    expect(rest.map((change) => card({ ...change, now: later(0) }).in_flight)).toEqual(rest.map(() => false))
  })
})
