import {
  isClosed,
  isOpenPayment,
  isPlaced,
  type LeaseRecord,
  orderAwaits,
  paidBy,
} from "../../src/modules/lease/ledger"
import {
  at,
  each,
  hasAlert,
  IN_FORCE,
  isAccepted,
  orderOf,
  pendingCallsOf,
  type Rules,
  SHOPPERS,
  type World,
} from "./support/world"

/** Rules for orders that were edited after their contract was signed and got a new one, and for orders that a customer leases by link. */
export const replacementRules: Rules = {
  always: {
    "an order has one live lease": twoLive,
    "an order that waits for its new contract isn't shipped, captured or confirmed": tooSoon,
    "an order has one contract in force": twoInForce,
    "a replaced contract has one successor": otherSuccessors,
  },
  atRest: {
    "goods shipped without a signature raise an alert": shippedUnsigned,
    "nothing waits for an order that is gone": waitingInVain,
    "the new payment has the new amount, and earlier payments have nothing": paidTwice,
  },
}

/** The lease that the order now belongs to, after any number of replacements. */
export function successorOf(world: World, lease: LeaseRecord): LeaseRecord | undefined {
  const [next] = world.successorsOf(lease)
  return next && (successorOf(world, next) ?? next)
}

const leasesOf = (world: World, order: { id: string }) => world.leases.filter(({ order_id }) => order_id === order.id)

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
    if (!orderAwaits(lease) || !order) return null
    // After the clock was set back, the order of two times is unknown.
    const isLater = (moment: Date | null) =>
      moment !== null && !world.isTurned && moment > (lease.linked_at ?? lease.created_at)
    if (isLater(order.shippedAt) && !order.heldByOthers) return "its goods have left"
    if (order.payments.some(({ capturedAt }) => isLater(capturedAt))) return "its order is captured"
    const isConfirming = pendingCallsOf(world, lease).some(({ kind }) => kind === "confirm_delivery")
    return isConfirming && "its delivery is being confirmed"
  })
}

function shippedUnsigned(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    const isOut = order?.shipped && !order.canceled
    return orderAwaits(lease) && !hasAlert(lease) && isOut && "its goods left, and it is not signed"
  })
}

function waitingInVain(world: World): string[] {
  return each(world, (lease) => {
    const order = orderOf(world, lease)
    const isGone = order ? order.canceled : lease.linked_at !== null
    return orderAwaits(lease) && isGone && SHOPPERS.includes(lease.status) && `it is ${lease.status}`
  })
}

function twoInForce(world: World): string[] {
  return world.orders.flatMap((order) => {
    const ids = new Set(leasesOf(world, order).map(({ application_id }) => application_id))
    const inForce = world.service.filter(
      ({ applicationId, status }) => ids.has(applicationId) && IN_FORCE.includes(status),
    )
    return inForce.length > 1 ? [`${order.id} has ${inForce.map(({ status }) => status).join(" and ")}`] : []
  })
}

/** Whether a contract was canceled for a new one, by the ledger or by staff. */
function isReplaced(world: World, lease: LeaseRecord): boolean {
  const ended = pendingCallsOf(world, lease).find(
    ({ kind, state, detail }) => kind === "cancel_contract" && (state === "done" || detail.outcome === "canceled"),
  )
  return lease.status === "canceled" && ended?.detail.cause === "replaced"
}

function otherSuccessors(world: World): string[] {
  return each(world, (lease) => {
    const { length } = world.successorsOf(lease)
    const due = isReplaced(world, lease) ? 1 : 0
    return length !== due && `has ${length} successors instead of ${due}`
  })
}

/** Whether the amount was signed, or staff accepted the order with it. */
function isAgreed({ amount, accepted_order }: LeaseRecord, total: number): boolean {
  return total === amount || total === accepted_order?.total
}

function paidTwice(world: World): string[] {
  return world.orders.flatMap((order) => {
    const leases = leasesOf(world, order)
    const current = leases.find((lease) => isPlaced(lease))
    if (leases.length < 2 || !current || hasAlert(current) || isAccepted(current)) return []
    const own = paidBy(order, current).payments.filter(isOpenPayment)
    const former = order.payments.filter(({ leaseId }) => leaseId !== current.id)
    const what =
      (own.length !== 1 && `is paid by ${own.length} payments`) ||
      (!isAgreed(current, order.total) && `comes to ${order.total}, and ${current.amount} is signed`) ||
      (former.some(isOpenPayment) && "a former payment is open") ||
      (former.some(({ refunded, booked = refunded }) => refunded !== booked) && "a refund is not booked")
    return what ? [`${at(current)}: ${what}`] : []
  })
}
