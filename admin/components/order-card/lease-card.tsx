import { Badge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseState, AdminLeaseView, OutageView } from "../../../src/api/admin-types"
import { isViewOnly } from "../../lib/view-only"
import { LeaseMenu } from "../actions/lease-menu"
import { ViewOnly } from "../actions/view-only"
import { FactList } from "../fact-list"
import { Fold } from "../fold"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { TextLink } from "../text-link"
import { LeaseAlerts } from "./lease-alerts"
import { LeaseRows } from "./lease-rows"
import { NextStep } from "./next-step"
import { StateBadge } from "./state-badge"

/** States in which the card explains what a refund does to the lease, because Medusa's refund form doesn't. */
const RETURNABLE: readonly AdminLeaseState[] = ["delivered", "not_returnable"]

type Props = { lease: AdminLeaseView; outage: OutageView | null; children: ReactNode }

/** `children` are rendered first. */
export function LeaseCard({ lease, outage, children }: Props) {
  const { t } = useTranslation()
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
      <LeaseMenu lease={lease} />
    </>
  )
  return (
    <Section title={t("leaseToOwn.card.title")} aside={badges}>
      {children}
      <OutageAlert outage={outage} />
      <LeaseAlerts lease={lease} />
      <LeaseRows lease={lease} />
      <NextStep lease={lease} outage={outage} />
      {RETURNABLE.includes(lease.state) && (
        <Text size="small" className="text-ui-fg-subtle text-pretty px-6 py-4">
          {t("leaseToOwn.card.refundReturns", { operator: lease.operator.name })}
        </Text>
      )}
      {isViewOnly(lease) && <ViewOnly />}
      {lease.facts.length > 0 && (
        <Fold label={t("leaseToOwn.card.history")}>
          <FactList facts={lease.facts} />
        </Fold>
      )}
      <div className="px-6 py-4">
        <TextLink to={`/leases/${lease.id}`} className="txt-compact-small-plus">
          {t("leaseToOwn.card.details")}
        </TextLink>
      </div>
    </Section>
  )
}
