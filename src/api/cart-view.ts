import { stateOfZip } from "../client"
import type { ShopCart } from "../medusa/read/carts"
import { asLeased } from "../medusa/sales-tax"
import type { LedgerDeps } from "../modules/lease"
import { type LeaseRecord, leaseFor } from "../modules/lease/ledger"
import { leaseView } from "./lease-view"
import { readQuery } from "./product-view"
import { CartQuery } from "./schemas"
import { finishedView, strangersView } from "./small-view"
import { cartOf, type StoreRequest, sendsCodes, shopperOf } from "./store-route"
import type { LeaseView } from "./types"

/** Returns the state of a cart's lease after a step that its applicant took. */
export async function applicantView(
  { scope }: StoreRequest,
  deps: LedgerDeps,
  cart: ShopCart,
  lease: LeaseRecord,
): Promise<LeaseView> {
  return leaseView(deps, await asLeased(scope, cart), lease)
}

/**
 * Returns the state of the lease of the cart in the URL. Makes no call to the service. Anyone but the applicant learns only that someone applied.
 */
export async function cartView(req: StoreRequest, deps: LedgerDeps): Promise<LeaseView> {
  const cart = await asLeased(req.scope, await cartOf(req))
  const { sees, lease, elsewhere, mayMove } = await leaseFor(deps, cart, shopperOf(req), Boolean(cart.completed_at))
  if (sees === "order") return finishedView(deps, cart, lease)
  if (sees === "nothing") return strangersView(deps, cart)
  const { zip_prefix } = readQuery(CartQuery, req.query)
  const zipState = zip_prefix && stateOfZip(zip_prefix)
  return leaseView(deps, cart, lease, { elsewhere, codes: mayMove && sendsCodes(req), zipState })
}
