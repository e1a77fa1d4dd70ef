import { cleanText } from "../../../client"
import { type LedgerDeps, ofLease, reread } from "../accounts/deps"
import { isServiceCall, stuckCalls, unfinishedCalls } from "../calls"
import { openReduction, reducedWith } from "../calls/return-lease"
import { recipientHash } from "../cart/recipient"
import { checkStatus } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { openReplacement } from "../outbox/order-to-sign"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { blockingOf, clearedOnEntering, hasAlert, hasDifference, isAbout } from "../rules/alerts"
import { isEnded, isHosted, isNew, isPlaced, isSigning, isUnfinished, isVerified } from "../rules/lease-predicates"
import { heldOf, type Order } from "../rules/order"
import {
  eventOf,
  isOpen,
  isReplacing,
  OUTCOMES,
  type Outcome,
  outcomesOf,
  type PendingCall,
} from "../rules/pending-calls"
import type { AcceptedOrder, Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { transitions, whyNot } from "../rules/state-machine"
import { isUniqueViolation } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { openAlerts } from "./open-alerts"

/** Retries every call that failed or whose outcome is unknown. A call that may have arrived is read back before it is sent again. */
export async function retry(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const stuck = stuckCalls(lease.status, await deps.store.pendingCalls.ofLease(lease.id), deps.now())
  const open = stuck.filter(isOpen)
  // A refused call can be retried only if no call of its kind, or of a kind that excludes it, is open.
  const latest = open.length ? open : stuck.slice(0, 1)
  const waiting = latest.filter((call) => call.state !== "running")
  if (!waiting.length) throw new LedgerRefusal(latest.length ? "busy" : "retry_nothing_open")
  const again = deps.store.transaction(async (store) => {
    for (const call of waiting) {
      // Staff know that an `unknown` call can't be read back, so send it again.
      if (!(await store.pendingCalls.again(call, { sendAgain: call.state === "unknown" })))
        throw new LedgerRefusal("busy")
      await store.append(lease.id, actor, [{ type: "retried", detail: { kind: call.kind } }])
    }
    await store.wake(lease.id)
  })
  await again.catch((error) => {
    // A unique violation means that somebody requested another call in the meantime.
    throw isUniqueViolation(error) ? new LedgerRefusal("busy") : error
  })
  return reread(deps, lease)
}

/**
 * Records an outcome that staff learned elsewhere, e.g. by phone or in the operator's portal. Closes the open calls and the alerts that they saw,
 * accepts the order as it is, and changes the lease's status. Makes no call. Throws LedgerRefusal.
 *
 * `acknowledged` lists the alerts on the user's screen. Only their differences are accepted, and later alerts stay raised. If a later alert is
 * blocking, such as "the contract is dead", throws without changing anything, because the user didn't know about it.
 *
 * `order` is the lease's current order in Medusa, if any. If its recipient differed, the lease is bound to the order's recipient.
 */
export async function markResolved(
  deps: LedgerDeps,
  lease: LeaseRecord,
  input: {
    outcome: unknown
    note: unknown
    acknowledged: readonly RaisedAlertCode[]
    order?: Order | null
    actor: Actor
  },
): Promise<LeaseRecord> {
  const { actor, order = null, acknowledged } = input
  const note = checkNote(input.note)
  const outcome = OUTCOMES.find((known) => known === input.outcome)
  if (!outcome) throw new LedgerRefusal("outcome_required", {}, { kind: "invalid" })
  const open = await endedCalls(deps, lease, outcome)
  const event = eventOf(outcome, lease)
  // The card shows alerts even before the job records them, so evaluate them here as well.
  const alerts = await openAlerts(deps, lease, order)
  const money = hasDifference(alerts, "money")
  // Only a placed order's total can be accepted, because a new contract matches only its own total.
  const goods = isPlaced(lease) && hasDifference(alerts, "goods")
  const delivery = hasDifference(alerts, "delivery")
  const toOther = acknowledged.includes("recipient_differs") && hasAlert(alerts, "recipient_differs")
  const part = openReduction(open)
  if (!event && !open.length && !alerts.length) throw new LedgerRefusal("resolve_nothing_open")
  if (!outcomesOf(lease, { reducing: part !== undefined }).includes(outcome))
    throw new LedgerRefusal("resolve_not_possible")
  const ends = outcome === "canceled" || outcome === "returned"
  if (lease.held_at && !ends && (await deps.store.holds.isCopied(lease))) throw new LedgerRefusal("release_copied")
  // Its order may have been placed and lost, and the plugin would place it again. A release reads what the service has.
  if (lease.held_at && outcome === "nothing" && isUnfinished(lease) && !lease.placed_at && !isHosted(lease))
    throw new LedgerRefusal("release_first")
  // An outcome for a partial return doesn't resolve the returned goods, so their alert stays raised.
  const closed = part ? acknowledged.filter((code) => !isAbout(code, "goods")) : acknowledged
  const ended = event ? clearedOnEntering(transitions[event].to) : []
  const endsHold = lease.held_at !== null && closed.includes("held")
  const history: HistoryEntry[] = [
    { type: "resolved_by_hand", detail: { outcome, note } },
    ...(endsHold ? [{ type: "hold_released" } as const] : []),
  ]
  return deps.store.transaction(async (store) => {
    for (const call of open)
      if (!(await store.pendingCalls.resolveByHand(call, outcome))) throw new LedgerRefusal("busy")
    // From here on, no alert can be raised until this transaction commits.
    const [now] = await store.lock([lease.id])
    const raised = now?.alerts ?? []
    const unacknowledged = raised.filter(({ code }) => !acknowledged.includes(code))
    // The status may have changed and changed back, so compare its time. A call made since then would lose its follow-up, such as a new contract.
    const isSame = now?.status_at.getTime() === lease.status_at.getTime()
    if (!isSame || blockingOf(unacknowledged)) throw new LedgerRefusal("state_changed")
    const set = {
      alerts: raised.filter(({ code }) => !closed.includes(code) && !ended.includes(code)),
      ...(order &&
        (money || goods || delivery) && {
          accepted_order: acceptedOrder(lease, order, { acknowledged: closed, now: deps.now() }),
        }),
      ...(order && toOther && { recipient_hash: recipientHash(deps, order.asCart) }),
      // Who enters what the service has ends the hold, and the calls above have ended with it.
      ...(endsHold && { held_at: null }),
      // Stop following up on the widget's approval until the widget reports something new.
      ...(isNew(lease) && { widget_approved_at: null }),
      ...(event && factsOfOutcome(deps, lease, outcome)),
      ...(outcome === "reduced" && part && reducedWith(lease, part)),
    }
    const after = event
      ? await store.move(lease.id, event, { actor, set, history })
      : await store.set(lease.id, set, { actor, history, guard: { status: [lease.status] } })
    if (!after) throw new LedgerRefusal("state_changed")
    // What staff enter about a held lease is no news to its shopper, or no longer true: a lease that is canceled only here goes on.
    if (endsHold) await store.announcements.dropWaitingMails(lease.id)
    if (outcome === "canceled" && open.some(isReplacing)) await openReplacement(store, after, actor)
    if (outcome === "delivered" && open.some(({ detail }) => detail.mark_delivered))
      await store.pendingCalls.enqueue(lease.id, "mark_delivered", { actor })
    await store.wake(lease.id)
    return after
  })
}

/**
 * Returns the open calls that an outcome closes. Calls to the service close. If nothing changed, untried ones of a lease that wasn't held stay open:
 * staff closed another alert, and the calls must still be made. `replace_payment` never closes, because it may have made a refund without recording
 * it. Medusa's other calls close if the outcome ends the lease. If the lease had already ended, they close only if they were tried: an untried one
 * must still close a payment, and no alert has told staff about it.
 */
async function endedCalls({ store }: LedgerDeps, lease: LeaseRecord, outcome: Outcome): Promise<PendingCall[]> {
  const ends = outcome === "canceled" || outcome === "returned"
  const isUnchanged = outcome === "nothing" && eventOf(outcome, lease) === null && lease.held_at === null
  const unfinished = unfinishedCalls(lease.status, await store.pendingCalls.ofLease(lease.id))
  return unfinished.filter(({ kind, state, attempts }) => {
    if (isServiceCall(kind)) return !isUnchanged || state !== "due" || attempts > 0
    return kind !== "replace_payment" && (ends || (isEnded(lease) && attempts > 0))
  })
}

/** Returns the order's differences that the user accepts, together with those accepted before. */
function acceptedOrder(
  { accepted_order: known, amount, status }: LeaseRecord,
  order: Order,
  { acknowledged, now }: { acknowledged: readonly RaisedAlertCode[]; now: Date },
): AcceptedOrder | null {
  const { total, returned, heldElsewhere } = order
  const goods = acknowledged.some((code) => isAbout(code, "goods")) && { total, returned }
  const books = acknowledged.some((code) => isAbout(code, "money")) && { held: heldOf(order), heldElsewhere, status }
  const delivery = acknowledged.some((code) => isAbout(code, "delivery")) && { undelivered_at: now.toISOString() }
  if (!goods && !books && !delivery) return known
  return { total: amount ?? total, returned: 0, ...known, ...goods, ...books, ...delivery }
}

/** Returns the columns that an outcome sets besides the status. A lease resolved as active counts as signed, and its order as placed. */
function factsOfOutcome(deps: LedgerDeps, lease: LeaseRecord, outcome: Outcome) {
  const now = deps.now()
  if (outcome === "canceled") return { canceled_at: now }
  if (outcome === "returned") return { returned_at: now }
  if (outcome !== "delivered") return {}
  const vouched = !isHosted(lease) && !isVerified(lease)
  const placed = lease.order_id && !lease.placed_at && { placed_at: now }
  return {
    delivered_at: now,
    ...placed,
    ...(vouched && { evidence: "attested" as const, signed_at: lease.signed_at ?? now }),
  }
}

/** The minimum length of a note. A shorter one wouldn't explain anything to a later reader. */
const SHORTEST_NOTE = 10
const LONGEST_NOTE = 1000

function checkNote(note: unknown): string {
  const text = typeof note === "string" ? cleanText(note, LONGEST_NOTE) : ""
  if (text.length < SHORTEST_NOTE) throw new LedgerRefusal("note_required", {}, { kind: "invalid" })
  return text
}

/** Records that staff vouch for the signature if the service reports no status. Staff can't overrule an unsigned status. Throws LedgerRefusal. */
export async function attest(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { note, actor }: { note: unknown; actor: Actor },
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  const history: HistoryEntry[] = [{ type: "attested", detail: { note: checkNote(note) } }]
  const reason = whyNot("attest", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(accountDeps, lease))
  if (isVerified(lease)) throw new LedgerRefusal("already_confirmed")
  const { lease: checked, reading } = await checkStatus(accountDeps, lease)
  if (isVerified(checked)) return checked
  if (reading.kind !== "no_status") throw new LedgerRefusal("attest_overruled")
  const set = {
    evidence: "attested" as const,
    signed_at: checked.signed_at ?? accountDeps.now(),
    reconcile_at: accountDeps.now(),
  }
  const after = isSigning(checked)
    ? await accountDeps.store.move(checked.id, "signature_reported", { actor, set, history })
    : await accountDeps.store.set(checked.id, set, { actor, history, guard: { status: [checked.status] } })
  if (!after) throw new LedgerRefusal("state_changed")
  return after
}
