import type { AlertCode } from "../rules/alerts"
import { AWAITING_ORDER, PLACED } from "../rules/lease-predicates"
import { CALL_KINDS, type CallKind, isOpen, lastCall, type PendingCall } from "../rules/pending-calls"
import { type LeaseStatus, whyNot } from "../rules/state-machine"
import { cancelContractCall } from "./cancel-contract"
import { confirmDeliveryCall } from "./confirm-delivery"
import { sendDeliveryDateCall, sendOrderIdCall } from "./one-time-url"
import { returnLeaseCall, returnLinesCall } from "./return-lease"
import type { CallProperties, CallToMedusa, ServiceCall } from "./service-call"

const TO_SERVICE = [
  cancelContractCall,
  confirmDeliveryCall,
  returnLeaseCall,
  returnLinesCall,
  sendOrderIdCall,
  sendDeliveryDateCall,
] as const

/** Calls to Medusa, made by `src/medusa/medusa-side.ts`. */
const TO_MEDUSA = [
  {
    kind: "place_order",
    lane: "orders",
    wanted: AWAITING_ORDER,
    failed: "completion_failed",
    alert: "signed_without_order",
    about: ["signed_without_order"],
  },
  { kind: "authorize_payment", lane: "books", wanted: PLACED, about: ["capture_open"] },
  { kind: "capture_payment", lane: "books", wanted: PLACED, about: ["capture_open"] },
  { kind: "replace_payment", lane: "books", about: ["capture_open"] },
  { kind: "cancel_order", lane: "books" },
  { kind: "mark_delivered", lane: "books" },
  { kind: "close_payment", lane: "books" },
] as const satisfies CallToMedusa[]

export const serviceCalls = byKind<ServiceCallKind, ServiceCall>(TO_SERVICE)
export type ServiceCallKind = (typeof TO_SERVICE)[number]["kind"]

export const medusaCalls = byKind<MedusaCall, CallToMedusa>(TO_MEDUSA)
export type MedusaCall = (typeof TO_MEDUSA)[number]["kind"]

export const calls: Readonly<Record<CallKind, CallProperties>> = {
  ...serviceCalls,
  ...medusaCalls,
  // A reading needs no other properties, because only its result is kept.
  read_status: { kind: "read_status", lane: "readings" },
}

/** Whether `kind` is one of {@link serviceCalls}. `read_status` isn't, because it can be repeated. */
export function isServiceCall(kind: string): kind is ServiceCallKind {
  return Object.hasOwn(serviceCalls, kind)
}

/** The calls that start the lease on the delivery date, one for each flow. */
export const STARTING_KINDS: readonly CallKind[] = kindsOf(({ startsLease }) => startsLease)

export function kindsOf(matches: (call: ServiceCall) => boolean | undefined): ServiceCallKind[] {
  return TO_SERVICE.filter(matches).map(({ kind }) => kind)
}

export function kindsRaising(code: AlertCode): ServiceCallKind[] {
  return kindsOf(({ alerts: { failed, unknown } }) => failed === code || unknown === code)
}

/** Calls that raise the alert come first. */
export function kindsAbout(code: AlertCode): CallKind[] {
  return [...kindsRaising(code), ...CALL_KINDS.filter((kind) => calls[kind].about?.includes(code))]
}

/** Returns open calls, and each kind's latest call if it was refused, the job requested it and it is still allowed. Both lists are newest first. */
export function unfinishedCalls<T extends PendingCall>(status: LeaseStatus, pendingCalls: readonly T[]): T[] {
  const isPossible = ({ kind }: T) => !isServiceCall(kind) || whyNot(serviceCalls[kind].action, status) === null
  return pendingCalls.filter((call) => {
    if (call.kind === "read_status") return false
    if (isOpen(call)) return true
    const isLast = lastCall({ pendingCalls }, call.kind) === call
    return isLast && call.state === "refused" && call.actor === "system" && isPossible(call)
  })
}

/** The unfinished calls that staff may have to handle: all but those that aren't due yet and were never tried. */
export function stuckCalls<T extends PendingCall>(status: LeaseStatus, pendingCalls: readonly T[], now: Date): T[] {
  return unfinishedCalls(status, pendingCalls).filter(
    ({ state, attempts, due_at }) => state !== "due" || attempts > 0 || due_at <= now,
  )
}

function byKind<Kind extends string, Row extends CallProperties>(rows: readonly Row[]): Readonly<Record<Kind, Row>> {
  return Object.fromEntries(rows.map((row) => [row.kind, row])) as Record<Kind, Row>
}
