export { toApplication } from "./application.js"
export { createLeaseClient, type LeaseClient, type LeaseClientOptions } from "./client.js"
export { type ContractFrame, type IgnoredMessage, type WatchOptions, watchContractFrame } from "./contract-frame.js"
export { type ContractEvent, contractEvent, type FrameMessage } from "./contract-message.js"
export type { Dictionary, TextChanges } from "./dictionary.js"
export { LeaseError } from "./errors.js"
export { forgetFinishedCart } from "./finished-cart.js"
export type { KeyStorage } from "./lease-key.js"
export { readMoney } from "./money.js"
export { nextStep } from "./next-step.js"
export { type OfferFigure, type OfferWords, offerSummary } from "./offer-summary.js"
export type { PlaceAnswer } from "./place-order.js"
export { type KnownAddress, type KnownCart, prefill } from "./prefill.js"
export { isLeaseProvider, LEASE_PROVIDER_ID } from "./provider.js"
export type { ApplyOptions } from "./send-application.js"
export type { Texts } from "./texts.js"
export {
  type FetchTransportOptions,
  fetchTransport,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "./transport.js"
export type { Listener } from "./view-feed.js"
export type {
  Allowed,
  ArticleDifference,
  Consent,
  ContractAnswer,
  FormField,
  LeaseStatus,
  LeaseView,
  Message,
  Offer,
  OfferLine,
  OfferSummary,
  Params,
  Refusal,
  ShopAction,
  SignatureAnswer,
  Step,
  WidgetAnswer,
  WidgetConfig,
  WidgetEventBody,
} from "./wire.js"
