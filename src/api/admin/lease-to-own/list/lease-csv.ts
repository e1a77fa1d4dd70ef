import type { MedusaContainer } from "@medusajs/framework/types"
import { deskOf } from "../../../../modules/lease"
import type { LeaseFilters } from "../../../../modules/lease/tables/lease-list"
import type { LeaseRow } from "../../../admin-types"
import { leaseRows } from "./lease-rows"

type Cell = string | number | boolean | null | undefined

/** The columns of the file, in this order. Their names are for programs too, so they are the same in every language. */
const COLUMNS: Record<string, (row: LeaseRow) => Cell> = {
  order: ({ order }) => order?.display_id,
  reference: ({ reference }) => reference,
  email: ({ email }) => email,
  state: ({ state }) => state,
  status: ({ status }) => status,
  way: ({ way }) => way,
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
  account: ({ account }) => account,
}

export const CSV_COLUMNS: readonly string[] = Object.keys(COLUMNS)

/** So many leases are read at once, whatever the length of the file. */
const PART = 200

/** The leases that fit the filters as lines of CSV (RFC 4180), the first one with the names of the columns; a part of the file at a time. */
export async function* leaseCsv(scope: MedusaContainer, filters: LeaseFilters): AsyncGenerator<string> {
  const desk = deskOf(scope)
  // Together with the first leases: by then it is known that they can be read.
  let head = csvLine(CSV_COLUMNS)
  for await (const leases of desk.leases.all(filters, PART)) {
    const rows = await leaseRows(scope, leases)
    yield head + rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join("")
    head = ""
  }
  if (head) yield head
}

/** One record with its end. */
function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

/** A text that a spreadsheet would take for a formula is led by an apostrophe: a shopper's e-mail address may begin with "=". */
function csvCell(cell: Cell): string {
  const text = cell === null || cell === undefined ? "" : String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
