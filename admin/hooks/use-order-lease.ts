import type { AdminOrder } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { askAgainAfter, useAskAfterChanges } from "./use-fresh"

/**
 * The lease of an order. Medusa's own buttons do not know our key, so what they change stands in it: after a native cancel, refund or
 * shipment the card asks again, and shows the old answer meanwhile. It asks as well after each change that was tried on this page, when
 * somebody comes back to it, and by the clock, until the lease is over or the store stops answering.
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
  // A first load that is tried again counts as pending; to the person who pressed Retry it still is the failed one.
  const isError = query.isError || (query.isPending && query.errorUpdateCount > 0)
  return { ...query, isError, isPending: query.isPending && !isError }
}

/**
 * The fields of an order that change when somebody acts on it. The dashboard's order page does not ask for `updated_at`; version and
 * total move with edits, the fulfillments' times with each piece of a shipment.
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
