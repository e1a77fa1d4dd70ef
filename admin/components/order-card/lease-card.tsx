import { Alert, Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { CardFrame } from "./card-frame"
import { History } from "./history"
import { LeaseRows } from "./lease-rows"
import { StateBadge } from "./state-badge"

/** What the ledger knows of a lease, who said it, and what to do next. Reads only. */
export function LeaseCard({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const badges = (
    <>
      {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      <StateBadge state={lease.state} />
    </>
  )
  return (
    <CardFrame badges={badges}>
      {lease.attention.length > 0 && <Attention lease={lease} />}
      <LeaseRows lease={lease} />
      {lease.next_step && <NextStep lease={lease} step={lease.next_step} />}
      {lease.facts.length > 0 && <History facts={lease.facts} />}
    </CardFrame>
  )
}

function Attention({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  const sums = {
    leased: lease.leased ? money(lease.leased) : "–",
    total: lease.order_total ? money(lease.order_total) : "–",
  }
  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      {lease.attention.map(({ code, params, since }) => (
        <Alert key={code} variant="error" className="text-ui-fg-base">
          {t(`leaseToOwn.attention.${code}`, { ...params, ...sums })}
          {since && (
            <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle block">
              {t("leaseToOwn.card.since", { at: moment(since) })}
            </Text>
          )}
        </Alert>
      ))}
    </div>
  )
}

function NextStep({ lease, step }: { lease: AdminLeaseView; step: NonNullable<AdminLeaseView["next_step"]> }) {
  const { t } = useTranslation()
  return (
    <div className="bg-ui-bg-subtle px-6 py-4" role={lease.in_flight ? "status" : undefined}>
      <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
        {t("leaseToOwn.card.nextStep")}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t(`leaseToOwn.next.${step.code}`, step.params)}
      </Text>
    </div>
  )
}
