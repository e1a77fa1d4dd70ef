import { ORDER_STANDS_MS } from "../../../../src/modules/lease/rules/order"
import type { CallState, PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import type { LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import {
  AWAITING,
  ago,
  type Change,
  call,
  calls,
  DAY,
  type Decision,
  decided,
  type Expected,
  gives,
  HOUR,
  type Lease,
  MINUTE,
  NONE,
  NOTHING,
  NOW,
  type Order,
  OTHERS,
  PAID_BY_CARD,
  READ,
  raised,
  raises,
  reconciles,
  SECOND,
  table,
  unplaced,
} from "./support/decide"

const PLACE = calls("place_order")

describe("the calls due before there is a contract", () => {
  table([
    ...(["open", "approved", "denied", "pending", "undecided", "offered"] as const).map(
      (status): [string, Decision, Expected] => [
        `${status}: nothing`,
        unplaced(status, { contract_at: null }),
        NOTHING,
      ],
    ),
    ["submitting: a reconciliation, because its process may be gone", unplaced("submitting"), reconciles(2 * MINUTE)],
  ])
})

describe.each(["offered", "signing"] as const)("a contract that was handed out, %s,", (status) => {
  const isLast = status === "signing"
  const handedOut = (since: number, read: number | null, lease: Lease = {}, abandonAfter = DAY) => {
    const marks = { contract_at: ago(since), checked_at: read === null ? null : ago(read) }
    return unplaced(status, { ...marks, ...lease }, { options: { abandonAfter } })
  }
  const due = (next: number) => ({ ...READ, ...reconciles(next) })
  const waits = (next: number) => ({ ...NONE, ...reconciles(next) })

  describe("is read at set times:", () => {
    table([
      ["after a minute", handedOut(MINUTE, null), waits(MINUTE)],
      ["after two minutes", handedOut(2 * MINUTE, null), due(3 * MINUTE)],
      ["after five minutes, read at two", handedOut(5 * MINUTE, 3 * MINUTE), due(10 * MINUTE)],
      ["after fifteen minutes, read at five", handedOut(15 * MINUTE, 10 * MINUTE), due(45 * MINUTE)],
      ["after an hour, read at fifteen minutes", handedOut(HOUR, 45 * MINUTE), due(23 * HOUR)],
      ["after a day", handedOut(DAY, 23 * HOUR), due(DAY)],
      ["after ten days and an hour, read an hour ago", handedOut(10 * DAY + HOUR, HOUR), waits(23 * HOUR)],
      ["read before it was handed out only", handedOut(3 * MINUTE, DAY), due(2 * MINUTE)],
    ])
  })

  const REPORTED = { evidence: "reported", service_status: "" } as const
  const UNHEARD = { evidence: "none", service_status: "" } as const
  const stuck = (since: number, read: number) =>
    handedOut(2 * HOUR, read, { contracts_received_at: ago(since), service_status: "Contracts Received" })
  const SHOWN = { raise: ["signed_without_order"], clear: [] }
  const UNSHOWN = { raise: [], clear: ["signed_without_order"] }
  const UNCHANGED = { raise: [], clear: [] }
  const RAISED = raises("signed_without_order")
  const ABANDONED = gives("abandoned", "signed_without_order")
  const READ_SOON = { ...READ, raise: [], ...reconciles(15 * MINUTE) }
  table([
    ["reported as signed a day ago, without a status, is shown to a person", handedOut(DAY, 0, REPORTED), SHOWN],
    ["reported as signed an hour ago is not shown", handedOut(HOUR, 0, REPORTED), UNSHOWN],
    ...[REPORTED, UNHEARD].map((lease): [string, Decision, Expected] => [
      "known as unsigned is not shown, whatever was reported",
      handedOut(DAY, 0, { ...lease, service_status: "Contracts" }),
      UNSHOWN,
    ]),
    ["without a report isn't shown before its time", handedOut(DAY - MINUTE, 0, UNHEARD), UNSHOWN],
    ["without a report is shown after that", handedOut(DAY, 23 * HOUR, UNHEARD), SHOWN],
    ["without a report is shown late, too", handedOut(9 * DAY, null, UNHEARD), SHOWN],
    ["isn't shown again once staff closed it", handedOut(2 * DAY, DAY, UNHEARD), UNCHANGED],
    ["without a report isn't shown when handed out again", handedOut(HOUR, 2 * DAY, UNHEARD), UNSHOWN],
    ["is reconciled on time", handedOut(2 * HOUR, HOUR, UNHEARD, 3 * HOUR), reconciles(HOUR)],
    ["reported as signed isn't reconciled then", handedOut(2 * HOUR, HOUR, REPORTED, 3 * HOUR), reconciles(22 * HOUR)],
    ["never ok to deliver is waited for until abandonAfter", stuck(DAY - MINUTE, HOUR), raises()],
    ["never ok to deliver is reconciled again then", stuck(DAY, HOUR), READ_SOON],
    ["never ok to deliver is given up after that", stuck(DAY + HOUR, HOUR), isLast ? ABANDONED : RAISED],
  ])
})

describe("a contract that was handed out for a cart that was ordered otherwise", () => {
  const signing = (order: Order | null, lease: Lease = { checked_at: NOW }, more: Change = {}) =>
    unplaced("signing", lease, { order, ...more })
  const signed = (more: Change) => unplaced("signed", { signed_at: ago(MINUTE) }, { order: PAID_BY_CARD, ...more })
  const offered = unplaced("offered", { contract_at: ago(DAY), checked_at: ago(2 * HOUR) }, { order: PAID_BY_CARD })
  const UNREAD = { signed_at: null, contract_at: ago(3 * MINUTE), checked_at: null }
  const REFUSED = (ms: number) => ({ pendingCalls: [call("cancel_contract", "refused", { finished_at: ago(ms) })] })
  const NO_UNSIGNED = { options: { service: { dialect: { cancelUnsigned: false } } } }
  const GIVEN_UP = gives("ordered_otherwise")
  const STANDS = { createdAt: ago(ORDER_STANDS_MS) }
  const YOUNG = { ...PAID_BY_CARD, createdAt: ago(ORDER_STANDS_MS - SECOND) }
  table([
    ["is given up if another method pays the order", signing({ ...PAID_BY_CARD, ...STANDS }, {}), GIVEN_UP],
    ["is given up if such an order was canceled", signing({ ...OTHERS, canceled: true }, {}), GIVEN_UP],
    ["is kept and reconciled while that order is recent", signing(YOUNG), { ...NONE, ...reconciles(SECOND) }],
    ["is kept while a provider decides", signing({ ...OTHERS, ...STANDS }), { ...NONE, ...reconciles(23 * HOUR) }],
    [
      "is read if no unsigned contract can be canceled, though it is never ok to deliver",
      signing(null, { contract_at: ago(2 * HOUR), contracts_received_at: ago(DAY + HOUR) }, NO_UNSIGNED),
      { ...raises("signed_without_order"), ...reconciles(22 * HOUR) },
    ],
    ["is kept while the lease itself is ordering", signing({ payments: [] }), NONE],
    ["is kept while core is half done", signing(null, { checked_at: NOW }, { cart: { completed: true } }), NONE],
    ["is read on where the service keeps it", signing(PAID_BY_CARD, UNREAD, REFUSED(MINUTE)), READ],
    ["is read on where none is canceled unsigned", signing(PAID_BY_CARD, UNREAD, NO_UNSIGNED), READ],
    ["is given up there once it is signed", signed(NO_UNSIGNED), calls("cancel_contract")],
    ["is given up again if it was refused unsigned", signed(REFUSED(HOUR)), { calls: GIVEN_UP.calls }],
    ["is read on when another offer came after it", offered, READ],
  ])
})

/** A failed attempt to place the order. */
const tried = ({ at = NOW, code = "completion_failed" } = {}) =>
  call("place_order", "due", { last_error: { code: code as "busy", params: {}, at: at.toISOString() } })
/** The contract's cancellation, pending for this long. */
const abandoned = (state: CallState, ms: number) =>
  call("cancel_contract", state, { detail: { cause: "abandoned" }, created_at: ago(ms) })

describe("a signed lease without an order", () => {
  const signed = (since: number, lease: Lease = {}, more: Change = {}) =>
    unplaced("signed", { signed_at: ago(since), ...lease }, more)
  const overdue = (pendingCalls: PendingCall[], lease: Lease = {}) => signed(DAY, lease, { pendingCalls })

  const DEAD = { alerts: raised("lease_dead") }
  const GIVEN_UP = gives("abandoned", "signed_without_order")
  const LEFT = { ...NOTHING, clear: ["paid_otherwise"], ...reconciles(MINUTE) }
  const ORDERED = { ...PLACE, raise: [], ...reconciles(15 * MINUTE) }
  const moved = { signed_at: null, status_at: ago(3 * MINUTE) }
  const half = { cart: { completed: true } }
  const WAITS = { ...NONE, ...reconciles(22 * HOUR) }
  table([
    ["is left to the shopper's browser first", signed(MINUTE), LEFT],
    ["is ordered after placeOrderAfter", signed(2 * MINUTE), ORDERED],
    ["counts from the signature, not the last move", signed(3 * MINUTE, { status_at: NOW }), PLACE],
    ["counts from its status without a signature", signed(0, moved), PLACE],
    ["is not given up a second before abandonAfter", signed(DAY - SECOND), PLACE],
    ["is ordered while core is half done", signed(3 * MINUTE, {}, half), { ...PLACE, clear: [] }],
    ["is only read, daily, where it is void", signed(2 * DAY + HOUR, { ...DEAD, checked_at: ago(2 * HOUR) }), READ],
    ["is read once a day if it is void", signed(50 * HOUR, { ...DEAD, checked_at: ago(HOUR) }), WAITS],
    ["clears the alert", signed(3 * MINUTE, { alerts: raised("paid_otherwise") }), { clear: ["paid_otherwise"] }],
  ])

  describe("is given up after abandonAfter, with an alert, with", () => {
    table([
      ["an attempt that failed", overdue([tried({ at: ago(HOUR) })]), GIVEN_UP],
      ["an attempt whose order is gone", overdue([call("place_order", "done", { finished_at: NOW })]), GIVEN_UP],
      ["a person's word", overdue([call("place_order", "resolved_by_hand", { finished_at: ago(2 * DAY) })]), GIVEN_UP],
      ["the decision to give it up since", overdue([abandoned("due", HOUR)]), GIVEN_UP],
      ["a refusal to cancel it", overdue([abandoned("refused", 3 * HOUR)]), raises("signed_without_order")],
      ["the giving up in progress", overdue([abandoned("running", MINUTE)]), GIVEN_UP],
    ])
  })

  describe("is ordered and not given up after abandonAfter while", () => {
    const TO_ORDER = { ...PLACE, raise: [], ...reconciles(MINUTE) }
    const since = { status_at: ago(2 * HOUR) }
    table([
      ["there was no attempt to place its order", overdue([], since), TO_ORDER],
      ["the attempt is still to be made", overdue([call("place_order", "due", { attempts: 0 })], since), TO_ORDER],
      ["the attempt is in progress", overdue([call("place_order", "running")], since), TO_ORDER],
      ["it was tried only before a shopper tried", overdue([tried({ at: ago(3 * HOUR) })], since), TO_ORDER],
      ["the shop was too busy to try", overdue([tried({ code: "busy" })], since), TO_ORDER],
      ["Medusa was unavailable", overdue([tried({ code: "store_unavailable" })], since), TO_ORDER],
      ["only its status was read", overdue([call("read_status", "done", { created_at: NOW })], since), TO_ORDER],
      ["the service couldn't be reached", overdue([tried({ code: "service_unreachable" })], since), TO_ORDER],
      ["it was given up only before a shopper tried", overdue([abandoned("due", 3 * HOUR)], since), TO_ORDER],
    ])
  })
})

describe("a signed lease whose cart is ordered with another payment method", () => {
  const ordered = (order: Order, since = HOUR) =>
    unplaced("signed", { signed_at: ago(since) }, { order: { ...OTHERS, ...order }, pendingCalls: [tried()] })
  const young = { createdAt: ago(MINUTE) }
  const old = { heldByOthers: true, createdAt: ago(ORDER_STANDS_MS) }
  const LOOKS = { ...NOTHING, ...reconciles(4 * MINUTE) }
  const UNPAID = { ...raises("signed_without_order"), ...reconciles(10 * MINUTE) }
  table([
    ["is given up when that order is old and paid", ordered(old), gives("ordered_otherwise", "paid_otherwise")],
    ["needs nothing while that order is recent and paid", ordered({ ...young, heldByOthers: true }), LOOKS],
    ["needs nothing while that order is recent and unpaid: core may remove it", ordered(young), LOOKS],
    ["is never given up while nothing pays that order", ordered({ createdAt: ago(3 * DAY) }, 4 * DAY), UNPAID],
    ["is given up once that is canceled", ordered({ canceled: true }), { calls: gives("order_canceled").calls }],
  ])
})

describe.each(["signed", "placing"] as const)("an order of a lease that is %s", (status) => {
  const stands = (order: Order, ms = ORDER_STANDS_MS) =>
    unplaced(status, {}, { order: { createdAt: ago(ms), ...order } })
  const YOUNG = { record: false, ...reconciles(SECOND) }
  const RECORDED = { record: true, reconcileAt: NOW }
  const promised = { payments: [], ...AWAITING }
  const UNPAID = { record: false, ...raises("signed_without_order") }
  const CANCELED = { calls: status === "signed" ? gives("order_canceled").calls : [] }
  table([
    ["proves nothing while it is recent", stands({}, ORDER_STANDS_MS - SECOND), YOUNG],
    ["is recorded when it is old enough", stands({}), RECORDED],
    ["is recorded with its payment open", stands(promised), RECORDED],
    ["isn't valid without a payment, with an alert", stands({ payments: [] }), UNPAID],
    ["is given up if canceled without one, unless being placed", stands({ payments: [], canceled: true }), CANCELED],
  ])
})

describe("a lease being placed is reconciled when its claim expires,", () => {
  const completions = [3, 1].map((minutes) => ({ token: `${minutes}`, at: ago(minutes * MINUTE).toISOString() }))
  const LAPSES = { ...NONE, ...reconciles(4 * MINUTE + SECOND) }
  table([
    ["counted from its status", unplaced("placing", { status_at: ago(MINUTE) }), LAPSES],
    ["whatever else its cart became", unplaced("placing", { status_at: ago(MINUTE) }, { order: PAID_BY_CARD }), LAPSES],
    ["counted from its last completion", unplaced("placing", { status_at: ago(4 * MINUTE), completions }), LAPSES],
  ])
})

/** The lease of an order that waits for its signature: an edited order's new contract, or a lease by link. */
const awaited = (status: LeaseStatus, order: Order | null, lease: Lease = {}, more: Change = {}) =>
  decided({ lease: { status, flow: "api", placed_at: null, contract_at: null, ...lease }, order, ...more })
const byLink = (status: LeaseStatus, order: Order | null, lease: Lease = {}) =>
  awaited(status, order, { linked_at: ago(DAY), ...lease })
const CANCELS = { calls: [{ kind: "cancel_contract", detail: { cause: "order_canceled" } }] }

describe("a lease that an order waits for, unsigned,", () => {
  const OUT = { contract_at: ago(3 * MINUTE), checked_at: null }
  const DROPPED = { calls: [], release: true, ...reconciles(MINUTE) }
  const KEPT = { ...NONE, ...reconciles(HOUR) }
  const refused = { pendingCalls: [call("cancel_contract", "refused", { finished_at: ago(MINUTE) })] }
  table([
    ["is reconciled hourly", awaited("offered", {}), KEPT],
    ["is reconciled without its order, too", awaited("offered", null), KEPT],
    ["is released with its order", awaited("offered", { canceled: true }), DROPPED],
    ...(["open", "pending", "undecided", "denied", "approved"] as const).map((status): [string, Decision, Expected] => [
      `by link is let go with its draft order, ${status}`,
      byLink(status, null),
      DROPPED,
    ]),
    ["by link is released once its order is paid otherwise", byLink("open", PAID_BY_CARD), DROPPED],
    ["by link is kept while nothing pays its order", byLink("open", { payments: [] }), KEPT],
    ["is read once its contract is out", awaited("signing", {}, OUT), { ...READ, ...reconciles(2 * MINUTE) }],
    ["is not read where the contract before it was", awaited("approved", {}, OUT), KEPT],
    ["is canceled with its order once its contract is out", awaited("signing", { canceled: true }, OUT), CANCELS],
    ["is reconciled daily then", awaited("signing", { canceled: true }, OUT), reconciles(DAY)],
    ["is read on where that was refused", awaited("signing", { canceled: true }, OUT, refused), READ],
    ["by link is given up then", byLink("signing", PAID_BY_CARD, OUT), { calls: gives("ordered_otherwise").calls }],
  ])
})

describe("a lease that an order waits for, signed,", () => {
  const signed = (order: Order | null, lease: Lease = {}) => awaited("signed", order, lease)
  const SOON = reconciles(15 * MINUTE)
  const PAYS = { ...calls("replace_payment"), raise: [], ...SOON }
  const reported = { evidence: "reported", signed_at: ago(3 * MINUTE), checked_at: null } as const
  const dead = { alerts: raised("lease_dead"), checked_at: NOW }
  const outdated = { evidence: "verified", verified_at: null } as const
  const attested = { evidence: "attested", verified_at: null } as const
  table([
    ["takes the place of the former payment", signed({}), PAYS],
    ["replaces the payment beside another method's", signed({ heldByOthers: true }), calls("replace_payment")],
    ["replaces the payment after staff's attestation", signed({}, attested), calls("replace_payment")],
    ["by link pays", byLink("signed", { payments: [] }), calls("replace_payment")],
    ["by link waits while another method pays", byLink("signed", { heldByOthers: true }), NONE],
    ["waits for a person where the order comes to another sum", signed({ total: 1 }), raises("amount_differs")],
    ["waits while the service does not know it", signed({}, dead), NONE],
    ["is read until the service confirms it", signed({}, reported), { ...READ, ...reconciles(2 * MINUTE) }],
    ["is read again if another cart was being sent", signed({}, { ...reported, ...outdated }), READ],
    ["waits for its order", signed(null), { ...NONE, ...SOON }],
    ["by link ends with its draft order", byLink("signed", null), { calls: gives("order_canceled").calls, ...SOON }],
    ["is canceled with its order", signed({ total: 1, canceled: true }), { ...CANCELS, raise: [], ...SOON }],
  ])
})
