import { Copy, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

/** The facts of a lease, each with its time and its source. What is not known yet has no row. */
export function LeaseRows({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  const { approved_at, signed, last_contact: contact } = lease
  return (
    <dl className="text-ui-fg-subtle divide-y">
      <Row label={t("leaseToOwn.rows.reference")}>
        <span className="flex items-center gap-1">
          <span className="min-w-0 break-words">{lease.reference}</span>
          <Copy content={lease.reference} variant="mini" aria-label={t("leaseToOwn.card.copyReference")} />
        </span>
      </Row>
      <Row label={t("leaseToOwn.rows.way")}>{t(`leaseToOwn.ways.${lease.way}`)}</Row>
      {lease.leased && <Row label={t("leaseToOwn.rows.leased")}>{money(lease.leased)}</Row>}
      {lease.state === "amount_differs" && lease.order_total && (
        <Row label={t("leaseToOwn.rows.orderTotal")}>{money(lease.order_total)}</Row>
      )}
      {approved_at && <Row label={t("leaseToOwn.rows.approved")}>{moment(approved_at)}</Row>}
      {signed && (
        <Row label={t("leaseToOwn.rows.signed")} source={t(`leaseToOwn.evidence.${signed.evidence}`)}>
          {moment(signed.at)}
        </Row>
      )}
      {contact && (
        <Row
          label={t("leaseToOwn.rows.lastContact")}
          source={t(contact.ok ? "leaseToOwn.card.contactOk" : "leaseToOwn.card.contactFailed")}
        >
          {moment(contact.at)}
        </Row>
      )}
    </dl>
  )
}

/** One fact; `source` says who vouches for it. */
function Row({ label, source, children }: { label: string; source?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 px-6 py-4">
      <dt>
        <Text as="div" size="small" leading="compact" weight="plus" className="text-ui-fg-subtle">
          {label}
        </Text>
      </dt>
      <dd>
        <Text as="div" size="small" leading="compact" className="text-ui-fg-base">
          {children}
        </Text>
        {source && (
          <Text as="div" size="small" leading="compact" className="text-ui-fg-subtle">
            {source}
          </Text>
        )}
      </dd>
    </div>
  )
}
