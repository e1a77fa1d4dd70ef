import { z } from "zod"
import { openCartOf, ownsCart } from "../../../../../store-cart"
import { readBody, storeRoute } from "../../../../../store-route"
import type { ContractAnswer } from "../../../../../types"

const Body = z.object({ leaseKey: z.string().max(100).optional() })

/** The address of the contract, to be set as the frame's src (spec 2.4). Fetched each time and kept nowhere. */
export const POST = storeRoute<ContractAnswer>(async (req, ledger) => {
  const cart = await openCartOf(req)
  const { leaseKey } = await readBody(req, Body)
  return ledger.contract(cart, { leaseKey, ownsCart: ownsCart(req, cart) })
})
