import { initInStore } from "./init-store"
import { orderTax } from "./order-tax"
import { salesTax } from "./sales-tax"
import { fees, taxOfSecondLook } from "./sales-tax-by-account"
import { salesTaxChoice, salesTaxInCart, salesTaxOfSecond } from "./sales-tax-choice"
import { describeStore } from "./support/lease-store"
import { taxSwitch } from "./tax-switch"
import { untaxedHosted } from "./untaxed-hosted"
import { untaxedOrders } from "./untaxed-orders"

/** An operator that charges the sales tax, beside taxed sales. */
describeStore(
  "sales tax",
  (store) => {
    salesTax(store)
    salesTaxChoice(store)
    salesTaxOfSecond(store)
    salesTaxInCart(store)
    taxSwitch(store)
    initInStore(store)
    taxOfSecondLook(store)
    fees(store)
    orderTax(store)
    untaxedHosted(store)
    untaxedOrders(store)
  },
  { carts: [{}, {}, {}] },
)
