import { everyday } from "../everyday/everyday"
import { afterOrder } from "./after-order"
import { captureOnDelivery } from "./capture-on-delivery"
import { delivery } from "./delivery"
import { editedOrders, editedOrdersCapturedOnDelivery } from "./edited-order"
import { parts } from "./parts"
import { refunds } from "./refunds"
import { severalAccounts } from "./several-accounts"
import { silentForStaff } from "./silent-service"
import { describeStore } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** The rules of every day, and a lease's fate when its order is canceled, refunded or delivered. */
describeStore(
  "orders",
  (store) => {
    everyday(store)
    parts(store)
    afterOrder(store)
    refunds(store)
    delivery(store)
    captureOnDelivery(store)
    editedOrders(store)
    editedOrdersCapturedOnDelivery(store)
    silentForStaff(store)
    severalAccounts(store)
  },
  { carts: [{}, SOFA_AND_CHAIRS] },
)
