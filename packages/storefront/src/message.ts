/** Lease-to-own before the checkout: what can be leased, up to what amount, and how leasing works. */

export {
  createLeaseMessage,
  type LeaseMessage,
  type LeaseMessageOf,
  type LeaseMessageOptions,
  type LeaseMessages,
  type ZipQuestion,
} from "./client/lease-message.js"
export { onZip, readZip, rememberedZip, rememberZip } from "./client/zip-code.js"
export type { Frequency, LeaseEstimate, ProductLeaseView } from "./wire.js"
export type { EstimateInWords } from "./words/estimate.js"
export type { MessageWords } from "./words/message-en.js"
