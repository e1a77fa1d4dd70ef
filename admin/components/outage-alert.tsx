import { Alert, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { OutageView } from "../../src/api/admin-types"
import { useFormat } from "../hooks/use-format"

/** One alert for all leases while the lease service is down or the whole store is held. Says that no data was lost, and what to do. */
export function OutageAlert({ outage }: { outage: OutageView | null | undefined }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  if (!outage) return null
  const at = moment(outage.since)
  const since = outage.held ? t("leaseToOwn.store_held.since", { at }) : t("leaseToOwn.outage.since", { at })
  return (
    <div className="px-6 py-4">
      <Alert variant="error" className="text-ui-fg-base">
        {outage.account_id ? t("leaseToOwn.settings.named", { name: outage.account_id, words: since }) : since}
        <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle block pt-0.5">
          {outage.held ? unbroken(t(`leaseToOwn.store_held.${outage.held}`)) : t("leaseToOwn.outage.text")}
        </Text>
      </Alert>
    </div>
  )
}

/** Keeps the options of a command from being broken between lines after a hyphen. */
function unbroken(text: string): ReactNode[] {
  return text.split(/(--[a-z-]+)/).map((part, place) =>
    place % 2 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
