import type { LeaseRow } from "../../src/api/admin-types"

/** Returns a lease's order number, or its reference if it has no order. */
export function leaseName({ order, reference }: Pick<LeaseRow, "order" | "reference">): string {
  return order ? `#${order.display_id}` : reference
}
