import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { inMedusasWords } from "../../medusa/errors"
import { lockOrder } from "../../medusa/lock-cart"
import { PROVIDER_ID, type Query } from "../../medusa/read/carts"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"

/**
 * On `POST /admin/payments/:id/refund`: core has the refund made first, and writes it into the order after that, as a change of the order. Beside another
 * change it refuses to, and the refund is made all the same. So the refunds of an order wait for each other here, and its edits too, and nothing
 * is sent while a change is open.
 */
export async function refundOneByOne(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
    const payment = await paymentOfLease(query, req.params.id ?? "")
    if (!payment) return next()
    await lockOrder(req.scope, payment.orderId, async () => {
      // Who has left while it was not their turn reads no answer, and it would never end.
      if (res.closed) return
      const { amount } = (req.body ?? {}) as { amount?: unknown }
      await refuseBesideChange(query, payment.orderId, amount ?? payment.amount)
      const answered = new Promise((resolve) => res.once("close", resolve))
      next()
      await answered
    })
  } catch (error) {
    next(inMedusasWords(error))
  }
}

async function paymentOfLease(query: Query, id: string): Promise<{ orderId: string; amount: unknown } | null> {
  const fields = ["id", "amount", "provider_id", "payment_collection.order.id"]
  const { data } = await query.graph({ entity: "payment", fields, filters: { id } })
  const [payment] = data as {
    amount: unknown
    provider_id: string
    payment_collection?: { order?: { id: string } | null } | null
  }[]
  const orderId = payment?.payment_collection?.order?.id
  return orderId && payment.provider_id === PROVIDER_ID ? { orderId, amount: payment.amount } : null
}

/** What the store does not owe for goods that came back is written as a credit: reckoned as core does. Throws LedgerRefusal. */
async function refuseBesideChange(query: Query, orderId: string, amount: unknown): Promise<void> {
  const filters = { order_id: orderId, status: ["pending", "requested"] }
  const { data: open } = await query.graph({ entity: "order_change", fields: ["id"], filters })
  if (!open.length) return
  const { data } = await query.graph({ entity: "order", fields: ["id", "summary"], filters: { id: orderId } })
  const { summary } = data[0] as unknown as { summary?: { pending_difference?: number } }
  if (MathBN.gt(MathBN.add(Number(amount), summary?.pending_difference ?? 0), 0))
    throw new LedgerRefusal("refund_beside_change")
}
