import type { AdminCustomer } from "@medusajs/types"
import { Badge, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { LeaseApproval, LeaseRow } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { keyOf } from "../../lib/key-of"
import { leaseName } from "../../lib/lease-name"
import { Link } from "../../lib/router"
import { leaseToOwn } from "../../lib/sdk"
import { isForbidden, mayRetry } from "../../lib/status-of"
import { retryOf } from "../load-failed"
import { StateBadge } from "../order-card/state-badge"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { TextLink } from "../text-link"
import { FailedSection } from "../unloaded-section"

/** A customer's approvals and leases. Renders nothing if there are none or the user can't view leases. */
export function CustomerCard({ customer: { id, email } }: { customer: AdminCustomer }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: keyOf("customer", id),
    queryFn: ({ signal }) => leaseToOwn.customers.retrieveLeases(id, { signal }),
    staleTime: 10_000,
    retry: mayRetry,
  })
  const { data, isError, error } = query
  if (isForbidden(error)) return null
  if (!data) return isError ? <FailedSection of="customer" {...retryOf(query)} /> : null
  const { approvals, leases, count } = data
  if (!leases.length) return null
  const title = t("leaseToOwn.customer.title")
  const all = count.value > leases.length && (
    <SmallButton asChild>
      <Link to={`/leases?q=${encodeURIComponent(email)}`}>{t("leaseToOwn.needsYou.all")}</Link>
    </SmallButton>
  )
  return (
    <Section title={title} aside={all}>
      {approvals.length > 0 && (
        <ul aria-label={t("leaseToOwn.customer.approvals")} className="divide-y">
          {approvals.map((approval) => (
            <Approval key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
      <ul aria-label={title} className="divide-y">
        {leases.map((lease) => (
          <Lease key={lease.id} lease={lease} />
        ))}
      </ul>
    </Section>
  )
}

function Approval({ approval: { id, limit, until, sales_channel, reference, test } }: { approval: LeaseApproval }) {
  const { t } = useTranslation()
  const { money, day } = useFormat()
  const facts = [
    until && t("leaseToOwn.customer.until", { day: day(until) }),
    sales_channel && t("leaseToOwn.customer.madeIn", { channel: sales_channel }),
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-1 px-6 py-4">
      <span className="flex flex-wrap items-center gap-2">
        <Text as="span" size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {limit ? t("leaseToOwn.customer.approvedUpTo", { amount: money(limit) }) : t("leaseToOwn.states.approved")}
        </Text>
        {test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      </span>
      <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
        {[...facts, ""].join(" · ")}
        <TextLink to={`/leases/${id}`} className="whitespace-nowrap">
          {reference}
        </TextLink>
      </Text>
    </li>
  )
}

function Lease({ lease: { id, order, reference, state, main_alert, test, leased, changed_at } }: { lease: LeaseRow }) {
  const { t } = useTranslation()
  const { money, dayOf } = useFormat()
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <span className="flex flex-wrap items-center gap-2">
        <Text as="span" size="small" leading="compact">
          <TextLink to={`/leases/${id}`}>{leaseName({ order, reference })}</TextLink>
        </Text>
        <StateBadge state={state} alert={main_alert} />
        {test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      </span>
      <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
        {[leased && money(leased), dayOf(changed_at)].filter(Boolean).join(" · ")}
      </Text>
    </li>
  )
}
