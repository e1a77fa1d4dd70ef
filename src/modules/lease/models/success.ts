import { model } from "@medusajs/framework/utils"

/**
 * Something that identifies an operator's hosted lease, and the one cart that this lease counts for. A row is never deleted, because a browser may
 * report the lease again at any time.
 */
export const LeaseSuccess = model.define("lease_success", {
  /** HMAC of the lease's ID at the operator, or of a one-time URL's code (`lease-names.ts`). */
  id: model.text().primaryKey(),
  cart_id: model.text(),
})
