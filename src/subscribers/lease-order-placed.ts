import { setTimeout as pause } from "node:timers/promises"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { afterAnswer, recordPlacedOrder, runPendingCalls } from "../medusa/pending-calls"
import { queryOf, readRow } from "../medusa/read/carts"
import { throughFailover } from "../modules/lease/ledger"

/** Records a new order on its lease and reconciles the lease. Reads everything from Medusa, because the event may be lost or repeated. */
export default async function leaseOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await pause(afterAnswer.ms)
  const lease = await throughFailover(() => recordPlacedOrder(container, event.data.id))
  if (lease) await runPendingCalls(container, { leaseId: lease.id })
  await hideSeparateCart(container, event.data.id)
}

/** Empties the note about a separate cart, which Medusa copies from the cart. Anyone with the order's ID could read it, and then change that cart. */
async function hideSeparateCart(container: MedusaContainer, orderId: string): Promise<void> {
  type Row = { id: string; metadata: Record<string, unknown> | null }
  const order = await readRow<Row>(queryOf(container), "order", orderId, ["id", "metadata"])
  if (!order?.metadata?.lease_separate) return
  const metadata = { ...order.metadata, lease_separate: "" }
  await container.resolve(Modules.ORDER).updateOrders(orderId, { metadata })
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "lease-to-own.order-placed" },
}
