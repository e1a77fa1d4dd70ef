/** HTTP client for the lease service. Implements only the specification, and depends on neither Medusa nor our code outside this folder. */

export { type Delivery, LeaseService, type ReturnLine, toStore } from "./client"
export {
  type CallEnd,
  type CallReport,
  type CircuitBreaker,
  MAX_WAIT_MS,
  type Slot,
  type Throttle,
} from "./http/caller"
export { asQuestion, msLeft, type Urgency, urgency, withinMs, withoutDeadline } from "./http/deadline"
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
export { type ApplicationAnswer, readReturn } from "./messages/answers"
export { type ApplicationField, applicationFields, HOME_STATE } from "./messages/application-fields"
export { type ApplicationRequest, ApplicationRequestSchema, CONTRACT_LANGUAGES } from "./messages/application-request"
export { type SpecCart, type SpecCartItem, toReferenceCart } from "./messages/cart"
export { findContractUrl } from "./messages/contract-url"
export { type ApplicationId, type Pricing, readPricing, toApplicationId } from "./messages/pricing"
export type { PricingLine } from "./messages/pricing-lines"
export { type ServiceStatus, toServiceStatus } from "./messages/status"
export {
  provesSignature,
  readsDelivered,
  readsReturned,
  readsSigned,
  type StatusReading,
} from "./messages/status-reading"
export { DialectOptionsSchema, dialectDefaults } from "./options/dialect"
export { ONE_TIME_REFUSALS, type OneTimeRefusal } from "./options/one-time-refusals"
export { readHost, refusalOfOneTimeUrl } from "./options/one-time-url"
export {
  DEFAULT_TIMEOUT_MS,
  type LeaseServiceOptions,
  LeaseServiceOptionsSchema,
  loginOf,
  type Settings,
  toSettings,
} from "./options/options"
export { type Cents, toMajor } from "./values/cents"
export { canonicalText, cleanText, sentText } from "./values/clean-text"
export { isCalendarDate, momentIn } from "./values/dates"
export { describeIssues, type FieldIssue } from "./values/describe-issues"
export { mask } from "./values/mask"
export { namesOtherApplication } from "./values/other-application"
export { phoneDigits } from "./values/phone"
export { isRecord, tryJson } from "./values/read"
export { isLoopback, toUrl } from "./values/to-url"
export { US_STATES, US_TERRITORIES, usState } from "./values/us-states"
export { stateOfZip } from "./values/zip-states"
