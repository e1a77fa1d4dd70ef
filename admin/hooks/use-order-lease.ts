import type { AdminOrder } from "@medusajs/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { askAgainAfter, useAskAfterChanges } from "./use-fresh"

/**
 * The lease of an order. Medusa's own buttons don't know our query, so its key contains what they change: after a native cancel, refund or shipment
 * the card reloads, and shows the old answer meanwhile. It also reloads after each change attempted on this page, when somebody comes back to it,
 * and on a timer, until the lease has ended or the store stops answering.
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
  // Retrying a failed first load counts as pending, but to the person who pressed Retry it is still failed.
  const isError = query.isError || (query.isPending && query.errorUpdateCount > 0)
  return { ...query, isError, isPending: query.isPending && !isError }
}

/**
 * The fields of an order that change when somebody acts on it. The dashboard's order page doesn't request `updated_at`, but version and
 * total change with edits, and the fulfillments' times with each shipped piece.
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
