import type { LeaseRecord } from "./records"

/** Only the browser has reported the signature; the service's answers carry no status. The order is placed with its payment open. */
export function isReported({
  status,
  evidence,
  service_status,
}: Pick<LeaseRecord, "status" | "evidence" | "service_status">): boolean {
  return status === "signing" && evidence === "reported" && service_status === ""
}

/** Signed, and the service does not have the first payment yet: there is nothing to sign any longer, and nothing to order. */
export function awaitsFirstPayment({
  status,
  contracts_received_at,
}: Pick<LeaseRecord, "status" | "contracts_received_at">): boolean {
  return status === "signing" && contracts_received_at !== null
}
