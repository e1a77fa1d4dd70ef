import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, FulfillmentWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { wakeLeaseOfOrder } from "../medusa/medusa-side"

type Moved = { id?: string; order_id?: string }

/**
 * Wakes the ledger when goods or money of an order move, or its address changes. Any of these events may be lost, doubled or late: what is owed is computed from
 * Medusa's facts, here as in the job.
 */
export default async function leaseOrderMoved({ event, container }: SubscriberArgs<Moved>): Promise<void> {
  const orderId = await orderIdOf(container, event.name, event.data)
  if (orderId) await wakeLeaseOfOrder(container, orderId)
}

/** Fulfillments and payments do not say to which order they belong. */
async function orderIdOf(container: MedusaContainer, name: string, data: Moved): Promise<string | undefined> {
  if (data.order_id || !data.id) return data.order_id
  const paths: Record<string, { entity: string; field: string }> = {
    [FulfillmentWorkflowEvents.SHIPMENT_CREATED]: { entity: "fulfillment", field: "order.id" },
    [FulfillmentWorkflowEvents.DELIVERY_CREATED]: { entity: "fulfillment", field: "order.id" },
    [PaymentEvents.CAPTURED]: { entity: "payment", field: "payment_collection.order.id" },
    [PaymentEvents.REFUNDED]: { entity: "payment", field: "payment_collection.order.id" },
  }
  const path = paths[name]
  if (!path) return data.id
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: rows } = await query.graph({
    entity: path.entity,
    fields: ["id", path.field],
    filters: { id: data.id },
  })
  const row = rows[0] as { order?: { id: string }; payment_collection?: { order?: { id: string } } } | undefined
  return row?.order?.id ?? row?.payment_collection?.order?.id
}

export const config: SubscriberConfig = {
  event: [
    "order.updated",
    "order.canceled",
    "order.completed",
    "order.fulfillment_canceled",
    "order.return_received",
    "order-edit.confirmed",
    "shipment.created",
    "delivery.created",
    "payment.captured",
    "payment.refunded",
  ],
  context: { subscriberId: "lease-to-own.order-moved" },
}
