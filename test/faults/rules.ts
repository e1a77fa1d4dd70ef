import { decideCalls } from "../../src/modules/lease/decide/decide-calls"
import {
  type CallKind,
  isEnded,
  isOpen,
  isOpenPayment,
  isPaidFor,
  isPlaced,
  type LeaseRecord,
  orderAwaits,
  paidBy,
  reducedBy,
  restOf,
} from "../../src/modules/lease/ledger"
import { blockingOf } from "../../src/modules/lease/rules/alerts"
import { isExclusive, outcomesOf } from "../../src/modules/lease/rules/pending-calls"
import { piecesBack } from "../../src/modules/lease/rules/reversal"
import { ENDED, whyNot } from "../../src/modules/lease/rules/state-machine"
import { replacementRules, successorOf } from "./replacement-rules"
import {
  at,
  each,
  hasAlert,
  IN_FORCE,
  isAccepted,
  isPending,
  orderOf,
  pendingCallsOf,
  type Rules,
  SHOPPERS,
  serviceOf,
  type World,
} from "./support/world"

const HOUR = 3600_000
const DAY = 24 * HOUR
/** Our statuses that explain a contract in force. */
const HOLDS = ["signing", "signed", "placing", "placed", "delivered", "canceling", "returning"]
/** Statuses that no longer have an application. */
const NO_APPLICATION = [...ENDED, "denied"]
/** The service's possible statuses for each of our statuses that is certain. */
const STATUSES: Partial<Record<LeaseRecord["status"], readonly string[]>> = {
  placed: ["Contracts Received", "Lease Accepted"],
  delivered: ["Funded"],
  returned: ["Returned"],
  signed: ["Contracts Received", "Lease Accepted"],
}

/** Independent of the ledger's own predicate. */
const isSure = ({ evidence }: LeaseRecord) => evidence === "verified" || evidence === "attested"

/** Rules for every world. The fault tests and the simulated lives have a few more, about what only they record. */
const generalRules: Rules = {
  always: {
    "each call takes effect once": effectiveTwice,
    "a price is lowered only as often as requested": partsTwice,
    "no call is repeated after it took effect": repeatedBlindly,
    "exclusive calls are made one at a time": twoExclusive,
    "there is no order and no payment without a signature": withoutEvidence,
    "no contract counts as signed that nobody signed": neverSigned,
    "an approval belongs to one lease": heldTwice,
  },
  atRest: {
    "no call that is due is forgotten": forgotten,
    "Medusa's amounts equal the ledger's, or there is an alert": moneyApart,
    "an order that isn't canceled has a lease, or there is an alert": withoutLease,
    "the ledger agrees with the service, or there is an alert": otherStatus,
    "the service, the ledger and Medusa agree on returned parts, or there is an alert": partsApart,
    "no signed contract is forgotten": unexplained,
    "an order that should be delivered by now has an alert": undelivered,
    "no call is both done and due": doneAndDue,
  },
  idle: { "every state has a way out": withoutExit },
}
export const rules: Rules[] = [generalRules, replacementRules]

function effectiveTwice(world: World): string[] {
  return world.service.flatMap(({ applicationId, contracts, effects }) => {
    // The service restores an approval after a cancellation, so an application is canceled once for each contract.
    const most = { cancel_contract: contracts, confirm_delivery: 1, return_lease: 1 }
    const twice = Object.entries(effects).filter(([kind, times]) => times > most[kind as keyof typeof most])
    return twice.map(([kind, times]) => `application ${applicationId}: ${kind} took effect ${times} times`)
  })
}

/** Staff may request a call again after learning that it didn't take effect. */
function repeatedBlindly(world: World): string[] {
  return each(world, (lease) => {
    const { repeated = [] } = serviceOf(world, lease) ?? {}
    return repeated.length > 0 && !world.sentAgain.has(lease.id) && `${repeated.join(", ")} came again`
  })
}

/** The service has lowered each price once, and only as the ledger recorded or sent. */
function partsTwice(world: World): string[] {
  return each(world, (lease) => {
    // One application may have had several leases.
    const all = world.leases.filter(({ application_id }) => application_id === lease.application_id)
    if (all.some(({ id }) => world.resolved.has(id))) return null
    const sent = all.flatMap((each) => pendingCallsOf(world, each)).filter((call) => call.sent && isOpen(call))
    const known = [
      ...all.flatMap(({ reductions }) => reductions ?? []),
      ...sent.flatMap(({ detail }) => detail.reduction ?? []),
    ].map(({ amount }) => amount)
    const strange = serviceOf(world, lease)?.parts.filter((amount) => {
      const place = known.indexOf(amount)
      if (place >= 0) known.splice(place, 1)
      return place < 0
    })
    return strange?.length && `the service took ${strange.join(", ")} cents off that were not requested`
  })
}

