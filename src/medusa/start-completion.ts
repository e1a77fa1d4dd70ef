import { randomUUID } from "node:crypto"
import { type CartInput, parseAmount } from "../lease-cart"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import type { Shopper } from "../modules/lease/shopper/owner"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import type { SessionFact } from "./read/carts"

/**
 * Judges the cart at the last moment before core completes it. Core does not ask the provider about a session that is authorized already, as a
 * completion that failed leaves one: then the order is started here, so that the contract is not given up in between.
 *
 * `shopper`: who asks, where somebody does. Answers the lease, and the token of this completion where its order was started: `completionFailed`
 * ends it when core refuses. Without a token core asks the provider itself.
 *
 * A session that an earlier lease of this cart has left would pay the order of this one, and nothing could ever be captured from it. Throws
 * LedgerRefusal; the job closes what was left.
 */
export async function startCompletion(
  ledger: LeaseModuleService,
  session: SessionFact,
  cart: CartInput,
  shopper?: Shopper,
): Promise<{ lease: LeaseRecord; token: string | null }> {
  const placing = { cart, sessionId: session.id, amount: parseAmount(session.amount), shopper }
  const lease = await ledger.checkPlaceable(placing)
  if (session.status !== "authorized") return { lease, token: null }
  if (session.data?.lease_id !== lease.id) throw new LedgerRefusal("payment_closing")
  const token = randomUUID()
  await ledger.startOrder({ ...placing, token })
  return { lease, token }
}
