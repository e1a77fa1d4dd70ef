import { whyKept } from "../rules/erasure"
import { type Desk, SYSTEM } from "../status/ledger"
import { eraseLocked } from "./erase"

/** A lease for which no one applied is dropped this long after it was opened, and where an application came from is forgotten (ms): a week. */
export const UNAPPLIED_KEPT_MS = 7 * 24 * 3600_000

/** Counts of who has the service asked about a cart are of no use after this long (ms). */
const ASKINGS_KEPT_MS = 24 * 3600_000

/** Codes are counted, and what they open holds, for a day (ms); one entered at the end of its time a little longer. */
const CODES_KEPT_MS = 25 * 3600_000

const DAY_MS = 24 * 3600_000

/** A run takes no more than these of each kind, so that a table full of them holds up nothing else. */
const ROWS_A_RUN = 500
const ERASED_AT_ONCE = 100

/**
 * The job's cleaning of what is no longer needed: leases for which no one ever applied (version 0.1 opened one for each started payment), where
 * applications came from, and that which names a shopper after option `retentionDays`. An error is logged and ends here, because the run has more
 * important work.
 */
export async function cleanUp(ledger: Desk): Promise<void> {
  const { store, now, options, log } = ledger
  const before = (ms: number) => new Date(now().getTime() - ms)
  const work: Record<string, () => Promise<unknown>> = {
    "leases for which no one applied could not be dropped": () =>
      store.dropUnapplied(before(UNAPPLIED_KEPT_MS), ROWS_A_RUN),
    "the networks of old applications could not be forgotten": () =>
      store.persons.forgetRequesters(before(UNAPPLIED_KEPT_MS), ROWS_A_RUN),
    "old counts of questions could not be forgotten": () => store.askings.forget(before(ASKINGS_KEPT_MS)),
    "old one-time codes could not be forgotten": () => store.codes.forget(before(CODES_KEPT_MS), ROWS_A_RUN),
    "old leases could not be erased": async () => {
      if (options.retentionDays) await eraseAged(ledger, options.retentionDays)
    },
  }
  for (const [failure, step] of Object.entries(work))
    await step().catch((error) => log.warn(`lease-to-own: ${failure}: ${error}`))
}

/** How many leases are older than these days and would be erased. */
export function countAged(ledger: Desk, days: number): Promise<number> {
  return ledger.store.persons.countAged(since(ledger, days))
}

/**
 * Erases some of the leases that ended, or were left, more than these days ago, the oldest first. A delivered one counts from its delivery, because
 * the service does not say when it ends. Answers how many; fewer than asked for when none is left.
 */
export function eraseAged(ledger: Desk, days: number, limit = ERASED_AT_ONCE): Promise<number> {
  return ledger.store.transaction(async (store) => {
    const found = await store.persons.lockAged(since(ledger, days), limit)
    const leases = found
      .filter(({ openCalls, lease }) => !whyKept({ lease, openCalls, delivered: true }, ledger.now()))
      .map(({ lease }) => lease)
    await eraseLocked(ledger, store, { leases, cause: "age", actor: SYSTEM })
    return leases.length
  })
}

function since({ now }: Desk, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS)
}
