import { openHostedLease } from "../../../../../../medusa/open-hosted-lease"
import { readShopperCart, type ShopperCart } from "../../../../../../medusa/read/carts"
import { shopperOf, storeRoute, unfinishedCartOf } from "../../../../../store-route"
import type { WidgetAnswer } from "../../../../../types"

/** All that the browser needs to open the operator's widget (spec 2.7). No provider of a region: another one charges its card. */
export const POST = storeRoute<WidgetAnswer>(async (req, desk) => {
  const cart = (await unfinishedCartOf(req, readShopperCart)) as ShopperCart
  return openHostedLease(req.scope, cart, shopperOf(req, desk))
})
