import { Badge, createDataTableColumnHelper } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { leaseName } from "../../lib/lease-name"
import { Link } from "../../lib/router"
import { StateBadge } from "../order-card/state-badge"
import { Words } from "../words"

type Props = { lease: LeaseRow }

/** In display order. */
const CELLS = {
  order: ({ lease: { id, order, reference } }: Props) => (
    <Link
      to={`/leases/${id}`}
      className="text-ui-fg-base hover:text-ui-fg-interactive txt-compact-small-plus"
      onClick={(event) => event.stopPropagation()}
    >
      {leaseName({ order, reference })}
    </Link>
  ),
  status: Status,
  customer: Customer,
  leased: Leased,
  signed: ({ lease }: Props) => <Day at={lease.signed_at} />,
  delivery: ({ lease: { delivery } }: Props) => <Day date={delivery?.date} at={delivery?.at} />,
  changed: Changed,
}

const helper = createDataTableColumnHelper<LeaseRow>()

/** Clicking anywhere in a row opens the lease. The link is for keyboard users and for opening the lease in a new tab. */
export const LEASE_COLUMNS = Object.entries(CELLS).map(([id, Cell]) =>
  helper.accessor((lease) => lease, {
    id,
    header: () => <Words of={`columns.${id}`} />,
    cell: ({ getValue }) => <Cell lease={getValue()} />,
    align: id === "leased" ? "right" : "left",
    // Medusa UI would cut off the link's focus ring.
    truncateTooltip: false,
  }),
)

function Status({ lease: { state, main_alert, waiting, test, flow, account_id } }: Props) {
  const { t } = useTranslation()
  const { money, days } = useFormat()
  const title = waiting && t("leaseToOwn.waiting.row", { sum: money(waiting.amount), days: days(waiting.days) })
  return (
    <span className="flex items-center gap-2" title={title ?? undefined}>
      <StateBadge state={state} alert={main_alert} />
      {test && <Badge size="2xsmall">{t("leaseToOwn.card.test")}</Badge>}
      {flow === "hosted" && <Badge size="2xsmall">{t("leaseToOwn.flows.hosted")}</Badge>}
      {account_id && <Badge size="2xsmall">{account_id}</Badge>}
    </span>
  )
}

/** Shows the whole email address, because two addresses may differ only at the end. */
function Customer({ lease: { customer_name, email } }: Props) {
  return (
    <div className="flex min-w-44 max-w-48 flex-col whitespace-normal break-words py-1">
      {customer_name && <bdi className="text-ui-fg-base">{customer_name}</bdi>}
      {email && <bdi>{email}</bdi>}
    </div>
  )
}

function Leased({ lease: { leased } }: Props) {
  const { money } = useFormat()
  return <span className="text-ui-fg-base tabular-nums">{leased && money(leased)}</span>
}

function Day({ date, at }: { date?: string | null; at?: string | null }) {
  const { day, dayOf } = useFormat()
  return <>{date ? day(date) : at && dayOf(at)}</>
}

function Changed({ lease: { changed_at } }: Props) {
  const { dayOf, moment } = useFormat()
  return <span title={moment(changed_at)}>{dayOf(changed_at)}</span>
}
