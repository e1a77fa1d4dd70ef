import type { TaskKind } from "../../rules/call-kinds"
import { cancelContract } from "./cancel-contract"
import { confirmDelivery } from "./confirm-delivery"
import { returnLease } from "./return-lease"
import { returnLines } from "./return-lines"
import { sendDeliveryDate } from "./send-delivery-date"
import { sendOrderId } from "./send-order-id"
import type { ServiceCall } from "./service-call"

/** The calls to the service whose repetition would be a second effect. */
const CALLS = [cancelContract, confirmDelivery, returnLease, returnLines, sendOrderId, sendDeliveryDate] as const

export type ServiceCallKind = (typeof CALLS)[number]["kind"]

export const SERVICE_CALLS: readonly (ServiceCall & { kind: ServiceCallKind })[] = CALLS

/** Each by its kind. */
export const serviceCalls = Object.fromEntries(SERVICE_CALLS.map((call) => [call.kind, call])) as Record<
  ServiceCallKind,
  ServiceCall
>

export function isServiceCall(kind: string): kind is ServiceCallKind {
  return Object.hasOwn(serviceCalls, kind)
}

/** The calls that start the lease: with the day of the delivery, each way has its own. */
export const STARTING_KINDS: readonly TaskKind[] = kindsOf(({ startsLease }) => startsLease)

/** The kinds of the calls that a rule names. */
export function kindsOf(names: (call: ServiceCall) => boolean | undefined): ServiceCallKind[] {
  return SERVICE_CALLS.filter(names).map(({ kind }) => kind)
}
