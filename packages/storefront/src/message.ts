/** Lease-to-own on product pages and in lists: whether, for which orders, and how it works. */
export type { CodeWords } from "./code-words.js"
export {
  createLeaseMessage,
  type LeaseMessage,
  type LeaseMessageOptions,
  type LeaseMessages,
} from "./lease-message.js"
export { messageEn } from "./message-en.js"
export type { MessageWords } from "./message-words.js"
export type { LeaseEstimate, ProductLeaseView } from "./wire.js"
