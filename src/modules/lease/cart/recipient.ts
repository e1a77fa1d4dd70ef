import { type RecipientInput, type RecipientPart, recipientOf } from "../../../lease-cart"
import { type LedgerDeps, ofLease } from "../accounts/deps"
import { differingParts, hashRecipient } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"

/**
 * The first part in which the recipient differs from that of the offer; null if it is the same. A lease passes without an offer, such as a hosted
 * one, or if its hash was made with a secret that is gone. Until the order, so does the e-mail address that Medusa writes into a cart when its signer
 * logs in: the customer of the lease proved to be that person (`adopt`). A later one is a correction, or came with a transfer.
 */
export function recipientDifference(
  deps: LedgerDeps,
  lease: LeaseRecord,
  recipient: RecipientInput,
): RecipientPart | null {
  const { options, secret } = ofLease(deps, lease)
  const { recipient_hash, customer_id, order_id } = lease
  const parts = recipient_hash ? differingParts(recipient_hash, recipientOf(recipient), [secret, options.secret]) : []
  const isSigners = order_id === null && customer_id !== null && recipient.customer_id === customer_id
  return parts.find((part) => part !== "email" || !isSigners) ?? null
}

/** Whether the recipient is that of the offer. */
export function isSameRecipient(deps: LedgerDeps, lease: LeaseRecord, recipient: RecipientInput): boolean {
  return recipientDifference(deps, lease, recipient) === null
}

/** The recipient's hash in the ledger's form. */
export function recipientHash({ secret }: LedgerDeps, recipient: RecipientInput): string {
  return hashRecipient(recipientOf(recipient), secret)
}
