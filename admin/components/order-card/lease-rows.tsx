import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { CopyButton } from "../copy-button"
import { FactRow } from "../fact-row"
import { TextLink } from "../text-link"

/** Omits unknown facts. */
export function LeaseRows({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment, day } = useFormat()
  const { approved_at, signed, last_contact: contact } = lease
  const { confirmed } = lease.delivery
  const { checked } = lease.returned
  const differs = lease.alerts.some(({ code }) => code === "amount_differs" || code === "cart_mismatch")
  // This lease replaces another one, but doesn't have an offer yet.
  const waits = lease.replaces !== null && !lease.leased
  const sent = lease.facts.find(({ key }) => key === "order_id_sent")
  return (
    <dl className="text-ui-fg-subtle divide-y">
      <FactRow label={t("leaseToOwn.rows.reference")}>
        <span className="-my-0.5 flex items-center gap-0.5">
          <span className="min-w-0 break-words">{lease.reference}</span>
          <CopyButton content={lease.reference} label={t("leaseToOwn.card.copyReference")} />
        </span>
      </FactRow>
      {lease.replaces && (
        <FactRow label={t("leaseToOwn.rows.replaces")}>
          <TextLink to={`/leases/${lease.replaces.id}`}>{lease.replaces.reference}</TextLink>
        </FactRow>
      )}
      <FactRow label={t("leaseToOwn.filters.flow")}>{t(`leaseToOwn.flows.${lease.flow}`)}</FactRow>
      {lease.leased && <FactRow label={t("leaseToOwn.columns.leased")}>{money(lease.leased)}</FactRow>}
      {lease.reduced && (
        <FactRow
          label={t("leaseToOwn.rows.reduced")}
          source={lease.reduced.pieces ? t("leaseToOwn.rows.piecesBack", { count: lease.reduced.pieces }) : ""}
        >
          {money(lease.reduced.rest)}
        </FactRow>
      )}
      {lease.taxed_by === "by_operator" && (
        <FactRow label={t("leaseToOwn.settings.sales_tax")}>
          {t("leaseToOwn.rows.noSalesTax", { operator: lease.operator.name })}
        </FactRow>
      )}
      {(differs || waits) && lease.order_total && (
        <FactRow label={t("leaseToOwn.rows.orderTotal")}>{money(lease.order_total)}</FactRow>
      )}
      {approved_at && <FactRow label={t("leaseToOwn.states.approved")}>{moment(approved_at)}</FactRow>}
      {signed && (
        <FactRow
          label={t("leaseToOwn.rows.signed")}
          source={t(`leaseToOwn.evidence.${signed.evidence}`, { operator: lease.operator.name })}
        >
          {moment(signed.at)}
        </FactRow>
      )}
      {sent && <FactRow label={t("leaseToOwn.facts.order_id_sent")}>{moment(sent.at)}</FactRow>}
      {confirmed && (
        <FactRow
          label={t("leaseToOwn.facts.delivery_confirmed")}
          source={confirmed.actor ?? t(`leaseToOwn.by.${confirmed.by}`)}
        >
          {confirmed.date ? day(confirmed.date) : moment(confirmed.at)}
        </FactRow>
      )}
      {checked && (
        <FactRow
          label={t("leaseToOwn.rows.returnChecked")}
          source={t(checked.eligible ? "leaseToOwn.returns.yes" : "leaseToOwn.returns.no")}
        >
          {moment(checked.at)}
        </FactRow>
      )}
      {contact && (
        <FactRow
          label={t("leaseToOwn.rows.lastContact")}
          source={t(contact.ok ? "leaseToOwn.card.contactOk" : "leaseToOwn.card.contactFailed")}
          warning={!contact.ok}
        >
          {moment(contact.at)}
        </FactRow>
      )}
    </dl>
  )
}
