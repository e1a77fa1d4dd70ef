import type { MedusaContainer } from "@medusajs/framework/types"
import { toWidgetCustomer } from "../lease-cart"
import { deskOf } from "../modules/lease"
import { openWidget } from "../modules/lease/shopper/hosted/open"
import type { Shopper } from "../modules/lease/shopper/owner"
import { withLock } from "./lock"
import { preflight } from "./preflight"
import type { ShopperCart } from "./read/carts"

/** Opens the hosted widget for a cart (spec 2.7) and closes what our own way began, under Medusa's cart lock. Throws LedgerRefusal. */
export async function openHostedLease(container: MedusaContainer, cart: ShopperCart, shopper: Shopper) {
  const opened = await openWidget(deskOf(container), cart, {
    shopper,
    locked: (work) => withLock(container, cart.id, work),
    preflight: preflight(container, cart),
  })
  const { scriptUrl, startFunction, extra, siteConfig } = opened.widget
  const customer = toWidgetCustomer(cart)
  return {
    token: opened.token,
    scriptUrl,
    startFunction,
    config: { ...extra, cart: opened.cart, ...(customer && { customer }), ...(siteConfig && { siteConfig }) },
    reference: opened.lease.reference,
  }
}
