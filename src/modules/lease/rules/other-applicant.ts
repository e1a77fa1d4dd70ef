import type { LeaseRecord } from "./records"
import { mailboxOf } from "./requester"
import { isDenied } from "./standing"

/** A denial is one person's: with another e-mail address on the cart another person may apply for it. */
export function isOtherApplicant(
  lease: Pick<LeaseRecord, "status" | "email">,
  cart: { email?: string | null },
): boolean {
  return isDenied(lease) && Boolean(cart.email) && mailboxOf(cart.email ?? "") !== mailboxOf(lease.email ?? "")
}
