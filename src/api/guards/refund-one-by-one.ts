import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { inMedusasWords } from "../../medusa/errors"
import { withLock } from "../../medusa/lock"
import { PROVIDER_ID, type Query } from "../../medusa/read/carts"
import { LedgerRefusal } from "../../modules/lease/texts/refusal"

/**
 * On `POST /admin/payments/:id/refund`: core has the refund made first, and writes it into the order after that, as a change of the order. Beside another
 * change it refuses to, and the refund is made all the same. So the refunds of an order wait for each other here, and its edits too, and nothing
 * is sent while a change is open.
 */
export async function refundOneByOne(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const payment = await paymentOfLease(req.scope, req.params.id ?? "")
    if (!payment) return next()
    await withLock(req.scope, payment.orderId, async () => {
      // Who has left while it was not their turn reads no answer, and it would never end.
      if (res.closed) return
      const { amount } = (req.body ?? {}) as { amount?: unknown }
      await refuseBesideChange(req.scope, payment.orderId, amount ?? payment.amount)
      const answered = new Promise((resolve) => res.once("close", resolve))
      next()
      await answered
    })
  } catch (error) {
    next(inMedusasWords(error))
  }
}

/** Asks single tables, no whole entities: staff wait for this before each refund. */
async function paymentOfLease(
  scope: MedusaContainer,
  id: string,
): Promise<{ orderId: string; amount: unknown } | null> {
  const fields = { select: ["id", "amount", "provider_id", "payment_collection_id"] }
  const [payment] = await scope.resolve(Modules.PAYMENT).listPayments({ id }, fields)
  if (payment?.provider_id !== PROVIDER_ID) return null
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: payment.payment_collection_id }
  const { data } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters })
  const [link] = data as { order_id: string }[]
  return link ? { orderId: link.order_id, amount: payment.amount } : null
}

/** What the store does not owe for goods that came back is written as a credit: reckoned as core does. Throws LedgerRefusal. */
async function refuseBesideChange(scope: MedusaContainer, orderId: string, amount: unknown): Promise<void> {
  const changes = { order_id: orderId, status: OPEN }
  const [open] = await scope.resolve(Modules.ORDER).listOrderChanges(changes, { select: ["id"], take: 1 })
  if (!open) return
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id", "summary"], filters: { id: orderId } })
  const { summary } = data[0] as unknown as { summary?: { pending_difference?: number } }
  if (MathBN.gt(MathBN.add(Number(amount), summary?.pending_difference ?? 0), 0))
    throw new LedgerRefusal("refund_beside_change")
}

const OPEN = ["pending", "requested"]
