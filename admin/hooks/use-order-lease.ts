import type { AdminOrder } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { askAgainAfter, useAskAfterChanges } from "./use-fresh"

/**
 * Loads an order's lease. Medusa's own buttons don't invalidate our query, so its key contains the fields that they change. After a cancellation,
 * refund or shipment, the card reloads and shows the old data in the meantime. It also reloads after every change attempted on this page, when the
 * user returns to the page, and on a timer until the lease has ended or the store stops responding.
 */
export function useOrderLease(order: AdminOrder) {
  useAskAfterChanges("order", order.id)
  const query = useQuery({
    queryKey: [...keyOf("order", order.id), ...revisionOf(order)],
    queryFn: ({ signal }) => leaseToOwn.orders.retrieveLease(order.id, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => askAgainAfter(state.data?.lease, state.status === "error"),
  })
  // While a failed first load is retried, the query counts as pending, but the failure should stay visible.
  const isError = query.isError || (query.isPending && query.errorUpdateCount > 0)
  return { ...query, isError, isPending: query.isPending && !isError }
}

/**
 * Returns the order's fields that change when someone acts on it. The dashboard's order page doesn't request `updated_at`, but edits change the
 * version and the total, and shipments change the fulfillments' timestamps.
 */
function revisionOf(order: AdminOrder) {
  const { status, payment_status, fulfillment_status, updated_at, version, total } = order
  const fulfillments = (order.fulfillments ?? []).map(({ shipped_at, delivered_at, canceled_at }) => [
    shipped_at,
    delivered_at,
    canceled_at,
  ])
  return [status, payment_status, fulfillment_status, updated_at, version, total, fulfillments]
}
