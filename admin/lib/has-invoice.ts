import type { AdminLeaseView } from "../../src/api/admin-types"

/** Whether to offer the invoice. The server says why if there is none after all. */
export function hasInvoice({ flow, order, leased }: Pick<AdminLeaseView, "flow" | "order" | "leased">): boolean {
  return flow === "api" && order !== null && leased !== null
}
