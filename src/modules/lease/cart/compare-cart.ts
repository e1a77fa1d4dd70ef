import { type CartInput, fingerprint, recipientOf } from "../../../lease-cart"
import { hashRecipient, mayBeRecipient } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { awaitsOrder } from "../rules/standing"
import type { Desk, Ledger } from "../status/ledger"

/** Who gets the goods, as a cart or an order says. */
export type Recipient = Parameters<typeof recipientOf>[0]

/** Part of a cart that is not as offered or signed: what is leased, or who gets it. */
export type Difference = "cart" | "recipient"

/** How a cart differs from the one that was offered, or signed; null when it is the same. */
export function differenceOf(ledger: Ledger, lease: LeaseRecord, cart: CartInput): Difference | null {
  if (lease.fingerprint === null || lease.fingerprint !== fingerprint(cart)) return "cart"
  return isSameRecipient(ledger, lease, cart) ? null : "recipient"
}

/** The same but for a signed cart whose other recipient the merchant takes (option `onRecipientChange`): its order is held. */
export function refusedDifferenceOf(ledger: Ledger, lease: LeaseRecord, cart: CartInput): Difference | null {
  const difference = differenceOf(ledger, lease, cart)
  const taken = awaitsOrder(lease) && ledger.options.onRecipientChange === "hold"
  return difference === "recipient" && taken ? null : difference
}

/**
 * Whether the goods go to whom and where they went when the lease was offered. A lease offered before that was kept, or whose hash was made with
 * a secret that is gone, passes.
 */
export function isSameRecipient(
  { options, secret }: Ledger,
  { recipient_hash }: LeaseRecord,
  recipient: Recipient,
): boolean {
  return recipient_hash === null || mayBeRecipient(recipient_hash, recipientOf(recipient), [secret, options.secret])
}

/** In the ledger's form. */
export function recipientHash({ secret }: Desk, recipient: Recipient): string {
  return hashRecipient(recipientOf(recipient), secret)
}
