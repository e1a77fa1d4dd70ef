import { afterOrder } from "./after-order"
import { canceledInCode } from "./canceled-in-code"
import { refunds } from "./refunds"
import { silentForStaff } from "./silent-service"
import { describeStore } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** A merchant at a store with default options, after the order. */
describeStore(
  "after the order",
  (store) => {
    afterOrder(store)
    refunds(store)
    canceledInCode(store)
    silentForStaff(store)
  },
  { carts: [{}, SOFA_AND_CHAIRS] },
)
