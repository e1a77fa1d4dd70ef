export { PROVIDER_ID } from "./read/carts"
export { recordPlacedOrder } from "./record-order"
export { cancelLeaseOfOrder } from "./reverse-lease"
