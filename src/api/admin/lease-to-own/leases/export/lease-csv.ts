import type { MedusaContainer } from "@medusajs/framework/types"
import { ledgerDepsOf } from "../../../../../modules/lease"
import type { LeaseFilters } from "../../../../../modules/lease/ledger"
import type { LeaseRow } from "../../../../admin-types"
import { leaseRows } from "../../list/lease-list"

type Cell = string | number | boolean | null | undefined

/** The columns in order. Their names are the same in every language, because programs read them. */
const COLUMNS: Record<string, (row: LeaseRow) => Cell> = {
  order: ({ order }) => order?.display_id,
  reference: ({ reference }) => reference,
  email: ({ email }) => email,
  customer_name: ({ customer_name }) => customer_name,
  state: ({ state }) => state,
  status: ({ status }) => status,
  flow: ({ flow }) => flow,
  test: ({ test }) => test,
  amount: ({ leased }) => leased?.amount.toFixed(2),
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
}

export const CSV_COLUMNS: readonly string[] = Object.keys(COLUMNS)

/** Yields the leases that match the filters as CSV (RFC 4180), in chunks. The first line has the column names. */
export async function* leaseCsv(scope: MedusaContainer, filters: LeaseFilters): AsyncGenerator<string> {
  const deps = ledgerDepsOf(scope)
  // Send the column names with the first leases, so that an error while reading those can still be reported.
  let head = csvLine(CSV_COLUMNS)
  for await (const leases of deps.leases.all(filters)) {
    const rows = await leaseRows(scope, leases)
    yield head + rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join("")
    head = ""
  }
  if (head) yield head
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

/** Formats a cell. Adds an apostrophe before text that a spreadsheet would read as a formula, such as an e-mail address that begins with "=". */
function csvCell(cell: Cell): string {
  const text = cell === null || cell === undefined ? "" : String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
