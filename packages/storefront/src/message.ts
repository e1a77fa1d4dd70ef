/** Lease-to-own before the checkout: what can be leased, up to what amount, and how leasing works. */

export {
  createLeaseMessage,
  type LeaseMessage,
  type LeaseMessageOf,
  type LeaseMessageOptions,
  type LeaseMessages,
} from "./client/lease-message.js"
export type { LeaseEstimate, ProductLeaseView } from "./wire.js"
export type { MessageWords } from "./words/message-en.js"
