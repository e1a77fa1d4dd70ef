import type { MedusaContainer } from "@medusajs/framework/types"
import { type LeaseCart, toWidgetCustomer, type WidgetCustomer } from "../lease-cart"
import { deskOf } from "../modules/lease"
import { type Locked, openWidget } from "../modules/lease/shopper/hosted/open"
import type { Shopper } from "../modules/lease/shopper/owner"
import { lockCart } from "./lock-cart"
import { preflight } from "./preflight"
import type { ShopperCart } from "./read/carts"

/** All that the browser needs to open the operator's widget for a cart. */
export type HostedLease = {
  token: string
  scriptUrl: string
  startFunction: string
  config: { cart: LeaseCart; customer?: WidgetCustomer; siteConfig?: Record<string, string> } & Record<string, unknown>
  reference: string
}

/**
 * Opens the operator's widget for a cart (spec 2.7): what was begun in our own way is closed, with Medusa's lock on the cart where a
 * contract is canceled. Throws LedgerRefusal.
 */
export async function openHostedLease(
  container: MedusaContainer,
  cart: ShopperCart,
  shopper: Shopper,
): Promise<HostedLease> {
  const desk = deskOf(container)
  const locked: Locked = (work) => lockCart(container, cart.id, work)
  const opened = await openWidget(desk, cart, { shopper, locked, preflight: preflight(container, cart) })
  const { lease, token, widget } = opened
  const { scriptUrl, startFunction, extra, siteConfig } = widget
  const customer = toWidgetCustomer(cart)
  return {
    token,
    scriptUrl,
    startFunction,
    config: { ...extra, cart: opened.cart, ...(customer && { customer }), ...(siteConfig && { siteConfig }) },
    reference: lease.reference,
  }
}
