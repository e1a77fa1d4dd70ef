import type { CartInput } from "../../../lease-cart"
import { newReference } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isHosted, isNew } from "../rules/standing"
import { isHeld } from "../rules/widget-tokens"
import { currentLease } from "../status/current-lease"
import { type Ledger, SHOPPER, textParams } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { isOwner, type Shopper } from "./owner"

/**
 * The open lease of a cart, made in this way; opened when there is none. Safe to ask twice, also at once. A widget that was opened and did
 * not succeed gives way to our own form, once the shopper who opened it wishes so or may be gone. `reference`: the name of a new one. Throws LedgerRefusal when the lease of the other way
 * holds the cart.
 */
export async function openLease(
  ledger: Ledger,
  cart: CartInput,
  { way, shopper, reference }: { way: LeaseRecord["way"]; shopper: Shopper; reference?: string },
): Promise<LeaseRecord> {
  const current = await currentLease(ledger, cart.id)
  if (current && !isClosed(current)) {
    if (current.way === way) return current
    refuseHeldWidget(ledger, current, shopper)
    await giveWay(ledger, current)
  }
  const opened = await ledger.store.open(
    {
      reference: reference ?? newReference(),
      cart_id: cart.id,
      email: cart.email ?? null,
      sales_channel_id: cart.sales_channel_id ?? null,
      way,
      test: ledger.options.mode === "test",
      currency_code: cart.currency_code,
      customer_id: (way === "widget" && shopper.customerId) || null,
    },
    SHOPPER,
  )
  // The other way was begun at the same moment.
  if (opened.way !== way) throw new LedgerRefusal("busy")
  return opened
}

/** A widget that somebody else has open is not taken from them. Throws `widget_elsewhere`. */
export function refuseHeldWidget(ledger: Ledger, lease: LeaseRecord, shopper: Shopper): void {
  if (isNew(lease) && isHeld(lease.widget_tokens, ledger.now()) && !isOwner(lease, shopper))
    throw new LedgerRefusal("widget_elsewhere", textParams(ledger), { kind: "forbidden" })
}

/** A lease of the other way is replaced as long as nothing of it holds. Throws LedgerRefusal when it is past that. */
export async function giveWay(ledger: Ledger, lease: LeaseRecord): Promise<void> {
  const replaced = await ledger.store.move(lease.id, "lease_superseded", {
    actor: SHOPPER,
    guard: { unclaimed: true },
    history: [{ type: "lease_superseded" }],
  })
  if (replaced) return
  throw new LedgerRefusal(isHosted(lease) ? "lease_card_issued" : "busy", textParams(ledger, lease))
}
