import { RAISED_ALERT_CODES, type RaisedAlertCode } from "../../../../src/modules/lease/rules/alert-codes"
import { evaluateAlerts, isAbout } from "../../../../src/modules/lease/rules/alerts"
import { type AlertFacts, BOOKS_LAG_MS } from "../../../../src/modules/lease/rules/conditions"
import { ORDER_STANDS_MS } from "../../../../src/modules/lease/rules/order"
import type { CallKind, PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import {
  AWAITING,
  ago,
  CANCELED_PAYMENT,
  type Change,
  call,
  DAY,
  factsOf,
  HOUR,
  hence,
  type Lease,
  OPEN,
  OPEN_PAYMENT,
  OPTIONS,
  type Order,
  PAID_BY_CARD,
  raised,
  refunded,
} from "./support/decide"

type Row = [holds: boolean | undefined, when: string, change: Change, unknown?: Partial<AlertFacts>]

/** True: the alert holds by these facts; false: it doesn't; undefined: they don't decide. */
function holds(code: RaisedAlertCode, change: Change, unknown: Partial<AlertFacts> = {}): boolean | undefined {
  const { raise, clear } = evaluateAlerts({ ...factsOf(change), ...unknown }, { ...OPTIONS, ...change.options })
  return raise.includes(code) ? true : clear.includes(code) ? false : undefined
}

const GONE = { lease: {}, order: null }
const CANCELED = { canceled: true }
const REPORTED = { evidence: "reported" } as const
const is = (status: NonNullable<Lease["status"]>, order: Order | null = {}, lease: Lease = {}): Change => ({
  ...{ lease: { status, ...lease }, order },
})
/** The new contract of an edited order; one without its own order; one from the widget. */
const anew = (status: NonNullable<Lease["status"]>, order: Order | null = {}, lease: Lease = {}) =>
  is(status, order, { placed_at: null, ...lease })
/** Offered by a link from staff, for an unpaid order. */
const byLink = (status: NonNullable<Lease["status"]>, order: Order | null = {}, lease: Lease = {}) =>
  anew(status, order, { linked_at: ago(HOUR), ...lease })
const unrecorded = (status: NonNullable<Lease["status"]>, order: Order | null = {}, lease: Lease = {}) =>
  is(status, order, { order_id: null, placed_at: null, ...lease })
const hosted = (
  status: NonNullable<Lease["status"]>,
  order: Order | null = {},
  ...pendingCalls: PendingCall[]
): Change => ({
  ...{ ...is(status, order, { flow: "hosted", ...REPORTED }), pendingCalls },
})
const after = (change: Change, ...pendingCalls: PendingCall[]): Change => ({ ...change, pendingCalls })
const OTHERS_SESSION = { sessions: [{ id: "payses_2", status: "authorized", leaseId: "lease_2" }], payments: [] }
const ALMOST = { createdAt: ago(ORDER_STANDS_MS - 1) }
const STANDS = { createdAt: ago(ORDER_STANDS_MS) }
const SHIPPED = { shipped: true }
const UNTAXED = { isUntaxed: true }
const HELD_100 = { heldByOthers: true, heldElsewhere: 100 }
const accepted = (heldElsewhere: number, status: Lease["status"] = "canceled"): Lease => ({
  accepted_order: { total: 1, returned: 0, status, held: 0, heldElsewhere },
})
const ORDER_2 = { id: "order_2", ...OTHERS_SESSION }
const FOR_ORDER_2 = {
  alerts: [
    ...raised("reconcile_failed"),
    { code: "cart_mismatch" as const, params: { order_id: "order_2" }, since: "" },
  ],
}
const WIDGET_WITHOUT_ORDER = {
  ...hosted("canceled", OPEN),
  lease: { flow: "hosted", status: "canceled", order_id: null } as Lease,
}
const IN_LAG = { status_at: ago(BOOKS_LAG_MS - 1) }
const replaced = call("cancel_contract", "done", { detail: { cause: "replaced" } })
const byHand = call("cancel_contract", "done", { detail: { cause: "by_hand" } })
const resolved = (cause: "replaced" | "by_hand", outcome: "canceled" | "nothing") =>
  call("cancel_contract", "resolved_by_hand", { detail: { cause, outcome } })
const refused = (kind: CallKind, change: Partial<PendingCall> = {}) => call(kind, "refused", change)
const stuck = (kind: CallKind, attempts = 3) => after(is("placed", OPEN), call(kind, "due", { attempts }))
const DATE_SENT = call("send_delivery_date", "done")
/** The widget's lease whose success was lost. */
const unreported = (order: Order, lease: Lease = {}) =>
  is("placed", order, { flow: "hosted", evidence: "none", ...lease })
const PAID_100 = { ...UNTAXED, ...HELD_100 }
const link = (
  code: "link_used" | "link_missing" | "link_unreadable" | "link_refused",
  kind: CallKind = "send_order_id",
) => refused(kind, { last_error: { code, params: {}, at: "" } })

const WEEK = 7 * DAY
/** An order that is placed, signed long ago and shipped all at once. */
const late = (order: Order = {}, lease: Lease = {}, ...pendingCalls: PendingCall[]): Change =>
  after(is("placed", { shippedAt: ago(WEEK), ...order }, { signed_at: ago(3 * WEEK), ...lease }), ...pendingCalls)
const unshipped = (lease: Lease = {}, order: Order = {}) => late({ shippedAt: null, ...order }, lease)
const DELIVERED = { deliveredAt: ago(HOUR) }
const MANUAL = { options: { confirmDeliveryOn: "manual" as const } }
const days = (shipped: number | false, signed: number | false): Change => ({
  ...late(),
  options: { alertAfterDays: { shipped, signed } },
})
const acceptedAt = (at: Date): Lease => ({
  accepted_order: { total: 45_400, returned: 0, undelivered_at: at.toISOString() },
})
/** When no alert about a missing delivery is raised, whatever the days. */
const NEVER_LATE: Row[] = [
  [false, "of a canceled order", late(CANCELED)],
  [undefined, "of an order that is gone", { ...late(), order: null }],
  [undefined, "of another order", late({ id: "order_2" })],
  [false, "before the signature is sure", late({}, REPORTED)],
  [false, "while the contract is being canceled", late({}, { status: "canceling" })],
  [false, "while the lease is being returned", late({}, { status: "returning" })],
  [false, "once the lease runs", late(DELIVERED, { status: "delivered" })],
  [false, "once the contract is canceled", late({}, { status: "canceled" })],
  [false, "once the lease is returned", late({}, { status: "returned" })],
  [undefined, "before an edited order's new contract pays", late({}, { status: "signed", placed_at: null })],
  [undefined, "of a lease of the widget", late({}, { flow: "hosted" })],
  [false, "while the delivery is being confirmed", late({}, {}, call("confirm_delivery", "due"))],
  [false, "while everything is delivered and about to be confirmed", late(DELIVERED)],
  [false, "while another alert holds the order", { ...late(), recipientDiffers: true }],
  [false, "while goods came back", late({ pieces: 2, returned: 1 })],
  [false, "while the order has another total", late({ total: 1 })],
  ...(["delivery_failed", "delivery_unknown", "account_removed", "lease_dead"] as const).map(
    (code): Row => [false, `beside the alert ${code}`, late({}, { alerts: raised(code) })],
  ),
]

const TABLE: Partial<Record<RaisedAlertCode, Row[]>> = {
  newer_version: [
    [true, "by its status", is("exchanging" as never)],
    [true, "by its evidence", is("placed", {}, { evidence: "notarized" as never })],
    [true, "by its flow", is("placed", {}, { flow: "kiosk" as never })],
    [true, "by another alert", is("placed", {}, { alerts: raised("of_tomorrow" as never) })],
    [true, "by an open call", after(is("placed"), call("exchange_goods" as never, "due"))],
    [true, "by a call's state", after(is("placed"), call("cancel_contract", "paused" as never))],
    [undefined, "of a call that is over", after(is("placed"), call("exchange_goods" as never, "done"))],
    [undefined, "of any other lease", {}],
  ],
  held: [
    [true, "while the lease is held, whatever its status", is("signing", null, { held_at: ago(0) })],
    [true, "after the lease has ended, until staff look at it", is("canceled", {}, { held_at: ago(0) })],
    [undefined, "of any other lease", {}],
  ],
  shipped_long_ago: [
    ...NEVER_LATE,
    [true, "on the seventh day", late()],
    [false, "not a millisecond before", late({ shippedAt: ago(WEEK - 1) })],
    [false, "of an order that shipped in part", unshipped({}, SHIPPED)],
    [true, "beside an alert about the money", late(refunded(100))],
    [true, "while another call is under way", late({}, {}, call("read_status", "due"))],
    [true, "where only staff confirm deliveries", { ...late(DELIVERED), ...MANUAL }],
    [true, "after staff closed the call", late(DELIVERED, {}, call("confirm_delivery", "resolved_by_hand"))],
    [true, "after the days of the account", days(7, 1)],
    [false, "before them", days(8, 1)],
    [false, "where the account wants none", days(false, 1)],
    [false, "for as many days after staff accepted it", late({}, acceptedAt(ago(WEEK - 1)))],
    [true, "after them", late({}, acceptedAt(ago(WEEK)))],
    [false, "as long after a clock was set back", late({}, acceptedAt(hence(WEEK - 1)))],
    [true, "after it was set back by more", late({}, acceptedAt(hence(WEEK)))],
    [false, "of an order that shipped in the future", late({ shippedAt: hence(WEEK) })],
  ],
  signed_long_ago: [
    ...NEVER_LATE,
    [true, "after three weeks", unshipped()],
    [false, "not a millisecond before", unshipped({ signed_at: ago(3 * WEEK - 1) })],
    [true, "of an order that shipped in part", unshipped({}, SHIPPED)],
    [true, "of an order that shipped a day ago", late({ shippedAt: ago(DAY) })],
    [false, "of one that shipped long ago", late()],
    [true, "of one that shipped long ago, where the account wants no alert of that", days(false, 21)],
    [false, "where the account wants none", days(false, false)],
    [
      true,
      "counted from the order if the signature has no date",
      unshipped({ signed_at: null, placed_at: ago(3 * WEEK) }),
    ],
    [false, "for as many days after staff accepted it", late({}, acceptedAt(ago(WEEK - 1)))],
    [false, "for as many days after staff accepted it, three weeks", unshipped(acceptedAt(ago(3 * WEEK - 1)))],
    [true, "after them", unshipped(acceptedAt(ago(3 * WEEK)))],
  ],
  recipient_differs: [
    [true, "before the goods arrive", { recipientDiffers: true }],
    [false, "once they arrived", { recipientDiffers: true, order: { deliveredAt: ago(HOUR) } }],
    [undefined, "of an order that is gone", { ...GONE, recipientDiffers: true }],
    [undefined, "of a canceled order", { order: CANCELED, recipientDiffers: true }],
    [undefined, "of a lease of the widget", { ...hosted("placed"), recipientDiffers: true }],
    [undefined, "before the new contract pays", { ...anew("signed"), recipientDiffers: true }],
    [undefined, "where nothing was compared", {}, { recipientDiffers: undefined }],
  ],
  amount_differs: [
    [true, "of a lease in force", { order: { total: 1 } }],
    [true, "of a new contract that is signed", anew("signed", { total: 1 })],
    [undefined, "of a new contract that is not", anew("approved", { total: 1 })],
    [undefined, "of a lease of the widget, signed", hosted("signed", { total: 1 })],
  ],
  return_due: [
    [true, "once all came back", { order: { returned: 2 } }],
    [false, "of a lease of the widget whose order is canceled", hosted("placed", { returned: 2, ...CANCELED })],
    [undefined, "of any other canceled order", { order: { returned: 2, ...CANCELED } }],
  ],
  capture_open: [
    ...(["capture_payment", "authorize_payment", "replace_payment"] as const).map(
      (kind): Row => [true, `after three tries of ${kind}`, stuck(kind)],
    ),
    [true, "of a new contract", after(anew("signed", OPEN), call("replace_payment", "running", { attempts: 3 }))],
    [false, "after two", stuck("capture_payment", 2)],
    [false, "after many of another call", stuck("confirm_delivery")],
    [false, "once staff must decide", after(is("placed", OPEN), call("capture_payment", "unknown", { attempts: 3 }))],
    [false, "once it is captured", after({}, call("capture_payment", "due", { attempts: 3 }))],
  ],
  money_differs: [
    [true, "of a lease in force", { order: refunded(100) }],
    [undefined, "while a part is given back", after({ order: refunded(100) }, call("return_lines", "unknown"))],
    [true, "after it was given back", after({ order: refunded(100) }, call("return_lines", "done"))],
    [true, "beside another call", after({ order: refunded(100) }, call("confirm_delivery", "due"))],
    [true, "of a lease that is over, whatever part was begun", after(is("canceled"), call("return_lines", "unknown"))],
    [true, "two minutes after the end", is("canceled", {}, { status_at: ago(BOOKS_LAG_MS) })],
    [undefined, "before", is("canceled", {}, IN_LAG)],
    [undefined, "of a canceled order", is("canceled", CANCELED)],
    [undefined, "once the contract was replaced", after(is("canceled"), replaced)],
    [true, "after another cancellation", after(is("canceled"), byHand)],
    [undefined, "while a new contract waits for its payment", anew("signed", refunded(100))],
    [false, "of an order that was never recorded and has its money back", unrecorded("canceled", refunded(45_400))],
    [undefined, "of one that holds money", unrecorded("canceled")],
    [undefined, "of another lease's order", unrecorded("canceled", OTHERS_SESSION)],
    [undefined, "of an order that is about to be recorded", unrecorded("signed")],
    [false, "of a lease of the widget that is over", hosted("canceled")],
    [undefined, "of a lease of the widget", hosted("placed", refunded(100))],
  ],
  order_canceled_lease_alive: [
    [false, "while the order stands", {}],
    [undefined, "once it is gone", GONE],
    [false, "while the job cancels the contract", { order: CANCELED }],
    [false, "after a refusal to staff", after({ order: CANCELED }, refused("cancel_contract", { actor: "merchant" }))],
    [true, "after the service refused it", after({ order: CANCELED }, refused("cancel_contract"))],
    [true, "of a lease of the widget, which nothing here cancels", hosted("placed", CANCELED)],
    [true, "of a new contract that could not be canceled", after(anew("signed", CANCELED), refused("cancel_contract"))],
    [undefined, "of a new contract that is to be canceled", anew("signed", CANCELED)],
    [undefined, "of a new contract that isn't out", after(anew("approved", CANCELED), refused("cancel_contract"))],
  ],
  shipped_unconfirmed: [
    [true, "before the signature is sure", is("placed", SHIPPED, REPORTED)],
    [true, "before the new contract is signed", anew("signing", SHIPPED)],
    [true, "before the new contract pays", anew("signed", SHIPPED, REPORTED)],
    [true, "though the lease of its link is denied", byLink("denied", SHIPPED)],
    [false, "once it is sure", { order: SHIPPED }],
    [undefined, "of a canceled order", is("placed", { ...SHIPPED, ...CANCELED }, REPORTED)],
    [undefined, "of a lease that is to end", is("canceling", SHIPPED, REPORTED)],
    [undefined, "of a lease of the widget", hosted("placed", SHIPPED)],
  ],
  signed_without_order: [
    [false, "once the order is placed", {}],
    [false, "once the widget's order is placed", hosted("placed")],
    [undefined, "while its signature is unsure", is("placed", {}, REPORTED)],
    [undefined, "of an order that is gone", GONE],
  ],
  paid_otherwise: [
    [true, "once the order stands", unrecorded("signed", { ...PAID_BY_CARD, ...STANDS })],
    [undefined, "while Medusa may remove it", unrecorded("signed", { ...PAID_BY_CARD, ...ALMOST })],
    [undefined, "of an order that asks us for the money, too", unrecorded("signed", { heldByOthers: true })],
    [undefined, "of a canceled order", unrecorded("signed", { ...PAID_BY_CARD, ...CANCELED })],
    [undefined, "of a new contract", anew("signed", PAID_BY_CARD)],
    [undefined, "of a lease of the widget", hosted("signed", PAID_BY_CARD)],
    [false, "once that order is gone and its cart is open", { ...unrecorded("signed", null), cart: {} }],
    [undefined, "while its cart is closed", { ...unrecorded("signed", null), cart: { completed: true } }],
    [true, "as soon as another method paid a link's order", byLink("signed", { ...PAID_BY_CARD, ...ALMOST })],
    [false, "while none does", byLink("signed")],
    [false, "once such an order is canceled", byLink("signed", { ...PAID_BY_CARD, ...CANCELED })],
    [undefined, "of such an order that is gone", byLink("signed", null)],
    [undefined, "where its cart is unknown", unrecorded("signed", null), { cart: undefined }],
  ],
  untaxed_sale: [
    [false, "while only the lease pays", { order: UNTAXED }],
    [true, "as soon as another method pays, too", { order: { ...UNTAXED, heldByOthers: true } }],
    [undefined, "of an order with tax", { order: { heldByOthers: true } }],
    [true, "once another method pays after the lease", is("canceled", { ...UNTAXED, ...PAID_BY_CARD })],
    [false, "while nothing pays after the lease", is("canceled", { ...UNTAXED, payments: [], sessions: [] })],
    [false, "of an unpaid order with a link", byLink("approved", { ...UNTAXED, payments: [], sessions: [] })],
    [true, "of an order with a link that another method pays", byLink("approved", { ...UNTAXED, ...PAID_BY_CARD })],
    [true, "of a cart that was sold otherwise", unrecorded("approved", { ...UNTAXED, ...PAID_BY_CARD })],
    [true, "and even if nothing was due", unrecorded("approved", { ...UNTAXED, payments: [], sessions: [] })],
    [false, "of an order that is about to be recorded", unrecorded("signed", UNTAXED)],
    [false, "once that order is canceled", is("canceled", { ...UNTAXED, ...PAID_BY_CARD, ...CANCELED })],
    [false, "once staff accepted the payment", is("canceled", { ...UNTAXED, ...HELD_100 }, accepted(100))],
    [
      false,
      "once staff accepted a payment of a cent",
      is("canceled", { ...UNTAXED, ...HELD_100, heldElsewhere: 1 }, accepted(1)),
    ],
    [true, "once it pays more than they accepted", is("canceled", { ...UNTAXED, ...HELD_100 }, accepted(50))],
    [true, "once the lease has moved on", is("returned", { ...UNTAXED, ...HELD_100 }, accepted(100))],
    [
      true,
      "though they accepted that it pays nothing",
      is("canceled", { ...UNTAXED, heldByOthers: true }, accepted(0)),
    ],
    [undefined, "of a lease of the widget, whose card pays", hosted("placed", { ...UNTAXED, ...PAID_BY_CARD })],
    [true, "of the widget's lease once it is canceled", hosted("canceled", { ...UNTAXED, ...PAID_BY_CARD })],
    [false, "of the widget's lease once its order is canceled", hosted("placed", { ...PAID_100, ...CANCELED })],
    [undefined, "of the widget's lease that was returned", hosted("returned", { ...UNTAXED, ...PAID_BY_CARD })],
    [undefined, "of an order that is gone", GONE],
  ],
  untaxed_unconfirmed: [
    [true, "once the number is refused", hosted("placed", UNTAXED, refused("send_order_id"))],
    [true, "while nobody knows whether it arrived", hosted("placed", UNTAXED, call("send_order_id", "unknown"))],
    [false, "until it is sent", hosted("placed", UNTAXED)],
    [
      false,
      "while it is sent again",
      hosted("placed", UNTAXED, call("send_order_id", "due"), refused("send_order_id")),
    ],
    [false, "once it is accepted", hosted("placed", UNTAXED, call("send_order_id", "done"))],
    [true, "though staff closed the call", hosted("placed", UNTAXED, call("send_order_id", "resolved_by_hand"))],
    [true, "though another call was accepted", hosted("placed", UNTAXED, refused("send_order_id"), DATE_SENT)],
    [false, "once the delivery is confirmed", hosted("delivered", UNTAXED, refused("send_order_id"))],
    [true, "if no success was reported", unreported(UNTAXED)],
    [true, "of such a lease that pays more than staff accepted", unreported(PAID_100, accepted(50, "placed"))],
    [false, "of such a lease once staff accepted it", unreported(PAID_100, accepted(100, "placed"))],
    [false, "once the order is canceled", hosted("placed", { ...UNTAXED, ...CANCELED }, refused("send_order_id"))],
    [false, "once the lease is over", hosted("canceled", UNTAXED, refused("send_order_id"))],
    [undefined, "of an order with tax", hosted("placed", {}, refused("send_order_id"))],
    [undefined, "of the store's own form", after({ order: UNTAXED }, refused("send_order_id"))],
    [undefined, "of another order", hosted("placed", { ...UNTAXED, id: "order_2" }, refused("send_order_id"))],
  ],
  replacement_ended: [
    [true, "once the new contract is over", anew("expired")],
    [undefined, "while Medusa writes its books", anew("canceled", {}, IN_LAG)],
    [undefined, "once it was replaced again", after(anew("canceled"), replaced)],
    [undefined, "once staff say that it was", after(anew("canceled"), resolved("replaced", "canceled"))],
    [true, "while staff say that nothing happened", after(anew("canceled"), resolved("replaced", "nothing"))],
    [undefined, "though another call was made since", after(anew("canceled"), call("close_payment", "done"), replaced)],
    [undefined, "once another method paid", anew("canceled", { heldElsewhere: 45_400 })],
    [true, "while it paid a part", anew("canceled", { heldElsewhere: 45_399 })],
    [true, "of an order for nothing", anew("canceled", { total: 0 })],
    [undefined, "once another method paid an order of a cent", anew("canceled", { total: 1, heldElsewhere: 1 })],
    [
      undefined,
      "once staff accepted it",
      anew("canceled", {}, { accepted_order: { total: 1, returned: 0, status: "canceled" } }),
    ],
    [false, "once its order is canceled", anew("canceled", CANCELED)],
    [undefined, "of a lease that placed its order", is("canceled")],
    [undefined, "of an order that is unknown", anew("canceled", null), { cart: undefined }],
    [true, "once its approval is past", anew("approved", {}, { approved_until: ago(0) })],
    [undefined, "while it is approved", anew("approved", {}, { approved_until: hence(DAY) })],
    [false, "once the service accepted its cart", anew("offered", {}, { approved_until: hence(DAY) })],
    [undefined, "past, of a canceled order", anew("approved", CANCELED, { approved_until: ago(0) })],
    [false, "once it is signed", anew("signed")],
    [undefined, "signed, of an order that is gone", anew("signed", null)],
    [undefined, "while it is being canceled", anew("canceling")],
    [undefined, "of a link, whose order nobody paid before", byLink("expired")],
    [undefined, "of a link whose approval is past", byLink("approved", {}, { approved_until: ago(0) })],
  ],
  lease_dead: [
    [true, "while an own order that was never recorded holds a payment", unrecorded("canceled", OPEN)],
    [true, "beside a payment that is closed", unrecorded("canceled", { payments: [CANCELED_PAYMENT, OPEN_PAYMENT] })],
    [true, "while one is only promised", unrecorded("canceled", { ...AWAITING, payments: [] })],
    [true, "as soon as it stands", unrecorded("canceled", { ...OPEN, ...STANDS })],
    [undefined, "while Medusa may remove it", unrecorded("canceled", { ...OPEN, ...ALMOST })],
    [undefined, "while Medusa writes its books", unrecorded("canceled", OPEN, IN_LAG)],
    [undefined, "once no payment is open", unrecorded("canceled", { payments: [] })],
    [undefined, "of an order that is recorded", is("canceled", OPEN)],
    [undefined, "of a lease that is not over", unrecorded("signed", OPEN)],
    [false, "once that order is canceled", unrecorded("canceled", { ...OPEN, ...CANCELED })],
    [false, "of an order that another method pays, too", unrecorded("canceled", { ...OPEN, heldByOthers: true })],
    [false, "of the widget", WIDGET_WITHOUT_ORDER],
  ],
  cart_mismatch: [
    [undefined, "while its order stands", is("canceled")],
    [undefined, "while its order stands, which another method pays, too", is("canceled", { heldByOthers: true })],
    [false, "once lease and order are over", is("canceled", CANCELED)],
    [false, "once they are, whatever became of the cart", is("canceled", CANCELED), { cart: undefined }],
    [false, "once the lease is over and there is no order", is("canceled", null)],
    [undefined, "where no order was read", is("canceled", null), { cart: undefined }],
    [
      false,
      "beside such an order, if it was raised for its own",
      unrecorded("canceled", { id: "order_3", ...OTHERS_SESSION }, { alerts: FOR_ORDER_2.alerts.slice(1) }),
    ],
    [undefined, "beside the order that it was raised for", unrecorded("canceled", ORDER_2, FOR_ORDER_2)],
    [false, "of a lease of the widget", hosted("canceled")],
  ],
  invoice_differs: [
    [undefined, "while its order stands", is("canceled")],
    [false, "once lease and order are over", is("canceled", CANCELED)],
  ],
  order_id_failed: [
    [false, "once the number was sent", after({}, call("send_order_id", "done"))],
    [undefined, "before", after({}, call("send_order_id", "refused"), call("send_delivery_date", "done"))],
  ],
  order_id_unknown: [[false, "once the number was sent", after({}, call("send_order_id", "done"))]],
}

describe.each(Object.entries(TABLE) as [RaisedAlertCode, Row[]][])("the alert %s", (code, rows) => {
  it.each(rows)("holds: %s, %s", (...[expected, , change, unknown]: Row) => {
    expect(holds(code, change, unknown)).toBe(expected)
  })
})

describe.each(["link_used", "link_missing", "link_unreadable", "link_refused"] as const)("the alert %s", (code) => {
  const done = call("send_order_id", "done")
  const due = call("send_delivery_date", "due")
  it.each<Row>([
    [undefined, "stays while the link is refused", hosted("placed", {}, link(code))],
    [undefined, "stays beside another call", hosted("placed", {}, due, link(code))],
    [false, "ends once the call arrived", hosted("placed", {}, done, link(code))],
    [false, "ends once the link was refused for another reason", hosted("placed", {}, refused("send_order_id"))],
    [false, "ends while the call is made again", hosted("placed", {}, { ...link(code), state: "due" })],
    [undefined, "stays before the order", hosted("signed", {}, done)],
    [undefined, "stays where the order is gone", hosted("placed", null, done)],
    [undefined, "is none of the store's own form", after({}, done)],
  ])("%s: %s", (expected, _, change) => {
    expect(holds(code, change)).toBe(expected)
  })
})

describe("alerts", () => {
  it("raised alerts stay open until the facts rule them out", () => {
    const alerts = raised("money_differs", "reconcile_failed", "amount_differs")
    const { open } = evaluateAlerts(factsOf({ lease: { alerts }, order: { total: 1 } }), OPTIONS)
    expect(open.map(({ code }) => code)).toEqual(["reconcile_failed", "amount_differs"])
  })

  it("alerts that the facts raise are open before they are recorded", () => {
    const { open, raise } = evaluateAlerts(factsOf({ recipientDiffers: true }), OPTIONS)
    expect(raise).toEqual(["recipient_differs"])
    expect(open).toEqual([{ code: "recipient_differs", params: {}, since: factsOf({}).now.toISOString() }])
  })

  it("a missing delivery's days grow while its alert is raised, and its sum is what is left of the lease", () => {
    const since = ago(DAY).toISOString()
    const alerts = [{ code: "shipped_long_ago" as const, params: { amount: "$454.00", days: "7" }, since }]
    const reductions = [{ amount: 400, lines: [] }]
    const { open, raise } = evaluateAlerts(
      factsOf(late({ shippedAt: ago(WEEK + DAY) }, { alerts, reductions })),
      OPTIONS,
    )
    expect(raise).toContain("shipped_long_ago")
    expect(open[0]).toEqual({ code: "shipped_long_ago", params: { amount: "$450.00", days: "8" }, since })
    const signed = evaluateAlerts(factsOf(unshipped({ signed_at: ago(3 * WEEK + 2 * DAY - 1) })), OPTIONS)
    expect(signed.open).toMatchObject([{ code: "signed_long_ago", params: { amount: "$454.00", days: "22" } }])
    const gone = evaluateAlerts(factsOf({ ...late({}, { alerts }), order: null }), OPTIONS)
    expect(gone.open).toMatchObject([{ code: "shipped_long_ago", params: { amount: "$454.00", days: "7" } }])
  })

  it("any other alert keeps the order and the amount that it was raised for", () => {
    const alerts = [{ code: "untaxed_sale" as const, params: { order_id: "order_1", amount: "$400.00" }, since: "" }]
    const sold = is("canceled", { ...UNTAXED, ...PAID_BY_CARD, soldUntaxed: 45_400 }, { alerts })
    expect(evaluateAlerts(factsOf(sold), OPTIONS).open).toEqual(alerts)
  })

  it("only those about the goods stop the automatic confirmation of the delivery", () => {
    const about = (part: "goods" | "money" | "recipient" | "delivery") =>
      RAISED_ALERT_CODES.filter((code) => isAbout(code, part))
    expect(about("goods")).toEqual(["amount_differs", "return_due", "return_partial"])
    expect(about("money")).toEqual(["untaxed_sale", "untaxed_unconfirmed", "replacement_ended", "money_differs"])
    expect(about("recipient")).toEqual(["recipient_differs"])
    expect(about("delivery")).toEqual(["shipped_long_ago", "signed_long_ago"])
  })
})
