import type { MedusaContainer } from "@medusajs/framework/types"
import { dateIn, placeOf, shipToState } from "../../../../../lease-cart"
import { ledgerDepsOf } from "../../../../../modules/lease"
import {
  capturedAt,
  type ExportedLease,
  type LeaseFilters,
  last,
  type Order,
  paidBy,
  settingsOf,
} from "../../../../../modules/lease/ledger"
import type { LeaseRow } from "../../../../admin-types"
import { readRows } from "../../list/lease-list"
import { type BookEntry, bookEntries, REDUCED } from "./book-entries"
import { ENTRY_COLUMNS, type ExportColumn } from "./columns"

type Cell = string | number | boolean | null | undefined

/** One line of the file: a lease, or one of the entries of a lease with an order. */
type Line = LeaseRow & {
  lease: ExportedLease
  sold: (BookEntry & { shipTo: { state: string; zip: Cell }; day: Cell; purchaser: string }) | null
  /** Only in the lease's first line, so that the file's amounts can be added up. */
  inMedusa: InMedusa | null
}

/** What Medusa recorded for a lease's order: its delivery, and this lease's own payments in cents. */
type InMedusa = {
  deliveredAt: Date | null
  paid: { captured: number; capturedAt: Date | null; refunded: number; refundedAt: Date | null } | null
}

const CELLS: Record<ExportColumn, (line: Line) => Cell> = {
  order: ({ order }) => order?.display_id,
  reference: ({ reference }) => reference,
  email: ({ email }) => email,
  customer_name: ({ customer_name }) => customer_name,
  state: ({ state }) => state,
  status: ({ status }) => status,
  flow: ({ flow }) => flow,
  test: ({ test }) => test,
  amount: ({ sold, lease }) => money(sold?.parts ? sumOf(sold.parts) : lease.amount),
  currency: ({ leased }) => leased?.currency_code.toUpperCase(),
  signed_at: ({ signed_at }) => signed_at,
  delivery_date: ({ delivery }) => delivery?.date,
  delivery_confirmed_at: ({ delivery }) => delivery?.at,
  changed_at: ({ changed_at }) => changed_at,
  created_at: ({ created_at }) => created_at,
  order_id: ({ order }) => order?.id,
  lease_id: ({ id }) => id,
  operator_id: ({ operator_id }) => operator_id,
  account_id: ({ account_id }) => account_id,
  entry: ({ sold }) => sold?.entry,
  entry_date: ({ sold }) => sold?.day,
  ship_to_state: ({ sold }) => sold?.shipTo.state,
  ship_to_zip: ({ sold }) => sold?.shipTo.zip,
  goods: ({ sold }) => money(sold?.parts?.goods),
  delivery: ({ sold }) => money(sold?.parts?.delivery),
  sales_tax: ({ sold, lease }) => money(sold?.parts && (isResale(lease) ? 0 : sold.parts.tax)),
  fees: ({ sold, lease }) => money(sold?.parts && (isResale(lease) ? sold.parts.tax : 0)),
  tax_reason: ({ sold, lease }) => (sold && isResale(lease) ? "Resale" : ""),
  purchaser: ({ sold }) => sold?.purchaser,
  captured: ({ inMedusa }) => money(inMedusa?.paid?.captured),
  captured_at: ({ inMedusa }) => inMedusa?.paid?.capturedAt?.toISOString(),
  delivered_at: ({ inMedusa }) => inMedusa?.deliveredAt?.toISOString(),
  refunded: ({ inMedusa }) => money(inMedusa?.paid?.refunded),
  refunded_at: ({ inMedusa }) => inMedusa?.paid?.refundedAt?.toISOString(),
}

/**
 * Yields the leases that match the filters as CSV (RFC 4180), in chunks. The first line has the column names. A lease with an order has one line for
 * the sale and one for each reduction, cancellation or return. If no column would differ between these lines, only the first is included.
 */
export async function* leaseCsv(
  scope: MedusaContainer,
  filters: LeaseFilters,
  columns: readonly ExportColumn[],
): AsyncGenerator<string> {
  const deps = ledgerDepsOf(scope)
  const hasEntries = columns.some((column) => ENTRY_COLUMNS.includes(column))
  // Send the column names with the first leases, so that an error while reading those can still be reported.
  let head = csvLine(columns)
  for await (const leases of deps.leases.exported(filters)) {
    const lines = (await linesOf(scope, leases)).flatMap((each) => (hasEntries ? each : each.slice(0, 1)))
    yield head + lines.map((line) => csvLine(columns.map((column) => CELLS[column](line)))).join("")
    head = ""
  }
  if (head) yield head
}

/** Returns each lease's lines. */
async function linesOf(scope: MedusaContainer, leases: ExportedLease[]): Promise<Line[][]> {
  const deps = ledgerDepsOf(scope)
  const reduced = leases.filter(({ reductions }) => reductions?.length).map(({ id }) => id)
  const history = await deps.store.histories.allOf(reduced, REDUCED)
  return (await readRows(scope, leases)).map(({ row, lease, order }): Line[] => {
    const purchaser = settingsOf(deps, lease).operator.name
    const entries = bookEntries(
      lease,
      history.filter(({ lease_id }) => lease_id === lease.id),
    )
    const sold = entries.map((entry) => {
      const day = entry.at && dateIn(entry.at, deps.options.timeZone)
      return { ...entry, shipTo: shipToOf(order), day, purchaser }
    })
    const [first = null, ...more] = sold
    return [
      { ...row, lease, sold: first, inMedusa: order && inMedusaOf(order, lease) },
      ...more.map((each) => ({ ...row, lease, sold: each, inMedusa: null })),
    ]
  })
}

function inMedusaOf(order: Order, lease: ExportedLease): InMedusa {
  const { deliveredAt, payments } = paidBy(order, lease)
  if (!payments.length) return { deliveredAt, paid: null }
  return {
    deliveredAt,
    paid: {
      captured: payments.reduce((sum, { captured }) => sum + captured, 0),
      capturedAt: capturedAt({ payments }),
      refunded: payments.reduce((sum, { refunded }) => sum + refunded, 0),
      refundedAt: last(payments.map(({ refundedAt }) => refundedAt)),
    },
  }
}

function shipToOf(order: Order | null): { state: string; zip: Cell } {
  const cart = order?.asCart
  return { state: cart ? shipToState(placeOf(cart)) : "", zip: cart?.shipping_address?.postal_code }
}

/** Whether the operator bought the goods for resale, in which case the order has no sales tax. */
function isResale({ taxed_by }: ExportedLease): boolean {
  return taxed_by === "by_operator"
}

function sumOf({ goods, delivery, tax }: { goods: number; delivery: number; tax: number }): number {
  return goods + delivery + tax
}

function money(cents: number | null | undefined): Cell {
  return cents === null || cents === undefined ? undefined : (cents / 100).toFixed(2)
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

/**
 * Formats a cell. Adds an apostrophe before text that a spreadsheet would read as a formula, such as an email address that begins with "=", but not
 * before a negative amount.
 */
function csvCell(cell: Cell): string {
  const text = cell === null || cell === undefined ? "" : String(cell)
  const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+\.\d\d$/.test(text)
  const harmless = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
