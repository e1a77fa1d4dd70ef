import { RAISED_ALERT_CODES } from "./alert-codes"
import { CALL_KINDS, CALL_STATES, isOpen, type PendingCall } from "./pending-calls"
import type { LeaseRecord } from "./records"
import { EVIDENCE, FLOWS, LEASE_STATUSES } from "./state-machine"

/*
 * A newer lease is one that a newer version of the plugin has written, with a value that this version doesn't know, while processes of both versions
 * run or after the store went back a version. This version only shows it. The job leaves it to the newer processes (`tables/newer.ts`), and people's
 * requests are refused (`refuseNewer`). The alert `newer_version` blocks its order. See docs/adr/0027-additive-migrations.md.
 */

type Values = Pick<LeaseRecord, "status" | "evidence" | "flow" | "alerts">

/** Whether the lease, or one of its open calls, has a value that only a newer version of the plugin knows. */
export function isNewer(
  { status, evidence, flow, alerts }: Values,
  pendingCalls: readonly Pick<PendingCall, "kind" | "state">[] = [],
): boolean {
  return (
    !LEASE_STATUSES.includes(status) ||
    !EVIDENCE.includes(evidence) ||
    !FLOWS.includes(flow) ||
    alerts.some(({ code }) => !RAISED_ALERT_CODES.includes(code)) ||
    pendingCalls.some((call) => !CALL_STATES.includes(call.state) || (isOpen(call) && !CALL_KINDS.includes(call.kind)))
  )
}

/** Whether the lease is held or newer, so that its shopper can't continue and reads that it is being checked. */
export function isBeingChecked({ held_at, ...values }: Values & Pick<LeaseRecord, "held_at">): boolean {
  return held_at !== null || isNewer(values)
}
