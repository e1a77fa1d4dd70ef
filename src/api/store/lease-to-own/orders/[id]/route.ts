import { orderView } from "../../../../order-view"
import { storeRoute } from "../../../../store-route"
import type { OrderLeaseView } from "../../../../types"

/** After the order: where its lease stands, whom to ask, and for those who applied what was agreed. Nothing of the applicant. */
export const GET = storeRoute<OrderLeaseView>(orderView)
