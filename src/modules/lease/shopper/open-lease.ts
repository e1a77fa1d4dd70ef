import type { CartInput } from "../../../lease-cart"
import { newReference } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import { isClosed, isHosted, isNew, isReplacement } from "../rules/standing"
import { isHeld } from "../rules/widget-tokens"
import { currentLease } from "../status/current-lease"
import { type Ledger, SHOPPER, textParams } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { isOwner, type Shopper } from "./owner"

/**
 * The open lease of a cart, made in this way and at this account; opened when there is none. Safe to ask twice, also at once. A widget that was opened
 * and did not succeed gives way to our own form, once the shopper who opened it wishes so or may be gone. A lease of another account, whose shopper `may`
 * apply again, gives way too, and is answered as `before`. `reference`: the name of a new one. Throws LedgerRefusal when another lease holds the cart.
 */
export async function openLease(
  ledger: Ledger,
  cart: CartInput,
  asked: { way: LeaseRecord["way"]; shopper: Shopper; reference?: string; may?: (lease: LeaseRecord) => void },
): Promise<{ lease: LeaseRecord; before: LeaseRecord | null }> {
  const { way, shopper, reference = newReference(), may } = asked
  const { account } = ledger
  const current = await currentLease(ledger, cart.id)
  const before = current && !isClosed(current) ? current : null
  if (before) {
    if (before.way === way && before.account === account) return { lease: before, before: null }
    if (before.way === way) may?.(before)
    refuseHeldWidget(ledger, before, shopper)
    await giveWay(ledger, before)
  }
  const fresh = {
    reference,
    cart_id: cart.id,
    email: cart.email ?? null,
    sales_channel_id: cart.sales_channel_id ?? null,
    way,
    test: ledger.options.mode === "test",
    account,
    currency_code: cart.currency_code,
    customer_id: (isHosted({ way }) && shopper.customerId) || null,
  }
  const opened = await ledger.store.open(fresh, SHOPPER)
  // Another one was begun at the same moment.
  if (opened.way !== way || opened.account !== account) throw new LedgerRefusal("busy")
  return { lease: opened, before }
}

/** A widget that somebody else has open is not taken from them. Throws `widget_elsewhere`. */
export function refuseHeldWidget(ledger: Ledger, lease: LeaseRecord, shopper: Shopper): void {
  if (isNew(lease) && isHeld(lease.widget_tokens, ledger.now()) && !isOwner(lease, shopper))
    throw new LedgerRefusal("widget_elsewhere", textParams(ledger), { kind: "forbidden" })
}

/** A lease of the other way is replaced as long as nothing of it holds. Throws LedgerRefusal when it is past that. */
export async function giveWay(ledger: Ledger, lease: LeaseRecord): Promise<void> {
  if (isReplacement(lease)) throw new LedgerRefusal("cart_finished")
  const replaced = await ledger.store.move(lease.id, "lease_superseded", {
    actor: SHOPPER,
    guard: { unclaimed: true },
    history: [{ type: "lease_superseded" }],
  })
  if (!replaced) throw new LedgerRefusal(isHosted(lease) ? "lease_card_issued" : "busy", textParams(ledger, lease))
}
