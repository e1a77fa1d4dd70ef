import { isClosed, isEnded, isForExistingOrder, isOpenPayment, isPlaced, type LeaseRecord } from "../support/ledger"
import { paidBy } from "./support/shop-order"
import { at, each, historyOf, IN_FORCE, orderOf, pendingCallsOf, told, type World } from "./support/world"

/**
 * A rule that applies no matter what went wrong. `always`: at every moment, even during a fault. `atRest`: once faults are over and
 * the job has run. Each rule returns its violations, as sentences with the lease's reference.
 */
export type Rule = { name: string; when: "always" | "atRest"; broken: (world: World) => string[] }

/** Orders that were edited after their contract was signed, and got a new one. */
export const replacementRules: Rule[] = [
  { name: "an order has one live lease", when: "always", broken: twoLive },
  {
    name: "an order that waits for its new contract isn't shipped, captured or confirmed",
    when: "always",
    broken: tooSoon,
  },
  { name: "goods shipped without a signature raise an alert", when: "atRest", broken: shippedUnsigned },
  { name: "an order has one contract in force", when: "always", broken: twoInForce },
  { name: "a replaced contract has one successor", when: "always", broken: otherSuccessors },
  { name: "no shopper is told that a replaced lease is canceled", when: "always", broken: toldAsCanceled },
  { name: "the new payment has the new amount, and earlier payments have nothing", when: "atRest", broken: paidTwice },
  { name: "an order that isn't canceled has a lease, or there is an alert", when: "atRest", broken: leftAlone },
]

/** The leases that replaced this one. */
function successorsOf(world: World, { reference }: LeaseRecord): LeaseRecord[] {
  return world.leases.filter((lease) =>
    historyOf(world, lease).some(({ type, detail }) => type === "contract_replaced" && detail.from === reference),
  )
}

/** The lease that the order now belongs to, after any number of replacements. */
export function successorOf(world: World, lease: LeaseRecord): LeaseRecord | undefined {
  const [next] = successorsOf(world, lease)
  return next && (successorOf(world, next) ?? next)
}

const leasesOf = (world: World, order: { id: string }) => world.leases.filter(({ order_id }) => order_id === order.id)
const isWaiting = (lease: LeaseRecord) => isForExistingOrder(lease) && !isEnded(lease)

function twoLive(world: World): string[] {
  return world.orders.flatMap((order) => {
    const live = leasesOf(world, order).filter((lease) => !isClosed(lease))
    return live.length > 1 ? [`${order.id} has ${live.map(at).join(" and ")}`] : []
  })
}

/** Goods shipped before the contract was replaced can't be held back: an alert is raised (`shippedUnsigned`). */
function tooSoon(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    if (!isWaiting(lease) || !order) return null
    const isLater = (moment: string | null) =>
      moment !== null && !world.isTurned && new Date(moment) > (lease.linked_at ?? lease.created_at)
    if (isLater(order.shippedAt)) return "its goods have left"
    if (order.payments.some(({ capturedAt }) => isLater(capturedAt))) return "its order is captured"
    return (
      pendingCallsOf(world, lease).some(({ kind }) => kind === "confirm_delivery") && "its delivery is being confirmed"
    )
  })
}

function shippedUnsigned(world: World): string[] {
  return each(
    world,
    (lease) =>
      isWaiting(lease) && !told(lease) && orderOf(world, lease)?.shipped && "its goods left, and it is not signed",
  )
}

function twoInForce(world: World): string[] {
  return world.orders.flatMap((order) => {
    const ids = new Set(leasesOf(world, order).map(({ application_id }) => application_id))
    const inForce = world.service.filter(
      ({ applicationId, state }) => ids.has(applicationId) && IN_FORCE.includes(state),
    )
    return inForce.length > 1 ? [`${order.id} has ${inForce.map(({ state }) => state).join(" and ")}`] : []
  })
}

/** Whether a contract was canceled for a new one, by the ledger or by staff. */
function isReplaced(world: World, lease: LeaseRecord): boolean {
  const ended = pendingCallsOf(world, lease).find(
    ({ kind, state }) => kind === "cancel_contract" && (state === "done" || state === "resolved_by_hand"),
  )
  return lease.status === "canceled" && ended?.detail.cause === "replaced"
}

function otherSuccessors(world: World): string[] {
  return each(world, (lease) => {
    const { length } = successorsOf(world, lease)
    const due = isReplaced(world, lease) ? 1 : 0
    return length !== due && `has ${length} successors instead of ${due}`
  })
}

/** If the order was canceled in the meantime, the contract has ended and is no longer replaced. */
function toldAsCanceled(world: World): string[] {
  return each(world, (lease) => {
    const isTold = world.mails.some(
      ({ template, reference }) => template === "lease-to-own.canceled" && reference === lease.reference,
    )
    return isTold && Boolean(successorOf(world, lease)?.order_id) && "is told as canceled"
  })
}

function paidTwice(world: World): string[] {
  return world.orders.flatMap((order) => {
    const leases = leasesOf(world, order)
    const current = leases.find((lease) => isPlaced(lease))
    if (leases.length < 2 || !current || told(current)) return []
    const own = paidBy(order, current).filter(isOpenPayment)
    const former = order.payments.filter(({ leaseId }) => leaseId !== current.id)
    const what =
      (own.length !== 1 && `is paid by ${own.length} payments`) ||
      (order.total !== current.amount && `comes to ${order.total}, and ${current.amount} is signed`) ||
      (former.some(isOpenPayment) && "a former payment is open") ||
      (former.some(({ refunded, booked }) => refunded !== booked) && "a refund is not booked")
    return what ? [`${at(current)}: ${what}`] : []
  })
}

function leftAlone(world: World): string[] {
  return world.orders.flatMap((order) => {
    const leases = leasesOf(world, order)
    if (order.canceled || !leases.length || leases.some((lease) => !isEnded(lease) || told(lease))) return []
    const isOpen = order.payments.some(isOpenPayment)
    return isOpen ? [`${order.id} of ${leases.map(at).join(" and ")}`] : []
  })
}
