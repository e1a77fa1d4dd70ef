import { useTranslation } from "react-i18next"
import type { useLeaseFilters } from "../../hooks/use-lease-filters"
import { Choice } from "../choice"

const TABS = [
  "all",
  "needs_attention",
  "undelivered",
  "overdue",
  "to_confirm",
  "awaiting",
  "signed_without_order",
  "without_order",
]

export function ListTabs({ query, change }: Pick<ReturnType<typeof useLeaseFilters>, "query" | "change">) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t("leaseToOwn.list.tabs")}
      options={TABS.map((tab) => ({ value: tab, label: t(`leaseToOwn.tabs.${tab}`) }))}
      chosen={query.tab ?? "all"}
      onChoose={(tab) => change({ tab: tab === "all" ? undefined : tab })}
    />
  )
}
