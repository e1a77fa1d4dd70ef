import { adminLists } from "./admin-lists"
import { adminActions } from "./admin-routes"
import { awaiting } from "./awaiting"
import { exportedColumns } from "./export"
import { orderCard } from "./order-card"
import { describeStore } from "./support/lease-store"
import { supportFiles } from "./support-file"

/** The dashboard's view of leases, and the actions of staff there. */
describeStore(
  "dashboard",
  (store) => {
    orderCard(store)
    adminLists(store)
    exportedColumns(store)
    adminActions(store)
    awaiting(store)
    supportFiles(store)
  },
  { carts: [{}, {}, {}] },
)
