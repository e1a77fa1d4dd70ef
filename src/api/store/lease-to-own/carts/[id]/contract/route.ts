import { preflight } from "../../../../../../medusa/preflight"
import { openCartOf, shopperOf } from "../../../../../store-cart"
import { storeRoute } from "../../../../../store-route"
import type { ContractAnswer } from "../../../../../types"

/** The address of the contract, to be set as the frame's src (spec 2.4), for a cart that could be ordered now. Fetched each time and kept nowhere. */
export const POST = storeRoute<ContractAnswer>(async (req, ledger) => {
  const cart = await openCartOf(req)
  return ledger.contract(cart, shopperOf(req, ledger), preflight(req.scope, cart))
})
