import { preflight } from "../../../../../../medusa/preflight"
import { contract } from "../../../../../../modules/lease/ledger"
import { ContractBody } from "../../../../../schemas"
import { openCartOf, readBody, shopperOf, storeRoute } from "../../../../../store-route"
import type { ContractAnswer } from "../../../../../types"

/**
 * Returns the contract's URL for the frame's `src` (spec 2.4) if an order can be placed from the cart now. The URL is fetched each time and never
 * stored.
 */
export const POST = storeRoute<ContractAnswer>(async (req, deps) => {
  const cart = await openCartOf(req)
  const { acknowledged } = await readBody(req, ContractBody)
  return contract(deps, cart, shopperOf(req), { preflight: preflight(req.scope, cart), acknowledged })
})
