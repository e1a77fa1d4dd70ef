export { toApplication } from "./client/application.js"
export { createLeaseClient, type LeaseClient, type LeaseClientOptions } from "./client/client.js"
export type { ContractEvent, FrameMessage } from "./client/contract-message.js"
export { LeaseError } from "./client/errors.js"
export { forgetFinishedCart } from "./client/finished-cart.js"
export type { KeyStorage } from "./client/lease-key.js"
export type { PlaceAnswer } from "./client/place-order.js"
export { type KnownAddress, type KnownCart, prefill } from "./client/prefill.js"
export { isLeaseProvider } from "./client/provider.js"
export type { ApplyOptions } from "./client/send-application.js"
export {
  type FetchTransportOptions,
  fetchTransport,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "./client/transport.js"
export type { Listener } from "./client/view-feed.js"
export {
  type ContractFrame,
  type IgnoredMessage,
  type WatchOptions,
  watchContractFrame,
} from "./client/watch-contract-frame.js"
export type * from "./wire.js"
export type { Dictionary, TextChanges } from "./words/dictionary.js"
export type { OfferFigure, OfferInWords } from "./words/offer-summary.js"
export type { Texts } from "./words/texts.js"
