import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { throughFailover } from "../modules/lease/database-gone"
import { runOwedCalls } from "../workflows/owed-calls"
import { recordPlacedOrder } from "../workflows/place-order"

/** Wakes the ledger after an order. The event may be lost or come twice; what counts is read again from Medusa. */
export default async function leaseOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const lease = await throughFailover(() => recordPlacedOrder(container, event.data.id))
  if (lease) await runOwedCalls(container, { leaseId: lease.id })
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "lease-to-own.order-placed" },
}
