import { adminLists } from "./admin-lists"
import { adminActions } from "./admin-routes"
import { awaiting } from "./awaiting"
import { orderCard } from "./order-card"
import { describeStore } from "./support/lease-store"

/** What the dashboard is told of leases, and what staff do there. */
describeStore("dashboard", (store) => {
  orderCard(store)
  adminLists(store)
  adminActions(store)
  awaiting(store)
})
