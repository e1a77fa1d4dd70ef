import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { recordPlacedOrder } from "../../medusa/pending-calls"
import { PROVIDER_ID, type Query } from "../../medusa/read/carts"
import { orderIdOfFulfillment, readGoods, readOrder, readPaidOrder } from "../../medusa/read/orders"
import { isPaidByLease, isPaidOtherwise } from "../../medusa/read/payments"
import { readOrderTax } from "../../medusa/read/taxes"
import { checkCancel, checkRefund } from "../../medusa/refusals"
import type { LedgerDeps } from "../../modules/lease"
import {
  acceptsUntaxed,
  awaitsOrder,
  cancelContract,
  checkHostedShippable,
  checkShippable,
  currentLease,
  endBeforeOrder,
  isByLink,
  isEnded,
  isForExistingOrder,
  isHosted,
  isPaidFor,
  isSigned,
  type LeaseRecord,
  ofLease,
  recordOrder,
  refuseHeld,
} from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { because } from "../../modules/lease/texts/reasons"
import { actorOf } from "../admin-route"
import { guard, guardLocked } from "./guard"

/**
 * Guards `POST /admin/orders/:id/cancel`: cancels the contract first and passes on the service's refusal. Medusa would cancel the order whatever the
 * provider does, and hide the provider's error. Does nothing if Medusa will refuse to cancel the order: it is canceled, completed, packed or shipped,
 * or has an open change. The lock keeps anyone from beginning a change in the meantime.
 */
export const cancelContractFirst = guardLocked(
  async ({ deps, query, id }) => {
    const known = await deps.store.ofOrder(id)
    // Staff cancel a hosted lease through the operator. Until then, the Lease card shows that it's still active.
    if (known && isHosted(known)) return null
    return known || (await isPaidByLease(query, id)) ? { orderId: id, known } : null
  },
  async ({ req, deps, query, id }, { known }) => {
    const goods = await readGoods(query, id)
    if (!goods?.cancelable) return
    const lease = known ?? (await recordPlacedOrder(req.scope, id))
    if (lease && lease.order_id !== null && lease.order_id !== id) throw new LedgerRefusal("cancel_second_order")
    // Check even if the lease has ended, because Medusa makes the refund before it refuses to cancel the order.
    await checkCancel(query, id)
    if (!lease || isEnded(lease)) return
    const actor = actorOf(req as AuthenticatedMedusaRequest)
    if (isForExistingOrder(lease)) await endBeforeOrder(deps, lease, actor)
    else await cancelContract(ofLease(deps, lease), lease, actor, { cancel_order: true })
  },
)

/**
 * Guards the routes that create, ship or deliver a fulfillment: refuses unless the lease has started, or is placed with a confirmed signature, and
 * the goods go to the recipient in the offer. Medusa itself would ship an unpaid order. For an order without a lease, this takes only three small
 * queries.
 */
export const holdUnconfirmedGoods = holdGoods(async (_query, id) => id)

/** Guards the route that ships a fulfillment, whose request doesn't name the order. Runs the same checks as `holdUnconfirmedGoods`. */
export const holdUnconfirmedParcel = holdGoods(orderIdOfFulfillment)

function holdGoods(orderOf: (query: Query, id: string) => Promise<string | null>) {
  return guard(async ({ deps, query, id }) => {
    const orderId = await orderOf(query, id)
    if (!orderId) return
    const lease = (await deps.store.ofOrder(orderId)) ?? (await recordPaidOrder(query, deps, orderId))
    if (!lease || isEnded(lease)) await refuseUntaxed(query, deps, orderId, lease)
    else if (isHosted(lease)) {
      await refuseHeld(ofLease(deps, lease), lease)
      await refuseUnconfirmed(query, deps, lease)
    }
    // A hosted lease's order may ship: another provider has charged its virtual card.
    if (!lease || isHosted(lease)) return
    if (lease.order_id !== orderId)
      throw new LedgerRefusal("ship_attention", because(lease.order_id ? "second_order" : "lease_dead"))
    // A lease by link that has ended no longer holds the order back.
    if (isByLink(lease) && isEnded(lease)) return
    if ((isEnded(lease) || isByLink(lease)) && (await isPaidOtherwise(query, orderId))) {
      if (!isEnded(lease)) await refuseUntaxed(query, deps, orderId, lease)
      return
    }
    const order = await readPaidOrder(query, lease)
    if (order) await checkShippable(deps, lease, order)
  })
}

/**
 * Throws LedgerRefusal if no lease pays for an order that has no sales tax, unless staff accepted how it is paid. Reads the order's own tax lines,
 * because the order may have no lease. `known` is the order's lease, or null if the ledger doesn't have the order.
 */
async function refuseUntaxed(query: Query, deps: LedgerDeps, id: string, known: LeaseRecord | null): Promise<void> {
  if (!(await readOrderTax(query, id))?.isUntaxed) return
  const order = await readOrder(query, id)
  const lease = known ?? (order && (await currentLease(deps, order.cartId)))
  if (!order || (lease && acceptsUntaxed(lease, order))) return
  // The order of a reported hosted lease is about to be recorded.
  if (lease && isHosted(lease) && isSigned(lease))
    throw new LedgerRefusal("ship_attention", because("untaxed_unconfirmed"))
  throw new LedgerRefusal("ship_untaxed")
}

/**
 * Throws LedgerRefusal if a hosted lease's order has no sales tax and the operator hasn't confirmed the lease. For other orders, this takes one small
 * query.
 */
async function refuseUnconfirmed(query: Query, deps: LedgerDeps, lease: LeaseRecord): Promise<void> {
  if (!lease.order_id || !(await readOrderTax(query, lease.order_id))?.isUntaxed) return
  const order = await readOrder(query, lease.order_id)
  if (order) await checkHostedShippable(deps, lease, order)
}

/** Records an order that isn't in the ledger yet. Throws LedgerRefusal if an interrupted completion left the order unpaid. */
async function recordPaidOrder(query: Query, deps: LedgerDeps, orderId: string): Promise<LeaseRecord | null> {
  if (!(await isPaidByLease(query, orderId))) return null
  const order = await readOrder(query, orderId)
  const lease = order && (await currentLease(deps, order.cartId))
  if (order && lease && !isHosted(lease) && awaitsOrder(lease) && !isPaidFor(order))
    throw new LedgerRefusal("ship_attention", because("signed_without_order"))
  return order && recordOrder(deps, order)
}

/**
 * Guards `POST /admin/payments/:id/refund`: runs an order's refunds and edits one at a time, and refuses a refund while a change is open. Medusa
 * makes the refund before recording it as a change, and can't record it while another change is open.
 */
export const refundOneByOne = guardLocked(
  async ({ req, query, id }) => {
    // Staff wait for this on every refund, so query single tables instead of whole entities.
    const fields = { select: ["id", "amount", "provider_id", "payment_collection_id"] }
    const [payment] = await req.scope.resolve(Modules.PAYMENT).listPayments({ id }, fields)
    if (payment?.provider_id !== PROVIDER_ID) return null
    const filters = { payment_collection_id: payment.payment_collection_id }
    const { data } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters })
    const [link] = data as { order_id: string }[]
    return link ? { orderId: link.order_id, amount: payment.amount } : null
  },
  ({ query, body }, payment) => checkRefund(query, payment.orderId, Number(body.amount ?? payment.amount)),
)
