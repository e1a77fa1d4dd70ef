import type { Ledger } from "../status/ledger"

/** A lease for which no one applied is dropped this long after it was opened (ms): a week. */
export const UNAPPLIED_KEPT_MS = 7 * 24 * 3600_000

/** A run drops no more than these, so that a table full of them holds up nothing else. */
const DROPPED_A_RUN = 500

/**
 * Drops leases for which no one ever applied, with the e-mail address that they hold: version 0.1 opened one for each started payment. An error is
 * logged and ends here, because the run has more important work.
 */
export async function dropUnapplied({ store, now, log }: Ledger): Promise<void> {
  try {
    await store.dropUnapplied(new Date(now().getTime() - UNAPPLIED_KEPT_MS), DROPPED_A_RUN)
  } catch (error) {
    log.warn(`lease-to-own: leases for which no one applied could not be dropped: ${error}`)
  }
}
