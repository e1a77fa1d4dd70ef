import type { AlertCode } from "../rules/alerts"
import { TASK_KINDS, type TaskKind } from "../rules/tasks"
import type { Call, CallToMedusa, ServiceCall } from "./call"
import { cancelContractCall } from "./cancel-contract"
import { confirmDeliveryCall } from "./confirm-delivery"
import { returnLeaseCall } from "./return-lease"
import { returnLinesCall } from "./return-lines"
import { sendDeliveryDateCall } from "./send-delivery-date"
import { sendOrderIdCall } from "./send-order-id"
import { TO_MEDUSA } from "./to-medusa"

const TO_SERVICE = [
  cancelContractCall,
  confirmDeliveryCall,
  returnLeaseCall,
  returnLinesCall,
  sendOrderIdCall,
  sendDeliveryDateCall,
] as const

/** The calls to the service whose repetition would be a second effect. */
export const SERVICE_CALLS: readonly ServiceCall[] = TO_SERVICE
export type ServiceCallKind = (typeof TO_SERVICE)[number]["kind"]

/** Each by its kind. */
export const serviceCalls = byKind<ServiceCallKind, ServiceCall>(TO_SERVICE)

/** The calls that are made to Medusa. */
export type MedusaCall = (typeof TO_MEDUSA)[number]["kind"]

/** Each by its kind. */
export const medusaCalls = byKind<MedusaCall, CallToMedusa>(TO_MEDUSA)

/** Every call that can be owed, by its kind. */
export const calls: Readonly<Record<TaskKind, Call>> = {
  ...serviceCalls,
  ...medusaCalls,
  // A question: nothing is kept of it but what was read.
  read_status: { kind: "read_status", lane: "readings" },
}

/** Whether a kind is a call to the service that takes effect once. */
export function isServiceCall(kind: string): kind is ServiceCallKind {
  return Object.hasOwn(serviceCalls, kind)
}

/** Whether a lease owes no other such call beside this one. A row may be of a kind that only a later version knows. */
export function isExclusive(kind: TaskKind): boolean {
  return calls[kind]?.exclusive === true
}

/** A lease owes one of these at a time. */
export const EXCLUSIVE_KINDS = TASK_KINDS.filter(isExclusive)

/** The calls that start the lease: with the day of the delivery, each way has its own. */
export const STARTING_KINDS: readonly TaskKind[] = kindsOf(({ startsLease }) => startsLease)

/** The kinds of the calls to the service that a rule names. */
export function kindsOf(names: (call: ServiceCall) => boolean | undefined): ServiceCallKind[] {
  return TO_SERVICE.filter(names).map(({ kind }) => kind)
}

/** The kinds of the calls that an alert is about: those to the service that raise it, then others. */
export function kindsAbout(code: AlertCode): TaskKind[] {
  const raising = kindsOf(({ alerts: { failed, unknown } }) => failed === code || unknown === code)
  return [...raising, ...TASK_KINDS.filter((kind) => calls[kind].about?.includes(code))]
}

function byKind<Kind extends string, Row extends { kind: TaskKind }>(
  rows: readonly Row[],
): Readonly<Record<Kind, Row>> {
  return Object.fromEntries(rows.map((row) => [row.kind, row])) as Record<Kind, Row>
}
