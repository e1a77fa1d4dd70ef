import en from "../../../../admin/i18n/en.json"
import { markOf } from "../../../../src/modules/lease/card/alerts-of"
import { cardOf, NEXT_STEPS, steps } from "../../../../src/modules/lease/card/card"
import { CARD_STATES, type CardState, cardState } from "../../../../src/modules/lease/card/state"
import type { RaisedAlertCode } from "../../../../src/modules/lease/rules/alert-codes"
import { alertOf, alerts } from "../../../../src/modules/lease/rules/alerts"
import type { PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import type { MessageCode } from "../../../../src/modules/lease/texts/messages"
import { anOrder, aPayment } from "../../../support/order"
import {
  ARRIVED,
  alert,
  anew,
  back,
  byLink,
  type Change,
  call,
  facts,
  failed,
  GIVEN_BACK,
  holds,
  hosted,
  is,
  type Lease,
  later,
  NOT_RETURNABLE,
  type Order,
  placed,
  REPORTED,
  raised,
  refused,
  running,
  runs,
  SINCE,
  UNCAPTURED,
  UNPAID,
  unknown,
  unplaced,
  unrecorded,
  unsent,
} from "./support/card-facts"

const DAY = 86_400_000
const card = (change: Change = {}) => cardOf(facts(change), "Acorn Leasing")
/** Delivered to the customer, with these calls. */
const arrived = (...pendingCalls: Change["pendingCalls"] & object) => placed(ARRIVED, {}, ...pendingCalls)
const says = (service_status: string | null) => placed({}, { ...REPORTED, service_status })
const accepted = (total: number, returned = 0) => ({ accepted_order: { total, returned } })

/** The same call, resolved by staff. */
const byHand = (call: PendingCall): PendingCall => ({ ...call, state: "resolved_by_hand" })

const CANCELED = { canceled: true }
const LINK_USED = unsent("send_order_id", "link_used")
const LINK = { delivery_link: "sealed" }
const REFUSED_LINK = unsent("send_delivery_date", "link_refused")
const DONE = call("confirm_delivery", { state: "done" })
const PARTLY = { shipped: true }
const ONE = { pieces: 1, shipped: true, delivered: 1 }
const OF_TOMORROW = "of_tomorrow" as RaisedAlertCode
const UNUSED = { status: "signed", order_id: null } as const
const UNREADABLE = hosted(alert("link_unreadable"), {}, unsent("send_order_id", "link_unreadable"))

describe("another recipient in Medusa", () => {
  const codes = (change: Change) => card(change).alerts.map(({ code }) => code)

  it("is on the card before it is raised, and once", () => {
    const differs = { code: "recipient_differs", since: later(3_600_000).toISOString() }
    expect(card({ recipientDiffers: true })).toMatchObject({ state: "needs_attention", alerts: [differs] })
    expect(codes({ recipientDiffers: true, lease: alert("recipient_differs") })).toEqual(["recipient_differs"])
  })

  it("misleads nobody once the goods have arrived, and is gone when it is changed back", () => {
    expect(codes({ recipientDiffers: true, order: { ...ARRIVED, deliveredAt: later(0) } })).toEqual([])
    expect(codes({ recipientDiffers: false, lease: alert("recipient_differs") })).toEqual([])
  })
})

describe("the state of the card", () => {
  const table: [string, CardState, Change][] = [
    ["no one has applied", "not_applied", unplaced("open")],
    ["form in progress", "deciding", unplaced("submitting")],
    ["no response to the form", "deciding", unplaced("undecided")],
    ["decision pending", "deciding", unplaced("pending")],
    ["denied", "denied", unplaced("denied")],
    ["approved", "approved", unplaced("approved")],
    ["offered", "approved", unplaced("offered")],
    ["contract handed out", "contract_open", unplaced("signing")],
    ["signed, not ordered yet", "signed", unplaced("signed")],
    ["being ordered", "signed", unplaced("placing")],
    ["could not be ordered", "needs_attention", unplaced("signed", alert("signed_without_order"))],
    ["being ordered by the job", "sending", unplaced("signed", {}, running("place_order"))],
    ["signed, void at the service", "not_confirmed", unplaced("signed", alert("lease_dead"))],
    ["expired", "expired", unplaced("expired")],
    ["replaced", "superseded", unplaced("superseded")],
    ["given up before the order", "canceled", unplaced("canceled")],
    ["its order was deleted", "needs_attention", placed(null)],
    ["an order of it that was never placed", "not_confirmed", is("signed")],
    ["with an alert before the form", "needs_attention", unplaced("open", alert("reconcile_failed"))],

    ["placed and confirmed, nothing shipped", "accepted", {}],
    ["some of it shipped", "part_shipped", placed({ ...PARTLY, pieces: 1 })],
    ["some of it delivered", "part_shipped", placed({ shipped: true, delivered: 1 })],
    ["all of it delivered", "delivery_due", placed(ONE)],
    ["nothing in it that ships", "accepted", placed({ pieces: 0 })],
    ["nothing of it ships, and Medusa calls it delivered", "accepted", placed({ pieces: 0, shipped: true })],
    ["delivery being confirmed", "sending", arrived(running("confirm_delivery"))],
    ["confirmation to be tried again", "delivery_failed", arrived(failed("confirm_delivery"))],
    ["put off by an outage", "delivery_due", arrived({ ...failed("confirm_delivery"), attempts: 0 })],
    ["confirmation refused", "delivery_failed", arrived(refused("confirm_delivery"))],
    ["confirmation without a response", "delivery_unknown", arrived(unknown("confirm_delivery"))],
    ["refused to a person", "delivery_due", arrived({ ...refused("confirm_delivery"), actor: "merchant" })],
    ["refused, resolved", "delivery_due", arrived(byHand(unknown("confirm_delivery")), refused("confirm_delivery"))],
    ["delivery confirmed", "delivered", runs()],
    ["confirmed after a refusal", "delivered", runs({}, {}, DONE, refused("confirm_delivery"))],
    ["not captured, though due with the order", "capture_open", placed(UNCAPTURED)],
    ["not captured, due with the delivery", "accepted", { captureOn: "delivery", ...placed(UNCAPTURED) }],
    ["not captured, delivered", "capture_open", { captureOn: "delivery", ...runs(UNCAPTURED) }],
    ["signature reported, responses without a status", "awaiting", placed({}, REPORTED)],
    ["signature reported, never read", "awaiting", says(null)],
    ["reported, open at the service", "not_confirmed", says("Contracts")],
    ["reported, approved only", "not_confirmed", says("Approved")],
    ["reported, not ready to deliver at the service yet", "awaiting", says("Contracts Received")],
    ["reported, signed at the service", "awaiting", says("Lease Accepted")],
    ["reported, paid at the service", "awaiting", says("Funded")],
    ["reported, an unknown status", "awaiting", says("Sleeping")],
    ["signature attested by a merchant", "accepted", placed({}, { evidence: "attested", service_status: "" })],
    ["delivered as recorded by staff, never confirmed", "delivered", runs({}, REPORTED)],
    ["canceling now", "sending", is("canceling", {}, {}, running("cancel_contract"))],
    ["canceling, and no process at work", "cancel_unknown", is("canceling")],
    ["canceling, to be read back", "cancel_unknown", is("canceling", {}, {}, failed("cancel_contract"))],
    ["canceling before the order", "cancel_unknown", unplaced("canceling")],
    ["returning now", "sending", is("returning", {}, {}, running("return_lease"))],
    ["asking for the return", "sending", runs({}, {}, running("return_lease"))],
    ["returning, and no process at work", "return_unknown", is("returning")],
    ["an ended claim", "cancel_unknown", is("canceling", {}, {}, { ...call("cancel_contract"), state: "running" })],
    ["the cart being sent", "sending", { claimed: true }],
    ["canceled", "canceled", is("canceled", {}, CANCELED)],
    ["canceled, whatever was wrong with it", "canceled", is("canceled", alert("cart_mismatch"))],
    ["canceled, and written by a newer version", "needs_attention", is("canceled", alert(OF_TOMORROW))],
    ["returned", "returned", is("returned")],
    ["not returnable", "not_returnable", { ...runs(), ...NOT_RETURNABLE }],
    ["returnable", "delivered", { ...runs(), returnCheck: { eligible: true, at: later(0) } }],
    ["not returnable before the delivery", "delivered", { ...runs({}, { delivered_at: later(1) }), ...NOT_RETURNABLE }],
    ["not returnable, not delivered yet", "part_shipped", { ...placed(PARTLY), ...NOT_RETURNABLE }],
    ["all of it came back", "return_due", runs(back(2))],
    ["some of it came back", "return_partial", runs(back(1))],
    ["some came back, as staff accepted", "delivered", runs(back(1), accepted(120_000, 1))],
    ["all came back, as staff accepted", "delivered", runs(back(2), accepted(120_000, 2))],
    ["some came back, off Medusa's sum", "return_partial", runs(back(1, { total: 60_000 }))],
    ["changed after that", "amount_differs", runs(back(1, { total: 50_000 }), accepted(60_000, 1))],
    ["order canceled, lease alive", "order_canceled_lease_alive", placed(CANCELED)],
    ["order canceled, lease running", "order_canceled_lease_alive", runs(CANCELED)],
    ["order dearer than the lease", "amount_differs", placed({ total: 120_001 })],
    ["order cheaper than the lease", "amount_differs", placed({ total: 119_999 })],
    ["a difference that a person accepted", "accepted", placed({ total: 119_999 }, accepted(119_999))],
    ["another difference than that", "amount_differs", placed({ total: 119_998 }, accepted(119_999))],
    ["void at the service", "not_confirmed", placed({}, alert("lease_dead"))],
    ["another cart than was signed", "needs_attention", placed({}, alert("cart_mismatch"))],
    ["that, which holds the payment back", "needs_attention", placed(UNCAPTURED, alert("cart_mismatch"))],
    ["a return that failed", "needs_attention", runs({}, alert("return_failed"))],
    ["shipped before confirmation", "needs_attention", placed({}, { ...REPORTED, ...alert("shipped_unconfirmed") })],
    ["raised under the state's own name", "delivery_due", placed(ARRIVED, alert("delivery_failed"))],
    ["a second order on the lease", "needs_attention", placed({}, { order_id: "order_0" })],
    ["order not recorded yet", "not_recorded", unrecorded("placing")],
    ["order not recorded, placing expired", "not_recorded", unrecorded("signed")],
    ["order on an expired lease", "not_confirmed", unrecorded("expired")],
    ["order on an approval", "not_confirmed", unrecorded("approved")],
    ["order not recorded, void at the service", "not_confirmed", unrecorded("signed", alert("lease_dead"))],
    ["order paid otherwise while signed", "needs_attention", unrecorded("signed", alert("paid_otherwise"))],

    ["card issued, not used yet", "signed", hosted(UNUSED, null)],
    ["card used, but not recorded yet", "not_recorded", hosted(UNUSED)],
    ["hosted, its books not ours", "widget_active", hosted({}, { ...UNCAPTURED, total: 1 })],
    ["hosted, shipped", "widget_active", hosted({}, PARTLY)],
    ["hosted, order number being sent", "order_id_due", hosted({}, {}, failed("send_order_id"))],
    ["hosted, delivered", "delivery_due", hosted({}, ONE)],
    ["hosted, date being sent", "sending", hosted({}, ARRIVED, running("send_delivery_date"))],
    ["hosted, date refused", "delivery_failed", hosted({}, ARRIVED, refused("send_delivery_date"))],
    ["hosted, date sent", "widget_done", hosted({ status: "delivered" }, ARRIVED)],
    ["hosted, link used by someone else", "link_used", hosted({}, {}, LINK_USED)],
    ["hosted, no link given", "link_missing", hosted({}, {}, unsent("send_order_id", "link_missing"))],
    ["hosted, no link, but resolved", "widget_active", hosted({}, {}, byHand(unsent("send_order_id", "link_missing")))],
    ["hosted, another key than that of the link", "needs_attention", UNREADABLE],
    ["hosted, its success lost", "needs_attention", hosted(alert("widget_success_lost"))],
    ["hosted, its order canceled", "order_canceled_lease_alive", hosted({}, CANCELED)],
    ["hosted, all of it came back", "return_due", hosted({}, back(2))],
    ["hosted, some of it came back", "return_partial", hosted({}, back(1))],
    ["hosted, its number due again", "order_id_due", hosted({}, {}, { ...LINK_USED, state: "due" })],

    ["edited, its new contract not signed", "replacing", anew("approved")],
    ["edited, its new contract offered", "replacing", anew("offered")],
    ["edited, its new contract signed", "replacing", anew("signed")],
    ["edited, its new contract offered for another sum", "replacing", anew("offered", {}, { total: 1 })],
    ["edited, its new contract out", "replacing", anew("signing", { ...REPORTED, evidence: "none" })],
    ["edited, its new contract offered after a report", "replacing", anew("offered", REPORTED)],
    ["edited, new contract reported without a status", "awaiting", anew("signing", REPORTED)],
    ["edited, new contract being canceled", "sending", anew("signing", {}, {}, running("cancel_contract"))],
    ["edited, with an alert", "needs_attention", anew("approved", alert("reconcile_failed"))],
    ["edited, then leased otherwise", "superseded", anew("superseded")],
    ["edited, then canceled after the new contract", "order_canceled_lease_alive", anew("signed", {}, CANCELED)],
    ["offered by link, not applied for yet", "linked", byLink("open")],
    ["offered by link, approved", "linked", byLink("approved")],
    ["offered by link, its contract out", "linked", byLink("signing", { approved_until: later(0) })],
    ["offered by link, its approval ended", "expired", byLink("approved", { approved_until: later(0) })],
    ["offered by link, its application denied", "denied", byLink("denied")],
    ["offered by link, its contract signed", "replacing", byLink("signed")],
    ["edited, new contract reported as signed", "awaiting", anew("signed", REPORTED)],
    ["edited once more after that", "amount_differs", anew("signed", {}, { total: 1 })],
    ["edited once more, as a person accepted it", "amount_differs", anew("signed", accepted(1), { total: 1 })],
    ["edited, then canceled", "order_canceled_lease_alive", anew("signing", {}, CANCELED)],
    ["edited, canceled before the new contract", "approved", anew("approved", {}, CANCELED)],
    ["edited, its new contract ended", "expired", anew("expired")],
    ["edited, its new contract canceled", "canceled", anew("canceled")],
  ]
  it.each(table)("%s: %s", (_, state, change) => {
    expect(cardState(facts(change))).toBe(state)
  })

  it("every state of the card has a row in this table", () => {
    expect(CARD_STATES.filter((state) => !table.some(([, named]) => named === state))).toEqual([])
  })

  it("an order isn't ready to ship before its lease is placed", () => {
    const others = LEASE_STATUSES.filter((status) => status !== "placed")
    const ready = (status: LeaseStatus, order_id: string | null) =>
      ["accepted", "part_shipped", "delivery_due"].includes(cardState(facts({ lease: { status, order_id } })))
    expect(others.filter((status) => ready(status, "order_1") || ready(status, null))).toEqual([])
  })

  it("an order isn't ready to ship before its signature is certain", () => {
    const states = (["none", "reported"] as const).flatMap((evidence) =>
      [null, "", "Contracts", "Lease Accepted"].map((service_status) =>
        cardState(facts({ lease: { evidence, service_status } })),
      ),
    )
    expect(states.filter((state) => state !== "awaiting" && state !== "not_confirmed")).toEqual([])
  })
})

it("an alert that a newer version of the plugin raised is shown, and the process is to be updated", () => {
  expect(card(placed({}, alert(OF_TOMORROW)))).toMatchObject({
    state: "needs_attention",
    alerts: [{ code: "of_tomorrow" }, { code: "newer_version" }],
    main_alert: "newer_version",
    next_step: { code: "update_process" },
  })
})

it("each alert that a card derives is one of its states", () => {
  const own = Object.keys(alerts).filter((code) => alertOf(code).state)
  expect(CARD_STATES).toEqual(expect.arrayContaining(own))
})

describe("the alerts of the card", () => {
  const DUE = { ...ARRIVED, cancelable: false }
  const RETRIED = { next_retry_at: later(3_660_000).toISOString(), error: { code: "service_unreachable" } }

  it.each<[string, Change, object?]>([
    ["awaiting", placed({}, REPORTED), { since: SINCE }],
    ["not_confirmed", says("Contracts")],
    ["cancel_unknown", is("canceling"), { since: SINCE }],
    ["return_unknown", is("returning")],
    ["delivery_failed", arrived(failed("confirm_delivery")), RETRIED],
    ["delivery_unknown", arrived(unknown("confirm_delivery")), { error: { code: "result_unknown" } }],
    ["capture_open", placed(UNCAPTURED)],
    ["return_due", runs(back(2))],
    ["return_partial", runs(back(1))],
    ["order_canceled_lease_alive", placed(CANCELED)],
    ["amount_differs", placed({ total: 1 })],
    ["lease_dead", placed({}, alert("lease_dead")), { since: SINCE }],
    ["lease_dead", unrecorded("expired")],
    ["lease_dead", is("signed")],
    ["refund_due", is("returned", alert("money_differs"), DUE)],
    ["refund_due", is("returned", alert("money_differs"), holds(1)), { amount: 1 }],
    ["refund_due", is("returned", { reductions: [{ amount: 6000, lines: [] }], ...alert("money_differs") }, DUE)],
    ["money_differs", is("canceled", alert("money_differs"), CANCELED)],
    ["money_differs", is("canceled", alert("money_differs"), holds(-1))],
    ["money_differs", runs(holds(130_000), alert("money_differs"))],
    ["money_differs", placed(UNPAID, alert("money_differs"))],
    ["awaiting", { ...placed({}, REPORTED, call("read_status")), now: later(0) }],
    ["order_unpaid", is("signed", { order_id: null, ...alert("signed_without_order") }, UNPAID)],
    ["signed_without_order", unplaced("signed", { ...REPORTED, ...alert("signed_without_order") })],
    ["signed_without_order", unplaced("signing", { evidence: "reported", ...alert("signed_without_order") })],
    ["maybe_signed", unplaced("signing", { ...REPORTED, ...alert("signed_without_order") })],
    ["earlier_unreported", byLink("offered", { ...REPORTED, evidence: "none", ...alert("signed_without_order") })],
    ["never_reported", byLink("signing", { ...REPORTED, evidence: "none", ...alert("signed_without_order") })],
    ["money_differs", placed(holds(60_000), alert("money_differs"))],
    ["link_used", hosted({}, {}, LINK_USED)],
    ["link_missing", hosted({}, {}, unsent("send_delivery_date", "link_missing"))],
    ["card_unused", hosted({ ...UNUSED, ...alert("signed_without_order") }, null)],
    ["second_order", placed({}, { order_id: "order_0" })],
    ["shipped_long_ago", { ...placed({ shippedAt: later(0) }), now: later(7 * DAY) }, { amount: 120_000 }],
  ])("name %s", (code, change, more = {}) => {
    expect(card(change).alerts).toMatchObject([{ code, ...more }])
  })

  it("there are no alerts while nothing is wrong", () => {
    expect(card().alerts).toEqual([])
    expect(card({ ...placed(UNCAPTURED), now: later(0) }).alerts).toEqual([])
  })

  it("the card's own alert comes after those that were raised, and is the main one", () => {
    const { alerts, main_alert } = card(is("canceling", alert("reconcile_failed")))
    expect(alerts.map(({ code }) => code)).toEqual(["reconcile_failed", "cancel_unknown"])
    expect(main_alert).toBe("cancel_unknown")
  })

  it("the oldest alert is the main one if the state isn't an alert and the lease isn't held", () => {
    expect(card(placed({}, alert("reconcile_failed", "return_failed"))).main_alert).toBe("reconcile_failed")
    expect(card(placed({}, { held_at: later(0), ...alert("reconcile_failed") })).main_alert).toBe("held")
    expect(card().main_alert).toBeNull()
  })

  it.each<[RaisedAlertCode, Order, string?]>([
    ["recipient_differs", {}, "Robin"],
    ["amount_differs", { total: 1 }],
    ["return_partial", { returned: 1 }],
    ["money_differs", holds(1)],
    ["money_differs", { heldElsewhere: 1 }],
  ])("a decision about %s holds only for these facts: %j", (code, order, recipient = "Ana") => {
    const marks = [markOf(code, anOrder(), "Ana"), markOf(code, anOrder({ ...order }), recipient)]
    expect(new Set(marks).size).toBe(2)
    if (code === "recipient_differs") expect(marks[0]).toMatch(/^[0-9a-f]{16}$/)
  })

  it.each<[RaisedAlertCode, string, Change]>([
    ["return_due", "the lease is returned", is("returned", {}, back(2))],
    ["return_partial", "the rest came back", runs(back(2))],
    ["delivery_failed", "the lease runs", runs(ARRIVED)],
    ["delivery_unknown", "the lease is canceled", is("canceled")],
    ["amount_differs", "the change was undone", {}],
    ["amount_differs", "the lease has ended", is("canceled", {}, { total: 1 })],
    ["capture_open", "the payment is captured", {}],
    ["order_canceled_lease_alive", "the lease is canceled, too", is("canceled", {}, CANCELED)],
    ["money_differs", "the money is as it should be", {}],
    ["money_differs", "a returned lease is refunded", is("returned", {}, GIVEN_BACK)],
    ["cancel_failed", "it is canceled after all", is("canceled")],
    ["return_unknown", "the return is done", is("returned")],
    ["shipped_unconfirmed", "the signature is confirmed", placed(PARTLY)],
    ["signed_without_order", "the lease runs", runs(ARRIVED)],
    ["order_id_failed", "it was sent", hosted({}, {}, call("send_order_id", { state: "done" }))],
  ])("an alert closes when its reason ends: %s once %s", (code, _, change) => {
    const lease = { ...change.lease, alerts: raised(code) }
    expect(card({ ...change, lease }).alerts.map((alert) => alert.code)).not.toContain(code)
    expect(cardState(facts({ ...change, lease }))).toBe(cardState(facts(change)))
  })

  it.each<[RaisedAlertCode, Change]>([
    ["second_order", is("canceled", {}, GIVEN_BACK)],
    ["shipped_unconfirmed", is("canceled", {}, { ...PARTLY, ...GIVEN_BACK })],
    ["cart_mismatch", is("returned", {}, GIVEN_BACK)],
    ["cart_mismatch", is("canceled", {}, null)],
    ["lease_dead", unplaced("expired")],
    ["money_differs", is("returned", {}, holds(-1))],
    ["amount_differs", placed({ total: 1 })],
  ])("an alert stays while it holds: %s", (code, change) => {
    expect(card({ ...change, lease: { ...change.lease, ...alert(code) } }).alerts).toMatchObject([{ code }])
  })

  it("alerts show how their call ended, and promise no retry if staff must decide", () => {
    const [tried] = card(arrived(failed("confirm_delivery"))).alerts
    expect(tried?.error?.message).toContain("did not respond")
    expect(card(arrived(unknown("confirm_delivery"))).alerts[0]).not.toHaveProperty("next_retry_at")
    const resolved = byHand(refused("cancel_contract"))
    expect(card(placed({}, alert("cancel_failed"), resolved)).alerts).toEqual(raised("cancel_failed"))
  })
})

describe("the next step", () => {
  const unordered = alert("signed_without_order")
  const UNHEARD = { evidence: "none" } as const
  const VOID = aPayment({ captured: 0, canceled: true })
  const late = (order: Order) => ({ ...placed(order), now: later(21 * DAY) })
  const MANUAL = { confirmDeliveryOn: "manual" } as const

  it.each<[string, string | undefined, Change, object?]>([
    ["ask_operator", "mark_resolved", placed(null)],
    ["wait", undefined, placed({}, {}, running("cancel_contract"))],
    ["confirm_by_hand", "confirm_delivery", placed({ pieces: 0 })],
    ["keep_shipping", undefined, placed({ shipped: true, delivered: 1 }), { params: { done: "1", total: "2" } }],
    ["do_not_ship", "check_status", placed({}, REPORTED)],
    ["ask_for_contract", "check_status", placed({}, alert("lease_dead"))],
    ["confirm_delivery", "confirm_delivery", placed(ARRIVED)],
    ["confirmed_soon", undefined, arrived(call("confirm_delivery"))],
    ["retried_soon", "retry", arrived(failed("confirm_delivery")), { at: later(3_660_000).toISOString() }],
    ["checked_soon", "retry", arrived({ ...failed("confirm_delivery"), sent: true })],
    ["ask_why_refused", "retry", arrived(refused("confirm_delivery")), { asks: true }],
    ["ask_then_resolve", "mark_resolved", arrived(unknown("confirm_delivery"))],
    // No button that may not be pressed.
    ["checked_soon", undefined, is("canceling")],
    ["checked_soon", "retry", is("canceling", {}, {}, failed("cancel_contract"))],
    ["ask_then_resolve", "mark_resolved", is("canceling", {}, {}, unknown("cancel_contract"))],
    ["ask_then_resolve", "mark_resolved", is("returning", {}, {}, unknown("return_lease"))],
    ["capture", "retry", placed(UNCAPTURED, {}, failed("capture_payment"))],
    ["send_return", "return_lease", { ...runs(back(2)), returnNumber: 7 }, { params: { display_id: "7" } }],
    ["receive_rest", "check_return", runs(back(1))],
    ["check_return", "check_return", { ...runs(), ...NOT_RETURNABLE }],
    ["check_return", "check_return", { ...runs(back(2)), ...NOT_RETURNABLE }],
    ["return_goods", "return_lease", runs({ ...ARRIVED, ...CANCELED })],
    ["ask_why_refused", "retry", placed(CANCELED, {}, refused("cancel_contract"))],
    ["retried_soon", "retry", placed(CANCELED, {}, failed("cancel_contract"))],
    ["ask_operator", "mark_resolved", placed(CANCELED)],
    ["ask_why_refused", "retry", placed({}, alert("cancel_failed"), refused("cancel_contract"))],
    ["retried_soon", "retry", placed({}, alert("cancel_failed"), failed("cancel_contract"))],
    ["ask_operator", "mark_resolved", placed({}, alert("cancel_failed"))],
    ["ask_operator", "mark_resolved", placed({}, alert("return_failed")), { params: { operator: "Acorn Leasing" } }],
    ["ask_why_refused", "retry", runs({}, alert("return_failed"), refused("return_lease"))],
    ["ask_why_refused", "retry", runs({}, alert("return_failed"), refused("return_lines"))],
    ["compare_money", "mark_resolved", placed(holds(60_000), alert("money_differs"))],
    ["check_confirmation", "check_status", placed({}, { ...REPORTED, ...alert("shipped_unconfirmed") })],
    ["compare_recipient", "mark_resolved", { ...placed({}, alert("recipient_differs")), now: later(DAY) }],
    ["compare_cart", undefined, placed({}, alert("cart_mismatch"))],
    ["end_second", "mark_resolved", placed({}, alert("second_order"))],
    ["end_second", "mark_resolved", is("canceled", alert("second_order"), null)],
    ["ask_which_sum", "mark_resolved", placed({}, alert("invoice_differs"))],
    ["cancel_other_payment", "cancel_contract", placed({}, alert("paid_otherwise"))],
    ["read_log", undefined, placed({}, alert("reconcile_failed"))],
    ["find_mix_up", "check_status", placed({}, alert("mixed_up_answer"))],
    ["restore_account", "mark_resolved", placed({}, alert("account_removed"))],
    ["release_hold", "release_hold", placed({}, { held_at: later(0) })],
    ["release_hold", "release_hold", is("canceling", { held_at: later(0), ...alert("cancel_unknown") })],
    ["update_process", undefined, placed({}, { held_at: later(0), ...alert(OF_TOMORROW) })],

    ["say_delivered", "mark_delivered", late({ shippedAt: later(0) })],
    [
      "confirm_delivery",
      "confirm_delivery",
      { ...late({ ...ARRIVED, shippedAt: later(0), deliveredAt: later(0) }), ...MANUAL },
    ],
    [
      "say_delivered",
      "mark_delivered",
      { ...late({ shippedAt: later(DAY) }), alertAfterDays: { shipped: false, signed: 21 } },
    ],
    ["ship_or_cancel", undefined, late({ shipped: true })],
    ["confirm_by_hand", "confirm_delivery", late({ pieces: 0 })],
    ["wait_for_signature", "check_status", unplaced("signing", UNHEARD), { params: { done: "0", total: "0" } }],
    ["wait_for_order", undefined, unplaced("signed")],
    ["ask_whether_signed", "attest", unplaced("signing", { ...REPORTED, ...unordered })],
    ["ask_whether_signed", "attest", unplaced("signing", { ...REPORTED, evidence: "none", ...unordered })],
    ["ask_about_earlier", "mark_resolved", byLink("offered", { ...REPORTED, evidence: "none", ...unordered })],
    ["help_to_order", "retry", unplaced("signed", unordered, failed("place_order"))],
    ["cancel_unpaid", undefined, is("signed", { order_id: null, ...unordered }, UNPAID)],
    ["help_to_order", undefined, unrecorded("signed", unordered)],
    ["ask_operator", "mark_resolved", unplaced("signed", alert("lease_dead"))],
    ["ask_operator", "mark_resolved", unplaced("superseded", alert("widget_success_differs"))],

    ["replace_contract", "replace_contract", placed({ total: 1 })],
    ["undo_change", "mark_resolved", placed({ total: 1, shipped: true })],
    ["send_signing_link", "signing_link", anew("approved")],
    ["send_lease_link", "signing_link", byLink("open")],
    ["pay_otherwise", "withdraw_link", byLink("denied")],
    ["renew_link", "withdraw_link", byLink("offered", { approved_until: later(0) })],
    ["wait_for_payment", undefined, anew("signed")],
    ["payment_not_replaced", "retry", anew("signed", {}, {}, failed("replace_payment"))],
    ["payment_not_replaced", "retry", anew("signed", alert("capture_open"), {}, failed("replace_payment"))],
    ["replace_contract", "replace_contract", anew("signed", {}, { total: 1 })],
    ["cancel_unsigned", undefined, anew("expired", alert("replacement_ended"), GIVEN_BACK)],
    ["cancel_unsigned", undefined, anew("canceled", {}, GIVEN_BACK)],

    // Staff read where to cancel a widget's lease before they cancel.
    ["portal_first", undefined, hosted(LINK), { asks: true }],
    ["portal_first", undefined, hosted({}, { pieces: 0 })],
    ["portal_first", undefined, hosted({ status: "delivered" }, ARRIVED)],
    ["confirmed_soon", undefined, { ...hosted(LINK, { ...ARRIVED, deliveredAt: later(0) }), now: later(0) }],
    ["wait_for_card", undefined, hosted(UNUSED, null)],
    ["order_id_soon", "send_order_id", hosted({ order_link: "sealed" }, {}, failed("send_order_id"))],
    ["send_delivery_date", "send_delivery_date", { ...hosted(LINK, ARRIVED), confirmDeliveryOn: "manual" }],
    ["confirmed_soon", undefined, hosted({}, ARRIVED, call("send_delivery_date"))],
    ["tell_operator", "mark_resolved", { ...hosted({}, ARRIVED), confirmDeliveryOn: "manual" }],
    ["confirm_by_hand", "send_delivery_date", hosted(LINK, { pieces: 0 })],
    ["mark_as_sent", "mark_resolved", hosted({}, {}, LINK_USED)],
    ["tell_operator", "mark_resolved", hosted({}, {}, unsent("send_order_id", "link_missing"))],
    ["ask_about_lost", "mark_resolved", hosted(alert("widget_success_lost"))],
    ["ask_whether_leased", "mark_resolved", hosted({ evidence: "none" }, { isUntaxed: true }), { asks: true }],
    ["ask_about_late", "mark_resolved", hosted(alert("widget_success_late"))],
    ["ask_about_unfinished", "mark_resolved", hosted(alert("widget_unfinished"))],
    ["ask_about_card", "mark_resolved", hosted({ ...UNUSED, ...unordered }, null)],
    ["ask_why_refused", "retry", hosted(alert("order_id_failed"), {}, refused("send_order_id"))],
    ["list_host", "mark_resolved", hosted(alert("link_refused"), ARRIVED, REFUSED_LINK)],
    ["ask_then_resolve", "mark_resolved", hosted(alert("order_id_unknown"), {}, unknown("send_order_id"))],
    ["list_host", "mark_resolved", hosted(alert("link_refused"), {}, unsent("send_order_id", "link_refused"))],
    ["return_in_portal", "mark_resolved", hosted({}, back(2))],
    ["return_in_portal", "mark_resolved", hosted({}, back(1))],
    ["return_in_portal", "mark_resolved", hosted({}, CANCELED)],
    ["restore_key", "retry", UNREADABLE],

    // For an ended lease: the amount left to refund, and no cancellation that core refuses.
    ["close_order", undefined, is("canceled", {}, { cancelable: false }), { amount: 120_000 }],
    ["cancel_or_refund", undefined, is("returned"), { amount: 120_000 }],
    ["close_order", undefined, is("returned", {}, { cancelable: false, ...holds(1) }), { amount: 1 }],
    ["cancel_uncaptured", undefined, is("returned", {}, { payments: [...UNCAPTURED.payments, VOID] })],
    ["cancel_uncaptured", undefined, is("canceled", alert("money_differs"), UNCAPTURED)],
    ["cancel_order", undefined, is("canceled", {}, GIVEN_BACK)],

    // The step for the card's state comes before those for other alerts.
    ["retried_soon", "retry", placed(ARRIVED, alert("reconcile_failed"), failed("confirm_delivery"))],
    ["ask_then_resolve", "mark_resolved", placed(ARRIVED, alert("reconcile_failed"), unknown("confirm_delivery"))],
    ["checked_soon", "retry", is("returning", alert("reconcile_failed"), {}, failed("return_lease"))],
    // A call whose time has come is retried now, and one that isn't due yet can't be retried.
    [
      "retried_soon",
      "retry",
      placed(ARRIVED, {}, { ...failed("confirm_delivery"), due_at: later(0) }),
      { at: later(3_600_000).toISOString() },
    ],
    [
      "ask_operator",
      "mark_resolved",
      placed({}, alert("cancel_failed"), call("cancel_contract", { due_at: later(2 * 3_600_000) })),
    ],
  ])("%s: %s", (code, action, change, more = {}) => {
    const step = card(change).next_step
    expect([step?.code, step?.action]).toEqual([code, action])
    expect(step).toMatchObject(more)
  })

  it.each<[string, Change]>([
    ["the application was denied", unplaced("denied")],
    ["the order of a lease by link is canceled", byLink("approved", {}, CANCELED)],
    ["the lease runs", runs()],
    ["a canceled lease has its order canceled", is("canceled", {}, CANCELED)],
    ["a canceled lease and its order are over", is("canceled", {}, { ...GIVEN_BACK, ...CANCELED })],
    ["a canceled lease has its money back, but shipped", is("canceled", {}, { ...GIVEN_BACK, ...PARTLY })],
    ["a canceled lease is paid by another method", is("canceled", {}, { ...GIVEN_BACK, heldElsewhere: 120_000 })],
    ["a returned lease has its money back", is("returned", {}, GIVEN_BACK)],
    ["a returned lease has nothing left to cancel", is("returned", {}, { ...UNCAPTURED, cancelable: false })],
  ])("is nothing once %s", (_, change) => {
    expect(card(change).next_step).toBeNull()
  })

  const SOME = { delivered: 2, shipped: true, returned: 1 }
  const [PART, FREE] = [{ code: "part_return_due" }, { code: "part_return_free" }]
  const [FAILED, UNKNOWN] = [{ code: "reconcile_failed" }, { code: "return_unknown" }]
  const ASK = { code: "ask_operator", action: "mark_resolved" }
  const KEEP = { code: "keep_free_part" }
  const REFUND = { code: "refund_part", amount: 6000 }

  it.each<[string, RaisedAlertCode[], partDue: number, alerts: object[], step: object]>([
    ["is the exact refund of what came back", [], 6000, [{ ...PART, amount: 6000 }], REFUND],
    ["is that refund once it was raised, too", ["return_partial"], 6000, [{ ...PART, amount: 6000 }], REFUND],
    // Medusa refunds no zero.
    ["is to keep goods that cost nothing", [], 0, [FREE], KEEP],
    ["is that refund beside a later alert", ["return_partial", "reconcile_failed"], 6000, [PART, FAILED], REFUND],
    ["is to keep them beside one", ["return_partial", "reconcile_failed"], 0, [FREE, FAILED], KEEP],
    ["is no refund while the last one is unknown", ["return_partial", "return_unknown"], 6000, [PART, UNKNOWN], ASK],
  ])("of an account that knows lines %s", (_, raised, partDue, alerts, next_step) => {
    expect(card({ ...runs(SOME, alert(...raised)), partDue })).toMatchObject({ alerts, next_step })
  })

  it("the card names the refund that the books lack after a returned part, until it is booked", () => {
    const chair = { action: "return", number: 1, identifier: "CHAIR", quantity: 1, price: 6000, tax: 0 } as const
    const reduced = (order: Order, more: Lease = alert("money_differs")) =>
      card(runs({ ...SOME, ...order }, { reductions: [{ amount: 6000, lines: [chair] }], ...more }))
    expect(reduced({})).toMatchObject({
      alerts: [{ code: "part_refund_due", amount: 6000 }],
      next_step: { code: "refund_part", amount: 6000 },
    })
    expect(reduced(holds(114_000), {})).toMatchObject({ state: "delivered", alerts: [] })
    expect(reduced(holds(114_001)).alerts).toMatchObject([{ code: "part_refund_due", amount: 1 }])
    expect(reduced(holds(100_000)).alerts).toMatchObject([{ code: "money_differs" }])
  })

  it("the card names what was sold without sales tax, also before the job has raised the alert", () => {
    const shown = card(
      is("canceled", {}, { isUntaxed: true, soldUntaxed: 45_400, heldByOthers: true, heldElsewhere: 1, ...UNPAID }),
    )
    expect(shown).toMatchObject({
      alerts: [{ code: "untaxed_sale", params: { amount: "$454.00" } }],
      next_step: { code: "undo_untaxed_sale", action: "mark_resolved", params: { amount: "$454.00" } },
    })
    const unreported = card(hosted({ status: "open", order_id: null, ...alert("untaxed_sale") }, { isUntaxed: true }))
    expect(unreported).toMatchObject({
      alerts: [{}],
      main_alert: "untaxed_sale",
      next_step: { code: "undo_untaxed_sale" },
    })
  })

  it("the card of a lease canceled before its capture asks to cancel the order", () => {
    const shown = card(is("canceled", alert("money_differs"), UNCAPTURED))
    expect(shown.alerts).toMatchObject([{ code: "cancel_due" }])
  })

  it("the card of a signed lease without an order shows when its contract will be canceled", () => {
    const change = unplaced("signed", { ...unordered, status_at: later(1) }, failed("place_order"))
    expect(card(change).next_step).toMatchObject({ code: "help_to_order", at: later(DAY).toISOString() })
    expect(card({ ...change, now: later(DAY) }).next_step).toMatchObject({ code: "given_up" })
  })

  it.each<MessageCode>([
    ...(["not_sold", "out_of_stock", "shipping_gone", "promotion_used_up", "not_priced"] as const),
    ...(["store_declined", "provider_off", "store_refused"] as const),
  ])("an order that failed for %s is the store's to fix", (code) => {
    const attempt = { ...failed("place_order"), last_error: { code, params: {}, at: SINCE } }
    expect(card(unplaced("signed", unordered, attempt)).next_step).toMatchObject({
      ...{ code: "mend_or_cancel", action: "retry", at: later(DAY).toISOString() },
    })
  })

  it("has no parameter that its text doesn't use", () => {
    const params = { operator: "Acorn Leasing", done: "0", total: "2" }
    expect(card().next_step).toEqual({ code: "ship", params })
    expect(card(late({ shippedAt: later(0) })).next_step).toEqual({
      ...{ code: "say_delivered", action: "mark_delivered", params },
    })
  })

  it.each(NEXT_STEPS)("%s has the operator's contact only if it leads there", (code) => {
    const sends =
      /\b(ask|tell|settle|the value to)\b[^.]*\{\{operator|\{\{operator\}\} (tells you|says)|\{\{operator\}\}'s portal/i
    expect("asks" in steps[code]).toBe(sends.test(en.next[code]))
  })

  it("a second order's card never leads to canceling the first one's lease", () => {
    const steps = LEASE_STATUSES.map((status) => card(is(status, { order_id: "order_0" })).next_step)
    expect(new Set(steps.map((step) => step?.code))).toEqual(new Set(["archive_second"]))
    expect(steps.filter((step) => step?.action)).toEqual([])
  })
})

it.each<[string, boolean, Change]>([
  ["a healthy lease", false, {}],
  ["a lease that runs", false, runs()],
  ["a contract that the shopper has", false, unplaced("signing")],
  ["an alert", true, placed({ total: 1 })],
  ["a call that waits", true, hosted({}, {}, failed("send_order_id"))],
  ["a cancellation with an unknown outcome", true, is("canceling")],
  ["a step that asks for it", true, { ...hosted({}, ARRIVED), confirmDeliveryOn: "manual" }],
])("staff have something to close: %s, %s", (_, open, change) => {
  expect(card(change).needs_resolution).toBe(open)
})

describe("in flight", () => {
  const delivered = placed({ ...ARRIVED, deliveredAt: new Date(SINCE) })

  it.each<[string, boolean, Change]>([
    ["no card at rest", false, {}],
    ["a card while the cart is being sent", true, { claimed: true }],
    ["a card while a call is in progress", true, placed({}, {}, running("capture_payment"))],
    ["a call that the job makes in a moment", true, { ...placed({}, {}, call("confirm_delivery")), now: later(0) }],
    ["no such call a minute later", false, { ...placed({}, {}, call("confirm_delivery")), now: later(60_000) }],
    ["no young lease that is healthy", false, { now: later(0) }],
    ["no young lease that is not confirmed", false, { ...placed({}, { evidence: "reported" }), now: later(0) }],
    ["no young order that differs", false, { ...placed({ total: 1 }), now: later(0) }],
    ["no young order that was canceled", false, { ...placed(CANCELED), now: later(0) }],
    ["no call whose outcome is unknown", false, { ...arrived(unknown("confirm_delivery")), now: later(0) }],
    ["no failed call", false, { ...placed({}, {}, { ...failed("capture_payment"), due_at: later(0) }), now: later(0) }],
    ["no later call", false, { ...placed({}, {}, call("capture_payment", { due_at: later(1) })), now: later(0) }],
    ["no call that is done", false, { ...placed({}, {}, DONE), now: later(0) }],
    ["no lease that runs", false, { ...runs({ ...ARRIVED, deliveredAt: later(0) }), now: later(0) }],
    ["no delivery that a person confirms", false, { ...delivered, confirmDeliveryOn: "manual", now: later(0) }],
  ])("is %s", (_, inFlight, change) => {
    expect(card(change).in_flight).toBe(inFlight)
  })

  it.each<[string, Change, string, string]>([
    ["an order that is not recorded", unrecorded("placing"), "wait_for_record", "record_lost"],
    ["a payment that is not captured", placed(UNCAPTURED), "wait_for_capture", "capture"],
    ["a delivery that is not confirmed", delivered, "confirmed_soon", "confirm_delivery"],
  ])("is %s for a minute, then needs attention", (_, change, wait, act) => {
    const seen = [0, 59_999, 60_000, DAY].map((ms) => card({ ...change, now: later(ms) }))
    expect(seen.map(({ in_flight, next_step }) => [in_flight, next_step?.code])).toEqual([
      [true, wait],
      [true, wait],
      [false, act],
      [false, act],
    ])
  })
})
