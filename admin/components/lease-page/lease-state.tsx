import { Badge } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { LeaseMenu } from "../actions/lease-menu"
import { LeaseAlerts } from "../order-card/lease-alerts"
import { LeaseRows } from "../order-card/lease-rows"
import { NextStep } from "../order-card/next-step"
import { StateBadge } from "../order-card/state-badge"
import { Section } from "../section"
import { Replaced } from "./replaced"

type Props = { lease: AdminLeaseView; orderId: string | undefined; notice: ReactNode }

/** The head of a lease's page: its state, what is wrong, what to do next, and the facts. */
export function LeaseState({ lease, orderId, notice }: Props) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { order, reference, email, leased } = lease
  const title = [order ? `#${order.display_id}` : reference, email, leased && money(leased)].filter(Boolean).join(" · ")
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
    <Section title={title} level="h1" aside={badges}>
      {notice}
      {lease.attention.length > 0 && <LeaseAlerts lease={lease} />}
      {lease.replaced_by && <Replaced by={lease.replaced_by} />}
      <NextStep lease={lease} orderId={orderId} />
      <LeaseRows lease={lease} />
    </Section>
  )
}
