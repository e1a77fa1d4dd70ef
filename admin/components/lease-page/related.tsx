import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { useInvoiceModal } from "../../hooks/use-invoice"
import { hasInvoice } from "../../lib/has-invoice"
import { FactRow } from "../fact-row"
import { InvoiceModal } from "../invoice/invoice-modal"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { TextLink } from "../text-link"

export function Related({ page: { lease, order, customer } }: { page: LeasePageAnswer }) {
  const { t } = useTranslation()
  const invoice = useInvoiceModal()
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
      {hasInvoice(lease) && (
        <div className="px-6 py-4">
          <SmallButton onClick={invoice.open}>
            {t("leaseToOwn.invoice.open", { operator: lease.operator.name })}
          </SmallButton>
        </div>
      )}
      <InvoiceModal lease={lease} modal={invoice} />
    </Section>
  )
}
