import { Badge, Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { Link } from "../../lib/router"
import { StateBadge } from "../order-card/state-badge"

const COLUMNS = ["order", "status", "customer", "leased", "signed", "delivery", "changed"]

/** A page of leases. Each row leads to its lease; the link in it is for the keyboard, and for another tab. */
export function LeaseTable({ leases, busy }: { leases: LeaseRow[]; busy: boolean }) {
  const { t } = useTranslation()
  return (
    <section
      // Sideways scrolling on a narrow screen must be possible without a mouse.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
      tabIndex={0}
      aria-label={t("leaseToOwn.list.table")}
      aria-busy={busy}
      className="overflow-x-auto"
    >
      <Table>
        <Table.Header>
          <Table.Row>
            {COLUMNS.map((column) => (
              <Table.HeaderCell key={column} className={column === "leased" ? "text-end" : "text-start"}>
                {t(`leaseToOwn.columns.${column}`)}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {leases.map((lease) => (
            <Row key={lease.id} lease={lease} />
          ))}
        </Table.Body>
      </Table>
    </section>
  )
}

function Row({ lease }: { lease: LeaseRow }) {
  const { t } = useTranslation()
  const { money, day, dayOf, moment } = useFormat()
  const { order, delivery } = lease
  return (
    <Table.Row
      className="cursor-pointer whitespace-nowrap"
      onClick={({ currentTarget }) => currentTarget.querySelector("a")?.click()}
    >
      <Table.Cell>
        <Link
          to={`/leases/${lease.id}`}
          className="text-ui-fg-base hover:text-ui-fg-interactive txt-compact-small-plus"
          onClick={(event) => event.stopPropagation()}
        >
          {order ? `#${order.display_id}` : lease.reference}
        </Link>
      </Table.Cell>
      <Table.Cell>
        <span className="flex items-center gap-2">
          <StateBadge state={lease.state} />
          {lease.test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
          {lease.way === "widget" && <Badge size="2xsmall">{t("leaseToOwn.ways.widget")}</Badge>}
          {lease.account && <Badge size="2xsmall">{lease.account}</Badge>}
        </span>
      </Table.Cell>
      <Table.Cell className="text-ui-fg-subtle max-w-40">
        <bdi className="block truncate">{lease.email}</bdi>
      </Table.Cell>
      <Table.Cell className="text-ui-fg-base text-end tabular-nums">{lease.leased && money(lease.leased)}</Table.Cell>
      <Table.Cell className="text-ui-fg-subtle">{lease.signed_at && dayOf(lease.signed_at)}</Table.Cell>
      <Table.Cell className="text-ui-fg-subtle">
        {delivery && (delivery.date ? day(delivery.date) : dayOf(delivery.at))}
      </Table.Cell>
      <Table.Cell className="text-ui-fg-subtle">{moment(lease.changed_at)}</Table.Cell>
    </Table.Row>
  )
}
