import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { CopyButton } from "../copy-button"
import { FactRow } from "../fact-row"
import { Section } from "../section"

/** The lease's IDs, for searching logs or contacting the operator. */
export function Identifiers({ page: { raw } }: { page: LeasePageAnswer }) {
  const { t } = useTranslation()
  const named = [
    { label: t("leaseToOwn.card.title"), value: raw.id },
    { label: t("leaseToOwn.page.applicationId"), value: raw.application_id },
    { label: t("leaseToOwn.page.hostedId"), value: raw.hosted_id },
    { label: t("leaseToOwn.page.cartId"), value: raw.cart_id },
  ]
  return (
    <Section title={t("leaseToOwn.page.ids")}>
      <dl className="divide-y">
        {named.map(({ label, value }) =>
          typeof value === "string" ? (
            <FactRow key={label} label={label}>
              <span className="-my-0.5 flex items-center gap-0.5">
                <span className="min-w-0 break-all">{value}</span>
                <CopyButton content={value} label={t("leaseToOwn.page.copyId", { name: label })} />
              </span>
            </FactRow>
          ) : null,
        )}
      </dl>
    </Section>
  )
}
