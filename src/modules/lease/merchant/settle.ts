import { isServiceCall } from "../calls"
import { openReduction, reducedWith } from "../calls/return-lines"
import { unfinishedCalls } from "../calls/unfinished"
import { type Recipient, recipientHash } from "../cart/compare-cart"
import { staffParams } from "../options/operator"
import { openReplacement } from "../outbox/replacement"
import { type AttentionCode, alertOf, blockingOf, endedBy } from "../rules/alerts"
import { amountDiffers, cameBack, heldOf, type Order } from "../rules/order"
import { eventOf, OUTCOMES, type Outcome, outcomesOf } from "../rules/outcomes"
import type { AcceptedOrder, Actor, Attention, HistoryEntry, LeaseRecord } from "../rules/records"
import { isHosted, isNew, isOver, isPlaced, isSigning, isVerified } from "../rules/standing"
import { transitions, whyNot } from "../rules/state-machine"
import type { TaskKind } from "../rules/tasks"
import { isReplacing } from "../rules/tasks"
import { checkStatus } from "../status/check-status"
import { type Desk, ofLease } from "../status/ledger"
import type { LeaseStore } from "../tables/lease-store"
import { LedgerRefusal } from "../texts/refusal"

/**
 * A merchant says how it ended: by phone, in the operator's portal, or not at all. Closes the open call and the alerts that the person has seen,
 * accepts the order as it is, and moves the lease accordingly. Makes no call. Throws LedgerRefusal.
 *
 * `seen`: the alerts that were shown when the person decided. Alerts raised since stay; where one blocks, such as "the contract is dead",
 * the decision was made without it, and nothing is changed. Only what these alerts say about the order is accepted.
 *
 * `order`: the lease's as Medusa holds it, when there is one. Where the recipient was what differed, the lease is bound again, to that of the order.
 */
export async function settle(
  desk: Desk,
  lease: LeaseRecord,
  input: {
    outcome: unknown
    note: unknown
    seen: readonly AttentionCode[]
    order?: Order | null
    actor: Actor
  },
): Promise<LeaseRecord> {
  const { actor, order = null, seen } = input
  const text = checkNote(input.note)
  const outcome = OUTCOMES.find((known) => known === input.outcome)
  if (!outcome) throw new LedgerRefusal("outcome_required", {}, { kind: "invalid" })
  const ends = outcome === "canceled" || outcome === "returned" || isOver(lease)
  const unfinished = unfinishedCalls(lease.status, await desk.store.tasks.ofLease(lease.id))
  // A word about the service does not end Medusa's open calls for a lease that goes on, nor one that may have given money back without booking it.
  const isEnded = (kind: TaskKind) => (ends && kind !== "replace_payment") || isServiceCall(kind)
  const open = unfinished.filter(({ kind }) => isEnded(kind))
  const event = eventOf(outcome, lease)
  const compared = order !== null && isPlaced(lease)
  const money = order !== null && lease.attention.some(({ code }) => alertOf(code).accepts === "money")
  const differs = money || (compared && (amountDiffers(lease, order) || cameBack(lease, order) !== null))
  const part = openReduction(open)
  // A word about a part that was sent says nothing of the goods that came back: they still fall due.
  const stays = (code: AttentionCode) => part !== undefined && alertOf(code).accepts === "goods"
  if (!event && !open.length && !lease.attention.length && !differs) throw new LedgerRefusal("settle_nothing_open")
  if (!outcomesOf(lease, { reducing: part !== undefined }).includes(outcome))
    throw new LedgerRefusal("settle_not_possible")
  const ended = event ? endedBy(transitions[event].to) : []
  const history: HistoryEntry[] = [{ type: "settled", detail: { outcome, note: text } }]
  return desk.store.transaction(async (store) => {
    for (const task of open) if (!(await store.tasks.settle(task, outcome))) throw new LedgerRefusal("busy")
    const set = {
      attention: (await left(store, lease, { seen, stays })).filter(({ code }) => !ended.includes(code)),
      ...(order &&
        differs && {
          accepted_order: acceptedOrder(
            lease,
            order,
            seen.filter((code) => !stays(code)),
          ),
        }),
      ...(seen.includes("recipient_differs") && acceptedRecipient(desk, lease, order?.asCart)),
      // An approval in the widget is no longer searched for until the widget reports something new.
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

/** Parts of the order the person has seen and accepts, beside those accepted before. */
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

/** The order goes where the person says that it may. */
function acceptedRecipient(desk: Desk, { attention }: LeaseRecord, recipient: Recipient | undefined) {
  const differed = attention.some(({ code }) => code === "recipient_differs")
  return differed && recipient ? { recipient_hash: recipientHash(desk, recipient) } : {}
}

/** The raised alerts that the person has not seen, and those that stay all the same. Throws `state_changed` where one that was not seen blocks. */
async function left(
  store: LeaseStore,
  { id }: LeaseRecord,
  { seen, stays }: { seen: readonly AttentionCode[]; stays: (code: AttentionCode) => boolean },
): Promise<Attention[]> {
  // From here on nothing is raised before this is written.
  await store.lock([id])
  const raised = (await store.byId(id))?.attention ?? []
  const unseen = raised.filter(({ code }) => !seen.includes(code))
  if (blockingOf({ attention: unseen })) throw new LedgerRefusal("state_changed")
  return raised.filter(({ code }) => !seen.includes(code) || stays(code))
}

/** Facts of an outcome beside the status. Saying that a lease is active also says that its contract is signed. */
function factsOfOutcome(desk: Desk, lease: LeaseRecord, outcome: Outcome) {
  const now = desk.now()
  if (outcome === "canceled") return { canceled_at: now }
  if (outcome === "returned") return { returned_at: now }
  if (outcome !== "delivered") return {}
  const vouched = !isHosted(lease) && !isVerified(lease)
  return { delivered_at: now, ...(vouched && { evidence: "attested" as const, signed_at: lease.signed_at ?? now }) }
}

/** Shorter notes explain nothing to a reader next year. */
const NOTE_LENGTH = 10
const LONGEST_NOTE = 1000
/** A note as it is kept. Throws LedgerRefusal `note_required`. */
function checkNote(note: unknown): string {
  const text = typeof note === "string" ? note.trim() : ""
  if (text.length < NOTE_LENGTH) throw new LedgerRefusal("note_required", {}, { kind: "invalid" })
  return text.slice(0, LONGEST_NOTE)
}

/**
 * A merchant says that the contract is signed, where the service gives no status. What the service does say counts more: a "not signed" is
 * not overruled. Throws LedgerRefusal.
 */
export async function attest(
  desk: Desk,
  lease: LeaseRecord,
  { note, actor }: { note: unknown; actor: Actor },
): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  const text = checkNote(note)
  const reason = whyNot("attest", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ledger, lease))
  if (isVerified(lease)) throw new LedgerRefusal("already_confirmed")
  const { lease: seen, reading } = await checkStatus(ledger, lease)
  if (isVerified(seen)) return seen
  if (reading.kind !== "no_status") throw new LedgerRefusal("attest_overruled")
  const set = { evidence: "attested" as const, signed_at: seen.signed_at ?? ledger.now() }
  const history: HistoryEntry[] = [{ type: "attested", detail: { note: text } }]
  const after = isSigning(seen)
    ? await ledger.store.move(seen.id, "signature_reported", { actor, set, history })
    : await ledger.store.set(seen.id, set, { actor, history, guard: { status: [seen.status] } })
  if (!after) throw new LedgerRefusal("state_changed")
  await ledger.store.wake(lease.id)
  return after
}
