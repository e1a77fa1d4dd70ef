import { salesTax } from "./sales-tax"
import { describeStore } from "./support/lease-store"
import { taxSwitch } from "./tax-switch"

/** An operator that charges the sales tax, beside taxed sales. */
describeStore(
  "sales tax",
  (store) => {
    salesTax(store)
    taxSwitch(store)
  },
  { carts: [{}, {}, {}] },
)
