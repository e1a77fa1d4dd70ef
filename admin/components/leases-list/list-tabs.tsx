import { useTranslation } from "react-i18next"
import type { useLeaseFilters } from "../../hooks/use-lease-filters"
import { SmallButton } from "../small-button"

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
  const chosen = query.tab ?? "all"
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t("leaseToOwn.list.tabs")}</legend>
      {TABS.map((tab) => (
        <SmallButton
          key={tab}
          variant={tab === chosen ? "secondary" : "transparent"}
          className={tab === chosen ? "text-ui-fg-base" : "text-ui-fg-subtle"}
          aria-pressed={tab === chosen}
          onClick={() => change({ tab: tab === "all" ? undefined : tab })}
        >
          {t(`leaseToOwn.tabs.${tab}`)}
        </SmallButton>
      ))}
    </fieldset>
  )
}
