import { openCartOf, shopperOf } from "../../../../../store-cart"
import { storeRoute } from "../../../../../store-route"
import type { ContractAnswer } from "../../../../../types"

/** The address of the contract, to be set as the frame's src (spec 2.4). Fetched each time and kept nowhere. */
export const POST = storeRoute<ContractAnswer>(async (req, ledger) => {
  return ledger.contract(await openCartOf(req), shopperOf(req, ledger))
})
