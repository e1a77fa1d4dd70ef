import type { RaisedAlertCode } from "../../../../src/modules/lease/rules/alert-codes"
import { ORDER_STANDS_MS } from "../../../../src/modules/lease/rules/order"
import type { CallState, PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import {
  AWAITING,
  ago,
  CANCELED_PAYMENT,
  type Change,
  call,
  calls,
  DAY,
  decided,
  HOUR,
  has,
  hence,
  kinds,
  type Lease,
  MINUTE,
  NONE,
  NOW,
  OPEN,
  OPEN_PAYMENT,
  type Order,
  PAID_BY_CARD,
  payment,
  READ,
  raised,
  raises,
  reconciles,
  refunded,
  table,
} from "./support/decide"

const CAPTURE = calls("capture_payment")
const CLOSE = calls("close_payment")
const BOTH = calls("capture_payment", "confirm_delivery")
const ARRIVED = { shipped: true, shippedAt: ago(2 * DAY), deliveredAt: ago(HOUR) }

describe("a placed lease", () => {
  const uncaptured = (order: Order = {}, captureOn: "order" | "delivery" = "order") =>
    decided({ order: { ...OPEN, ...order }, options: { captureOn } })
  const awaiting = (order: Order = {}) => decided({ order: { ...AWAITING, ...order } })
  table([
    ["needs nothing once it is captured", decided(), { ...raises(), record: false, ...reconciles(HOUR) }],
    ["whose order can't be found is reconciled later", decided({ order: null }), { ...raises(), ...reconciles(HOUR) }],
    ["is captured once the order exists", uncaptured(), CAPTURE],
    ["is captured, attested by a merchant", decided({ lease: { evidence: "attested" }, order: OPEN }), CAPTURE],
    ["is captured with the delivery, with captureOn delivery", uncaptured({}, "delivery"), NONE],
    ["is captured once, beside a second payment", uncaptured({ payments: [payment(), OPEN_PAYMENT] }), NONE],
    ["is captured where both are open", uncaptured({ payments: [OPEN_PAYMENT, OPEN_PAYMENT] }), CAPTURE],
    ["is not captured once it is canceled", uncaptured({ payments: [CANCELED_PAYMENT] }), NONE],
    ["is authorized first when its session waits", awaiting({ payments: [] }), calls("authorize_payment")],
    ["is not authorized twice", awaiting(), NONE],
    ["is not authorized without a session", decided({ order: { payments: [], sessions: [] } }), NONE],
  ])
  const carries = (code: RaisedAlertCode) =>
    decided({ lease: { alerts: raised(code), checked_at: NOW }, order: { ...OPEN, ...ARRIVED } })

  it("isn't captured or delivered with an alert that holds its order, but is with any other", () => {
    expect(kinds(carries("lease_dead"))).toEqual([])
    expect(carries("money_differs")).toMatchObject(BOTH)
  })

  describe("a placed lease with another recipient", () => {
    const other = (change: Change = {}) => decided({ order: OPEN, recipientDiffers: true, ...change })
    const back = decided({ lease: { alerts: raised("recipient_differs") }, order: OPEN })
    table([
      ["is raised, and neither pays nor delivers", other(), { ...raises("recipient_differs"), ...reconciles(HOUR) }],
      ["is raised after the delivery", other({ lease: { status: "delivered" } }), raises("recipient_differs")],
      ["continues once the address is restored", back, { ...CAPTURE, clear: has("recipient_differs") }],
      ["is of no account where the goods have arrived", other({ order: { ...OPEN, ...ARRIVED } }), BOTH],
    ])
  })

  it.each(["placed", "delivered"] as const)("a lease that the service didn't know is read daily, %s", (status) => {
    const dead = (checked_at: Date) =>
      decided({ lease: { status, alerts: raised("lease_dead"), placed_at: ago(3 * DAY + HOUR), checked_at } })
    expect(dead(ago(2 * HOUR))).toMatchObject(READ)
    expect(dead(ago(MINUTE))).toMatchObject({ ...NONE, ...reconciles(status === "placed" ? HOUR : 23 * HOUR) })
  })
})

describe("the delivery of a placed lease", () => {
  it("names the last parcel only if the account sends it", () => {
    const parcel = { trackingNumber: "1Z999", shippingOption: "Ground", providerId: "manual_manual" }
    const detail = (sendTracking?: true) =>
      decided({ order: ARRIVED, parcel, options: { sendTracking } }).calls.map((call) => call.detail)
    expect(detail(true)).toEqual([{ delivery_date: "2026-11-21", tracking_id: "1Z999", carrier: "Ground" }])
    expect(detail()).toEqual([{ delivery_date: "2026-11-21" }])
  })

  const confirmed = (delivery_date: string) => ({ calls: [{ kind: "confirm_delivery", detail: { delivery_date } }] })
  const on = (confirmDeliveryOn: "shipped" | "delivered" | "manual", order: Order, lease: Lease = {}) =>
    decided({ options: { confirmDeliveryOn }, order, lease })
  const night = { ...ARRIVED, deliveredAt: new Date("2026-11-21T05:30:00.000Z") }
  const shipped = { shipped: true, shippedAt: ago(HOUR) }
  /** A cart whose lines are expected on these days. */
  const expecting = (...days: string[]) => ({
    snapshot: { cart: { items: days.map((deliveryDate) => ({ deliveryDate })) } } as unknown as LeaseRecord["snapshot"],
  })
  const tuesday = "2026-11-24"
  table([
    ["is confirmed with the day in the store's time zone", on("delivered", night), confirmed("2026-11-20")],
    ["is left to staff with confirmDeliveryOn manual", on("manual", ARRIVED), NONE],
    ["waits for no capture, nor the capture for it", decided({ order: { ...ARRIVED, ...OPEN } }), BOTH],
    ["is set for the cart's last day", on("shipped", shipped, expecting("2026-11-23", tuesday)), confirmed(tuesday)],
    ["isn't confirmed by one whose cart wasn't stored", on("shipped", shipped, { snapshot: null }), NONE],
  ])

  it.each<[RaisedAlertCode, Order]>([
    ["amount_differs", { total: 30_000 }],
    ["return_partial", { returned: 1 }],
    ["return_due", { returned: 2 }],
  ])("a delivery isn't confirmed automatically for an order with %s, which staff may accept", (code, change) => {
    const order = { ...ARRIVED, ...change }
    expect(decided({ order })).toMatchObject(raises(code))
    const accepted_order = { total: order.total ?? 45_400, returned: order.returned ?? 0 }
    if (code !== "return_due")
      expect(kinds(decided({ order, lease: { accepted_order } }))).toEqual(["confirm_delivery"])
  })
})

describe("a placed lease whose signature only the browser reported", () => {
  const awaiting = (order: Order = {}, checked_at = ago(HOUR)) =>
    decided({
      lease: { evidence: "reported", placed_at: ago(3 * MINUTE), checked_at },
      order: { payments: [], ...AWAITING, ...order },
    })
  const paid = { shipped: true, payments: [payment({ captured: 1000 })] }
  table([
    ["is read by the marks of a contract", awaiting(), { ...READ, raise: [], ...reconciles(2 * MINUTE) }],
    ["is neither authorized, captured nor delivered", awaiting({ ...OPEN, deliveredAt: ago(HOUR) }, NOW), NONE],
    ["raises alerts about goods and money", awaiting(paid), { raise: has("money_differs", "shipped_unconfirmed") }],
  ])
})

describe("a lease whose order was canceled without the route", () => {
  const canceled = (order: Order = {}, lease: Lease = {}, pendingCalls: PendingCall[] = []) =>
    decided({ lease, order: { canceled: true, ...order }, pendingCalls })
  const RESOLVED = [call("cancel_contract", "resolved_by_hand", { actor: "merchant", finished_at: ago(HOUR) })]
  const REFUSED = [call("cancel_contract", "refused")]
  const signedSince = (ms: number) =>
    canceled({}, { signed_at: ago(ms), alerts: raised("cancel_failed") }, [
      call("cancel_contract", "refused", { finished_at: ago(HOUR) }),
    ])
  const CANCELED = { calls: [{ kind: "cancel_contract", detail: { cause: "order_canceled" } }], ...reconciles(HOUR) }
  const SHOWN = raises("order_canceled_lease_alive")
  table([
    ["cancels the contract when nothing has left, verified", canceled({ deliveredAt: ago(HOUR) }), CANCELED],
    ["cancels the contract when nothing has left, reported", canceled({}, { evidence: "reported" }), CANCELED],
    ["raises an alert when goods have left", canceled({ shipped: true }), SHOWN],
    ["is shown to a person when the lease runs already", canceled(OPEN, { status: "delivered" }), SHOWN],
    ["is shown to a person when a cancellation was refused before", canceled({}, {}, REFUSED), SHOWN],
    ["is shown once", canceled({}, { alerts: raised("cancel_failed") }, REFUSED), raises()],
    ["cancels, signed since a cancellation was refused", signedSince(MINUTE), CANCELED],
    ["waits for the moment of that signature, as after a clock was set back", signedSince(-MINUTE), NONE],
    ["cancels, canceled since staff resolved one", canceled({ canceledAt: ago(MINUTE) }, {}, RESOLVED), CANCELED],
    ["is shown, canceled before that", canceled({ canceledAt: ago(2 * HOUR) }, {}, RESOLVED), SHOWN],
  ])
})

describe("a delivered lease", () => {
  const delivered = (order: Order | null = {}, captureOn: "order" | "delivery" = "order", lease: Lease = {}) =>
    decided({ lease: { status: "delivered", ...lease }, order, options: { captureOn } })
  const dead = delivered(OPEN, "order", { alerts: raised("lease_dead"), checked_at: NOW })
  table([
    ["needs nothing more", delivered(), { ...raises(), ...reconciles(7 * DAY) }],
    ["is captured, with captureOn order", delivered(OPEN), CAPTURE],
    ["is captured, with captureOn delivery", delivered(OPEN, "delivery"), CAPTURE],
    ["is authorized when its session waits", delivered({ ...AWAITING, payments: [] }), calls("authorize_payment")],
    ["has its delivery confirmed once", delivered(ARRIVED), NONE],
    ["is not captured while the service calls it void", dead, NONE],
    ["whose order can't be found is reconciled later", delivered(null), { ...NONE, ...reconciles(7 * DAY) }],
  ])
})

describe("a call in progress stays due until it ends:", () => {
  const reconcileAt = hence(15 * MINUTE)
  table([
    ["a cancellation", decided({ lease: { status: "canceling" } }), { ...calls("cancel_contract"), reconcileAt }],
    ["a return", decided({ lease: { status: "returning" } }), { ...calls("return_lease"), reconcileAt }],
  ])
})

describe.each(["canceled", "returned", "expired", "superseded"] as const)("a lease that has ended, %s,", (status) => {
  const over = ({ lease, ...change }: Change = {}) => decided({ ...change, lease: { status, ...lease } })
  const withoutOrder = (cart: Change["cart"], lease: Lease = {}) =>
    over({ lease: { order_id: null, ...lease }, order: null, cart })
  const closed = (order: Order) => over({ order: { canceled: true, ...order } })
  const paid = { payments: [payment()] }
  const CANCELED = { payments: [CANCELED_PAYMENT] }
  const OLD = { status_at: ago(2 * DAY) }
  const ACCEPTED = { accepted_order: { total: 45_400, returned: 0, held: 45_400, heldElsewhere: 0, status } }
  /** Its order is canceled, too. */
  const ended = (status_at: Date, order: Order = {}) =>
    over({ lease: { status_at }, order: { canceled: true, ...order } })
  const JUST_CANCELED = { ...CANCELED, canceledAt: ago(MINUTE) }
  const UNORDERED = ["signed_without_order", "paid_otherwise"] as const
  const shown = over({ lease: { ...OLD, alerts: raised("cart_mismatch") }, order: { payments: [] } })
  const another = over({ lease: { order_id: null }, order: PAID_BY_CARD, cart: { completed: true } })
  table([
    ["waits two minutes for Medusa's books", ended(ago(MINUTE)), { ...raises(), ...reconciles(MINUTE) }],
    ["waits as long after its order was canceled", over({ order: JUST_CANCELED }), { ...NONE, ...reconciles(MINUTE) }],
    ["closes the payment of its canceled order, captured", closed(paid), CLOSE],
    ["closes it, refunded in part", closed(refunded(100)), CLOSE],
    ["closes it, authorized", closed(OPEN), CLOSE],
    ["leaves a payment that is refunded", closed(refunded(45_400)), NONE],
    ["leaves a payment that is canceled", closed(CANCELED), NONE],
    ["closes what a failed completion has left", withoutOrder(OPEN), CLOSE],
    ["closes it where the cart became an order since", withoutOrder({ completed: true, ...OPEN }), CLOSE],
    ["reconciles again after that", ended(ago(2 * MINUTE), paid), CLOSE],
    ["reconciles daily while its payment is open", over({ lease: OLD, order: paid }), { ...NONE, ...reconciles(DAY) }],
    ["also if staff accepted that", over({ lease: { ...OLD, ...ACCEPTED }, order: paid }), reconciles(DAY)],
    ["but no more once it closes it", ended(OLD.status_at, paid), { ...CLOSE, reconcileAt: null }],
    ["reconciles once more a day after its end", over({ order: CANCELED }), { ...NONE, ...reconciles(DAY) }],
    ["isn't reconciled anymore then", over({ lease: { status_at: ago(DAY) }, order: CANCELED }), { reconcileAt: null }],
    ["reconciles daily while it is shown for something", shown, reconciles(DAY)],
    ["leaves another lease's order of its cart alone", another, raises()],
    ["needs nothing if the cart is gone", withoutOrder(null), { ...raises(), reconcileAt: null }],
    ["isn't shown for its money once that is refunded", closed(refunded(45_400)), { clear: has("money_differs") }],
    ["nor while its order stands", over({ order: refunded(45_400) }), { clear: has("money_differs") }],
    ["clears the alerts about a live lease", closed({}), { clear: has("order_canceled_lease_alive", ...UNORDERED) }],
  ])

  it("an uncaptured payment of an order that isn't canceled is closed only if the goods are back", () => {
    expect(over({ order: OPEN })).toMatchObject(status === "returned" ? CLOSE : NONE)
    expect(over({ order: { payments: [OPEN_PAYMENT, payment()] } })).toMatchObject(NONE)
  })
  it("an uncaptured payment is closed if a link's lease ended before the order was its own", () => {
    const linked = { linked_at: ago(DAY), placed_at: null }
    expect(over({ lease: linked, order: OPEN })).toMatchObject(CLOSE)
    expect(over({ lease: linked, order: { payments: [OPEN_PAYMENT, payment()] } })).toMatchObject(NONE)
  })

  describe("whose own order was never recorded,", () => {
    const unwritten = (order: Order, cancel?: CallState) =>
      over({
        ...{ lease: { order_id: null }, order, cart: { completed: true } },
        pendingCalls: cancel ? [call("cancel_order", cancel)] : [],
      })
    const TOLD = { raise: ["lease_dead"], ...reconciles(DAY) }
    const young = unwritten({ createdAt: ago(MINUTE), ...OPEN })
    const canceled = unwritten({ canceled: true, ...OPEN })
    table([
      ["raises an alert while its order stands, and closes its payment", unwritten(OPEN), { ...CLOSE, ...TOLD }],
      ["leaves its payment to the cancel of the order that is due", unwritten({}, "due"), NONE],
      ["leaves its payment to the cancel of the order that is running", unwritten({}, "running"), NONE],
      ["closes its payment once that is done", unwritten({}, "done"), CLOSE],
      ["closes its payment once it is canceled", unwritten({ canceled: true }, "due"), CLOSE],
      ["does not tell before it has stood its time", young, { ...raises(), ...reconciles(ORDER_STANDS_MS - MINUTE) }],
      ["only closes the payment once it is canceled", canceled, { ...CLOSE, raise: [], clear: has("lease_dead") }],
    ])
  })
})

describe("a call that ended", () => {
  const ended = (...pendingCalls: PendingCall[]) => decided({ order: OPEN, pendingCalls })
  const delivered = (ms: number) =>
    decided({
      order: { shipped: true, deliveredAt: ago(ms) },
      pendingCalls: [call("confirm_delivery", "resolved_by_hand", { actor: "merchant", finished_at: ago(HOUR) })],
    })
  /** The capture ended; then the goods arrived, and the contract was signed. */
  const arrived = (state: CallState, actor: PendingCall["actor"] = "system") =>
    decided({
      lease: { signed_at: ago(MINUTE) },
      order: { ...OPEN, shipped: true, deliveredAt: ago(MINUTE) },
      options: { confirmDeliveryOn: "manual" },
      pendingCalls: [call("capture_payment", state, { actor, finished_at: ago(HOUR) })],
    })
  const [done, refused] = [call("capture_payment", "done"), call("capture_payment", "refused")]
  table([
    ["done is due again", ended(done), CAPTURE],
    ["refused to the job isn't due again", ended(refused), NONE],
    ["refused to staff is due again", ended({ ...refused, actor: "merchant" }), CAPTURE],
    ["resolved by hand isn't due again", ended(call("capture_payment", "resolved_by_hand")), NONE],
    ["refused says nothing of another kind", ended(call("confirm_delivery", "refused")), CAPTURE],
    ["counts as the newest of its kind did", ended(done, refused), CAPTURE],
    ["resolved by hand is due for a later delivery", delivered(MINUTE), calls("confirm_delivery")],
    ["resolved by hand isn't due for an earlier delivery", delivered(2 * HOUR), NONE],
    ["resolved by hand isn't due for the same delivery", delivered(HOUR), NONE],
    ["resolved by hand isn't due for an unrelated change", arrived("resolved_by_hand", "merchant"), NONE],
    ["refused to the job isn't due again after a signature, unless it is a cancellation", arrived("refused"), NONE],
  ])
})
