import { badInput } from "./bad-input"
import { checkout } from "./checkout"
import { closedTab } from "./closed-tab"
import { owners } from "./owners"
import { privacy } from "./privacy"
import { silentForShoppers } from "./silent-service"
import { describeStore } from "./support/lease-store"
import { traps } from "./traps"

/** A shopper at a store with default options, up to the order. */
describeStore("shopping", (store) => {
  checkout(store)
  badInput(store)
  owners(store)
  traps(store)
  closedTab(store)
  privacy(store)
  silentForShoppers(store)
})
