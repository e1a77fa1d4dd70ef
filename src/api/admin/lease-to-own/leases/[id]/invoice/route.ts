import { LedgerRefusal } from "../../../../../../modules/lease/texts/messages"
import { adminRoute, may } from "../../../../../admin-route"
import type { LeaseInvoiceAnswer } from "../../../../../admin-types"
import { idOf } from "../../../../../store-route"
import { findLease } from "../../../card/lease-sources"
import { leaseInvoice } from "./lease-invoice"

/** Returns the invoice for the operator, or why there is none. Makes no call to the service, and stores nothing. */
export const GET = adminRoute<LeaseInvoiceAnswer>(async (req) => {
  // The invoice has the customer's name and address from the order.
  if (!(await may(req, "read", "order"))) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  return leaseInvoice(req.scope, await findLease(req.scope, idOf(req)))
})
