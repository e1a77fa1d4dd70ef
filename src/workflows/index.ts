export { PROVIDER_ID } from "./medusa-facts"
export { recordPlacedOrder } from "./place-order"
export { cancelLeaseOfOrder } from "./reverse-lease"
