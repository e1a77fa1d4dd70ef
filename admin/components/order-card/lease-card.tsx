import { Badge } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { CardFrame } from "./card-frame"
import { History } from "./history"
import { LeaseAlerts } from "./lease-alerts"
import { LeaseRows } from "./lease-rows"
import { NextStep } from "./next-step"
import { StateBadge } from "./state-badge"

/** What the ledger knows of a lease, who said it, and what to do next. Reads only. `notice` stands above everything else. */
export function LeaseCard({ lease, notice }: { lease: AdminLeaseView; notice?: ReactNode }) {
  const { t } = useTranslation()
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
    </>
  )
  return (
    <CardFrame badges={badges}>
      {notice}
      {lease.attention.length > 0 && <LeaseAlerts lease={lease} />}
      <LeaseRows lease={lease} />
      {lease.next_step && <NextStep step={lease.next_step} />}
      {lease.facts.length > 0 && <History facts={lease.facts} />}
    </CardFrame>
  )
}
