export { recordPlacedOrder } from "./medusa-side"
export { PROVIDER_ID } from "./read/carts"
export { cancelLeaseOfOrder } from "./reverse-lease"
