/** Lease-to-own on a site's own server: Next.js, or anything else with web `Request` and `Response`. */
export type { LeaseMessage } from "./client/lease-message.js"
export type { LeaseOfOrder, OrderSummary, OrderWords, UnreadLease } from "./screens/lease-order.js"
export type { LeaseRoute } from "./server/lease-route.js"
export { createLeaseServer, type FinishOptions, type LeaseServer, type MessageOptions } from "./server/lease-server.js"
export type { LeaseStore } from "./server/lease-store.js"
export type { OrderLease } from "./wire.js"
export type { MessageWords } from "./words/message-en.js"
