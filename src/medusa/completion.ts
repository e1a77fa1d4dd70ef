import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  completeCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { parseAmount } from "../lease-cart"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import {
  checkPlaceable,
  completionFailed,
  type LeaseRecord,
  orderRefused,
  type Shopper,
  startOrder,
} from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { forStaff, refusedByStore } from "./errors"
import { orderProblem } from "./order-problem"
import { PROVIDER_ID, type Query, queryOf, readSignedCart, type SessionFact } from "./read/carts"
import { type PaymentCart, readPaymentCart } from "./read/payments"

/**
 * Starts the completion of a cart whose session was left authorized by an earlier, failed completion. Medusa doesn't call the provider for such a
 * session, so this function runs the provider's checks and keeps anyone from canceling the contract until the order is placed. Returns the lease, and
 * a token to pass to `completionFailed` if this completion fails. Throws LedgerRefusal.
 */
export async function startAuthorized(
  container: MedusaContainer,
  { cartId, session, shopper }: { cartId: string; session: SessionFact; shopper?: Shopper },
): Promise<{ lease: LeaseRecord; token: string }> {
  const { deps, query } = storeOf(container)
  const token = randomUUID()
  const { lease } = await startOrder(deps, {
    cart: orNotFound(await readSignedCart(query, cartId)),
    sessionId: session.id,
    amount: parseAmount(session.amount),
    shopper,
    authorized: { by: session.data?.lease_id, token },
  })
  return { lease, token }
}

/**
 * Determines and records why Medusa refused a signed cart's order. `thrown` is Medusa's error or response. Returns null if the reason may be
 * temporary.
 */
export async function whyRefused(container: MedusaContainer, { id, cart_id }: LeaseRecord, thrown: unknown) {
  const { deps, query } = storeOf(container)
  // Only log errors here, because throwing them would hide the reason for the refusal.
  const logged = (error: unknown) => void deps.log.warn(`lease-to-own: ${error}`)
  const problem =
    (await orderProblem(container, cart_id, { ofOwnWay: true }).catch(logged)) ??
    refusedByStore(thrown, await readSignedCart(query, cart_id))
  if (problem) await orderRefused(deps, id, problem).catch(logged)
  return problem
}

/** Places the order for a shopper who signed and left, using only our own payment session. Throws LedgerRefusal or Medusa's error. Safe to repeat. */
export async function placeSignedOrder(container: MedusaContainer, lease: LeaseRecord): Promise<void> {
  const { deps, query } = storeOf(container)
  const before = orNotFound(await readPaymentCart(query, lease.cart_id))
  if (before.order) return
  if (before.completed_at) throw new LedgerRefusal("cart_finished")
  const ours = ourSession(before)
  // Check this before creating a session. If the cart can't become an order, a new session would change its payment method for nothing.
  if (ours?.status !== "authorized") {
    const cart = orNotFound(await readSignedCart(query, lease.cart_id))
    await checkPlaceable(deps, cart.id, { cart, sessionId: ours?.id ?? lease.session_id ?? "" })
  }
  try {
    await completeCart(container, lease.cart_id)
  } catch (error) {
    const problem = error instanceof LedgerRefusal ? null : await whyRefused(container, lease, error)
    throw problem ? forStaff(problem, error) : error
  }
}

/**
 * Completes the cart with our session. Rereads the cart's payment first, because the shopper may have chosen a different payment method while we were
 * waiting for the service.
 */
async function completeCart(container: MedusaContainer, cartId: string): Promise<void> {
  const { deps, query } = storeOf(container)
  const cart = orNotFound(await readPaymentCart(query, cartId))
  const session = ourSession(cart)
  if (!session) await startPayment(container, cart)
  const started = session?.status === "authorized" ? await startAuthorized(container, { cartId, session }) : null
  try {
    await completeCartWorkflow(container).run({ input: { id: cartId } })
  } catch (error) {
    if (started) await completionFailed(deps, started.lease.id, started.token)
    throw error
  }
}

/** Creates our session if the cart has no session at all, for example because Medusa deleted it when the total changed. */
async function startPayment(container: MedusaContainer, { id, payment_collection }: PaymentCart): Promise<void> {
  if (payment_collection?.payment_sessions?.length) throw new LedgerRefusal("paid_by_other_method")
  const collection =
    payment_collection ??
    (await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: id } })).result
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: PROVIDER_ID },
  })
}

function ourSession(cart: PaymentCart): SessionFact | undefined {
  return cart.payment_collection?.payment_sessions?.find(({ provider_id }) => provider_id === PROVIDER_ID)
}

function orNotFound<T>(cart: T | null): T {
  if (!cart) throw new LedgerRefusal("cart_not_found")
  return cart
}

function storeOf(container: MedusaContainer): { deps: LedgerDeps; query: Query } {
  return { deps: ledgerDepsOf(container), query: queryOf(container) }
}
