import { adminLists } from "./admin-lists"
import { orderCard } from "./order-card"
import { describeStore } from "./support/lease-store"

/** What the dashboard is told of leases, at a store with default options. */
describeStore("dashboard", (store) => {
  orderCard(store)
  adminLists(store)
})
