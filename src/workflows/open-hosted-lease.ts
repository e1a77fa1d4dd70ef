import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type LeaseCart, type ShopperInput, toWidgetCustomer, type WidgetCustomer } from "../lease-cart"
import { LEASE_MODULE } from "../modules/lease"
import type LeaseModuleService from "../modules/lease/service"
import { readShopper, type ShopCart } from "./medusa-facts"
import { medusaSide } from "./medusa-side"

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
 * contract is cancelled. Throws LedgerRefusal.
 */
export async function openHostedLease(container: MedusaContainer, cart: ShopCart): Promise<HostedLease> {
  const ledger = container.resolve<LeaseModuleService>(LEASE_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [opened, shopper] = await Promise.all([
    ledger.openWidget(cart, (work) => medusaSide(container).lockCart(cart.id, work)),
    readShopper(query, cart.id),
  ])
  const { lease, token, widget } = opened
  const { scriptUrl, startFunction, extra, siteConfig } = widget
  const customer = customerOf(shopper)
  return {
    token,
    scriptUrl,
    startFunction,
    config: { ...extra, cart: opened.cart, ...(customer && { customer }), ...(siteConfig && { siteConfig }) },
    reference: lease.reference,
  }
}

function customerOf(shopper: ShopperInput | null): WidgetCustomer | undefined {
  return shopper ? toWidgetCustomer(shopper) : undefined
}
