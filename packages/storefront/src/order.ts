/** The lease after the order: where it stands, the payments, whom to ask. */

export type { KeyStorage } from "./client/lease-key.js"
export { createLeaseOrder, type LeaseOrderOptions, type LeaseOrders } from "./client/lease-order.js"
export type { Message, Offer, OfferSummary, OrderLease } from "./wire.js"
export type { CodeWords } from "./words/code-words.js"
