import { type LedgerDeps, ofLease, settingsOf } from "../accounts/deps"
import { recipientDiffers } from "../cart/recipient"
import { isDelivered, isHosted } from "../rules/lease-predicates"
import type { HistoryRecord, LeaseRecord } from "../rules/records"
import { goodsDue } from "../rules/reversal"
import { mayDo } from "./allowed-actions"
import { type Card, cardOf } from "./card"
import { asOfNow, type CardFacts } from "./state"

export type ReceivedReturn = { displayId: number; receivedAt: Date }

/** `returnChecked` is the newest history entry about a return check. */
type RowSources = Pick<CardFacts, "order" | "pendingCalls" | "recipientDiffers"> & {
  returnChecked: HistoryRecord | undefined
  lease: CardFacts["lease"] & Pick<LeaseRecord, "claim_token" | "claimed_until" | "account_id">
}

export function cardFacts(
  deps: LedgerDeps,
  { lastReturn, ...read }: RowSources & { lease: LeaseRecord; lastReturn: ReceivedReturn | null },
  now: Date,
): CardFacts {
  const facts = rowFacts(deps, { ...read, recipientDiffers: recipientDiffers(deps, read.lease, read.order) }, now)
  return { ...facts, partDue: partDueOf(deps, read), returnNumber: lastReturn?.displayId ?? null }
}

/** What a list row shows. `can_mark_delivered` is whether the lease allows that action, regardless of the user's role. */
type RowCard = Pick<Card, "state" | "main_alert" | "alerts"> & { can_mark_delivered: boolean }

/** Returns what a list row shows, without due partial refunds and the return's display ID. */
export function rowCard(deps: LedgerDeps, read: RowSources, now: Date): RowCard {
  const facts = rowFacts(deps, read, now)
  return { ...cardOf(facts, ""), can_mark_delivered: mayDo(facts, "mark_delivered") }
}

function rowFacts(deps: LedgerDeps, { returnChecked: entry, ...read }: RowSources, now: Date): CardFacts {
  const { captureOn, confirmDeliveryOn, abandonAfter, timeZone, alertAfterDays } = settingsOf(deps, read.lease)
  const { claim_token, claimed_until } = read.lease
  const claimed = claim_token !== null && claimed_until !== null && claimed_until > now
  const options = { captureOn, confirmDeliveryOn, abandonAfter, timeZone, alertAfterDays }
  const returnCheck = entry ? { eligible: entry.detail.eligible === true, at: entry.created_at } : null
  return asOfNow({ ...read, ...options, returnCheck, claimed, partDue: null, returnNumber: null, now })
}

/** Returns the refund due for returned goods (cents). Null if none is due, everything was returned, or the account can't return individual lines. */
function partDueOf(
  deps: LedgerDeps,
  { lease, order }: { lease: LeaseRecord; order: CardFacts["order"] },
): number | null {
  if (!order || !isDelivered(lease) || isHosted(lease) || !ofLease(deps, lease).service.knowsLines) return null
  const due = goodsDue(lease, order.lines)
  return due && due.pieces > 0 && !due.isLast ? due.amount : null
}
