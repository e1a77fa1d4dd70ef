/**
 * HTTP client of the lease service. Knows the spec, knows no Medusa, and imports nothing of ours from outside its folder.
 */

export { type Delivery, type LeaseReturn, LeaseService, type ReturnLine, toStore } from "./client"
export { MAX_WAIT_MS, type Tried } from "./http/caller"
export { msLeft, withinMs, withoutDeadline } from "./http/deadline"
export {
  type Effect,
  LeaseAuthError,
  LeaseHeldBack,
  LeaseOverRate,
  LeaseProtocolError,
  LeaseRefused,
  LeaseServiceError,
  LeaseUnknown,
  LeaseUnreachable,
  type Problem,
} from "./http/errors"
export type { CallEnd, Gate } from "./http/gate"
export { asQuestion, type Place, type Throttle, type Urgency, urgency } from "./http/throttle"
export type { ApplicationAnswer, ReturnAnswer, ReturnAvailability } from "./messages/answers"
export {
  ApplicationResponseSchema,
  ReturnAvailabilitySchema,
  ReturnResponseSchema,
  readReturn,
} from "./messages/answers"
export { type ApplicationField, applicationFields } from "./messages/application-fields"
export { type ApplicationId, toApplicationId } from "./messages/application-id"
export { type ApplicationRequest, ApplicationRequestSchema, CONTRACT_LANGUAGES } from "./messages/application-request"
export {
  type ReferenceCart,
  type ReferenceCartItem,
  type SpecCart,
  type SpecCartItem,
  toReferenceCart,
} from "./messages/cart"
export { findContractUrl } from "./messages/contract-url"
export { type AppStatus, type Pricing, PricingSchema, readPricing } from "./messages/pricing"
export type { PricingLine } from "./messages/pricing-lines"
export { type ServiceStatus, toServiceStatus } from "./messages/status"
export { readsDelivered, readsReturned, readsSigned, type StatusReading } from "./messages/status-reading"
export { ONE_TIME_REFUSALS, type OneTimeRefusal } from "./options/one-time-refusals"
export { readHost, refusalOfOneTimeUrl } from "./options/one-time-url"
export {
  type LeaseServiceOptions,
  LeaseServiceOptionsSchema,
  loginOf,
  type Settings,
  toSettings,
} from "./options/options"
export { type Wire, type WireOptions, WireOptionsSchema, wireDefaults } from "./options/wire-defaults"
export type { Cents } from "./values/cents"
export { cleanText, plainText } from "./values/clean-text"
export { describeIssues, type FieldIssue } from "./values/describe-issues"
export { isLoopback } from "./values/is-loopback"
export { mask } from "./values/mask"
export { momentIn } from "./values/moment"
export { phoneDigits } from "./values/phone"
export { toUrl } from "./values/to-url"
export { US_STATES, US_TERRITORIES, usState } from "./values/us-states"
