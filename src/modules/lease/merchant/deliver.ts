import { type AccountDeps, type LedgerDeps, ofLease } from "../accounts/deps"
import { recipientDifference } from "../cart/recipient"
import { refuseHeld, refuseNewer } from "../lease-service/errors"
import { checkStatus } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { callNow } from "../outbox/call"
import { blockingOf, hasAlert, hasDifference } from "../rules/alerts"
import { isConfirmedByOperator } from "../rules/conditions"
import { isAllShipped, type LastParcel, trackingOf } from "../rules/delivery"
import {
  awaitsDelivery,
  isCanceling,
  isEnded,
  isEnding,
  isForExistingOrder,
  isHosted,
  isPlaced,
  isUnconfirmed,
} from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import type { Order } from "../rules/order"
import { isOpen, lastCall } from "../rules/pending-calls"
import type { Actor, LeaseRecord, RaisedAlert } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import { because } from "../texts/reasons"
import { dayDelivered, dayOfDelivery } from "./days"
import { openAlerts } from "./open-alerts"

/** The maximum age of a status when goods ship (ms). Packing, shipping and delivering a parcel in one go needs only one reading. */
export const SHIPPING_FRESH_MS = 10 * MINUTE_MS

/** What staff report. `parcel` is the order's last parcel, which is sent only if the account's options say so. */
type ReportedDelivery = { date: unknown; order: Order | null; parcel?: LastParcel | null; actor: Actor }

/**
 * Confirms a delivery once, at a user's request (spec 4.1, 8.2; for a hosted lease through its one-time URL, spec 4.2). `date` is when everything was
 * or will be delivered.
 * Throws LedgerRefusal if the date is invalid or before the order's date; if some goods are still undelivered and the date isn't in the future; if
 * the lease isn't confirmed; or if the service refuses, is unreachable or gives no clear response.
 */
export async function confirmDelivery(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { date, order, parcel = null, actor }: ReportedDelivery,
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  const hosted = isHosted(lease)
  if (!hosted) refuseUnconfirmed(accountDeps, lease, await openAlerts(accountDeps, lease, order))
  const { pieces = 0, delivered = 0 } = order ?? {}
  const delivery_date = dayOfDelivery(accountDeps, lease, { date, count: { pieces, delivered } })
  const detail = { delivery_date, ...(!hosted && trackingOf(parcel, accountDeps.options.sendTracking)) }
  return callNow(accountDeps, lease, hosted ? "send_delivery_date" : "confirm_delivery", { detail, actor })
}

/**
 * Confirms once that everything was delivered on `date`, at a user's request, although Medusa doesn't have the delivery yet. Medusa's parcels are
 * then marked as delivered by a separate call. The service gets the date first, because the job would confirm today's date as soon as everything is
 * marked as delivered.
 * `order` must have just been read from Medusa. Throws LedgerRefusal as {@link confirmDelivery} does, and if something hasn't shipped or the goods
 * differ from the contract.
 */
export async function markDelivered(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { date, order, parcel = null, actor }: ReportedDelivery,
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  if (!order || order.canceled) throw new LedgerRefusal("order_is_canceled")
  const alerts = await openAlerts(accountDeps, lease, order)
  refuseUnconfirmed(accountDeps, lease, alerts)
  if (!isAllShipped(order)) throw new LedgerRefusal("mark_delivered_unshipped")
  if (hasDifference(alerts, "goods")) throw new LedgerRefusal("mark_delivered_differs")
  const delivery_date = dayDelivered(accountDeps, lease, date)
  const tracking = trackingOf(parcel, accountDeps.options.sendTracking)
  const detail = { delivery_date, ...tracking, mark_delivered: true }
  return callNow(accountDeps, lease, "confirm_delivery", { detail, actor })
}

/** Sends a hosted lease's order number to its one-time URL, at a user's request (spec 4.2). Throws LedgerRefusal. */
export async function sendOrderId(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const detail = { order_id: String(lease.order_display_id ?? "") }
  return callNow(ofLease(deps, lease), lease, "send_order_id", { detail, actor })
}

