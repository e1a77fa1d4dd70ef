import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView, Money } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

/** What a person must look at, each with the time since when. */
export function LeaseAlerts({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  const sum = (of: Money | null) => (of ? money(of) : "–")
  const sums = { leased: sum(lease.leased), total: sum(lease.order_total) }
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
