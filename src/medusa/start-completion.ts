import { randomUUID } from "node:crypto"
import { parseAmount } from "../lease-cart"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import type { Shopper } from "../modules/lease/shopper/owner"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { type Query, readSignedCart, type SessionFact } from "./read/carts"

type Completion = {
  ledger: LeaseModuleService
  query: Query
  cartId: string
  /** The payment session that core completes the cart with. */
  session: SessionFact
  /** Who asks, where somebody does. */
  shopper?: Shopper
}

/**
 * Judges a completion at the last moment before core begins it. Core asks the provider, which compares the cart, under its lock. Of a session that is
 * authorized already, as a completion that failed leaves one, it does not ask: then cart and lease are compared and the order is started here, so that
 * the contract is not given up in between.
 *
 * Answers the lease, and the token of this completion where its order was started: `completionFailed` ends it when core refuses.
 *
 * A session that an earlier lease of this cart has left would pay the order of this one, and nothing could ever be captured from it. Throws
 * LedgerRefusal; the job closes what was left.
 */
export async function startCompletion(completion: Completion): Promise<{ lease: LeaseRecord; token: string | null }> {
  const { ledger, session, cartId } = completion
  if (session.status !== "authorized")
    return { lease: await ledger.checkSigned({ ...orderingOf(completion), cartId }), token: null }
  const placing = await placingOf(completion)
  const lease = await ledger.checkPlaceable(placing)
  if (session.data?.lease_id !== lease.id) throw new LedgerRefusal("payment_closing")
  const token = randomUUID()
  await ledger.startOrder({ ...placing, token })
  return { lease, token }
}

/** Why the provider has said no to this completion, where the rules did; core hands on the text alone. Null where it would say yes. */
export async function refusalOf(completion: Completion): Promise<LedgerRefusal | null> {
  try {
    await completion.ledger.checkPlaceable(await placingOf(completion))
    return null
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "not_allowed") return error
    throw error
  }
}

function orderingOf({ session, shopper }: Completion) {
  return { sessionId: session.id, amount: parseAmount(session.amount), shopper }
}

async function placingOf(completion: Completion) {
  const cart = await readSignedCart(completion.query, completion.cartId)
  if (!cart) throw new LedgerRefusal("cart_not_found")
  return { ...orderingOf(completion), cart }
}
