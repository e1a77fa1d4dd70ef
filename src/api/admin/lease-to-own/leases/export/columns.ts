import { columns } from "../../../../../modules/lease/ledger"

/** The export's columns in order. Their names are the same in every language, because programs read them. */
export const EXPORT_COLUMNS = [
  ...columns("order reference email customer_name state status flow test amount currency"),
  ...columns("signed_at delivery_date delivery_confirmed_at changed_at created_at"),
  ...columns("order_id lease_id operator_id account_id entry entry_date ship_to_state ship_to_zip"),
  ...columns("goods delivery sales_tax fees tax_reason purchaser"),
  ...columns("captured captured_at delivered_at refunded refunded_at"),
]

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

/** The columns that differ between the lines of one lease. Without any of them, each lease has one line. */
export const ENTRY_COLUMNS: readonly ExportColumn[] = columns("amount entry entry_date goods delivery sales_tax fees")
