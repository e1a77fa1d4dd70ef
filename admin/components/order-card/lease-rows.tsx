import { clx, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { CopyButton } from "../copy-button"

/** The facts of a lease, each with its time and its source. What is not known yet has no row. */
export function LeaseRows({ lease }: { lease: AdminLeaseView }) {
  const { t } = useTranslation()
  const { money, moment } = useFormat()
  const { approved_at, signed, last_contact: contact } = lease
  return (
    <dl className="text-ui-fg-subtle divide-y">
      <Row label={t("leaseToOwn.rows.reference")}>
        <span className="-my-0.5 flex items-center gap-0.5">
          <span className="min-w-0 break-words">{lease.reference}</span>
          <CopyButton content={lease.reference} label={t("leaseToOwn.card.copyReference")} />
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
          warning={!contact.ok}
        >
          {moment(contact.at)}
        </Row>
      )}
    </dl>
  )
}

type RowProps = {
  label: string
  /** Who vouches for the fact, or how it ended. */
  source?: string
  warning?: boolean
  children: ReactNode
}

function Row({ label, source, warning, children }: RowProps) {
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
          <Text
            as="div"
            size="small"
            leading="compact"
            className={clx("pt-0.5", warning ? "text-ui-tag-orange-text" : "text-ui-fg-subtle")}
          >
            {source}
          </Text>
        )}
      </dd>
    </div>
  )
}
