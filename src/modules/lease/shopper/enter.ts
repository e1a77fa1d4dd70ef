import type { LeaseRecord } from "../rules/records"
import { isClosed, isHosted, isNew, isOrdered, isReplacement } from "../rules/standing"
import { type LeaseAction, whyNot } from "../rules/state-machine"
import { currentLease } from "../status/current-lease"
import { type Desk, type Ledger, ofLease, textParams } from "../status/ledger"
import type { MessageCode } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { refuseStranger, type Shopper } from "./owner"

/**
 * Takes a step of our own way with the lease of a cart, at its account: for its owner, and in a status in which `action` is possible. Throws LedgerRefusal
 * otherwise, in the words of the order where that stands.
 */
export async function enter<T>(
  desk: Desk,
  { cartId, shopper, action }: { cartId: string; shopper: Shopper; action: LeaseAction },
  step: (ledger: Ledger, lease: LeaseRecord) => Promise<T>,
): Promise<T> {
  const lease = await currentLease(desk, cartId)
  if (!lease) throw new LedgerRefusal("no_application")
  const ledger = ofLease(desk, lease)
  refuseStranger(lease, shopper)
  try {
    refuseHosted(ledger, lease)
    const reason = whyNot(action, lease.status)
    if (reason) throw new LedgerRefusal(reason, textParams(ledger, lease))
    return await step(ledger, lease)
  } catch (error) {
    throw error instanceof LedgerRefusal && isReplacement(lease) ? ofReplacement(ledger, lease, error) : error
  }
}

/** Words of a cart, and those of an order that stands: no other payment method can be chosen for it, and no cart changed. */
const WORDS: Readonly<Record<string, MessageCode>> = {
  already_signed: "replacement_signed",
  cart_refused: "replacement_refused",
  expired: "replacement_expired",
  invoice_differs: "replacement_differs",
  over_limit: "replacement_over_limit",
}

/** All other reasons for which nothing can be signed now. */
const UNAVAILABLE = /^unavailable_|^contract_unavailable$|^not_orderable$/

/** How a refusal is told on the page of a new contract. */
function ofReplacement(ledger: Ledger, lease: LeaseRecord, refused: LedgerRefusal): LedgerRefusal {
  const code = UNAVAILABLE.test(refused.code) ? "replacement_unavailable" : WORDS[refused.code]
  if (!code) return refused
  const { params, kind } = refused
  return new LedgerRefusal(code, { ...textParams(ledger, lease), ...params }, { kind, cause: refused })
}

/** Why a step of our own way is not possible for the lease that the widget made. Null: it is not the widget's. */
export function whyHosted(lease: LeaseRecord): MessageCode | null {
  if (!isHosted(lease) || isClosed(lease)) return null
  if (isOrdered(lease)) return "order_placed"
  return isNew(lease) ? "no_application" : "lease_card_issued"
}

/** Throws LedgerRefusal for a lease that the widget made: nothing of our own way is done with it. */
export function refuseHosted(ledger: Ledger, lease: LeaseRecord): void {
  const reason = whyHosted(lease)
  if (reason) throw new LedgerRefusal(reason, textParams(ledger, lease))
}
