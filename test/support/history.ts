import type { StoreLedger } from "./store-ledger"

/** The history of a lease, oldest first. */
export function historyOf(ledger: StoreLedger, leaseId: string) {
  return ledger.history(leaseId)
}
