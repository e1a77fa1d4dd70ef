import type { Completion, LeaseRecord } from "../rules/records"
import { isPlacing, isSubmitting } from "../rules/standing"
import { type Desk, longestCallMs, ofLease, reread, SYSTEM } from "./ledger"

/** When a `placing` lease without an order is given up (ms). */
export const PLACING_LAPSES_MS = 5 * 60_000
/** How long after the call must have ended the process of a `submitting` lease counts as dead (ms). */
const SUBMITTING_SPARE_MS = 30_000

/** When the last completion of a `placing` lease began. */
export function placingSince({ status_at, completions }: Pick<LeaseRecord, "status_at" | "completions">): Date {
  return new Date(Math.max(status_at.getTime(), ...(completions ?? []).map(({ at }) => Date.parse(at))))
}

/** The completions of the lease's cart that may still be in progress. */
export function underWay({ completions }: LeaseRecord, now: Date): Completion[] {
  return (completions ?? []).filter(({ at }) => now.getTime() - Date.parse(at) <= PLACING_LAPSES_MS)
}

/** A cart's current lease: the open one, otherwise the last closed one, or null. A lapsed one is moved first ({@link leaveLapsed}). */
export async function currentLease(desk: Desk, cartId: string): Promise<LeaseRecord | null> {
  const lease = await desk.store.ofCart(cartId)
  return lease && leaveLapsed(desk, lease)
}

/** Moves a lapsed lease: `submitting` becomes `undecided`, `placing` becomes `signed` again. Returns other leases unchanged. */
export async function leaveLapsed(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  const since = (moment: Date) => desk.now().getTime() - moment.getTime()
  if (isSubmitting(lease) && since(lease.status_at) > longestCallMs(ofLease(desk, lease)) + SUBMITTING_SPARE_MS) {
    const moved = await desk.store.move(lease.id, "application_unanswered", {
      actor: SYSTEM,
      history: [{ type: "application_unanswered", detail: { reason: "lapsed" } }],
    })
    return moved ?? reread(desk, lease)
  }
  if (isPlacing(lease) && since(placingSince(lease)) > PLACING_LAPSES_MS) {
    const moved = await desk.store.move(lease.id, "order_start_lapsed", { actor: SYSTEM, set: { completions: [] } })
    return moved ?? reread(desk, lease)
  }
  return lease
}
