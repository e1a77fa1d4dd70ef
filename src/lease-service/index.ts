/**
 * HTTP client of the lease service. Knows the spec, knows no Medusa, and imports nothing of ours from outside its folder.
 */
export type { ApplicationAnswer, ReturnAnswer, ReturnAvailability } from "./answers"
export { ApplicationResponseSchema, ReturnAvailabilitySchema, ReturnResponseSchema } from "./answers"
export { type ApplicationField, applicationFields } from "./application-fields"
export { type ApplicationId, toApplicationId } from "./application-id"
export { type ApplicationRequest, ApplicationRequestSchema } from "./application-request"
export { MAX_WAIT_MS, type RequestEvent, type ResponseEvent } from "./caller"
export {
  type ReferenceCart,
  type ReferenceCartItem,
  type SpecCart,
  type SpecCartItem,
  SpecCartItemSchema,
  SpecCartSchema,
  toReferenceCart,
} from "./cart"
export type { Cents } from "./cents"
export { msLeft, withinMs, withoutDeadline } from "./deadline"
export { describeIssues, type FieldIssue } from "./describe-issues"
export {
  type Effect,
  LeaseAuthError,
  LeaseProtocolError,
  LeaseRefused,
  LeaseServiceError,
  LeaseUnknown,
  LeaseUnreachable,
  type Operation,
  type Problem,
} from "./errors"
export { isLoopback } from "./is-loopback"
export { type Delivery, type LeaseReturn, LeaseService } from "./lease-service"
export { mask } from "./mask"
export { ONE_TIME_REFUSALS, type OneTimeRefusal, readHost, refusalOfOneTimeUrl } from "./one-time-url"
export { type LeaseServiceOptions, LeaseServiceOptionsSchema } from "./options"
export { type AppStatus, type Pricing, PricingSchema } from "./pricing"
export type { PricingLine } from "./pricing-lines"
export { isDelivered, isSigned, type ServiceStatus, type StatusReading, toServiceStatus } from "./status"
export { toUrl } from "./to-url"
export { type Wire, type WireOptions, WireOptionsSchema, wireDefaults } from "./wire-defaults"
