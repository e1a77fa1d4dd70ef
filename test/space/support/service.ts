import { LeaseRefused, LeaseUnknown, LeaseUnreachable } from "../../../src/client"
import { type Answer, type Effect, type Moment, type Service, set } from "./moment"

export const WRITES: readonly string[] = ["cancelContract", "confirmDelivery", "returnLease"] satisfies Effect[]
/** Whether a call to the service must take effect once. */
export const isWrite = (call: string): call is Effect => WRITES.includes(call)

const IS: Record<Service["state"], string> = {
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

/** What the service does with a call that has arrived. `refuses`: for reasons of its own. */
export function serve(m: Moment, call: string, refuses = false): Answer {
  const { service, now: at } = m
  const { state, talks, took } = service
  if (call === "checkReturn") return { at, value: { isReturnEligible: state === "funded" } }
  if (!isWrite(call)) {
    const pricing = { invoiceTotal: 45_400, lines: [] }
    if (talks)
      return {
        at,
        value: {
          kind: "status",
          status: state,
          statusText: IS[state],
          okToDeliver: state === "lease_accepted",
          pricing,
        },
      }
    const none = state === "approved" || state === "contracts_expired"
    return { at, value: none ? { kind: "no_contract", known: true } : { kind: "no_status", pricing } }
  }
  const repeated = took.includes(call) ? [...service.repeated, call] : service.repeated
  if (refuses || !FROM[call].includes(state)) {
    set(m, { service: { ...service, repeated } })
    return { at, error: new LeaseRefused({ operation: call, message: "no", httpStatus: 409 }, {}) }
  }
  set(m, { service: { ...service, state: TO[call], took: [...took, call], repeated } })
  return { at, value: { isSuccess: true, isReturned: true } }
}

/** No answer comes: a question has no effect, anything else may have had one. */
export function noAnswer({ now }: Moment, call: string): Answer {
  const failure = { operation: call, message: "no answer" }
  return { at: now, error: isWrite(call) ? new LeaseUnknown(failure) : new LeaseUnreachable(failure) }
}

/** The request has certainly not left. */
export function notSent({ now }: Moment, call: string): Answer {
  return { at: now, error: new LeaseUnreachable({ operation: call, message: "no connection" }) }
}
