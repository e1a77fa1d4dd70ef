import { Button } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import type { useLeaseFilters } from "../../hooks/use-lease-filters"
import { useSalesChannels } from "../../hooks/use-sales-channels"
import { DateFilter } from "./date-filter"
import { SearchField } from "./search-field"
import { SelectFilter } from "./select-filter"
import { StatusFilter } from "./status-filter"

const DATES = ["created_from", "created_to", "delivered_from", "delivered_to"] as const

/** Search, and behind a button everything else that the list can be narrowed by. */
export function FilterPanel({ query, change, set, narrowed, clear }: ReturnType<typeof useLeaseFilters>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(set > 0)
  const panelId = useId()
  return (
    <div className="flex flex-col gap-4 px-6 py-3">
      <div className="flex flex-wrap items-start gap-2">
        <SearchField value={query.q ?? ""} onSearch={(q) => change({ q }, { replace: true })} />
        <Button
          type="button"
          size="small"
          variant="secondary"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          {set ? t("leaseToOwn.list.filtersSet", { number: set }) : t("leaseToOwn.list.filters")}
        </Button>
        {narrowed && (
          <Button type="button" size="small" variant="transparent" className="text-ui-fg-subtle" onClick={clear}>
            {t("leaseToOwn.list.clear")}
          </Button>
        )}
      </div>
      <div id={panelId} hidden={!open}>
        {open && <Filters query={query} change={change} />}
      </div>
    </div>
  )
}

function Filters({ query, change }: Pick<ReturnType<typeof useLeaseFilters>, "query" | "change">) {
  const { t } = useTranslation()
  const channels = useSalesChannels()
  const yesOrNo = { true: t("leaseToOwn.filters.yes"), false: t("leaseToOwn.filters.no") }
  const ways: Record<LeaseRow["way"], string> = {
    application: t("leaseToOwn.ways.application"),
    widget: t("leaseToOwn.ways.widget"),
  }
  const modes = { true: t("leaseToOwn.filters.testOnly"), false: t("leaseToOwn.filters.liveOnly") }
  const named = Object.fromEntries(channels.map(({ id, name }) => [id, name]))
  const at = { query, change }
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatusFilter {...at} />
      <SelectFilter name="attention" options={yesOrNo} {...at} />
      <SelectFilter name="to_confirm" options={yesOrNo} {...at} />
      <SelectFilter name="way" options={ways} {...at} />
      <SelectFilter name="test" options={modes} {...at} />
      {(channels.length > 1 || query.sales_channel_id) && (
        <SelectFilter name="sales_channel_id" options={named} {...at} />
      )}
      {DATES.map((name) => (
        <DateFilter key={name} name={name} {...at} />
      ))}
    </div>
  )
}