function twoExclusive(world: World): string[] {
  return each(world, (lease) => {
    const open = pendingCallsOf(world, lease).filter((call) => isExclusive(call.kind) && isOpen(call))
    return open.length > 1 && `has ${open.map(({ kind }) => kind).join(" and ")} open`
  })
}

function withoutEvidence(world: World): string[] {
  const placed = each(world, (lease) => {
    if (!["placed", "delivered"].includes(lease.status)) return null
    return lease.evidence === "none" && "is placed without a signature"
  })
  const paid = world.orders.flatMap((order) =>
    order.payments.flatMap(({ captured, refunded, leaseId }) => {
      if (captured <= refunded) return []
      const lease = world.leases.find(({ id, order_id }) => order_id === order.id && id === leaseId)
      if (!lease) return [`${order.id} is captured and no lease knows of it`]
      return isSure(lease) ? [] : [`${at(lease)}: is captured on evidence "${lease.evidence}"`]
    }),
  )
  return [...placed, ...paid]
}

/** A verified lease is signed at the service, even when the responses of two applications are swapped. */
function neverSigned(world: World): string[] {
  return each(world, (lease) => {
    if (lease.evidence !== "verified" || lease.flow === "hosted") return null
    return serviceOf(world, lease)?.isSigned === false && "is verified, and the service has no signature"
  })
}

/** Only one lease has an application, no matter how many times the approval moved between carts. */
function heldTwice(world: World): string[] {
  return world.service.flatMap(({ applicationId }) => {
    const holders = world.leases.filter(
      ({ application_id, status }) => application_id === applicationId && !NO_APPLICATION.includes(status),
    )
    return holders.length > 1 ? [`${holders.map(at).join(" and ")} hold application ${applicationId}`] : []
  })
}

function moneyApart(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    if (!order || hasAlert(lease) || isAccepted(lease)) return null
    const { payments } = paidBy(order, lease)
    const held = payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    // Its payment stays until the new contract's payment replaces it. If the new contract ends unsigned, an alert is raised there, until staff accept it.
    const next = successorOf(world, lease)
    const isLeft = next?.order_id && (!isEnded(next) || hasAlert(next) || isAccepted(next))
    if (isLeft && next.placed_at === null) return null
    if (isEnded(lease)) return held !== 0 && !isCheckedLater(world, lease) && `is over, and ${held} cents are held`
    if (!isPlaced(lease)) return null
    if (order.payments.some((payment) => payment.leaseId !== lease.id && isOpenPayment(payment)))
      return "a former payment is open"
    if (order.heldElsewhere > Math.max(0, order.total - (lease.amount ?? 0))) return "is paid twice"
    const rest = restOf(lease)
    if (held === rest) return null
    if (payments.some(({ captured }) => captured)) return `${held} cents are held instead of ${rest}`
    const waits = !isSure(lease) || isPending(world, lease, "authorize_payment")
    const isForDelivery = world.options.captureOn === "delivery" && lease.status === "placed"
    return (
      !waits &&
      !isForDelivery &&
      !isPending(world, lease, "capture_payment") &&
      "its payment is neither captured nor due"
    )
  })
}

function withoutLease(world: World): string[] {
  return world.orders.flatMap((order) => {
    const isOpenStill = order.payments.some(isOpenPayment)
    // A canceled order may still have an open payment.
    if (order.canceled ? !isOpenStill : !isPaidFor(order)) return []
    const leases = world.leases.filter(({ order_id }) => order_id === order.id)
    if (leases.length) {
      const isHeld = leases.some((lease) => !isEnded(lease) || hasAlert(lease) || isAccepted(lease))
      return order.canceled || isHeld || !isOpenStill ? [] : [`${order.id} of ${leases.map(at).join(" and ")}`]
    }
    const ofCart = world.leases.filter(({ cart_id }) => cart_id === order.cartId)
    return ofCart.some(hasAlert) ? [] : [`${order.id} of ${ofCart.map(at).join(", ") || "nobody"}`]
  })
}

function otherStatus(world: World): string[] {
  return each(world, (lease) => {
    const { status, elsewhere } = serviceOf(world, lease) ?? {}
    const isKnown = (one: LeaseRecord) => hasAlert(one) || world.resolved.has(one.id)
    if (!status || elsewhere || isKnown(lease)) return null
    const what = `the service has ${status}`
    if (isEnded(lease) && lease.status !== "returned") {
      const holds = (other: LeaseRecord) =>
        other.application_id === lease.application_id &&
        (!isEnded(other) || (isKnown(other) && other.created_at > lease.created_at))
      return IN_FORCE.includes(status) && !world.leases.some(holds) && what
    }
    // A signature reported by the browser: the service gives no status, or the first payment is pending.
    if (lease.evidence === "reported" && ["signed", "placed"].includes(lease.status)) return null
    const may = STATUSES[lease.status]
    return may && !may.includes(status) && what
  })
}

