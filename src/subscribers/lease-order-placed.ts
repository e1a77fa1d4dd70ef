import { setTimeout as pause } from "node:timers/promises"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { afterAnswer, recordPlacedOrder, runPendingCalls } from "../medusa/pending-calls"
import { throughFailover } from "../modules/lease/ledger"

/** Records a new order on its lease and reconciles the lease. Reads everything from Medusa, because the event may be lost or repeated. */
export default async function leaseOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await pause(afterAnswer.ms)
  const lease = await throughFailover(() => recordPlacedOrder(container, event.data.id))
  if (lease) await runPendingCalls(container, { leaseId: lease.id })
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "lease-to-own.order-placed" },
}
