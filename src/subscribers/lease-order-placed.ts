import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { recordPlacedOrder } from "../workflows/place-order"

/** Wakes the ledger after an order. The event may be lost or come twice; what counts is read again from Medusa. */
export default async function leaseOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await recordPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "lease-to-own.order-placed" },
}
