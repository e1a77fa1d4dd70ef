import { type Ledger, reread, SYSTEM } from "../ledger"
import type { LeaseRecord } from "../records"

/** A `placing` without an order after this long is nobody's any more (ms). */
export const PLACING_LAPSES_MS = 5 * 60_000

/** A `submitting` whose process is gone: no answer can come after the time-out and a margin (ms). */
export function submittingLapsesMs(ledger: Ledger): number {
  return ledger.options.timeoutMs + 30_000
}

/**
 * The lease of a cart as it stands now: the open one, else the last closed one, else null. Statuses in which somebody should be at
 * work, but too long ago, are left: `submitting` becomes `undecided`, `placing` becomes `signed` again.
 */
export async function currentLease(ledger: Ledger, cartId: string): Promise<LeaseRecord | null> {
  const lease = await ledger.store.ofCart(cartId)
  return lease && leaveLapsed(ledger, lease)
}

/** A lease in whose status somebody should be at work, but too long ago, leaves it; any other is answered as it is. */
export async function leaveLapsed(ledger: Ledger, lease: LeaseRecord): Promise<LeaseRecord> {
  const age = ledger.now().getTime() - lease.status_at.getTime()
  if (lease.status === "submitting" && age > submittingLapsesMs(ledger)) {
    const moved = await ledger.store.move(lease.id, "application_unanswered", {
      actor: SYSTEM,
      history: [{ type: "application_unanswered", detail: { reason: "lapsed" } }],
    })
    return moved ?? reread(ledger, lease)
  }
  if (lease.status === "placing" && age > PLACING_LAPSES_MS) {
    const moved = await ledger.store.move(lease.id, "order_start_lapsed", { actor: SYSTEM })
    return moved ?? reread(ledger, lease)
  }
  return lease
}
