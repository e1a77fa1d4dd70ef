import type { ReceivedReturn } from "../../../../medusa/read/orders"
import type { Desk } from "../../../../modules/lease"
import { type CardFacts, withoutOutdated } from "../../../../modules/lease/card/state"
import type { HistoryRecord, LeaseRecord } from "../../../../modules/lease/rules/records"
import { goodsDue } from "../../../../modules/lease/rules/reversal"
import { isDelivered, isHosted } from "../../../../modules/lease/rules/standing"
import { ofLease } from "../../../../modules/lease/status/ledger"

type RowSources = Pick<CardFacts, "order" | "tasks" | "returnCheck"> & {
  lease: CardFacts["lease"] & Pick<LeaseRecord, "claim_token" | "claimed_until">
}

/** The answer to "may it be returned?" in an entry of the history. */
export function returnCheckOf(entry: HistoryRecord | undefined): CardFacts["returnCheck"] {
  return entry ? { eligible: entry.detail.eligible === true, at: entry.created_at } : null
}

/** The facts for the state of a card and for its actions. */
export function cardFacts(
  desk: Desk,
  { lastReturn, ...read }: RowSources & { lease: LeaseRecord; lastReturn: ReceivedReturn | null },
  now: Date,
): CardFacts {
  return { ...rowFacts(desk, read, now), partDue: partDueOf(desk, read), returnNumber: lastReturn?.displayId ?? null }
}

/** The same facts for the state alone, without parts and numbers of returns. */
export function rowFacts(desk: Desk, read: RowSources, now: Date): CardFacts {
  const { captureOn, confirmDeliveryOn, abandonAfter, timeZone } = desk.options
  const { claim_token, claimed_until } = read.lease
  const claimed = claim_token !== null && claimed_until !== null && claimed_until > now
  const options = { captureOn, confirmDeliveryOn, abandonAfter, timeZone }
  return withoutOutdated({ ...read, ...options, claimed, partDue: null, returnNumber: null, now })
}

function partDueOf(desk: Desk, { lease, order }: { lease: LeaseRecord; order: CardFacts["order"] }): number | null {
  if (!order || !isDelivered(lease) || isHosted(lease) || !ofLease(desk, lease).service.knowsLines) return null
  const due = goodsDue(lease, order.lines)
  return due && due.pieces > 0 && !due.isLast ? due.amount : null
}
