/** The lease after the order: its status, the payments, and the operator's contact. */
export type { KeyStorage } from "./client/lease-key.js"
export {
  createLeaseOrder,
  type LeaseOfOrder,
  type LeaseOrderOptions,
  type LeaseOrders,
  type OrderSummary,
  type OrderWords,
  type UnreadLease,
} from "./screens/lease-order.js"
export type { Message, Offer, OfferSummary, OrderLease } from "./wire.js"
