import { type LeaseModuleService } from "./ledger"

/** The history of a lease, oldest first. */
export async function historyOf(ledger: LeaseModuleService, leaseId: string) {
  return (await ledger.recentHistory(leaseId, { limit: 1000 })).reverse()
}
