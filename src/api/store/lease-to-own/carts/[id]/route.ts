import { cartView } from "../../../../cart-view"
import { storeRoute } from "../../../../store-route"
import type { LeaseView } from "../../../../types"

/**
 * Returns the state of this cart's lease, for example after a reload, in a second tab or after completion. Makes no call to the service. Anyone but
 * the applicant learns only that someone applied.
 */
export const GET = storeRoute<LeaseView>(cartView)
