import { Badge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseState, AdminLeaseView } from "../../../src/api/admin-types"
import { Link } from "../../lib/router"
import { isViewOnly } from "../../lib/view-only"
import { LeaseMenu } from "../actions/lease-menu"
import { ViewOnly } from "../actions/view-only"
import { CardFrame } from "./card-frame"
import { History } from "./history"
import { LeaseAlerts } from "./lease-alerts"
import { LeaseRows } from "./lease-rows"
import { NextStep } from "./next-step"
import { StateBadge } from "./state-badge"

/** A note beside Medusa's refund form, which doesn't explain what a refund does to the lease. */
const RETURNABLE: readonly AdminLeaseState[] = ["delivered", "not_returnable"]

type Props = { lease: AdminLeaseView; orderId: string; notice?: ReactNode }

/** The ledger's facts about a lease, their sources, and the possible actions. `notice` comes first. */
export function LeaseCard({ lease, orderId, notice }: Props) {
  const { t } = useTranslation()
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
      <LeaseMenu lease={lease} orderId={orderId} />
    </>
  )
  return (
    <CardFrame badges={badges}>
      {notice}
      {lease.attention.length > 0 && <LeaseAlerts lease={lease} />}
      <LeaseRows lease={lease} />
      <NextStep lease={lease} orderId={orderId} />
      {RETURNABLE.includes(lease.state) && (
        <Text size="small" className="text-ui-fg-subtle text-pretty px-6 py-4">
          {t("leaseToOwn.card.refundReturns", { operator: lease.operator.name })}
        </Text>
      )}
      {isViewOnly(lease) && <ViewOnly />}
      {lease.facts.length > 0 && <History facts={lease.facts} />}
      <div className="px-6 py-4">
        <Link
          to={`/leases/${lease.id}`}
          className="txt-compact-small-plus text-ui-fg-base hover:text-ui-fg-subtle underline underline-offset-2"
        >
          {t("leaseToOwn.card.details")}
        </Link>
      </div>
    </CardFrame>
  )
}