/** The service has the rest of the lease, Medusa refunded the same amount, and no more units were returned there than arrived in the store. */
function partsApart(world: World): string[] {
  return each(world, (lease) => {
    const [order, service] = [orderOf(world, lease), serviceOf(world, lease)]
    if (lease.flow === "hosted" || lease.status !== "delivered" || !order || !service || service.elsewhere) return null
    if (hasAlert(lease) || world.resolved.has(lease.id)) return null
    const { reductions } = lease
    if (String(service.parts) !== String((reductions ?? []).map(({ amount }) => amount)))
      return `the service took ${service.parts} cents off, the ledger ${JSON.stringify(reductions)}`
    if (service.left !== restOf(lease)) return `the service has ${service.left} cents left, the ledger ${restOf(lease)}`
    const refunded = paidBy(order, lease).payments.reduce((sum, payment) => sum + payment.refunded, 0)
    if (refunded !== reducedBy(reductions) && !isAccepted(lease)) return `Medusa gave ${refunded} cents back`
    return piecesBack(reductions) > order.returned && `only ${order.returned} pieces came back`
  })
}

function unexplained(world: World): string[] {
  const now = world.now.getTime()
  const isHandled = (lease: LeaseRecord) =>
    hasAlert(lease) || world.resolved.has(lease.id) || isPending(world, lease, "cancel_contract")
  const here = each(world, (lease) => {
    const late = now - world.options.abandonAfter - HOUR
    // Staff may close the refused cancellation of a signed contract whose draft order was deleted.
    const isOpenStill =
      ["signed", "placing"].includes(lease.status) && !hasAlert(lease) && !world.resolved.has(lease.id)
    if (isOpenStill && (lease.signed_at ?? lease.status_at).getTime() < late) return "signed, and nothing came of it"
    if (isHandled(lease)) return null
    const service = serviceOf(world, lease)
    if (lease.status !== "signing" || !service?.hasStatus || !IN_FORCE.includes(service.status)) return null
    const isLate = world.isLongAtRest || (lease.checked_at ?? lease.status_at).getTime() < now - DAY
    return isLate && !isPending(world, lease, "read_status") && "it is signed, and nobody reads it"
  })
  // Without a status from the service, only a browser reports a signature, which may come while another cart is being sent. Staff are told at the
  // deadline.
  const isToldLater = ({ contract_at }: LeaseRecord) =>
    contract_at !== null && now < contract_at.getTime() + world.options.abandonAfter + HOUR
  const there = world.service.flatMap(({ applicationId, status, hasStatus }) => {
    if (!IN_FORCE.includes(status)) return []
    const leases = world.leases.filter(({ application_id }) => application_id === applicationId)
    // The widget's leases have a different id from their application's.
    if (!leases.length && world.leases.some(({ flow }) => flow === "hosted")) return []
    const isKnown = leases.some(
      (lease) => HOLDS.includes(lease.status) || isHandled(lease) || (!hasStatus && isToldLater(lease)),
    )
    return isKnown ? [] : [`the service has ${status} for ${leases.map(at).join(", ") || "no lease of ours"}`]
  })
  return [...here, ...there]
}

/** Whether an ended lease's payment is checked once more after a day, because Medusa may take a refund back after we have read it. */
function isCheckedLater({ isLongAtRest }: World, { reconcile_at }: LeaseRecord): boolean {
  return !isLongAtRest && reconcile_at !== null
}

