import type { Amount } from "../../lease-cart"
import { refuseOtherPayment } from "../../medusa/order-tax"
import { PROVIDER_ID, readCart, readRow } from "../../medusa/read/carts"
import { TAX_LINE_FIELDS, type TaxedCart } from "../../medusa/read/taxes"
import { putTaxBack, refreshCollection, takeTaxOut } from "../../medusa/sales-tax"
import { currentLease, isByLink, isEnded, isHosted, isWithoutContract } from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { type GuardedRequest, guard } from "./guard"

type Collection = {
  amount: Amount
  cart?: (TaxedCart & { id: string; total: Amount }) | null
  order?: { id: string } | null
  payment_sessions?: { provider_id: string }[]
  payments?: { provider_id: string }[]
}

const FIELDS = [
  ...["id", "amount", "order.id", "payment_sessions.provider_id", "payments.provider_id"],
  ...["id", "total", ...TAX_LINE_FIELDS].map((field) => `cart.${field}`),
]

type Check = (held: GuardedRequest, collection: Collection) => Promise<void>

/** Makes a guard for a route that changes a payment collection, which is read once for all `checks`. */
export function guardCollection(...checks: Check[]) {
  return guard(async (held) => {
    const collection = await readRow<Collection>(held.query, "payment_collection", held.id, FIELDS)
    if (collection) for (const check of checks) await check(held, collection)
  })
}

/**
 * Refuses to replace the payment session of a placed order's lease. Medusa lets anyone with the collection's ID start a new session, even after the
 * order was placed, and then deletes the lease's session. Relies on Medusa's data, because the ledger may not have the order yet. Once the lease has
 * ended, any method except a lease may pay for the order.
 */
export const keepPlacedPayment: Check = async ({ body, deps }, collection) => {
  const { cart, order, payment_sessions = [], payments = [] } = collection
  if (!order) return
  const lease = (await deps.store.ofOrder(order.id)) ?? (cart && (await currentLease(deps, cart.id)))
  if (!lease || isHosted(lease)) return
  const paidByLease = [...payment_sessions, ...payments].some(({ provider_id }) => provider_id === PROVIDER_ID)
  const isRequested = body.provider_id === PROVIDER_ID
  // A collection without a cart is for the amount due after an edit, which may be paid another way, or for a new contract. Refuse only a lease.
  const isKept = paidByLease || (cart ? lease.order_id !== null : isRequested)
  // Always keep the payment of a lease by link: the link is for the whole order, and a draft order has no cart.
  if (isByLink(lease) ? isWithoutContract(lease) && !isRequested : !isKept) return
  if (!isEnded(lease) || isRequested) throw new LedgerRefusal("store_payment_locked")
}

/** Refuses to start or record any payment of an order without sales tax, except by a lease. */
export const keepUntaxedOrder: Check = async ({ req, body }, { order }) => {
  if (order && body.provider_id !== PROVIDER_ID) await refuseOtherPayment(req.scope, order.id)
}

/**
 * Takes the sales tax out of a cart if a lease is to pay and its operator charges the tax, and puts it back for any other payment method. Medusa then
 * creates the session with the new total.
 */
export const calculateTaxForPayment: Check = async ({ req, body, query }, { amount, cart, order }) => {
  if (!cart || order) return
  // If the amounts differ, a process died between calculating the tax and refreshing the collection, or `POST /store/carts/:id/taxes` calculated only
  // the tax. Without a refresh, Medusa's session would have the former total.
  if (Number(amount) !== Number(cart.total)) await refreshCollection(req.scope, cart.id)
  if (body.provider_id !== PROVIDER_ID) return void (await putTaxBack(req.scope, cart))
  const whole = await readCart(query, cart.id)
  if (whole) await takeTaxOut(req.scope, whole)
}
