import { otherDialects } from "../dialects/store"
import { everyday } from "../everyday/everyday"
import { afterOrder } from "./after-order"
import { captureOnDelivery } from "./capture-on-delivery"
import { deliveredOn } from "./delivered-on"
import { delivery } from "./delivery"
import { editedOrders, editedOrdersCapturedOnDelivery } from "./edited-order"
import { exchanges } from "./exchanges"
import { exportedMoney } from "./export"
import { invoices } from "./invoice"
import { leaseByLink } from "./lease-link"
import { openChanges } from "./open-changes"
import { parts } from "./parts"
import { recipients } from "./recipients"
import { refunds } from "./refunds"
import { severalAccounts } from "./several-accounts"
import { describeStore } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** Everyday rules, what happens to a lease when its order is canceled, refunded or delivered, and accounts with other dialects. */
describeStore(
  "orders",
  (store) => {
    everyday(store)
    parts(store)
    exportedMoney(store)
    afterOrder(store)
    refunds(store)
    openChanges(store)
    exchanges(store)
    recipients(store)
    delivery(store)
    deliveredOn(store)
    captureOnDelivery(store)
    editedOrders(store)
    editedOrdersCapturedOnDelivery(store)
    leaseByLink(store)
    invoices(store)
    severalAccounts(store)
    otherDialects(store)
  },
  { carts: [{}, SOFA_AND_CHAIRS] },
)
