import type { LeaseView } from "../wire.js"
import { LeaseError } from "./errors.js"
import { LEASE_PROVIDER_ID } from "./provider.js"
import type { Ask } from "./transport.js"

/** How placing the order ended. A refusal isn't an error: show its `message`, then call `get()` for the next screen. */
export type PlaceAnswer = { type: "order"; order_id: string } | { type: "refused"; code: string; message: string }

type Session = { id: string; provider_id: string; status: string; amount?: unknown }
type Collection = { id: string; amount?: unknown; payment_sessions?: Session[] | null }
type CollectionAnswer = { payment_collection: Collection }
type Completion =
  | { type: "order"; order: { id: string } }
  | { type: "cart"; error?: { message?: string; name?: string; type?: string } }

/** The session statuses that let Medusa complete a cart. */
const USABLE = ["pending", "requires_more", "authorized", "captured", "pending_authorization"]

/**
 * Places the order through Medusa's own routes: payment collection, session (reused if it still fits), completion. Safe to call again, because Medusa
 * returns a finished cart's order. If the response contains no order, reads the store's state, because the order may have been placed anyway. Throws
 * a retryable LeaseError if the outcome is unclear.
 */
export async function placeOrder(ask: Ask, cartId: string, readView: () => Promise<LeaseView>): Promise<PlaceAnswer> {
  try {
    await prepareSession(ask, cartId)
    return { type: "order", order_id: await complete(ask, cartId) }
  } catch (error) {
    if (!(error instanceof LeaseError)) throw error
    const view = await readView().catch(() => null)
    if (view?.step === "placed" && view.order_id) return { type: "order", order_id: view.order_id }
    if (error.retryable) throw error
    return { type: "refused", code: error.code, message: error.message }
  }
}

/** Creates a session only if necessary, because a new one deletes the previous one and whatever an interrupted completion stored in it. */
export async function prepareSession(ask: Ask, cartId: string): Promise<void> {
  const body = { cart_id: cartId }
  const path = "/store/payment-collections"
  const { payment_collection } = await ask<CollectionAnswer>({ method: "POST", path, body }, hasCollection)
  if (hasUsableSession(payment_collection)) return
  const sessions = `${path}/${encodeURIComponent(payment_collection.id)}/payment-sessions`
  await ask({ method: "POST", path: sessions, body: { provider_id: LEASE_PROVIDER_ID } }, hasCollection)
}

/** Whether the lease's session has the current amount and is the only one with which Medusa could complete the cart. */
function hasUsableSession({ amount, payment_sessions }: Collection): boolean {
  const usable = (payment_sessions ?? []).filter(({ status }) => USABLE.includes(status))
  return usable.length === 1 && usable[0]?.provider_id === LEASE_PROVIDER_ID && usable[0].amount === amount
}

/** Completes the cart and returns the order's ID. Throws LeaseError for any refusal, even one that Medusa sends as 200 `{type: "cart"}`. */
async function complete(ask: Ask, cartId: string): Promise<string> {
  const path = `/store/carts/${encodeURIComponent(cartId)}/complete`
  const answer = await ask<Completion>({ method: "POST", path }, isCompletion)
  if (answer.type === "order") return answer.order.id
  const { type: code = "refused", message } = answer.error ?? {}
  const words = typeof message === "string" && message ? message : "The order could not be placed. Nothing will ship."
  throw new LeaseError({ code, message: words, status: 200, retryable: false })
}

function hasCollection({ payment_collection }: Record<string, unknown>): boolean {
  return typeof (payment_collection as Partial<Collection> | undefined)?.id === "string"
}

function isCompletion({ type, order }: Record<string, unknown>): boolean {
  return type === "cart" || (type === "order" && typeof (order as { id?: unknown } | undefined)?.id === "string")
}
