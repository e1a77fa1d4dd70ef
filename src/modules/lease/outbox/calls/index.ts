import { callKinds, type ServiceCallKind, type TaskKind } from "../../rules/call-kinds"
import { cancelContractCall } from "./cancel-contract"
import { confirmDeliveryCall } from "./confirm-delivery"
import { returnLeaseCall } from "./return-lease"
import { returnLinesCall } from "./return-lines"
import { sendDeliveryDateCall } from "./send-delivery-date"
import { sendOrderIdCall } from "./send-order-id"
import type { CallDefinition, ServiceCall } from "./service-call"

const CALLS: { [Kind in ServiceCallKind]: CallDefinition & { kind: Kind } } = {
  cancel_contract: cancelContractCall,
  confirm_delivery: confirmDeliveryCall,
  return_lease: returnLeaseCall,
  return_lines: returnLinesCall,
  send_order_id: sendOrderIdCall,
  send_delivery_date: sendDeliveryDateCall,
}

/** The calls to the service whose repetition would be a second effect. */
export const SERVICE_CALLS: readonly ServiceCall[] = Object.values(CALLS).map((call) => ({
  ...call,
  ...callKinds[call.kind],
}))

/** Each by its kind. */
export const serviceCalls = Object.fromEntries(SERVICE_CALLS.map((call) => [call.kind, call])) as Record<
  ServiceCallKind,
  ServiceCall
>

/** Whether a kind is one of them. */
export function isServiceCall(kind: string): kind is ServiceCallKind {
  return Object.hasOwn(serviceCalls, kind)
}

/** The calls that start the lease: with the day of the delivery, each way has its own. */
export const STARTING_KINDS: readonly TaskKind[] = kindsOf(({ startsLease }) => startsLease)

/** The kinds of the calls that a rule names. */
export function kindsOf(names: (call: ServiceCall) => boolean | undefined): ServiceCallKind[] {
  return SERVICE_CALLS.filter(names).map(({ kind }) => kind)
}
