import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { Link } from "../../lib/router"
import { FactRow } from "../fact-row"
import { Section } from "../section"

const LINK = "text-ui-fg-base hover:text-ui-fg-subtle underline underline-offset-2 break-words"

/** Links to the order and the customer. */
export function Related({ page: { order, customer } }: { page: LeasePageAnswer }) {
  const { t } = useTranslation()
  const email = customer.email ?? t("leaseToOwn.page.noCustomer")
  return (
    <Section title={t("leaseToOwn.page.related")}>
      <dl className="divide-y">
        <FactRow label={t("leaseToOwn.columns.order")}>
          {order ? (
            <Link to={`/orders/${order.id}`} className={LINK}>
              #{order.display_id}
            </Link>
          ) : (
            t("leaseToOwn.page.noOrder")
          )}
        </FactRow>
        <FactRow label={t("leaseToOwn.columns.customer")}>
          {customer.id ? (
            <Link to={`/customers/${customer.id}`} className={LINK}>
              {email}
            </Link>
          ) : (
            email
          )}
        </FactRow>
      </dl>
    </Section>
  )
}
