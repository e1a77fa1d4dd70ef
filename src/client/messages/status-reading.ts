import type { Pricing } from "./pricing"
import { ServiceStatus } from "./status"

/**
 * The result of a status check (reference 8): no contract is in force, the pricing has no status (which is inconclusive), or there is a status.
 * `known` is false if the service doesn't have the application.
 */
export type StatusReading =
  | { kind: "no_contract"; known: boolean }
  | { kind: "no_status"; pricing: Pricing }
  | { kind: "status"; status: ServiceStatus; statusText: string; okToDeliver: boolean; pricing: Pricing }

/** Whether the lease is signed, paid and ready to fulfill: Contracts Received or Lease Accepted, and OK to deliver (reference 8). */
export function readsSigned(reading: StatusReading): boolean {
  if (reading.kind !== "status" || !reading.okToDeliver) return false
  return reading.status === "contracts_received" || reading.status === "lease_accepted"
}

/** Whether the service has recorded the delivery, which makes the status Funded (reference 8). */
export function readsDelivered(reading: StatusReading): boolean {
  return reading.kind === "status" && reading.status === "funded"
}

/** Whether the reading proves the signature: the goods may ship, or the operator has even recorded their delivery. */
export function provesSignature(reading: StatusReading): boolean {
  return readsSigned(reading) || readsDelivered(reading)
}

export function readsReturned(reading: StatusReading): boolean {
  return reading.kind === "status" && reading.status === "returned"
}
