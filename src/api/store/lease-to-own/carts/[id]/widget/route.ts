import { z } from "zod"
import { readShopperCart } from "../../../../../../workflows/medusa-facts"
import { openHostedLease } from "../../../../../../workflows/open-hosted-lease"
import { ownsCart, unfinishedCartOf } from "../../../../../store-cart"
import { readBody, storeRoute } from "../../../../../store-route"
import type { WidgetAnswer } from "../../../../../types"

const Body = z.object({ leaseKey: z.string().max(100).optional() })

/** All that the browser needs to open the operator's widget (spec 2.7). No provider of a region: another one charges its card. */
export const POST = storeRoute<WidgetAnswer>(async (req) => {
  const cart = await unfinishedCartOf(req, readShopperCart)
  const { leaseKey } = await readBody(req, Body)
  return openHostedLease(req.scope, cart, { leaseKey, ownsCart: ownsCart(req, cart) })
})
