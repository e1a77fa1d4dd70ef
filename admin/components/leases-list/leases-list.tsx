import { clx, DataTable, type DataTableFilteringState, Text, useDataTable } from "@medusajs/ui"
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseListAnswer, LeaseRow } from "../../../src/api/admin-types"
import { useAlertGroups } from "../../hooks/use-alert-groups"
import { useFormat } from "../../hooks/use-format"
import { FILTERS, type Filter, useLeaseFilters } from "../../hooks/use-lease-filters"
import { PAGE_SIZE, useLeaseList } from "../../hooks/use-lease-list"
import { useSelection } from "../../hooks/use-selection"
import { useWaiting } from "../../hooks/use-waiting"
import { rememberFocus } from "../../lib/remember-focus"
import { Link } from "../../lib/router"
import { LoadFailed, retryOf } from "../load-failed"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { WaitingLine } from "../waiting-line"
import { AlertGroups } from "./alert-groups"
import { DeliverMany } from "./deliver-many"
import { ExportButton } from "./export-button"
import { LEASE_COLUMNS } from "./lease-columns"
import { useLeaseFilterMenu } from "./lease-filters"
import { ListTabs } from "./list-tabs"
import { SELECT_COLUMN } from "./select-column"
import { useNames } from "./use-names"

/** Styles that Medusa UI's table lacks: right-to-left and narrow layouts, and readable text in dark mode. */
const EVERYWHERE = clx(
  "[&_th]:text-start [&_:is(td,th):last-child]:pe-6 [&_:is(td,th):first-child]:start-0",
  "rtl:[&_input]:pr-7 rtl:[&_[role=img]]:left-auto rtl:[&_[role=img]]:right-0",
  "[&>:last-child]:flex-wrap [&_.flex-nowrap]:flex-wrap",
  "[&_[aria-haspopup=dialog]]:block [&_[aria-haspopup=dialog]]:max-w-[40vw] [&_[aria-haspopup=dialog]]:truncate",
  "[&_.text-ui-fg-muted]:text-ui-fg-subtle",
  "rtl:[&_:is(td,th):nth-child(2).sticky]:start-[68px]",
)

const NONE: LeaseRow[] = []

/** The tabs of leases whose delivery staff can confirm. */
const UNDELIVERED_TABS = ["undelivered", "overdue"]
/** Omits the delivery date, which none of these leases has. */
const UNDELIVERED_COLUMNS = LEASE_COLUMNS.filter(({ id }) => id !== "delivery")
const SELECTABLE_COLUMNS = [SELECT_COLUMN, ...UNDELIVERED_COLUMNS]

export function LeasesList() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useLeaseFilters()
  const { refused, ...list } = useLeaseList(at.query)
  const { data, isPending, isError } = list
  const isUndelivered = UNDELIVERED_TABS.includes(at.query.tab ?? "")
  const waiting = useWaiting(isUndelivered)
  const groups = useAlertGroups(at.query.tab === "needs_attention")
  // Keep the selection if a page can't be loaded.
  const selection = useSelection(isUndelivered && data?.can_act !== false, data?.leases ?? NONE)
  const instance = useLeaseTable(at, data, { isLoading: isPending, selection })
  const named = useNames(t("leaseToOwn.list.table"), t("leaseToOwn.list.filters"), (filter) =>
    t("leaseToOwn.list.removeFilter", { filter }),
  )
  const searched = instance.getSearch()
  const { count } = data ?? {}
  const more = count?.more ? "More" : ""
  const found = count?.more
    ? t("leaseToOwn.list.countMore", { number: number(count.limit) })
    : t("leaseToOwn.list.count", { count: count?.value })
  const none = at.narrowed ? (
    <Nothing message={t("leaseToOwn.list.noMatch")} hint={t("leaseToOwn.list.noMatchHint")}>
      <SmallButton onClick={at.clear}>{t("leaseToOwn.list.clear")}</SmallButton>
    </Nothing>
  ) : (
    <Nothing message={t("leaseToOwn.list.empty")} hint={t("leaseToOwn.list.emptyHint")}>
      <SmallButton asChild>
        <Link to="/settings/lease-to-own">{t("leaseToOwn.list.checkSetup")}</Link>
      </SmallButton>
    </Nothing>
  )
  const search = { "aria-label": t("leaseToOwn.list.search"), placeholder: t("leaseToOwn.list.search") }
  return (
    <Section title={t("leaseToOwn.list.title")} level="h1" aside={<Aside query={at.query} />}>
      <OutageAlert outage={data?.outage} />
      <div ref={named} data-lease-list className="outline-none">
        <p role="status" className="sr-only">
          {isPending ? t("leaseToOwn.list.loading") : data?.leases.length ? found : ""}
        </p>
        <DataTable instance={instance} className={EVERYWHERE}>
          <DataTable.Toolbar
            className="flex-wrap justify-between gap-2"
            translations={{ clearAll: t("leaseToOwn.list.clear") }}
          >
            <ListTabs {...at} />
            <div className="flex w-full items-start gap-2 sm:w-auto">
              <DataTable.FilterMenu tooltip={t("leaseToOwn.list.filters")} />
              <div className="grow sm:w-80">
                <DataTable.Search {...search} />
                {isTooShort(searched) && (
                  <Text size="xsmall" role="status" className="text-ui-fg-subtle pt-1">
                    {t("leaseToOwn.list.searchShort")}
                  </Text>
                )}
              </div>
            </div>
          </DataTable.Toolbar>
          {waiting && <WaitingLine waiting={waiting} />}
          {groups && <AlertGroups groups={groups} chosen={at.query.alert} onChoose={(alert) => at.change({ alert })} />}
          {refused && (
            <LoadFailed
              message={t("leaseToOwn.list.badFilters")}
              onRetry={at.clear}
              action={t("leaseToOwn.list.clear")}
            />
          )}
          {isError && !refused && (
            <LoadFailed
              message={t(data ? "leaseToOwn.list.notRefreshed" : "leaseToOwn.list.loadFailed")}
              {...retryOf(list)}
            />
          )}
          {(isPending || (data && !refused)) && (
            <>
              <DataTable.Table emptyState={{ empty: { custom: none }, filtered: { custom: none } }} />
              <DataTable.Pagination
                translations={{
                  of: t("leaseToOwn.list.of"),
                  results: t(`leaseToOwn.list.results${more}`),
                  pages: t(`leaseToOwn.list.pages${more}`),
                  prev: t("leaseToOwn.list.previous"),
                  next: t("leaseToOwn.list.next"),
                }}
              />
            </>
          )}
        </DataTable>
      </div>
      <DeliverMany
        selected={selection.selected}
        timeZone={data?.time_zone}
        onClear={selection.clear}
        onEnd={({ confirmed }) => {
          selection.deselect(confirmed)
          // This page of the list may be empty now, so go to the first one.
          if (at.query.cursor) at.change({}, { replace: true })
        }}
      />
    </Section>
  )
}

