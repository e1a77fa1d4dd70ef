import type { AdminOrder } from "@medusajs/types"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useOrderLease } from "../../hooks/use-order-lease"
import { PROVIDER_ID } from "../../hooks/use-region-lease"
import { isForbidden } from "../../lib/status-of"
import { LoadFailed, retryOf } from "../load-failed"
import { UnloadedSection } from "../unloaded-section"
import { LeaseCard } from "./lease-card"
import { OfferLink } from "./offer-link"

/**
 * An order's lease, or a link to lease an unpaid order. Renders nothing for other orders (not even while loading or on an error) or for users who
 * can't view leases.
 */
export function OrderCard({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  const query = useOrderLease(order)
  const { data, error, isError } = query
  // Don't let the Lease card replace the link while it is shown.
  const link = held ? ({ allowed: true } as const) : data && !data.lease && data.link
  if (data?.lease && !held)
    return (
      <LeaseCard lease={data.lease} outage={data.outage}>
        {isError && <LoadFailed message={t("leaseToOwn.card.notRefreshed")} {...retryOf(query)} />}
      </LeaseCard>
    )
  if (link) return <OfferLink orderId={order.id} link={link} hold={setHeld} />
  if (data || isForbidden(error) || !isPaidByLease(order)) return null
  return <UnloadedSection of="card" query={query} rows={6} kind="facts" />
}

/** Whether a payment or payment session of the order uses our provider, in which case there will be a card to show. */
function isPaidByLease({ payment_collections }: AdminOrder): boolean {
  return (payment_collections ?? []).some(({ payments, payment_sessions }) =>
    [...(payments ?? []), ...(payment_sessions ?? [])].some(({ provider_id }) => provider_id === PROVIDER_ID),
  )
}