/**
 * Throws LedgerRefusal unless the order's goods may be packed, shipped and delivered: the lease must be delivered, or placed with a confirmed
 * signature, and the goods must go to the recipient of the offer. Rereads a status older than ten minutes, but an unreachable service doesn't block
 * shipping. `order` must have just been read from Medusa.
 */
export async function checkShippable(deps: LedgerDeps, lease: LeaseRecord, order: Order): Promise<void> {
  const accountDeps = ofLease(deps, lease)
  refuseNewer(accountDeps, lease)
  if (isEnded(lease)) throw new LedgerRefusal("ship_over")
  if (isEnding(lease)) throw await inDoubt(accountDeps, lease)
  if (isForExistingOrder(lease))
    throw new LedgerRefusal(lease.linked_at ? "ship_before_lease" : "ship_before_new_contract")
  if (!isPlaced(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(accountDeps, lease))
  if (awaitsDelivery(lease)) await refuseHeld(accountDeps, lease)
  const current = awaitsDelivery(lease) ? await freshLease(accountDeps, lease) : lease
  const alerts = await openAlerts(accountDeps, current, order)
  if (blockingOf(alerts) === "recipient_differs") {
    // Medusa's event about the new address may be late or lost, and staff must find the alert, so raise it here.
    await accountDeps.store.raise(current.id, "recipient_differs")
    const part = recipientDifference(accountDeps, current, order.asCart) ?? "other"
    throw new LedgerRefusal("ship_recipient", because(`recipient_${part}`))
  }
  refuseUnconfirmed(accountDeps, current, alerts)
}

/**
 * Throws LedgerRefusal if a hosted lease's order has no sales tax and the operator hasn't confirmed the lease, because a browser can forge a success
 * report.
 */
export async function checkHostedShippable(deps: LedgerDeps, lease: LeaseRecord, order: Order): Promise<void> {
  if (!order.isUntaxed) return
  const pendingCalls = await deps.store.pendingCalls.ofLease(lease.id)
  const isSold = hasAlert(await openAlerts(deps, lease, order), "untaxed_sale")
  if (isSold || !isConfirmedByOperator({ lease, order, pendingCalls }))
    throw new LedgerRefusal("ship_attention", because(isSold ? "untaxed_sale" : "untaxed_unconfirmed"))
}

/** Returns the refusal while it's unknown whether the lease ended, naming whom to ask or when the next attempt is due. */
async function inDoubt(accountDeps: AccountDeps, lease: LeaseRecord): Promise<LedgerRefusal> {
  const [kind, reason] = isCanceling(lease)
    ? (["cancel_contract", "cancel_open"] as const)
    : (["return_lease", "return_open"] as const)
  const call = lastCall({ pendingCalls: await accountDeps.store.pendingCalls.ofLease(lease.id) }, kind)
  const params = { ...staffParams(accountDeps, lease), ...because(reason) }
  if (call?.state === "unknown") return new LedgerRefusal("ship_unknown_ask", params)
  // If there is no call, the job makes one within a minute.
  const next = call && isOpen(call) ? new Date(call.due_at) : new Date(accountDeps.now().getTime() + MINUTE_MS)
  const { timeZone } = accountDeps.options
  const time = next.toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" })
  return new LedgerRefusal("ship_unknown", { ...params, time })
}

/** Rereads the status unless it's recent. If the service is unreachable, returns the lease as it is. */
async function freshLease(accountDeps: AccountDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  if (lease.checked_at && isRecent(lease.checked_at, accountDeps.now(), SHIPPING_FRESH_MS)) return lease
  try {
    return (await checkStatus(accountDeps, lease)).lease
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "unavailable") return lease
    throw error
  }
}

/** Throws LedgerRefusal unless the signature is confirmed, because an unsigned lease must not start. */
function refuseUnconfirmed(accountDeps: AccountDeps, lease: LeaseRecord, alerts: readonly RaisedAlert[]): void {
  const blocking = blockingOf(alerts)
  if (blocking) throw new LedgerRefusal("ship_attention", because(blocking))
  if (isUnconfirmed(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(accountDeps, lease))
}
