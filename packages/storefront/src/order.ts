/** The lease after the order: where it stands, the payments, whom to ask. */
export type { CodeWords } from "./code-words.js"
export type { KeyStorage } from "./lease-key.js"
export { createLeaseOrder, type LeaseOrderOptions, type LeaseOrders } from "./lease-order.js"
export type { Message, Offer, OfferSummary, OrderLease } from "./wire.js"
