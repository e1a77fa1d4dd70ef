import type LeaseModuleService from "../modules/lease/service"
import type { OutageView } from "./admin-types"

/** The outage of the lease service for people; null while it answers. */
export async function outageView(ledger: LeaseModuleService): Promise<OutageView | null> {
  const outage = await ledger.outage()
  return outage && { since: outage.since.toISOString() }
}
