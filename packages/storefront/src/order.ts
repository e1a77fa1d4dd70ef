/** The lease after the order: its status, the payments, and the operator's contact. */
export type { KeyStorage } from "./client/lease-key.js"
export {
  createLeaseOrder,
  type LeaseOfOrder,
  type LeaseOrderOptions,
  type LeaseOrders,
  type OrderWords,
  type UnreadLease,
} from "./screens/lease-order.js"
export type { OrderSummary } from "./screens/order-summary.js"
export type { Message, Offer, OfferSummary, OrderLease } from "./wire.js"
