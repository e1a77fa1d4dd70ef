/**
 * The sandbox's assumptions about everything in the API that the specification doesn't show. `docs/assumptions.md` explains how certain each one is.
 * Differences between services are in `dialect/schema.ts`, and states and transitions in `state-table.ts`.
 */
import type { State } from "./state-table"

/** Default settings of `startSandbox()`. Amounts are in dollars and times in ms. */
export const defaults = {
  host: "127.0.0.1",
  /** The ports for `npm run sandbox`. In code, the default is 0 (any free port). */
  port: 4010,
  contractPort: 4011,
  username: "sandbox",
  password: "sandbox",
  approvalAmount: 3000,
  minLease: 0,
  slowMs: 3000,
} as const

/** The paths (spec 4, reference 1). `prefix` is the service's path before `api`. */
export const paths = {
  prefix: "/lease",
  version: "/api/v1",
  control: "/__sandbox",
  contract: "/contract",
  widget: "/widget",
} as const

/** The API's routes, as named in faults and in the journal: method, space, and path without prefix and version (spec 4). */
export const routes = {
  application: "POST /application",
  cart: "POST /application/cart",
  pricing: "GET /application/cart/pricing",
  contract: "GET /application/contract",
  delivery: "POST /application/cart/delivery",
  availability: "POST /application/return/availability",
  return: "POST /application/return",
  cancel: "DELETE /application/contract",
  updateDelivery: "POST /update-delivery",
  updateOrder: "POST /update-order",
} as const

/** Limits on bodies, approvals, unsigned contracts and the applicant's age (reference 1 and 14). */
export const limits = { bodyBytes: 1_000_000, approvalDays: 90, contractDays: 60, minimumAge: 18 } as const

/** Factors for the lease figures (reference 5). Percentages are of the invoice. */
export const sandboxPricing = {
  costOfLeasePercent: 100,
  ninetyDayBuyoutPercent: 105,
  firstPaymentCents: 4900,
  paymentTaxPercent: 8.25,
  termInMonths: 12,
} as const

/** The number of payments per term, by pay frequency (reference 3 and 5). */
export const paymentsByFrequency = { weekly: 52, biWeekly: 26, semiMonthly: 24, monthly: 12 } as const
export type PayFrequency = keyof typeof paymentsByFrequency

/** The language of the contract and the widget, from the application's `languagePreference` (reference 3). */
export type Language = "en" | "es"

/** The states where nothing can be leased (reference 14). */
export const excludedStates: readonly string[] = ["MN", "NJ", "VT", "WI", "WY"]
/** The states where warranties and service plans can't be leased (reference 14). */
export const noServicePlanStates: readonly string[] = ["CA", "IN", "NY"]
export const servicePlanWords: readonly string[] = ["warranty", "service plan"]
export const notLeasablePrefix = "NOLEASE"

/** The magic email tags and last names, and the state that each gives the application. */
export const scenarios = {
  approved: "Approved",
  lowlimit: "Approved",
  denied: "Denied",
  pending: "Pending",
  preapproved: "Pre-Approved",
  prequalified: "Prequalified",
  expired: "Approved",
  carddeclined: "Approved",
  cardfails: "Approved",
  notpaid: "Approved",
  slow: "Approved",
  noreturn: "Approved",
  returnfails: "Approved",
  returncode: "Approved",
  widgetfails: "Approved",
  cardrefused: "Approved",
} as const satisfies Record<string, State>
export type Scenario = keyof typeof scenarios

/** The approval amount for the input `lowlimit`. */
export const lowLimitCents = 15_000
/** The number of reads before a lease with the input `slow` is OK to deliver. */
export const slowReads = 3

/** The texts of the contract frame's messages (reference 11). */
export const messageTexts = {
  loaded: "Initialize: App loaded",
  summary: "Lease Summary loaded",
  initialPayment: "Consent: Initial Payment",
  recurringPayment: "Consent: Recurring Payment",
  signature: (count: number, of: number) => `Signature: ${count} of ${of}`,
  allSigned: "Signature: All completed",
  card: "Credit Card Collection",
  done: "Post Process: Complete",
  unknown: "Theme: Changed",
} as const

/** The widget's global function (reference 12), and how long its page may go without reporting anything. */
export const widgetStart = { functionName: "startLeaseCheckout", silentMs: 15_000 } as const

/** The virtual card, with card providers' test numbers: one that is accepted and one that is declined. */
export const widgetCards = {
  good: { cardNumber: "4242424242424242", cvv: "123", expiration: "12/49" },
  refused: { cardNumber: "4000000000000002", cvv: "123", expiration: "12/49" },
  billing: { address: "1 Sandbox Way", city: "Austin", state: "TX", zip: "78701" },
} as const

export const consentNames = ["initialPayment", "recurringPayment"] as const
export type ConsentName = (typeof consentNames)[number]
export const signaturePlaces = 3

/** The status sent by the fault `unknown-status` (reference 8). */
export const unknownStatus = "Under Manual Review"
