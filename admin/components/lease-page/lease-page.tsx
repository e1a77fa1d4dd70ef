import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { useLeasePage } from "../../hooks/use-lease-page"
import { Link } from "../../lib/router"
import { LeaseActions } from "../actions/lease-actions"
import { LoadFailed, retryOf } from "../load-failed"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { UnloadedSection } from "../unloaded-section"
import { Calls } from "./calls"
import { Explanation } from "./explanation"
import { FullHistory } from "./full-history"
import { Identifiers } from "./identifiers"
import { LeaseState } from "./lease-state"
import { Priced } from "./priced"
import { RawData } from "./raw-data"
import { Related } from "./related"
import { SentCart } from "./sent-cart"

export function LeasePage({ leaseId }: { leaseId: string }) {
  const { t } = useTranslation()
  const { missing, ...query } = useLeasePage(leaseId)
  const { data, isError } = query
  if (missing)
    return (
      <Section title={t("leaseToOwn.card.title")} level="h1">
        <div className="flex flex-col items-start gap-3 px-6 py-4">
          <Text size="small" role="status" className="text-ui-fg-base">
            {t("leaseToOwn.page.notFound")}
          </Text>
          <SmallButton asChild>
            <Link to="/leases">{t("leaseToOwn.page.back")}</Link>
          </SmallButton>
        </div>
      </Section>
    )
  if (!data) return <UnloadedSection of="card" level="h1" query={query} rows={6} kind="facts" />
  return (
    <Loaded page={data}>
      {isError && <LoadFailed message={t("leaseToOwn.card.notRefreshed")} {...retryOf(query)} />}
    </Loaded>
  )
}

function Loaded({ page, children }: { page: LeasePageAnswer; children: ReactNode }) {
  const { lease, sent, pricing, calls, history } = page
  return (
    <div className="flex w-full flex-col gap-3 xl:grid xl:grid-cols-3 xl:items-start">
      <div className="flex min-w-0 flex-col gap-3 xl:col-span-2">
        <LeaseState lease={lease} outage={page.outage}>
          {children}
        </LeaseState>
        <Explanation explanation={page.explanation} />
        <FullHistory leaseId={lease.id} history={history} />
        {sent && <SentCart sent={sent} />}
        {pricing && lease.leased && (
          <Priced pricing={pricing} currency={lease.leased.currency_code} operator={lease.operator.name} />
        )}
        {calls.length > 0 && <Calls calls={calls} />}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <LeaseActions lease={lease} />
        <Related page={page} />
        <Identifiers page={page} />
        <RawData page={page} />
      </div>
    </div>
  )
}
