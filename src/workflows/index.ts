export { cancelLeaseOfOrder } from "./cancel-lease"
export { PROVIDER_ID } from "./medusa-facts"
export { recordPlacedOrder } from "./place-order"
