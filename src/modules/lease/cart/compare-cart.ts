import {
  type CartInput,
  fingerprint,
  type RecipientInput as Recipient,
  type RecipientPart,
  recipientOf,
} from "../../../lease-cart"
import { differingParts, hashRecipient } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { awaitsOrder } from "../rules/standing"
import { type Desk, ofLease } from "../status/ledger"

export type { Recipient }

/** What differs from the offered or signed cart: the goods, or a part of the recipient. */
export type Difference = "cart" | RecipientPart

/** How a cart differs from the one that was offered or signed; null if it is the same. */
function differenceOf(desk: Desk, lease: LeaseRecord, cart: CartInput): Difference | null {
  if (lease.fingerprint === null || lease.fingerprint !== fingerprint(cart)) return "cart"
  return recipientDifference(desk, lease, cart)
}

/** The same, except for a signed cart with another recipient that option `onRecipientChange` allows: its order is held. */
export function refusedDifferenceOf(desk: Desk, lease: LeaseRecord, cart: CartInput): Difference | null {
  const difference = differenceOf(desk, lease, cart)
  const taken = awaitsOrder(lease) && desk.options.onRecipientChange === "hold"
  return difference !== "cart" && taken ? null : difference
}

/**
 * The first part in which the recipient differs from that of the offer; null if it is the same. A lease offered before recipients were stored, or
 * whose hash was made with a secret that is gone, passes. So does the e-mail address that Medusa writes into a cart as its signer logs in: the
 * customer of the lease proved to be that person (`adopt`).
 */
export function recipientDifference(desk: Desk, lease: LeaseRecord, recipient: Recipient): RecipientPart | null {
  const { options, secret } = ofLease(desk, lease)
  const { recipient_hash, customer_id } = lease
  const parts = recipient_hash ? differingParts(recipient_hash, recipientOf(recipient), [secret, options.secret]) : []
  const isSigners = customer_id !== null && recipient.customer_id === customer_id
  return parts.find((part) => part !== "email" || !isSigners) ?? null
}

/** Whether the recipient is that of the offer. */
export function isSameRecipient(desk: Desk, lease: LeaseRecord, recipient: Recipient): boolean {
  return recipientDifference(desk, lease, recipient) === null
}

/** The recipient's hash in the ledger's form. */
export function recipientHash({ secret }: Desk, recipient: Recipient): string {
  return hashRecipient(recipientOf(recipient), secret)
}
