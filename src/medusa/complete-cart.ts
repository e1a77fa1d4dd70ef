import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { LEASE_MODULE } from "../modules/lease"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { forStaff, refusedByStore } from "./errors"
import { PROVIDER_ID, type Query, readSignedCart } from "./read/carts"
import { orderProblem } from "./read/order-problem"
import { type PaymentCart, readPaymentCart } from "./read/payments"
import { startCompletion } from "./start-completion"

/**
 * Places the order of a shopper who signed and closed the tab, as the shop would have. Only with our own session: a shopper who chose
 * another payment method meanwhile is not overruled. A cart that is an order already is left to the next look.
 *
 * Throws LedgerRefusal or what Medusa refuses the completion with; nothing is lost then.
 */
export async function placeSignedOrder(container: MedusaContainer, lease: LeaseRecord): Promise<void> {
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = container.resolve<LeaseModuleService>(LEASE_MODULE)
  const before = await readPaymentCart(query, lease.cart_id)
  if (!before) throw new LedgerRefusal("cart_not_found")
  if (before.order) return
  if (before.completed_at) throw new LedgerRefusal("cart_finished")
  const cart = await readSignedCart(query, lease.cart_id)
  if (!cart) throw new LedgerRefusal("cart_not_found")
  // Asked before a session is made: a cart that may not be ordered keeps the shopper's own choice.
  await ledger.checkPlaceable({ cart, sessionId: ourSession(before)?.id ?? lease.session_id ?? "" })
  try {
    await order(container, query, cart.id)
  } catch (error) {
    const problem =
      error instanceof LedgerRefusal
        ? null
        : ((await orderProblem(container, lease.cart_id, { ofOwnWay: true })) ?? refusedByStore(error, cart))
    if (!problem) throw error
    await ledger.orderRefused(lease.id, problem)
    throw forStaff(problem, error)
  }
}

async function order(container: MedusaContainer, query: Query, cartId: string): Promise<void> {
  const ledger = container.resolve<LeaseModuleService>(LEASE_MODULE)
  const session = await startPayment(container, query, cartId)
  const { lease, token } = await startCompletion({ ledger, query, cartId, session })
  try {
    await completeCartWorkflow(container).run({ input: { id: cartId } })
  } catch (error) {
    if (token) await ledger.completionFailed(lease.id, token)
    throw error
  }
}

function ourSession(cart: PaymentCart) {
  return cart.payment_collection?.payment_sessions?.find(({ provider_id }) => provider_id === PROVIDER_ID)
}

/** Our session of the cart; made when there is none at all, as after a change of the total. */
async function startPayment(container: MedusaContainer, query: Query, cartId: string) {
  const read = async () => {
    const cart = await readPaymentCart(query, cartId)
    if (!cart) throw new LedgerRefusal("cart_not_found")
    return cart
  }
  let cart = await read()
  const ours = ourSession(cart)
  if (ours) return ours
  if (cart.payment_collection?.payment_sessions?.length) throw new LedgerRefusal("paid_by_other_method")
  if (!cart.payment_collection) {
    await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
    cart = await read()
  }
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: cart.payment_collection?.id ?? "", provider_id: PROVIDER_ID },
  })
  const made = ourSession(await read())
  if (!made) throw new LedgerRefusal("completion_failed")
  return made
}
