import type { LeaseRecord } from "./records"
import { mailboxOf } from "./requester"

/** A denial is one person's: with another e-mail address on the cart another person may apply for it. */
export function isOtherApplicant(
  { status, email }: Pick<LeaseRecord, "status" | "email">,
  cart: { email?: string | null },
): boolean {
  return status === "denied" && Boolean(cart.email) && mailboxOf(cart.email ?? "") !== mailboxOf(email ?? "")
}
