/** Lease-to-own on product pages and in lists: whether, for which orders, and how it works. */

export {
  createLeaseMessage,
  type LeaseMessage,
  type LeaseMessageOptions,
  type LeaseMessages,
} from "./client/lease-message.js"
export type { LeaseEstimate, ProductLeaseView } from "./wire.js"
export type { MessageWords } from "./words/message-en.js"
