import { type CartInput, type Cents, cents, formatMoney } from "../../../lease-cart"
import { mapCartOrRefuse } from "../cart/cart"
import { staffParams } from "../options/operator"
import { cancelContract } from "../outbox/call"
import { CORE_LAG_MS } from "../outbox/call-end"
import { dropReplacement } from "../outbox/replacement"
import { isPastEnd, overLimit } from "../rules/approval"
import { newReference } from "../rules/keys"
import type { Actor, LeaseRecord } from "../rules/records"
import { isForOrder, isSigned, isSigning, isSubmitting, isSure, isUnmade } from "../rules/standing"
import { isOpen, isReplacing } from "../rules/tasks"
import { type Desk, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/messages"

/**
 * Cancels the contract of an order edited after the signature (spec 4.1, nothing shipped). In the same transaction, a new lease of the order begins
 * under the same approval and waits for the shopper to sign again. Until then nothing ships. `order`: as it is in Medusa now, read as a cart.
 * Throws LedgerRefusal, and the signed contract stands: the order can't be leased now or exceeds the approval, the approval is over; or as
 * `cancelContract` does.
 */
export async function replaceContract(
  desk: Desk,
  lease: LeaseRecord,
  { order, actor }: { order: CartInput; actor: Actor },
): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  // A guest who lost the browser could never sign.
  if (!ledger.options.contractLink && !lease.customer_id) throw new LedgerRefusal("signing_link_option")
  const mapped = mapCartOrRefuse(ledger, order, newReference())
  const sums = overLimit(lease, mapped)
  if (sums) throw new LedgerRefusal("replace_over_limit", { ...staffParams(ledger, lease), ...sums })
  if (isPastEnd(lease, ledger.now())) throw new LedgerRefusal("replace_approval_over", staffParams(ledger, lease))
  return cancelContract(ledger, lease, actor, { cause: "replaced" })
}

/** Ends the lease before its waiting order is canceled. A contract that can't be canceled unsigned doesn't block the order. Throws LedgerRefusal. */
export async function cancelReplacement(desk: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  if (isSubmitting(lease)) throw new LedgerRefusal("busy")
  if (isUnmade(lease)) return cancelWithoutContract(desk, lease, actor)
  try {
    return await cancelContract(desk, lease, actor, { cause: "order_canceled", cancel_order: true })
  } catch (error) {
    if (isSigning(lease) && error instanceof LedgerRefusal && error.code === "cancel_refused") return lease
    throw error
  }
}

/** No contract is out. Medusa's own cancellation follows, even if the process dies in between, as a pending call of the former lease. */
function cancelWithoutContract({ store, now }: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  return store.transaction(async (store) => {
    const dropped = await dropReplacement(store, lease, actor)
    if (!dropped) throw new LedgerRefusal("busy")
    const former = lease.linked_at ? null : await store.ofOrder(lease.order_id ?? "")
    const dueAt = new Date(now().getTime() + CORE_LAG_MS)
    if (former) await store.tasks.owe(former.id, "cancel_order", { dueAt, actor })
    return dropped
  })
}

/** Checks that an order's new payment may be authorized: its new contract is certainly signed, for this amount (cents). Throws LedgerRefusal. */
export async function checkReplaced(
  desk: Desk,
  { orderId, amount }: { orderId: string; amount: Cents },
): Promise<LeaseRecord> {
  const lease = await desk.store.ofOrder(orderId)
  if (!lease || !isForOrder(lease)) throw new LedgerRefusal("no_open_cart")
  if (!isSigned(lease) || !isSure(lease)) throw new LedgerRefusal("not_signed")
  if (lease.amount !== amount)
    throw new LedgerRefusal("replace_other_sum", {
      signed: formatMoney(cents(lease.amount ?? 0), lease.currency_code),
      total: formatMoney(amount, lease.currency_code),
    })
  return lease
}

/** Whether the contract of a lease is being canceled for a new one. */
export async function isBeingReplaced({ store }: Desk, leaseId: string): Promise<boolean> {
  const tasks = await store.tasks.ofLease(leaseId)
  return tasks.some((task) => isReplacing(task) && isOpen(task))
}
