import type { Amount } from "../../lease-cart"
import { PROVIDER_ID, readCart, readRow } from "../../medusa/read/carts"
import { TAX_LINE_FIELDS, type TaxedCart } from "../../medusa/read/taxes"
import { putTaxBack, refreshCollection, takeTaxOut } from "../../medusa/sales-tax"
import { guard } from "./guard"

/**
 * On routes that start a payment for a cart: takes the sales tax out of the cart if a lease is to pay and its operator charges the tax, and puts it back
 * for any other payment method. Medusa then creates the session with the new total.
 */
export const countTaxForPayment = guard(async ({ req, body, query, id }) => {
  const fields = [
    "id",
    "amount",
    "order.id",
    "cart.id",
    "cart.total",
    ...TAX_LINE_FIELDS.map((field) => `cart.${field}`),
  ]
  type Collection = {
    amount: Amount
    order?: { id: string } | null
    cart?: (TaxedCart & { id: string; total: Amount }) | null
  }
  const collection = await readRow<Collection>(query, "payment_collection", id, fields)
  if (!collection?.cart || collection.order) return
  const { amount, cart } = collection
  // A process died between counting the tax and refreshing the collection, or only `POST /store/carts/:id/taxes` counted it. Medusa's session would
  // have the former total.
  if (Number(amount) !== Number(cart.total)) await refreshCollection(req.scope, cart.id)
  if (body.provider_id !== PROVIDER_ID) return void (await putTaxBack(req.scope, cart))
  const whole = await readCart(query, cart.id)
  if (whole) await takeTaxOut(req.scope, whole)
})
