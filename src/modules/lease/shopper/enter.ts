import type { LeaseRecord } from "../rules/records"
import { isReplacement } from "../rules/standing"
import { type LeaseAction, whyNot } from "../rules/state-machine"
import { currentLease } from "../status/current-lease"
import { type Desk, type Ledger, ofLease, textParams } from "../status/ledger"
import type { MessageCode } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { refuseHosted } from "./hosted/why-not"
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
  return inItsWords(ledger, lease, async () => {
    refuseHosted(lease, textParams(ledger, lease))
    const reason = whyNot(action, lease.status)
    if (reason) throw new LedgerRefusal(reason, textParams(ledger, lease))
    return step(ledger, lease)
  })
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
function replacementCode(code: string): MessageCode | undefined {
  return UNAVAILABLE.test(code) ? "replacement_unavailable" : WORDS[code]
}

/** Does `work` for the shopper of a lease; where that is the new contract of an order that stands, a refusal says so. */
async function inItsWords<T>(ledger: Ledger, lease: LeaseRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof LedgerRefusal && isReplacement(lease) ? replacementCode(error.code) : undefined
    if (!(error instanceof LedgerRefusal) || !code) throw error
    const { params, kind } = error
    throw new LedgerRefusal(code, { ...textParams(ledger, lease), ...params }, { kind, cause: error })
  }
}
