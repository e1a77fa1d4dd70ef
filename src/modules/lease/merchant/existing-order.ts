import { type CartInput, cents, formatMoney } from "../../../lease-cart"
import { type LedgerDeps, ofLease } from "../accounts/deps"
import { accountOfCartOrRefuse } from "../cart/account-of-cart"
import { mapCartOrRefuse, newLease } from "../cart/cart"
import { refuseNewer } from "../lease-service/errors"
import { staffParams } from "../options/operator"
import { CORE_LAG_MS } from "../outbox/call-outcome"
import { cancelContract } from "../outbox/cancel"
import { releaseOrder } from "../outbox/order-to-sign"
import { isPastEnd, overLimit } from "../rules/approval"
import { newNonce, newReference } from "../rules/keys"
import {
  isByLink,
  isHosted,
  isNew,
  isSigned,
  isSigning,
  isSubmitting,
  isSure,
  isUnsigned,
  isWithoutContract,
  orderAwaits,
} from "../rules/lease-predicates"
import { isOpen, isReplacing } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"

/**
 * Cancels the contract of an unshipped order that was edited after the signature (spec 4.1). In the same transaction, opens a new lease for the order
 * under the same approval. Nothing ships until the shopper signs again. `order` is the current order in Medusa, read as a cart.
 * Throws LedgerRefusal, leaving the signed contract in force, if the order can't be leased now or exceeds the approval, the approval expired, or
 * `cancelContract` refuses.
 */
export async function replaceContract(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { order, actor }: { order: CartInput; actor: Actor },
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  // Without a link, a guest who no longer has the old browser could never sign, so refuse.
  if (!accountDeps.options.contractLink && !lease.customer_id) throw new LedgerRefusal("signing_link_option")
  const mapped = mapCartOrRefuse(accountDeps, order, newReference())
  const sums = overLimit(lease, mapped)
  if (sums) throw new LedgerRefusal("replace_over_limit", { ...staffParams(accountDeps, lease), ...sums })
  if (isPastEnd(lease, accountDeps.now()))
    throw new LedgerRefusal("replace_approval_over", staffParams(accountDeps, lease))
  return cancelContract(accountDeps, lease, actor, { cause: "replaced" })
}

export async function isBeingReplaced({ store }: LedgerDeps, leaseId: string): Promise<boolean> {
  const pendingCalls = await store.pendingCalls.ofLease(leaseId)
  return pendingCalls.some((call) => isReplacing(call) && isOpen(call))
}

/** An unpaid order, read as a cart. `cart.id` is the ID of the order's cart, or the order's own ID for a draft order, which has no cart. */
export type OrderToLink = { cart: CartInput; orderId: string; displayId: number }

/**
 * Opens an order's lease for whoever has the order's link ({@link signingLink}), or returns the open one. Uses the account for the order's region and
 * sales channel, even after a denial. Throws LedgerRefusal if there is no page for the link, the order can't be leased, or its cart has a lease.
 */
export async function openByLink(
  deps: LedgerDeps,
  { cart, orderId, displayId }: OrderToLink,
  actor: Actor,
): Promise<LeaseRecord> {
  if (!deps.options.contractLink) throw new LedgerRefusal("signing_link_option")
  const accountDeps = accountOfCartOrRefuse(deps, cart, null)
  mapCartOrRefuse(accountDeps, cart)
  return deps.store.transaction(async (store) => {
    const opened = await store.open({ ...newLease(accountDeps, cart), flow: "api", customer_id: null }, actor)
    const [now = opened] = await store.lock([opened.id])
    if (now.order_id === orderId && orderAwaits(now)) return now
    const link = { order_id: orderId, order_display_id: displayId, linked_at: deps.now(), reconcile_at: deps.now() }
    // A shopper may have tried to apply with this cart in the shop. The link may go to somebody else, so drop that shopper's keys and customer ID.
    const unused = { lease_key_hashes: [], customer_id: null, signing_link_nonce: newNonce() }
    const set = { ...link, ...(isNew(now) && unused) }
    // If a draft order's link was withdrawn while an earlier contract could still be signed, its lease continues, but only for its applicant.
    const isLetGo = isUnsigned(now) && now.cart_id === orderId
    const linked = (isNew(now) || isLetGo) && !isHosted(now) && now.account_id === accountDeps.account_id
    const lease = linked && (await store.set(now.id, set, { actor, history: [{ type: "lease_linked" }] }))
    if (!lease) throw new LedgerRefusal("lease_link_taken")
    return lease
  })
}

/** Withdraws the link of an order that has no contract. The operator keeps any application. Throws LedgerRefusal if the lease has moved on. */
export async function withdrawLink({ store }: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const released = isByLink(lease) ? await releaseOrder(store, lease, actor) : null
  if (!released) throw new LedgerRefusal("busy")
  return released
}

/** Ends the lease before its order is canceled. Throws LedgerRefusal, except when the service refuses to cancel an unsigned contract. */
export async function endBeforeOrder(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  refuseNewer(ofLease(deps, lease), lease)
  if (isSubmitting(lease)) throw new LedgerRefusal("busy")
  if (isWithoutContract(lease)) return endWithoutContract(deps, lease, actor)
  try {
    return await cancelContract(ofLease(deps, lease), lease, actor, { cause: "order_canceled", cancel_order: true })
  } catch (error) {
    if (isSigning(lease) && error instanceof LedgerRefusal && error.code === "cancel_refused") return lease
    throw error
  }
}

/** Ends the lease and enqueues the order's cancellation in Medusa, so that the order is canceled even if this process dies. */
function endWithoutContract({ store, now }: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  return store.transaction(async (within) => {
    const released = await releaseOrder(within, lease, actor)
    if (!released) throw new LedgerRefusal("busy")
    const former = lease.linked_at ? null : await within.ofOrder(lease.order_id ?? "")
    const dueAt = new Date(now().getTime() + CORE_LAG_MS)
    if (former) await within.pendingCalls.enqueue(former.id, "cancel_order", { dueAt, actor })
    return released
  })
}

/** Throws LedgerRefusal unless an existing order's signature is confirmed and its contract is for this amount (cents). */
export function checkCanAuthorize(lease: LeaseRecord, amount: number): void {
  if (!isSigned(lease) || !isSure(lease)) throw new LedgerRefusal("not_signed")
  if (lease.amount !== amount) throw otherTotal(lease, amount)
}

/** Returns the refusal for an order whose total (cents) differs from its contract's. */
export function otherTotal({ amount, currency_code }: LeaseRecord, total: number): LedgerRefusal {
  const money = (sum: number) => formatMoney(cents(sum), currency_code)
  return new LedgerRefusal("replace_other_sum", { signed: money(amount ?? 0), total: money(total) })
}
