import type { AdminOrder } from "@medusajs/types"

/** An order as the dashboard's order page hands it to the card, paid by the given provider; of the card's concern only. */
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
