import { PROVIDER_ID, readCart, readRow } from "../../medusa/read/carts"
import { TAX_LINE_FIELDS, type TaxedCart } from "../../medusa/read/taxes"
import { putTaxBack, takeTaxOut } from "../../medusa/sales-tax"
import { guard } from "./guard"

/**
 * On routes that start a payment for a cart: takes the sales tax out of the cart if a lease is to pay and its operator charges the tax, and puts it back
 * for any other payment method. Medusa then creates the session with the new total.
 */
export const countTaxForPayment = guard(async ({ req, body, query, id }) => {
  const fields = ["id", "order.id", "cart.id", ...TAX_LINE_FIELDS.map((field) => `cart.${field}`)]
  type Collection = { order?: { id: string } | null; cart?: (TaxedCart & { id: string }) | null }
  const collection = await readRow<Collection>(query, "payment_collection", id, fields)
  if (!collection?.cart || collection.order) return
  const { cart } = collection
  if (body.provider_id !== PROVIDER_ID) return void (await putTaxBack(req.scope, cart))
  const whole = await readCart(query, cart.id)
  if (whole) await takeTaxOut(req.scope, whole)
})
