import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { useLeasePage } from "../../hooks/use-lease-page"
import { LeaseActions } from "../actions/lease-actions"
import { LoadFailed } from "../load-failed"
import { OutageAlert } from "../outage-alert"
import { Section } from "../section"
import { SkeletonBadge, SkeletonRows } from "../skeleton-rows"
import { Calls } from "./calls"
import { FullHistory } from "./full-history"
import { Identifiers } from "./identifiers"
import { LeaseState } from "./lease-state"
import { MissingLease } from "./missing-lease"
import { Priced } from "./priced"
import { RawData } from "./raw-data"
import { Related } from "./related"
import { SentCart } from "./sent-cart"

/** The page of one lease: its state, the possible actions, its history, and what was sent and priced. */
export function LeasePage({ leaseId }: { leaseId: string }) {
  const { t } = useTranslation()
  const { data, isPending, isError, error, missing, isFetching, refetch } = useLeasePage(leaseId)
  const retry = { error, onRetry: () => void refetch(), busy: isFetching }
  if (missing) return <MissingLease />
  if (data)
    return <Loaded page={data} notice={isError && <LoadFailed says={t("leaseToOwn.card.notRefreshed")} {...retry} />} />
  return (
    <Section title={t("leaseToOwn.card.title")} level="h1" aside={isPending && <SkeletonBadge />}>
      {isPending ? (
        <SkeletonRows label={t("leaseToOwn.card.loading")} rows={6} kind="facts" />
      ) : (
        <LoadFailed says={t("leaseToOwn.card.loadFailed")} {...retry} />
      )}
    </Section>
  )
}

function Loaded({ page, notice }: { page: LeasePageAnswer; notice: ReactNode }) {
  const { lease, sent, pricing, calls, history } = page
  return (
    <div className="flex w-full flex-col gap-3 xl:grid xl:grid-cols-3 xl:items-start">
      <div className="flex min-w-0 flex-col gap-3 xl:col-span-2">
        <LeaseState
          lease={lease}
          orderId={page.order?.id}
          notice={
            <>
              {notice}
              <OutageAlert outage={page.outage} />
            </>
          }
        />
        <FullHistory leaseId={lease.id} history={history} />
        {sent && <SentCart sent={sent} />}
        {pricing && lease.leased && (
          <Priced pricing={pricing} currency={lease.leased.currency_code} operator={lease.operator.name} />
        )}
        {calls.length > 0 && <Calls calls={calls} />}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <LeaseActions lease={lease} orderId={page.order?.id} />
        <Related page={page} />
        <Identifiers page={page} />
        <RawData page={page} />
      </div>
    </div>
  )
}
