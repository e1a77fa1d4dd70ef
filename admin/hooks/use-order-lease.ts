import type { AdminOrder } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OrderLeaseAnswer } from "../../src/api/admin-types"
import { sdk } from "../lib/sdk"

/** What every query about the lease of this order begins with: whoever changes the lease invalidates this. */
export function orderLeaseKey(orderId: string) {
  return ["lease-to-own", "order", orderId] as const
}

/**
 * The lease of an order. Medusa's own buttons do not know our key, so what they change stands in it: after a native cancel, refund or
 * shipment the card asks again, and shows the old answer meanwhile.
 */
export function useOrderLease(order: AdminOrder) {
  return useQuery({
    queryKey: [
      ...orderLeaseKey(order.id),
      order.status,
      order.payment_status,
      order.fulfillment_status,
      String(order.updated_at),
    ],
    queryFn: ({ signal }) =>
      sdk.client.fetch<OrderLeaseAnswer>(`/admin/lease-to-own/orders/${encodeURIComponent(order.id)}`, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.lease?.in_flight ? 5000 : false),
  })
}
