/** The lease after the order: where it stands, the payments, whom to ask. */
export type { KeyStorage } from "./client/lease-key.js"
export {
  createLeaseOrder,
  type LeaseOfOrder,
  type LeaseOrderOptions,
  type LeaseOrders,
  type OrderWords,
} from "./screens/lease-order.js"
export type { OrderSummary } from "./screens/order-summary.js"
export type { Message, Offer, OfferSummary, OrderLease } from "./wire.js"
