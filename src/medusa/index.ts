export { recordPlacedOrder } from "./pending-calls"
export { PROVIDER_ID } from "./read/carts"
export { cancelLeaseOfOrder } from "./reverse-lease"
