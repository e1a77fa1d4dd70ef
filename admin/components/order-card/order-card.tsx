import type { AdminOrder } from "@medusajs/types"
import { useOrderLease } from "../../hooks/use-order-lease"
import { CardError } from "./card-error"
import { CardSkeleton } from "./card-skeleton"
import { LeaseCard } from "./lease-card"

const PROVIDER_ID = "pp_lease-to-own"

/** The lease of an order; nothing beside orders that have none, not even while loading or on error. */
export function OrderCard({ order }: { order: AdminOrder }) {
  const { data, isPending, isError, isFetching, refetch } = useOrderLease(order)
  if (data?.lease) return <LeaseCard lease={data.lease} />
  if (data || !isPaidByLease(order)) return null
  if (isPending) return <CardSkeleton />
  return isError ? <CardError onRetry={() => refetch()} busy={isFetching} /> : null
}

/** Whether the order's payments or sessions name our provider: then a card will come. */
function isPaidByLease({ payment_collections }: AdminOrder): boolean {
  return (payment_collections ?? []).some(({ payments, payment_sessions }) =>
    [...(payments ?? []), ...(payment_sessions ?? [])].some(({ provider_id }) => provider_id?.startsWith(PROVIDER_ID)),
  )
}
