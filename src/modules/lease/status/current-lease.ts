import type { Completion, LeaseRecord } from "../rules/records"
import { isPlacing, isSubmitting } from "../rules/standing"
import { type Desk, longestCallMs, ofLease, reread, SYSTEM } from "./ledger"

/** A `placing` without an order is abandoned after this long (ms). */
export const PLACING_LAPSES_MS = 5 * 60_000
/** The process of a `submitting` is gone when its call must have ended so long ago (ms). */
const SUBMITTING_SPARE_MS = 30_000

/** When the last completion of a `placing` lease began. */
export function placingSince({ status_at, completions }: Pick<LeaseRecord, "status_at" | "completions">): Date {
  return new Date(Math.max(status_at.getTime(), ...(completions ?? []).map(({ at }) => Date.parse(at))))
}

/** The completions of its cart that may still be going on. */
export function underWay({ completions }: LeaseRecord, now: Date): Completion[] {
  return (completions ?? []).filter(({ at }) => now.getTime() - Date.parse(at) <= PLACING_LAPSES_MS)
}

/** A cart's lease now: the open one, else the last closed one, else null. A lapsed one is moved first ({@link leaveLapsed}). */
export async function currentLease(desk: Desk, cartId: string): Promise<LeaseRecord | null> {
  const lease = await desk.store.ofCart(cartId)
  return lease && leaveLapsed(desk, lease)
}

/** After too long without work, `submitting` becomes `undecided`, and `placing` becomes `signed` again. Other leases are answered as they are. */
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
