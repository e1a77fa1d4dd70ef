/** Lease-to-own before the checkout: what can be leased, up to which approval, and how it works. */

export {
  createLeaseMessage,
  type LeaseMessage,
  type LeaseMessageOf,
  type LeaseMessageOptions,
  type LeaseMessages,
} from "./client/lease-message.js"
export type { LeaseEstimate, ProductLeaseView } from "./wire.js"
export type { MessageWords } from "./words/message-en.js"
