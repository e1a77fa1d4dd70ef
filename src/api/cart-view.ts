import { stateOfZip } from "../client"
import { queryOf, type ShopCart } from "../medusa/read/carts"
import { readSeparateCart } from "../medusa/read/separate-cart"
import { asLeased } from "../medusa/sales-tax"
import type { LedgerDeps } from "../modules/lease"
import { type LeaseRecord, leaseFor } from "../modules/lease/ledger"
import { leaseView } from "./lease-view"
import { readQuery } from "./product-view"
import { CartQuery } from "./schemas"
import { finishedView, strangersView } from "./small-view"
import { cartOf, type StoreRequest, sendsCodes, shopperOf } from "./store-route"
import type { LeaseView } from "./types"

/** Returns the cart as it would be leased, with the items that were moved out of it. */
async function cartToShow({ scope }: StoreRequest, cart: ShopCart) {
  return { ...(await asLeased(scope, cart)), separate: await readSeparateCart(queryOf(scope), cart) }
}

/** Returns the state of a cart's lease after a step that its applicant took. */
export async function applicantView(
  req: StoreRequest,
  deps: LedgerDeps,
  cart: ShopCart,
  lease: LeaseRecord,
): Promise<LeaseView> {
  return leaseView(deps, await cartToShow(req, cart), lease)
}

/**
 * Returns the state of the lease of the cart in the URL. Makes no call to the service. Anyone but the applicant learns only that someone applied.
 */
export async function cartView(req: StoreRequest, deps: LedgerDeps): Promise<LeaseView> {
  const cart = await cartToShow(req, await cartOf(req))
  const { sees, lease, elsewhere, mayMove } = await leaseFor(deps, cart, shopperOf(req), Boolean(cart.completed_at))
  if (sees === "order") return finishedView(deps, cart, lease)
  if (sees === "nothing") return strangersView(deps, cart)
  const { zip_prefix } = readQuery(CartQuery, req.query)
  const zipState = zip_prefix && stateOfZip(zip_prefix)
  return leaseView(deps, cart, lease, { elsewhere, codes: mayMove && sendsCodes(req), zipState })
}
