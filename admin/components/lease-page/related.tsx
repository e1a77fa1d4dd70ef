import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { FactRow } from "../fact-row"
import { Section } from "../section"
import { TextLink } from "../text-link"

export function Related({ page: { order, customer } }: { page: LeasePageAnswer }) {
  const { t } = useTranslation()
  const email = customer.email ?? t("leaseToOwn.page.noCustomer")
  return (
    <Section title={t("leaseToOwn.page.related")}>
      <dl className="divide-y">
        <FactRow label={t("leaseToOwn.columns.order")}>
          {order ? <TextLink to={`/orders/${order.id}`}>#{order.display_id}</TextLink> : t("leaseToOwn.page.noOrder")}
        </FactRow>
        <FactRow label={t("leaseToOwn.columns.customer")}>
          {customer.id ? <TextLink to={`/customers/${customer.id}`}>{email}</TextLink> : email}
        </FactRow>
      </dl>
    </Section>
  )
}
