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
const unplaced = (status: LeaseStatus, lease: Change["lease"] = {}): Change => ({
  lease: { status, order_id: null, ...lease },
  order: null,
})
const is = (status: LeaseStatus, lease: Change["lease"] = {}) => ({ lease: { status, ...lease } })
/** The lease runs. */
const RUNS = is("delivered")
const alert = (code: AttentionCode, lease: Change["lease"] = {}) => ({ lease: { attention: raised(code), ...lease } })
const REPORTED = { evidence: "reported", service_status: "" } as const
const shipped = { shipped: true, delivered: 2 }

/** Delivered to the customer, with these calls; hosted, with these; and so many pieces that came back. */
const arrived = (...tasks: Change["tasks"] & object): Change => ({ order: shipped, tasks })
const hosted = (...tasks: Change["tasks"] & object): Change => ({ lease: HOSTED, tasks })
const back = (returned: number, more: Change["order"] = {}) => ({ ...shipped, returned, ...more })
const says = (service_status: string | null): Change => ({ lease: { evidence: "reported", service_status } })
const accepted = (total: number, returned = 0) => ({ accepted_order: { total, returned } })
const notReturnable = { returnCheck: { eligible: false, at: later(0) } }

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
    ["could not be ordered", "needs_attention", unplaced("signed", { attention: raised("signed_without_order") })],
    ["being ordered by the job", "sending", { ...unplaced("signed"), tasks: [running("place_order")] }],
    ["signed, void at the service", "not_confirmed", unplaced("signed", { attention: raised("lease_dead") })],
    ["expired", "expired", unplaced("expired")],
    ["replaced", "superseded", unplaced("superseded")],
    ["given up before the order", "cancelled", unplaced("cancelled")],
    ["its order was deleted", "needs_attention", { order: null }],

    ["placed and confirmed, nothing shipped", "accepted", {}],
    ["some of it shipped", "part_shipped", { order: { shipped: true } }],
    ["some of it delivered", "part_shipped", { order: { shipped: true, delivered: 1 } }],
    ["all of it delivered", "delivery_due", { order: shipped }],
    ["nothing in it that ships", "accepted", { order: { pieces: 0 } }],
    ["delivery being confirmed", "sending", arrived(running("confirm_delivery"))],
    ["confirmation to be tried again", "delivery_failed", arrived(failed("confirm_delivery"))],
    ["put off by an outage", "delivery_due", arrived({ ...failed("confirm_delivery"), attempts: 0 })],
    ["confirmation refused", "delivery_failed", arrived(refused("confirm_delivery"))],
    ["confirmation without an answer", "delivery_unknown", arrived(unknown("confirm_delivery"))],
    [
      "refused to a person, who was told",
      "delivery_due",
      arrived({ ...refused("confirm_delivery"), actor: "merchant" }),
    ],
    [
      "refused, then settled by a person",
      "delivery_due",
      arrived({ ...unknown("confirm_delivery"), state: "settled" }, refused("confirm_delivery")),
    ],
    ["delivery confirmed", "delivered", RUNS],
    [
      "confirmed after a refusal",
      "delivered",
      { ...RUNS, tasks: [task("confirm_delivery", { state: "done" }), refused("confirm_delivery")] },
    ],
    ["not captured, though due with the order", "capture_open", { order: { captured: false } }],
    ["not captured, due with the delivery", "accepted", { captureOn: "delivery", order: { captured: false } }],
    ["not captured, delivered", "capture_open", { captureOn: "delivery", ...RUNS, order: { captured: false } }],
    ["signature reported, answers without a status", "awaiting", { lease: REPORTED }],
    ["signature reported, never read", "awaiting", says(null)],
    ["reported, the service says open", "not_confirmed", says("Contracts")],
    ["reported, approved only", "not_confirmed", says("Approved")],
    ["reported, the service says not ok to deliver yet", "awaiting", says("Contracts Received")],
    ["reported, an unknown status", "awaiting", says("Sleeping")],
    ["signature attested by a merchant", "accepted", { lease: { evidence: "attested", service_status: "" } }],
    ["delivered by a merchant's word, never confirmed", "delivered", is("delivered", { ...REPORTED })],
    ["canceling now", "sending", { ...is("cancelling"), tasks: [running("cancel_contract")] }],
    ["canceling, and no process at work", "cancel_unknown", is("cancelling")],
    ["canceling, to be read back", "cancel_unknown", { ...is("cancelling"), tasks: [failed("cancel_contract")] }],
    ["canceling before the order", "cancel_unknown", unplaced("cancelling")],
    ["returning now", "sending", { ...is("returning"), tasks: [running("return_lease")] }],
    ["asking for the return", "sending", { ...RUNS, tasks: [running("return_lease")] }],
    ["returning, and no process at work", "return_unknown", is("returning")],
    [
      "a claim that has ended",
      "cancel_unknown",
      { ...is("cancelling"), tasks: [{ ...running("cancel_contract"), due_at: later(0) }] },
    ],
    ["the cart being sent", "sending", { claimed: true }],
    ["canceled", "cancelled", { ...is("cancelled"), order: { cancelled: true } }],
    ["returned", "returned", is("returned")],
    ["not returnable", "not_returnable", { ...RUNS, ...notReturnable }],
    ["returnable", "delivered", { ...RUNS, returnCheck: { eligible: true, at: later(0) } }],
    [
      "not returnable before the delivery",
      "delivered",
      { ...is("delivered", { delivered_at: later(1) }), ...notReturnable },
    ],
    ["not returnable, not delivered yet", "part_shipped", { order: { shipped: true }, ...notReturnable }],
    ["all of it came back", "return_due", { ...RUNS, order: back(2) }],
    ["some of it came back", "return_partial", { ...RUNS, order: back(1) }],
    [
      "some came back, as a person accepted it",
      "delivered",
      { ...is("delivered", accepted(120_000, 1)), order: back(1) },
    ],
    ["some came back, off Medusa's sum", "return_partial", { ...RUNS, order: back(1, { total: 60_000 }) }],
    [
      "changed after a return was accepted",
      "amount_differs",
      { ...is("delivered", accepted(60_000, 1)), order: back(1, { total: 50_000 }) },
    ],
    [
      "all came back, as a person accepted it",
      "delivered",
      { ...is("delivered", accepted(120_000, 2)), order: back(2) },
    ],
    ["nothing of it ships, and Medusa calls it delivered", "accepted", { order: { pieces: 0, shipped: true } }],
    ["order canceled, lease alive", "order_cancelled_lease_alive", { order: { cancelled: true } }],
    ["order canceled, lease running", "order_cancelled_lease_alive", { ...RUNS, order: { cancelled: true } }],
    ["order dearer than the lease", "amount_differs", { order: { total: 120_001 } }],
    ["order cheaper than the lease", "amount_differs", { order: { total: 119_999 } }],
    ["a difference that a person accepted", "accepted", { lease: accepted(119_999), order: { total: 119_999 } }],
    ["another difference than that", "amount_differs", { lease: accepted(119_999), order: { total: 119_998 } }],
    ["void at the service", "not_confirmed", alert("lease_dead")],
    ["another cart than was signed", "needs_attention", alert("cart_mismatch")],
    ["a return that failed", "needs_attention", alert("return_failed", { status: "delivered" })],
    [
      "shipped before it was confirmed",
      "needs_attention",
      { lease: { evidence: "reported", attention: raised("shipped_unconfirmed") } },
    ],
    [
      "raised under the state's own name",
      "delivery_due",
      { order: shipped, lease: { attention: raised("delivery_failed") } },
    ],
    ["a second order on the lease", "needs_attention", { lease: { order_id: "order_0" } }],
    ["order not written down yet", "not_recorded", is("placing", { order_id: null })],
    ["order not written down, placing lapsed", "not_recorded", is("signed", { order_id: null })],
    ["order on an expired lease", "not_confirmed", is("expired", { order_id: null })],
    ["card issued, not used yet", "signed", { lease: { ...HOSTED, status: "signed", order_id: null }, order: null }],
    ["card used, and not written down yet", "not_recorded", { lease: { ...HOSTED, status: "signed", order_id: null } }],
    ["hosted, its books not ours", "widget_active", { lease: HOSTED, order: { captured: false, total: 1 } }],
    ["hosted, shipped", "widget_active", { lease: HOSTED, order: { shipped: true } }],
    ["hosted, order number on its way", "order_id_due", hosted(failed("send_order_id"))],
    ["hosted, delivered", "delivery_due", { lease: HOSTED, order: shipped }],
    ["hosted, date on its way", "sending", { lease: HOSTED, order: shipped, tasks: [running("send_delivery_date")] }],
    [
      "hosted, date refused",
      "delivery_failed",
      { lease: HOSTED, order: shipped, tasks: [refused("send_delivery_date")] },
    ],
    ["hosted, date sent", "widget_done", { lease: { ...HOSTED, status: "delivered" }, order: shipped }],
    ["hosted, link used by somebody else", "link_used", hosted(unsent("send_order_id", "link_used"))],
    ["hosted, no link given", "link_missing", hosted(unsent("send_order_id", "link_missing"))],
    [
      "hosted, no link, and the operator was told",
      "widget_active",
      hosted({ ...unsent("send_order_id", "link_missing"), state: "settled" }),
    ],
    [
      "hosted, another key than that of the link",
      "needs_attention",
      {
        lease: { ...HOSTED, attention: raised("link_unreadable") },
        tasks: [unsent("send_order_id", "link_unreadable")],
      },
    ],
    ["hosted, its success lost", "needs_attention", { lease: { ...HOSTED, attention: raised("widget_success_lost") } }],
    ["hosted, its order canceled", "order_cancelled_lease_alive", { lease: HOSTED, order: { cancelled: true } }],
    ["hosted, all of it came back", "return_due", { lease: HOSTED, order: back(2) }],
    ["edited, its new contract not signed", "replacing", is("approved", EDITED)],
    ["edited, its new contract offered", "replacing", is("offered", EDITED)],
    ["edited, its new contract signed", "replacing", is("signed", EDITED)],
    ["edited, new contract reported as signed", "awaiting", is("signed", { ...EDITED, ...REPORTED })],
    ["edited once more after that", "amount_differs", { ...is("signed", EDITED), order: { total: 1 } }],
    [
      "edited once more, as a person accepted it",
      "amount_differs",
      { lease: { status: "signed", ...EDITED, ...accepted(1) }, order: { total: 1 } },
    ],
    ["edited, then canceled", "order_cancelled_lease_alive", { ...is("signing", EDITED), order: { cancelled: true } }],
    ["edited, canceled before the new contract", "approved", { ...is("approved", EDITED), order: { cancelled: true } }],
    ["edited, its new contract ended", "expired", is("expired", EDITED)],
    ["edited, its new contract canceled", "cancelled", is("cancelled", EDITED)],
    [
      "order paid otherwise while signed",
      "needs_attention",
      is("signed", { order_id: null, attention: raised("paid_otherwise") }),
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
    const change = { ...alert("cart_mismatch"), order: { captured: false } }
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
    ["awaiting", { lease: REPORTED }],
    ["not_confirmed", says("Contracts")],
    ["cancel_unknown", is("cancelling")],
    ["return_unknown", is("returning")],
    ["delivery_failed", arrived(failed("confirm_delivery"))],
    ["delivery_unknown", arrived(unknown("confirm_delivery"))],
    ["capture_open", { order: { captured: false } }],
    ["return_due", { ...RUNS, order: back(2) }],
    ["order_cancelled_lease_alive", { order: { cancelled: true } }],
    ["amount_differs", { order: { total: 1 } }],
    ["lease_dead", is("expired", { order_id: null })],
    ["refund_due", { ...alert("money_differs", { status: "returned" }), order: { ...shipped, cancellable: false } }],
    ["money_differs", { ...alert("money_differs"), order: { held: 60_000 } }],
    ["link_used", hosted(unsent("send_order_id", "link_used"))],
    ["link_missing", hosted(unsent("send_delivery_date", "link_missing"))],
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
    ["return_due", "the lease is returned", { ...is("returned"), order: back(2) }],
    ["return_partial", "the rest came back", { ...RUNS, order: back(2) }],
    ["delivery_failed", "the lease runs", { ...RUNS, order: shipped }],
    ["delivery_unknown", "the lease is canceled", is("cancelled")],
    ["amount_differs", "the change was undone", {}],
    ["amount_differs", "the lease is over", { ...is("cancelled"), order: { total: 1 } }],
    ["capture_open", "the payment is captured", {}],
    ["order_cancelled_lease_alive", "the lease is canceled, too", { ...is("cancelled"), order: { cancelled: true } }],
    ["money_differs", "the money is as it should be", {}],
    ["money_differs", "a returned lease is refunded", { ...is("returned"), order: { held: 0, holdsMoney: false } }],
    ["cancel_failed", "it is canceled after all", is("cancelled")],
    ["return_unknown", "the return is done", is("returned")],
    ["shipped_unconfirmed", "the signature is confirmed", { order: { shipped: true } }],
    ["signed_without_order", "the lease runs", { ...RUNS, order: shipped }],
    ["order_id_failed", "it was sent", hosted(task("send_order_id", { state: "done" }))],
  ])("end with what they say: %s once %s", (code, _, change) => {
    const lease = { ...change.lease, attention: raised(code) }
    expect(card({ ...change, lease }).attention.map((alert) => alert.code)).not.toContain(code)
    expect(cardState(facts({ ...change, lease }))).toBe(cardState(facts(change)))
  })

  it.each<[AttentionCode, Change]>([
    ["second_order", is("cancelled")],
    ["shipped_unconfirmed", { ...is("cancelled"), order: { shipped: true } }],
    ["cart_mismatch", is("returned")],
    ["money_differs", { ...is("returned"), order: { held: -1 } }],
    ["amount_differs", { order: { total: 1 } }],
  ])("stay while they are true: %s", (code, change) => {
    expect(card({ ...change, lease: { ...change.lease, attention: raised(code) } }).attention).toMatchObject([{ code }])
  })

  it("say of a lease that is over what is left to refund, not that something differs", () => {
    const change: Change = { ...alert("money_differs", { status: "returned" }), order: { held: 2706 } }
    expect(card(change).attention).toMatchObject([{ code: "refund_due", amount: 2706 }])
  })

  it("count what came back of a part", () => {
    const change: Change = { ...RUNS, order: back(1) }
    expect(card(change).attention).toMatchObject([{ code: "return_partial", params: { done: "1", total: "2" } }])
  })

  it("name what was raised already once, with its time", () => {
    expect(card(alert("lease_dead")).attention).toEqual(raised("lease_dead"))
  })

  it("date an unclear cancellation from when it was asked for, and a reported signature from when it was reported", () => {
    expect(card(is("cancelling")).attention).toMatchObject([{ since: SINCE }])
    expect(card({ lease: { evidence: "reported" } }).attention).toMatchObject([{ since: SINCE }])
  })

  it("tell how the call behind them ended, and when it is made again", () => {
    expect(card(arrived(failed("confirm_delivery"))).attention).toMatchObject([
      {
        next_retry_at: later(3_660_000).toISOString(),
        error: { code: "service_unreachable", message: expect.stringContaining("did not answer") },
      },
    ])
  })

  it("promise no further attempt where a person decides", () => {
    const [alert] = card(arrived(unknown("confirm_delivery"))).attention
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
    expect(card(alert("return_failed")).next_step).toMatchObject({
      code: "ask_operator",
      params: { operator: "Acorn Leasing" },
    })
  })

  it.each<[string, string | undefined, Change]>([
    ["do_not_ship", "check_status", { lease: REPORTED }],
    ["ask_for_contract", "check_status", alert("lease_dead")],
    ["confirm_delivery", "confirm_delivery", { order: shipped }],
    ["try_again", "retry", arrived(failed("confirm_delivery"))],
    ["ask_then_settle", "settle", arrived(unknown("confirm_delivery"))],
    ["try_again", "retry", { ...is("cancelling"), tasks: [failed("cancel_contract")] }],
    ["ask_then_settle", "settle", { ...is("cancelling"), tasks: [unknown("cancel_contract")] }],
    ["ask_then_settle", "settle", { ...is("returning"), tasks: [unknown("return_lease")] }],
    ["capture", "retry", { order: { captured: false }, tasks: [failed("capture_payment")] }],
    ["send_return", "return_lease", { ...RUNS, order: back(2, { returnNumber: 7 }) }],
    ["receive_rest", "check_return", { ...RUNS, order: back(1) }],
    ["check_return", "check_return", { ...RUNS, ...notReturnable }],
    ["return_goods", "return_lease", { ...RUNS, order: { ...shipped, cancelled: true } }],
    ["try_again", "retry", { order: { cancelled: true }, tasks: [refused("cancel_contract")] }],
    ["ask_operator", "settle", { order: { cancelled: true } }],
    ["try_again", "retry", { ...alert("cancel_failed"), tasks: [refused("cancel_contract")] }],
    ["ask_operator", "settle", alert("cancel_failed")],
    ["try_again", "retry", { ...alert("return_failed", { status: "delivered" }), tasks: [refused("return_lease")] }],
    ["replace_contract", "replace_contract", { order: { total: 1 } }],
    ["undo_change", "settle", { order: { total: 1, shipped: true } }],
    ["send_signing_link", "signing_link", is("approved", EDITED)],
    ["wait_for_payment", undefined, is("signed", EDITED)],
    ["payment_not_replaced", "retry", { ...is("signed", EDITED), tasks: [failed("replace_payment")] }],
    ["replace_contract", "replace_contract", { ...is("signed", EDITED), order: { total: 1 } }],
    [
      "cancel_unsigned",
      undefined,
      { ...is("expired", { ...EDITED, attention: raised("replacement_ended") }), order: { holdsMoney: false } },
    ],
    ["cancel_unsigned", undefined, { ...is("cancelled", EDITED), order: { holdsMoney: false } }],
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
    ["end_second", "settle", alert("second_order")],
    [
      "cancel_unpaid",
      undefined,
      { ...is("signed", { order_id: null, attention: raised("signed_without_order") }), order: { paid: false } },
    ],
    ["help_to_order", undefined, is("signed", { order_id: null, attention: raised("signed_without_order") })],
    ["end_second", "settle", { ...alert("second_order", { status: "cancelled" }), order: null }],
    [
      "ask_whether_signed",
      "attest",
      { ...is("signing", { ...REPORTED, order_id: null, attention: raised("signed_without_order") }), order: null },
    ],
    ["ask_operator", "settle", unplaced("signed", { attention: raised("lease_dead") })],
    ["ask_operator", "settle", unplaced("superseded", { attention: raised("widget_success_differs") })],
    ["mark_as_sent", "settle", hosted(unsent("send_order_id", "link_used"))],
    ["tell_operator", "settle", hosted(unsent("send_order_id", "link_missing"))],
    ["ask_about_lost", "settle", { lease: { ...HOSTED, attention: raised("widget_success_lost") } }],
    ["return_in_portal", "settle", { lease: HOSTED, order: back(2) }],
    ["return_in_portal", "settle", { lease: HOSTED, order: { cancelled: true } }],
    [
      "restore_key",
      "retry",
      {
        lease: { ...HOSTED, attention: raised("link_unreadable") },
        tasks: [unsent("send_order_id", "link_unreadable")],
      },
    ],
    ["compare_money", "settle", { ...alert("money_differs"), order: { held: 60_000 } }],
    [
      "check_confirmation",
      "check_status",
      { lease: { evidence: "reported", attention: raised("shipped_unconfirmed") } },
    ],
    ["wait_for_signature", "check_status", { ...is("signing", { evidence: "none", order_id: null }), order: null }],
    ["compare_recipient", "settle", alert("recipient_differs")],
    ["compare_cart", undefined, alert("cart_mismatch")],
  ])("%s: %s", (code, action, change) => {
    const step = card(change).next_step
    expect([step?.code, step?.action]).toEqual([code, action])
  })

  it("offers no button that may not be pressed", () => {
    const { next_step } = card(is("cancelling"))
    expect(next_step).toMatchObject({ code: "try_again" })
    expect(next_step).not.toHaveProperty("action")
  })

  it("names the return that came back", () => {
    const change: Change = { ...RUNS, order: back(2, { returnNumber: 7 }) }
    expect(card(change).next_step?.params).toMatchObject({ display_id: "7" })
  })

  it("is to wait while the job is about to confirm the delivery", () => {
    expect(card(arrived(task("confirm_delivery"))).next_step?.code).toBe("confirmed_soon")
  })

  it("is to close an order whose lease is over and whose books are not", () => {
    const step = (order: Change["order"]) => card({ ...is("cancelled"), order }).next_step
    expect(step({ cancellable: false })).toMatchObject({ code: "close_order", amount: 120_000 })
  })

  it("of an account that knows lines names the exact refund of what came back", () => {
    const back: Change = { ...RUNS, order: { delivered: 2, shipped: true, returned: 1 } }
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
    const shown = card({ ...is("delivered", { attention }), order, partDue: 6000 })
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
    const step = (order: Change["order"]) => card({ ...is("returned"), order }).next_step
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
      card({ ...is("cancelled"), order: { holdsMoney: false, ...order } }).next_step?.code

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
    ["lease and order are over", { ...is("cancelled"), order: { cancelled: true } }],
    ["the money is back", { ...is("returned"), order: { holdsMoney: false } }],
    ["the application was denied", unplaced("denied")],
    ["the lease runs", RUNS],
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
    ["a lease that runs", false, RUNS],
    ["a contract that the shopper has", false, unplaced("signing")],
    ["an alert", true, { order: { total: 1 } }],
    ["a call that waits", true, arrived(failed("confirm_delivery"))],
    ["a cancellation with an unknown outcome", true, is("cancelling")],
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

  const unrecorded: Change = is("placing", { order_id: null })
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
      arrived(unknown("confirm_delivery")),
    ]
    expect(rest.map((change) => card({ ...change, now: later(0) }).in_flight)).toEqual(rest.map(() => false))
  })
})
