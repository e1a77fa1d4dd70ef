import type LeaseModuleService from "../modules/lease/service"
import type { OutageView } from "./admin-types"

type Away = { since: Date; account: string | null } | null | undefined

/** The longest outage of a lease service for people; null while all answer. */
export async function outageView(ledger: LeaseModuleService): Promise<OutageView | null> {
  const [longest] = await ledger.outages()
  return viewOf(longest)
}

/** The same of the service of a lease. */
export async function outageOfLease(
  ledger: LeaseModuleService,
  lease: { account: string | null },
): Promise<OutageView | null> {
  return viewOf(await ledger.outageOf(lease))
}

export function viewOf(outage: Away): OutageView | null {
  if (!outage) return null
  return { since: outage.since.toISOString(), ...(outage.account !== null && { account: outage.account }) }
}
