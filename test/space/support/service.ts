import { LeaseRefused, LeaseUnknown, LeaseUnreachable, type ReturnLine } from "../../../src/client"
import type { LeaseCart } from "../../../src/lease-cart"
import type { CallKind } from "../../../src/modules/lease/ledger"
import { type Answer, type Effect, type Moment, type Service, set, type Wait } from "./moment"

/** The pending call that has each effect. */
export const EFFECT_OF: Partial<Record<CallKind, Effect>> = {
  cancel_contract: "cancelContract",
  confirm_delivery: "confirmDelivery",
  return_lease: "returnLease",
}
const EFFECTS: readonly string[] = Object.values(EFFECT_OF)
/** Whether a call to the service must take effect once. */
export const isWrite = (call: string): call is Effect => EFFECTS.includes(call)
const READS = ["readStatus", "checkReturn", "getPricing"]
/** A read changes nothing, so nothing between its request and its response matters. */
export const isRead = (call: string) => READS.includes(call)
export const CALLS = [...READS, ...EFFECTS, "submitApplication", "recordCart", "getContract"]

/** Each status in the service's words. */
export const STATUS_TEXTS: Record<Service["state"], string> = {
  none: "",
  denied: "Denied",
  pending: "Pending",
  approved: "Approved",
  contracts: "Contracts",
  contracts_expired: "Contracts Expired",
  lease_accepted: "Lease Accepted",
  funded: "Funded",
  returned: "Returned",
}
const FROM: Record<Effect, readonly Service["state"][]> = {
  cancelContract: ["contracts", "lease_accepted"],
  confirmDelivery: ["lease_accepted"],
  returnLease: ["funded"],
}
const TO = { cancelContract: "approved", confirmDelivery: "funded", returnLease: "returned" } as const

/** The service's handling of a call. `refuses`: for its own reasons; an application is then denied. */
export function serve(m: Moment, { call, given = [] }: Wait, refuses = false): Answer {
  const { service, now: at } = m
  const { state, effects } = service
  const knows = (columns: Partial<Service>) => set(m, { service: { ...service, ...columns } })
  const refused = (httpStatus: number) => ({
    ...{ at, error: new LeaseRefused({ operation: call, message: "no", httpStatus }, {}) },
  })
  if (call === "submitApplication") {
    const applied = service.applied + 1
    // An approved applicant who isn't denied gets the same approval again.
    const isSame = !refuses && (state === "approved" || state === "contracts")
    const status = refuses ? "denied" : "approved"
    const application = isSame ? service.application : `app_${applied}`
    const fresh = { state: status, cart: null, signed: null, isOut: false } as const
    knows({ applied, application, effects: [], repeated: [], ...(!isSame && fresh) })
    return { at, value: { applicationId: application, status, statusText: STATUS_TEXTS[status] } }
  }
  if (given[0] !== undefined && given[0] !== service.application)
    return call === "readStatus" ? { at, value: { kind: "no_contract", known: false } } : refused(404)
  if (call === "checkReturn") return { at, value: { isReturnEligible: state === "funded" } }
  if (call === "readStatus") return { at, value: readingOf(service) }
  if (call === "getPricing") return service.cart === null ? refused(409) : { at, value: pricingOf(service) }
  if (call === "getContract") {
    if (refuses || state !== "contracts") return refused(409)
    knows({ isOut: true })
    return { at, value: { url: "https://sign.example/contract" } }
  }
  if (call === "recordCart") {
    if (refuses || (state !== "approved" && state !== "contracts")) return refused(409)
    // A contract that was handed out becomes void.
    const fresh = { isOut: false, parts: [], effects: [], repeated: [], elsewhere: false }
    knows({ state: "contracts", cart: totalOf(given[1] as LeaseCart), ...fresh })
    return { at, value: null }
  }
  if (!isWrite(call)) throw new Error(`The service has no ${call}.`)
  const repeated = effects.includes(call) ? [...service.repeated, call] : service.repeated
  if (refuses || !FROM[call].includes(state)) {
    knows({ repeated })
    return refused(409)
  }
  const [part] = (given[1] as { lines?: ReturnLine[] } | undefined)?.lines ?? []
  if (part) {
    // The cart has one line, plus delivery.
    const left = Math.round((part.priceEach ?? 0) * 100) + DELIVERY
    knows({ cart: left, parts: [...service.parts, (service.cart ?? 0) - left] })
    return { at, value: { isSuccess: true, isReturned: false } }
  }
  knows({ state: TO[call], effects: [...effects, call], repeated, ...(call === "cancelContract" && { cart: null }) })
  return { at, value: { isSuccess: true, isReturned: true } }
}

/** Delivery cost of each cart (cents). */
const DELIVERY = 1099

const totalOf = ({ items, deliveryCost }: LeaseCart) =>
  Math.round(items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, deliveryCost) * 100)

function pricingOf({ cart, talks, state }: Service) {
  const appStatus = { status: state, statusText: STATUS_TEXTS[state] }
  return { ...(cart !== null && { invoiceTotal: cart }), lines: [], ...(talks && { appStatus }) }
}

function readingOf(service: Service) {
  const { state, talks } = service
  const pricing = pricingOf(service)
  if (talks && state !== "none") {
    const okToDeliver = state === "lease_accepted"
    return { kind: "status", status: state, statusText: STATUS_TEXTS[state], okToDeliver, pricing }
  }
  const none = state !== "contracts" && service.cart === null
  return none || state === "contracts_expired" ? { kind: "no_contract", known: true } : { kind: "no_status", pricing }
}

/** Without a response, a read has had no effect, but any other call may have had one. */
export function noAnswer({ now }: Moment, call: string): Answer {
  const failure = { operation: call, message: "no answer" }
  const isQuestion = isRead(call) || call === "getContract"
  return { at: now, error: isQuestion ? new LeaseUnreachable(failure) : new LeaseUnknown(failure) }
}

/** The request was certainly not sent. */
export function notSent({ now }: Moment, call: string): Answer {
  return { at: now, error: new LeaseUnreachable({ operation: call, message: "no connection" }) }
}
