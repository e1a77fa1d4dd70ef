import type { Desk } from "../modules/lease"
import type { OutageView } from "./admin-types"

type Away = { since: Date; account: string | null } | null | undefined

/** The longest outage of a lease service for people; null while all answer. */
export async function outageView(desk: Desk): Promise<OutageView | null> {
  const [longest] = await desk.accounts.away()
  return viewOf(longest)
}

export function viewOf(outage: Away): OutageView | null {
  if (!outage) return null
  return { since: outage.since.toISOString(), ...(outage.account !== null && { account: outage.account }) }
}
