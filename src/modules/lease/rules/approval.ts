import type { LeaseRecord } from "./records"
import { whyNot } from "./state-machine"

const DAY_MS = 24 * 3600_000

/** A shopper is warned so long before the approval ends (ms). */
export const ENDS_SOON_MS = 7 * DAY_MS

type Approval = Pick<LeaseRecord, "status" | "approved_until">

/** The end of an approval that is given now: what the service says, else that of the same approval when it was given first, else by option `approvalDays`. */
export function endOfApproval(
  { told, earlier }: { told: Date | undefined; earlier: Date | null },
  { approvalDays, now }: { approvalDays: number; now: Date },
): Date {
  return told ?? earlier ?? new Date(now.getTime() + approvalDays * DAY_MS)
}

/** By the date that is kept. Whether the service still takes it, only the service knows. */
export function isPastEnd({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until <= now
}

export function endsSoon({ approved_until }: Pick<Approval, "approved_until">, now: Date): boolean {
  return approved_until !== null && approved_until.getTime() - now.getTime() < ENDS_SOON_MS
}

/** Another cart may have the approval that this lease holds. */
export function mayMove(lease: Approval, now: Date): boolean {
  return whyNot("move", lease.status) === null && !isPastEnd(lease, now)
}
