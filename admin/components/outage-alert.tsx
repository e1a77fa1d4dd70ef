import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { OutageView } from "../../src/api/admin-types"
import { useFormat } from "../hooks/use-format"

/** One alert for all leases while the lease service is down. Says that no data was lost, and what to do. */
export function OutageAlert({ outage }: { outage: OutageView | null | undefined }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  if (!outage) return null
  const since = t("leaseToOwn.outage.since", { at: moment(outage.since) })
  return (
    <div className="px-6 py-4">
      <Alert variant="error" className="text-ui-fg-base">
        {outage.account_id ? t("leaseToOwn.settings.named", { name: outage.account_id, words: since }) : since}
        <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle block pt-0.5">
          {t("leaseToOwn.outage.text")}
        </Text>
      </Alert>
    </div>
  )
}
