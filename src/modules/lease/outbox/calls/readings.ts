import { type ApplicationId, type StatusReading, toApplicationId } from "../../../../lease-service"
import type { LeaseRecord } from "../../rules/records"

type Status = Extract<StatusReading, { kind: "status" }>["status"]

/** Signed, and not started. */
export const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]

/** Not signed, or no contract at all. */
export const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

/** The id by which the service knows the lease. */
export function applicationOf({ application_id }: LeaseRecord): ApplicationId {
  return toApplicationId(application_id ?? "")
}
