import { Badge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView, OutageView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { LeaseMenu } from "../actions/lease-menu"
import { LeaseAlerts } from "../order-card/lease-alerts"
import { LeaseRows } from "../order-card/lease-rows"
import { NextStep } from "../order-card/next-step"
import { StateBadge } from "../order-card/state-badge"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { TextLink } from "../text-link"

type Props = { lease: AdminLeaseView; outage: OutageView | null; children: ReactNode }

/** The top of a lease's page. `children` are rendered first. */
export function LeaseState({ lease, outage, children }: Props) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { order, reference, email, leased, replaced_by: next } = lease
  const title = [order ? `#${order.display_id}` : reference, email, leased && money(leased)].filter(Boolean).join(" · ")
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
      {/* In the single-column layout, the list of actions is far down the page, so show a menu here, too. */}
      <div className="xl:hidden">
        <LeaseMenu lease={lease} />
      </div>
    </>
  )
  return (
    <Section title={title} level="h1" aside={badges}>
      {children}
      <OutageAlert outage={outage} />
      <LeaseAlerts lease={lease} />
      {next && (
        <div role="status" className="bg-ui-bg-subtle flex flex-col gap-1 px-6 py-4">
          <Text size="small" className="text-ui-fg-base text-pretty">
            {t("leaseToOwn.page.replaced")}
          </Text>
          <Text size="small">
            <TextLink to={`/leases/${next.id}`}>{t("leaseToOwn.list.open", { reference: next.reference })}</TextLink>
          </Text>
        </div>
      )}
      <NextStep lease={lease} outage={outage} />
      <LeaseRows lease={lease} />
    </Section>
  )
}
