import { badInput } from "./bad-input"
import { closedTab } from "./closed-tab"
import { owners } from "./owners"
import { privacy } from "./privacy"
import { silentForShoppers } from "./silent-service"
import { describeStore } from "./support/lease-store"

/** A shopper at a store with default options, up to the order. */
describeStore("shopping", (store) => {
  badInput(store)
  owners(store)
  closedTab(store)
  privacy(store)
  silentForShoppers(store)
})
