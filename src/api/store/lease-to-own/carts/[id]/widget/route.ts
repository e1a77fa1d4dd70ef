import { toWidgetCustomer } from "../../../../../../lease-cart"
import { withLock } from "../../../../../../medusa/lock"
import { preflight } from "../../../../../../medusa/preflight"
import { queryOf, readShopper } from "../../../../../../medusa/read/carts"
import { takeTaxOut } from "../../../../../../medusa/sales-tax"
import { openWidget } from "../../../../../../modules/lease/ledger"
import { shopperOf, storeRoute, unfinishedCartOf } from "../../../../../store-route"
import type { WidgetAnswer } from "../../../../../types"

/**
 * Returns everything the browser needs to open the operator's widget (spec 2.7). Doesn't require the provider to be enabled in the region, because
 * another provider charges the lease's virtual card.
 */
export const POST = storeRoute<WidgetAnswer>(async (req, deps) => {
  const cart = await takeTaxOut(req.scope, await unfinishedCartOf(req))
  const customer = toWidgetCustomer((await readShopper(queryOf(req.scope), cart.id)) ?? {})
  const { lease, token, widget, ...opened } = await openWidget(deps, cart, {
    shopper: shopperOf(req),
    locked: (work) => withLock(req.scope, cart.id, work),
    preflight: preflight(req.scope, cart),
  })
  const { scriptUrl, startFunction, extra, siteConfig } = widget
  const config = { ...extra, cart: opened.cart, ...(customer && { customer }), ...(siteConfig && { siteConfig }) }
  return { token, scriptUrl, startFunction, config, reference: lease.reference }
})