/** Decides the calls again, and checks the simplest rules independently. */
function forgotten(world: World): string[] {
  return each(world, (lease) => {
    // Nothing is done for a held lease until staff release it.
    if (lease.held_at) return null
    const pendingCalls = pendingCallsOf(world, lease)
    const order = world.orders.find(({ cartId }) => cartId === lease.cart_id) ?? null
    const open = (kind: CallKind) => isPending(world, lease, kind)
    const busy = pendingCalls.some((call) => isExclusive(call.kind) && isOpen(call))
    const facts = { order: order && paidBy(order, lease), recipientDiffers: false, cart: null }
    const decision = decideCalls({ ...facts, lease, pendingCalls, now: world.now }, world.options)
    // A contract that was handed out is read daily.
    const isDaily = (kind: CallKind) =>
      (kind === "read_status" && !world.isLongAtRest) || (kind === "close_payment" && isCheckedLater(world, lease))
    const lost = decision.calls.filter(({ kind }) => !open(kind) && !(busy && isExclusive(kind)) && !isDaily(kind))
    if (lost.length) return `${lost.map(({ kind }) => kind).join(", ")} is due and has no row`
    const overdue = pendingCalls.filter(
      ({ state, due_at }) => (state === "due" || state === "running") && due_at <= world.now,
    )
    if (overdue.length) return `${overdue.map(({ kind }) => kind).join(", ")} is due and never made`
    const reported = pendingCalls.some(({ state, detail }) => state === "done" && detail.mark_delivered)
    const unmarked = order?.deliveredAt === null && !order.canceled && lease.status === "delivered"
    if (reported && unmarked && !open("mark_delivered")) return "its delivery was reported, and Medusa never has it"
    if (hasAlert(lease) || !order || lease.order_id !== order.id || lease.status !== "placed") return null
    if (order.canceled && !open("cancel_contract")) return "its order is canceled, and its contract is still in force"
    const sure = lease.evidence !== "reported" && !blockingOf(lease.alerts)
    const delivered = order.deliveredAt !== null && world.options.confirmDeliveryOn === "delivered"
    // If staff closed the call, the lease is listed among the deliveries to confirm.
    const listed = world.resolved.has(lease.id) && lease.to_confirm_since !== null
    const left = !order.canceled && sure && delivered && !open("confirm_delivery") && !listed
    return left && "its goods are delivered, and nobody confirms it"
  })
}

/** The operator pays after the delivery, so staff must learn of an order that isn't delivered. The job checks placed leases hourly. */
function undelivered(world: World): string[] {
  const { signed, shipped } = world.options.alertAfterDays
  const isLate = (since: Date | null | undefined, days: number | false) =>
    Boolean(since && days !== false && since.getTime() + days * DAY + 2 * HOUR < world.now.getTime())
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    const waits = lease.status === "placed" && lease.flow === "api" && order && !order.canceled
    if (!waits || !isSure(lease) || lease.alerts.length || world.resolved.has(lease.id)) return null
    if (isPending(world, lease, "confirm_delivery")) return null
    const late = isLate(order.shippedAt, shipped) || isLate(lease.signed_at ?? lease.placed_at, signed)
    return late && "its money waits, and nobody is told"
  })
}

/** The statuses that each call leads to. */
const REACHED: Partial<Record<CallKind, readonly string[]>> = {
  cancel_contract: ["canceled"],
  confirm_delivery: ["delivered", "returning", "returned"],
  return_lease: ["returned"],
}

function doneAndDue(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    const payments = order ? paidBy(order, lease).payments : []
    const paid = payments.length > 0 && payments.every(({ captured, canceled }) => captured || canceled)
    const done = pendingCallsOf(world, lease).filter((call) => {
      if (!isOpen(call)) return false
      if (REACHED[call.kind]) return REACHED[call.kind]?.includes(lease.status)
      if (call.kind === "capture_payment") return paid
      if (call.kind === "replace_payment") return lease.placed_at !== null
      if (call.kind === "cancel_order") return order?.canceled === true
      if (call.kind === "mark_delivered") return order?.deliveredAt != null
      return call.kind === "place_order" && lease.order_id !== null
    })
    return done.length > 0 && `${done.map(({ kind, state }) => `${kind} (${state})`).join(", ")} is done and due`
  })
}

/** The lease has ended, or something can advance it: the job, a pending call, the shopper's next step or a decision by staff. */
function withoutExit(world: World): string[] {
  return each(world, (lease) => {
    const { status } = lease
    if (isEnded(lease) || status === "denied") return null
    const open = pendingCallsOf(world, lease).filter(isOpen)
    if (open.some(({ state }) => state === "unknown") && !hasAlert(lease)) return "a call is unknown, without an alert"
    const isLeft = world.isAtRest || (lease.reconcile_at === null && !hasAlert(lease))
    if (isLeft && status === "submitting") return "it is forgotten that a form went out"
    if (isLeft && status === "canceling" && !isPending(world, lease, "cancel_contract")) return "it is never canceled"
    if (isLeft && status === "returning" && !isPending(world, lease, "return_lease")) return "it is never returned"
    if (open.length || lease.reconcile_at || (SHOPPERS.includes(status) && !orderAwaits(lease))) return null
    const shopper = (["apply", "offer", "contract", "place"] as const).some((action) => !whyNot(action, status))
    const person = outcomesOf(lease).some((outcome) => outcome !== "nothing")
    return !(hasAlert(lease) && (shopper || person)) && "nothing leads on from here"
  })
}