function Aside({ query }: ComponentProps<typeof ExportButton>) {
  const { t } = useTranslation()
  return (
    <>
      <SmallButton asChild variant="transparent">
        <Link to="/leases/funnel">{t("leaseToOwn.funnel.title")}</Link>
      </SmallButton>
      <ExportButton query={query} />
    </>
  )
}

type More = { isLoading: boolean; selection: ReturnType<typeof useSelection> }

/** Keeps the table's state in the URL. `draft` holds filters that have no value yet or haven't reached the URL. */
function useLeaseTable(at: ReturnType<typeof useLeaseFilters>, data: LeaseListAnswer | undefined, more: More) {
  const { isLoading, selection } = more
  const { query, change } = at
  const address = JSON.stringify(query)
  const [draft, setDraft] = useState<{ at: string; values: DataTableFilteringState }>()
  const set = FILTERS.flatMap((name): [Filter, string | string[]][] => {
    const value = query[name]
    return value ? [[name, name === "status" ? value.split(",") : value]] : []
  })
  const filter = (values: DataTableFilteringState) => {
    const back = rememberFocus()
    const after = Object.fromEntries(FILTERS.map((name) => [name, String(values[name] ?? "")]))
    setDraft({ at: address, values })
    if (FILTERS.some((name) => after[name] !== (query[name] ?? ""))) change(after)
    back()
  }
  const pageIndex = query.cursor ? Math.max(1, Math.floor(Number(query.page ?? 2)) - 1 || 1) : 0
  const before = pageIndex * PAGE_SIZE
  return useDataTable({
    data: data?.leases ?? NONE,
    columns: !UNDELIVERED_TABS.includes(query.tab ?? "")
      ? LEASE_COLUMNS
      : selection.enabled
        ? SELECTABLE_COLUMNS
        : UNDELIVERED_COLUMNS,
    rowSelection: selection.rowSelection,
    filters: useLeaseFilterMenu(query),
    getRowId: ({ id }) => id,
    onRowClick: followLink,
    isLoading,
    // Changing a filter already resets the page in the URL.
    autoResetPageIndex: false,
    search: {
      state: query.q ?? "",
      onSearchChange: (text) => {
        const q = text.trim()
        if (q !== (query.q ?? "") && !isTooShort(text)) change({ q }, { replace: true })
      },
    },
    filtering: {
      state: draft?.at === address ? draft.values : Object.fromEntries(set),
      onFilteringChange: filter,
    },
    // The store pages by cursor and counts only up to a limit, so just leave room for a next page.
    rowCount: data?.next ? Math.max(data.count.value, before + PAGE_SIZE + 1) : before + (data?.leases.length ?? 0),
    pagination: {
      state: { pageIndex, pageSize: PAGE_SIZE },
      onPaginationChange: (to) => {
        const cursor = to.pageIndex > pageIndex ? data?.next : to.pageIndex > 0 && data?.previous
        change(cursor ? { cursor, page: `${to.pageIndex + 1}` } : {})
      },
    },
  })
}

/** Whether the search is too short to send. A single letter matches half the table. */
const isTooShort = (text: string) => text.trim().length === 1 && !/\d/.test(text)

/** Follows the row's link, in a new tab or window if the modifier keys for that are pressed. */
function followLink({ currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>): void {
  const click = new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  currentTarget.querySelector("a")?.dispatchEvent(click)
}

function Nothing({ message, hint, children }: { message: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <div role="status" className="flex flex-col gap-1">
        <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {message}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {hint}
        </Text>
      </div>
      {children}
    </div>
  )
}
