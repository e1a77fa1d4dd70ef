import type { CartInput } from "../../../lease-cart"
import { newReference } from "../keys"
import { type Ledger, SHOPPER } from "../ledger"
import type { LeaseRecord } from "../records"
import { CLOSED } from "../state-machine"
import { currentLease } from "./current-lease"

/** The open lease of a cart; opened when there is none. Safe to ask twice, also at once. */
export async function openLease(ledger: Ledger, cart: CartInput): Promise<LeaseRecord> {
  const current = await currentLease(ledger, cart.id)
  if (current && !CLOSED.includes(current.status)) return current
  return ledger.store.open(
    {
      reference: newReference(),
      cart_id: cart.id,
      email: cart.email ?? null,
      sales_channel_id: cart.sales_channel_id ?? null,
      way: "application",
      test: ledger.options.mode === "test",
      currency_code: cart.currency_code,
    },
    SHOPPER,
  )
}
