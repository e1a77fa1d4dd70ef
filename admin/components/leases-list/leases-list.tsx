import { useTranslation } from "react-i18next"
import { useLeaseFilters } from "../../hooks/use-lease-filters"
import { useLeaseList } from "../../hooks/use-lease-list"
import { LoadFailed } from "../load-failed"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { SkeletonRows } from "../skeleton-rows"
import { EmptyList } from "./empty-list"
import { ExportButton } from "./export-button"
import { FilterPanel } from "./filter-panel"
import { LeaseTable } from "./lease-table"
import { ListFooter } from "./list-footer"
import { ListTabs } from "./list-tabs"

/** All leases: tabs, search, filters, a page of rows, and the ways to the pages beside it. */
export function LeasesList() {
  const { t } = useTranslation()
  const filters = useLeaseFilters()
  const { data, isPending, isError, error, refused, isFetching, refetch } = useLeaseList(filters.query)
  const retry = { error, onRetry: () => void refetch(), busy: isFetching }
  const page = data?.leases.length ? data : null
  return (
    <Section title={t("leaseToOwn.list.title")} level="h1" aside={<ExportButton query={filters.query} />}>
      <OutageAlert outage={data?.outage} />
      <ListTabs {...filters} />
      <FilterPanel {...filters} />
      {refused && (
        <LoadFailed
          says={t("leaseToOwn.list.badFilters")}
          onRetry={filters.clear}
          action={t("leaseToOwn.list.clear")}
        />
      )}
      {isError && !refused && (
        <LoadFailed says={t(data ? "leaseToOwn.list.notRefreshed" : "leaseToOwn.list.loadFailed")} {...retry} />
      )}
      {isPending && <SkeletonRows label={t("leaseToOwn.list.loading")} rows={8} kind="table" />}
      {page && <LeaseTable leases={page.leases} busy={isFetching} />}
      {page && <ListFooter page={page} onPage={(cursor) => filters.change({ cursor })} />}
      {data && !page && !refused && <EmptyList narrowed={filters.narrowed} onClear={filters.clear} />}
    </Section>
  )
}
