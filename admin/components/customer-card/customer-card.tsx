import type { AdminCustomer } from "@medusajs/types"
import { Badge, Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseApproval, LeaseRow } from "../../../src/api/admin-types"
import { useCustomerLeases } from "../../hooks/use-customer-leases"
import { useFormat } from "../../hooks/use-format"
import { Link } from "../../lib/router"
import { isForbidden } from "../../lib/status-of"
import { LeaseLink } from "../lease-link"
import { LoadFailed } from "../load-failed"
import { StateBadge } from "../order-card/state-badge"
import { Section } from "../section"

/** A customer's approvals and leases; nothing beside customers without any, and nothing for people who may not see leases. */
export function CustomerCard({ customer: { id, email } }: { customer: AdminCustomer }) {
  const { t } = useTranslation()
  const { data, isFetching, isError, error, refetch } = useCustomerLeases(id)
  const title = t("leaseToOwn.customer.title")
  if (isForbidden(error)) return null
  if (!data)
    return isError ? (
      <Section title={title}>
        <LoadFailed says={t("leaseToOwn.customer.loadFailed")} onRetry={() => void refetch()} busy={isFetching} />
      </Section>
    ) : null
  const { approvals, leases, count } = data
  if (!leases.length) return null
  const all = count.value > leases.length && (
    <Button asChild size="small" variant="secondary">
      <Link to={`/leases?q=${encodeURIComponent(email)}`}>{t("leaseToOwn.needsYou.all")}</Link>
    </Button>
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

function Approval({ approval }: { approval: LeaseApproval }) {
  const { t } = useTranslation()
  const { money, day } = useFormat()
  const { limit, until, made_in, reference, test } = approval
  const facts = [
    until && t("leaseToOwn.customer.until", { day: day(until) }),
    made_in && t("leaseToOwn.customer.madeIn", { channel: made_in }),
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
        <LeaseLink lease={approval}>{reference}</LeaseLink>
      </Text>
    </li>
  )
}

function Lease({ lease }: { lease: LeaseRow }) {
  const { t } = useTranslation()
  const { money, dayOf } = useFormat()
  const { order, reference, state, test, leased, changed_at } = lease
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <span className="flex flex-wrap items-center gap-2">
        <Text as="span" size="small" leading="compact">
          <LeaseLink lease={lease}>{order ? `#${order.display_id}` : reference}</LeaseLink>
        </Text>
        <StateBadge state={state} />
        {test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      </span>
      <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
        {[leased && money(leased), dayOf(changed_at)].filter(Boolean).join(" · ")}
      </Text>
    </li>
  )
}
