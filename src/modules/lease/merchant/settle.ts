import { cleanText } from "../../../client"
import { isServiceCall, stuckCalls, unfinishedCalls } from "../calls"
import { openReduction, reducedWith } from "../calls/return-lease"
import { staffParams } from "../options/operator"
import { openReplacement } from "../outbox/order-to-sign"
import { type AttentionCode, alertOf, blockingOf, endedBy } from "../rules/alerts"
import { amountDiffers, cameBack, heldOf, type Order } from "../rules/order"
import type { AcceptedOrder, Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { isHosted, isNew, isOver, isPlaced, isSigning, isVerified } from "../rules/standing"
import { transitions, whyNot } from "../rules/state-machine"
import { eventOf, isOpen, isReplacing, OUTCOMES, type Outcome, outcomesOf, type TaskRecord } from "../rules/tasks"
import { type Desk, ofLease, reread } from "../status/ledger"
import { checkStatus } from "../status/read-status"
import { isSameRecipient, recipientHash } from "../status/recipient"
import { isUniqueViolation } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"

/** Retries everything that failed or stayed unknown at once. A call that may have arrived is read back before it is sent again. */
export async function retry(desk: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const stuck = stuckCalls(lease.status, await desk.store.tasks.ofLease(lease.id), desk.now())
  const open = stuck.filter(isOpen)
  // A refused call can only be made again if nothing of its kind, or of the kinds that exclude it, is open.
  const latest = open.length ? open : stuck.slice(0, 1)
  const waiting = latest.filter((task) => task.state !== "running")
  if (!waiting.length) throw new LedgerRefusal(latest.length ? "busy" : "retry_nothing_open")
  const again = desk.store.transaction(async (store) => {
    for (const task of waiting) {
      // Only a person who was told that nothing can be read back can say that it did not arrive.
      if (!(await store.tasks.again(task, { sendAgain: task.state === "unknown" }))) throw new LedgerRefusal("busy")
      await store.append(lease.id, actor, [{ type: "retried", detail: { kind: task.kind } }])
    }
    await store.wake(lease.id)
  })
  await again.catch((error) => {
    // Somebody has asked for another call since.
    throw isUniqueViolation(error) ? new LedgerRefusal("busy") : error
  })
  return reread(desk, lease)
}

/**
 * Records how it ended elsewhere: by phone, in the operator's portal, or not at all. Closes the open call and the alerts that the person saw,
 * accepts the order as it is, and moves the lease. Makes no call. Throws LedgerRefusal.
 *
 * `seen`: the alerts that were on screen when the person decided. Later alerts stay. If one of them blocks, such as "the contract is dead",
 * nothing is changed, because the person decided without it. Only what the seen alerts say about the order is accepted.
 *
 * `order`: the lease's order as it is in Medusa, if there is one. If its recipient differed, the lease is bound to the order's recipient.
 */
export async function settle(
  desk: Desk,
  lease: LeaseRecord,
  input: { outcome: unknown; note: unknown; seen: readonly AttentionCode[]; order?: Order | null; actor: Actor },
): Promise<LeaseRecord> {
  const { actor, order = null, seen } = input
  const note = checkNote(input.note)
  const outcome = OUTCOMES.find((known) => known === input.outcome)
  if (!outcome) throw new LedgerRefusal("outcome_required", {}, { kind: "invalid" })
  const open = await endedCalls(desk, lease, outcome)
  const event = eventOf(outcome, lease)
  const money = order !== null && lease.attention.some(({ code }) => alertOf(code).accepts === "money")
  const goods = order !== null && isPlaced(lease) && (amountDiffers(lease, order) || cameBack(lease, order) !== null)
  // The card shows this before the job has raised it.
  const toOther = order !== null && seen.includes("recipient_differs") && !isSameRecipient(desk, lease, order.asCart)
  const part = openReduction(open)
  if (!event && !open.length && !lease.attention.length && !money && !goods && !toOther)
    throw new LedgerRefusal("settle_nothing_open")
  if (!outcomesOf(lease, { reducing: part !== undefined }).includes(outcome))
    throw new LedgerRefusal("settle_not_possible")
  // An outcome for a part says nothing about the goods that came back: they are still due.
  const closed = part ? seen.filter((code) => alertOf(code).accepts !== "goods") : seen
  const ended = event ? endedBy(transitions[event].to) : []
  const history: HistoryEntry[] = [{ type: "settled", detail: { outcome, note } }]
  return desk.store.transaction(async (store) => {
    for (const task of open) if (!(await store.tasks.settle(task, outcome))) throw new LedgerRefusal("busy")
    // From here on, nothing is raised before this is written.
    const [now] = await store.lock([lease.id])
    const raised = now?.attention ?? []
    const unseen = raised.filter(({ code }) => !seen.includes(code))
    // A call that began meanwhile would lose what it was made for, such as a new contract. The lease may be back in the same status.
    const isSame = now?.status_at.getTime() === lease.status_at.getTime()
    if (!isSame || blockingOf({ attention: unseen })) throw new LedgerRefusal("state_changed")
    const set = {
      attention: raised.filter(({ code }) => !closed.includes(code) && !ended.includes(code)),
      ...(order && (money || goods) && { accepted_order: acceptedOrder(lease, order, closed) }),
      // The order goes where the person allowed it.
      ...(order && toOther && { recipient_hash: recipientHash(desk, order.asCart) }),
      // A widget's approval is no longer followed up until the widget reports something new.
      ...(isNew(lease) && { widget_approved_at: null }),
      ...(event && factsOfOutcome(desk, lease, outcome)),
      ...(outcome === "reduced" && part && reducedWith(lease, part)),
    }
    const after = event
      ? await store.move(lease.id, event, { actor, set, history })
      : await store.set(lease.id, set, { actor, history, guard: { status: [lease.status] } })
    if (!after) throw new LedgerRefusal("state_changed")
    if (outcome === "canceled" && open.some(isReplacing)) await openReplacement(store, after, actor)
    await store.wake(lease.id)
    return after
  })
}

/**
 * An outcome at the service doesn't end Medusa's open calls for a lease that goes on, or one that may have refunded without booking it. Once the
 * lease is over, it ends those that failed: no person was told of one that was never tried, and a payment would stay open.
 */
async function endedCalls({ store }: Desk, lease: LeaseRecord, outcome: Outcome): Promise<TaskRecord[]> {
  const ends = outcome === "canceled" || outcome === "returned"
  const unfinished = unfinishedCalls(lease.status, await store.tasks.ofLease(lease.id))
  return unfinished.filter(({ kind, attempts }) => {
    if (isServiceCall(kind)) return true
    return kind !== "replace_payment" && (ends || (isOver(lease) && attempts > 0))
  })
}

/** What the person has seen and accepts about the order, besides what was accepted before. */
function acceptedOrder(
  { accepted_order: known, amount, status }: LeaseRecord,
  order: Order,
  seen: readonly AttentionCode[],
): AcceptedOrder | null {
  const { total, returned, heldElsewhere } = order
  const goods = seen.some((code) => alertOf(code).accepts === "goods") && { total, returned }
  const books = seen.some((code) => alertOf(code).accepts === "money") && { held: heldOf(order), heldElsewhere, status }
  return goods || books ? { total: amount ?? total, returned: 0, ...known, ...goods, ...books } : known
}

/** The columns of an outcome besides the status. Whoever reports a lease as active also reports its contract as signed, and its order as placed. */
function factsOfOutcome(desk: Desk, lease: LeaseRecord, outcome: Outcome) {
  const now = desk.now()
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

/** The shortest note: a shorter one explains nothing to a reader next year. */
const NOTE_LENGTH = 10
const LONGEST_NOTE = 1000

/** A note as it is stored. Throws LedgerRefusal `note_required`. */
function checkNote(note: unknown): string {
  const text = typeof note === "string" ? cleanText(note, LONGEST_NOTE) : ""
  if (text.length < NOTE_LENGTH) throw new LedgerRefusal("note_required", {}, { kind: "invalid" })
  return text
}

/** Records that staff attest the signature, if the service gives no status. The service's "not signed" stands. Throws LedgerRefusal. */
export async function attest(
  desk: Desk,
  lease: LeaseRecord,
  { note, actor }: { note: unknown; actor: Actor },
): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  const history: HistoryEntry[] = [{ type: "attested", detail: { note: checkNote(note) } }]
  const reason = whyNot("attest", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ledger, lease))
  if (isVerified(lease)) throw new LedgerRefusal("already_confirmed")
  const { lease: seen, reading } = await checkStatus(ledger, lease)
  if (isVerified(seen)) return seen
  if (reading.kind !== "no_status") throw new LedgerRefusal("attest_overruled")
  const set = { evidence: "attested" as const, signed_at: seen.signed_at ?? ledger.now(), look_at: ledger.now() }
  const after = isSigning(seen)
    ? await ledger.store.move(seen.id, "signature_reported", { actor, set, history })
    : await ledger.store.set(seen.id, set, { actor, history, guard: { status: [seen.status] } })
  if (!after) throw new LedgerRefusal("state_changed")
  return after
}
