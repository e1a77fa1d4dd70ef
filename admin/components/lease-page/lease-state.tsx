import { Badge } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { LeaseMenu } from "../actions/lease-menu"
import { LeaseAlerts } from "../order-card/lease-alerts"
import { LeaseRows } from "../order-card/lease-rows"
import { NextStep } from "../order-card/next-step"
import { StateBadge } from "../order-card/state-badge"
import { Section } from "../section"

type Props = { lease: AdminLeaseView; orderId: string | undefined; notice: ReactNode }

/** Where the lease stands: what is wrong, the facts, and what to do next. */
export function LeaseState({ lease, orderId, notice }: Props) {
  const { t } = useTranslation()
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
      {/* Where the page is one column, the list of actions lies far below. */}
      <div className="xl:hidden">
        <LeaseMenu lease={lease} {...(orderId && { orderId })} />
      </div>
    </>
  )
  return (
    <Section title={t("leaseToOwn.card.title")} level="h1" aside={badges}>
      {notice}
      {lease.attention.length > 0 && <LeaseAlerts lease={lease} />}
      <LeaseRows lease={lease} />
      <NextStep lease={lease} orderId={orderId} />
    </Section>
  )
}
