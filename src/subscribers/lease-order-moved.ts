import { setTimeout as pause } from "node:timers/promises"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { afterAnswer, runLeasesOfOrder } from "../medusa/pending-calls"
import { queryOf } from "../medusa/read/carts"
import { orderIdOfFulfillment, orderIdOfPayment } from "../medusa/read/orders"

type Moved = { id?: string; order_id?: string }

const OF_FULFILLMENTS = ["shipment.created", "delivery.created"]
const OF_PAYMENTS = ["payment.captured", "payment.refunded"]

/** Reconciles the leases of an order whose goods, payment or address changed. Reads the change from Medusa, because events may be late or lost. */
export default async function leaseOrderMoved({ event, container }: SubscriberArgs<Moved>): Promise<void> {
  await pause(afterAnswer.ms)
  const orderId = await orderIdOf(container, event.name, event.data)
  if (orderId) await runLeasesOfOrder(container, orderId)
}

/** Returns the ID of an event's order, read from Medusa if the event doesn't include it. */
async function orderIdOf(container: MedusaContainer, name: string, { id, order_id }: Moved) {
  if (order_id || !id) return order_id
  const query = queryOf(container)
  if (OF_FULFILLMENTS.includes(name)) return orderIdOfFulfillment(query, id)
  return OF_PAYMENTS.includes(name) ? orderIdOfPayment(query, id) : id
}

export const config: SubscriberConfig = {
  event: [
    ...["order.updated", "order.canceled", "order.completed", "order.fulfillment_canceled", "order.return_received"],
    ...["order-edit.confirmed", ...OF_FULFILLMENTS, ...OF_PAYMENTS],
  ],
  context: { subscriberId: "lease-to-own.order-moved" },
}
