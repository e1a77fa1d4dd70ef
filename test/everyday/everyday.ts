import type { LeaseStore } from "../integration/support/lease-store"
import { afterOrder } from "./after-order"
import { checkout } from "./checkout"
import { described } from "./described"
import { traps } from "./traps"

/** Rules that only a booted Medusa can break, with default options: from the cart to each end of its lease. */
export function everyday(store: LeaseStore): void {
  checkout(store)
  traps(store)
  afterOrder(store)
  described(store)
}
