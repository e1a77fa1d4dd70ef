import { type RecipientInput, type RecipientPart, recipientOf } from "../../../lease-cart"
import type { LedgerDeps } from "../accounts/deps"
import { differingParts, hashRecipient } from "../rules/keys"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"

/**
 * The first part in which the recipient differs from the one on the offer. Null if the recipient is the same, if there is no offer (as in the hosted
 * flow), or if the stored hash was made with a secret that no longer exists. Before the order is placed, a different email address is ignored for
 * the lease's customer, who is known to be the applicant (`adopt`), because Medusa writes the customer's address to the cart at login. Once the order
 * is placed, a different address counts, because it is a correction or came with a transfer.
 */
export function recipientDifference(
  deps: LedgerDeps,
  lease: LeaseRecord,
  recipient: RecipientInput,
): RecipientPart | null {
  const { options } = deps.accounts.of(lease.account_id)
  const { recipient_hash, customer_id, order_id } = lease
  const parts = recipient_hash
    ? differingParts(recipient_hash, recipientOf(recipient), [deps.secret, options.secret])
    : []
  const isSigners = order_id === null && customer_id !== null && recipient.customer_id === customer_id
  return parts.find((part) => part !== "email" || !isSigners) ?? null
}

export function isSameRecipient(deps: LedgerDeps, lease: LeaseRecord, recipient: RecipientInput): boolean {
  return recipientDifference(deps, lease, recipient) === null
}

/** Whether the order's current recipient differs from the one on the offer. False if there is no order. */
export function recipientDiffers(deps: LedgerDeps, lease: LeaseRecord, order: Pick<Order, "asCart"> | null): boolean {
  return order !== null && !isSameRecipient(deps, lease, order.asCart)
}

export function recipientHash({ secret }: LedgerDeps, recipient: RecipientInput): string {
  return hashRecipient(recipientOf(recipient), secret)
}
