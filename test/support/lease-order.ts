import type { AdminOrder } from "@medusajs/types"

/** Returns an order as the dashboard's order page passes it to the card, with only the fields that the card reads, paid through `provider_id`. */
export function leaseOrder(id: string, change: object = {}, provider_id = "pp_lease-to-own"): AdminOrder {
  const order = {
    id,
    status: "pending",
    payment_status: "captured",
    fulfillment_status: "not_fulfilled",
    version: 1,
    total: 1289.5,
    payment_collections: [{ payments: [{ provider_id }], payment_sessions: [{ provider_id }] }],
    fulfillments: [],
  }
  return { ...order, ...change } as unknown as AdminOrder
}
