import { articleDifferences } from "../../../lease-cart"
import { type LedgerDeps, settingsOf } from "../accounts/deps"
import { openReduction } from "../calls/return-lease"
import { recipientDifference, recipientHash } from "../cart/recipient"
import { contactOf } from "../options/operator"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { raisedAs } from "../rules/alerts"
import { dayIn, deliveryDays, returnDays } from "../rules/delivery"
import { hasEvidence } from "../rules/lease-predicates"
import { capturedAt, type Order } from "../rules/order"
import { outcomesOf } from "../rules/pending-calls"
import type { HistoryRecord, LeaseRecord } from "../rules/records"
import { piecesBack, restOf } from "../rules/reversal"
import { LedgerRefusal, staffTextOf } from "../texts/messages"
import { because } from "../texts/reasons"
import { type CardAlert, markOf } from "./alerts-of"
import { type ActionKey, canOf } from "./allowed-actions"
import { cardOf } from "./card"
import type { ReceivedReturn } from "./card-facts"
import { approvedAt, historyFacts, lastContact, type NewestEntries, whoActed } from "./history-facts"
import type { CardFacts } from "./state"

export type CardSources = {
  lease: LeaseRecord
  order: Order | null
  /** The lease and order in the form that the card's state and actions need, as of `facts.now`. */
  facts: CardFacts
  /** Newest first. */
  recent: HistoryRecord[]
  newest: NewestEntries
  lastReturn: ReceivedReturn | null
  /** The order's previous lease, if an edit of the order replaced its contract. */
  former: LeaseRecord | null
  /** The order's next lease, if an edit of the order replaced this lease's contract. */
  next: LeaseRecord | null
  /** Dashboard users' names by ID. */
  names: ReadonlyMap<string, string>
  permitted: boolean
}

/** Returns a lease as staff see it, with amounts in cents. Lists each field, because new fields of the ledger must not leak out. */
export function leaseCard(deps: LedgerDeps, sources: CardSources) {
  const { lease, order, facts, recent, newest, names } = sources
  const { captureOn, operator, timeZone } = settingsOf(deps, lease)
  const { alerts, ...card } = cardOf(facts, operator.name)
  return {
    ...card,
    alerts: alerts.map((alert) => ({ ...alert, ...alertDetails(deps, sources, alert) })),
    operator: contactOf(operator, lease),
    reduced: reducedOf(lease),
    taxed_by: lease.snapshot?.taxedBy ?? null,
    capture: { mode: captureOn, done_at: order ? (capturedAt(order)?.toISOString() ?? null) : null },
    last_contact: lastContact(lease, newest),
    approved_at: approvedAt(newest) ?? lease.widget_approved_at?.toISOString() ?? null,
    signed:
      lease.signed_at && hasEvidence(lease) ? { at: lease.signed_at.toISOString(), evidence: lease.evidence } : null,
    delivery: deliveryOf(sources, timeZone),
    returned: returnedOf(sources, timeZone),
    facts: historyFacts(recent, names),
    actions: abilities(deps, sources),
    outcomes: outcomesOf(lease, { reducing: openReduction(facts.pendingCalls) !== undefined }).filter(
      (outcome) => card.needs_resolution || outcome !== "nothing",
    ),
  }
}

/** Throws LedgerRefusal if the card's rules don't allow the action now. */
export function checkAllowed(deps: LedgerDeps, { lease, facts, permitted }: CardSources, key: ActionKey): void {
  const decision = canOf(facts, { permitted, operator: settingsOf(deps, lease).operator })[key]
  if (!decision.allowed) throw new LedgerRefusal(decision.reason, decision.params)
}

/**
 * Returns the code of the raised alert that the user saw (`<code>` or `<code>:<mark>`), if any. Throws LedgerRefusal if its facts have changed since.
 */
export function stillRaised(deps: LedgerDeps, order: Order | null, alert: string): RaisedAlertCode[] {
  const [code = "", mark] = alert.split(":")
  const raised = raisedAs(code)
  if (raised && mark !== alertMark(deps, order, code)) throw new LedgerRefusal("state_changed")
  return raised ? [raised] : []
}

type Shown = Pick<CardSources, "lease" | "order">

function alertDetails(deps: LedgerDeps, shown: Shown, { code, params }: CardAlert) {
  const mark = alertMark(deps, shown.order, code)
  const differences = alertDifferences(shown, code)
  return {
    params: code === "recipient_differs" ? { ...params, ...differingPart(deps, shown) } : params,
    ...(mark && { mark }),
    ...(differences && { differences }),
  }
}

function alertMark(deps: LedgerDeps, order: Order | null, code: string): string | undefined {
  return order ? markOf(raisedAs(code), order, recipientHash(deps, order.asCart)) : undefined
}

function differingPart(deps: LedgerDeps, { lease, order }: Shown) {
  const part = order && recipientDifference(deps, lease, order.asCart)
  return because(`recipient_${part ?? "other"}`)
}

/** For alerts about the goods, returns the articles whose quantity in the order differs from the signed quantity. */
function alertDifferences({ lease, order }: Shown, code: string) {
  const raised = raisedAs(code)
  const signed = raised === "amount_differs" || raised === "cart_mismatch" ? lease.snapshot?.articles : undefined
  if (!order || !signed?.length) return undefined
  const variants = new Map(order.asCart.items?.map(({ variant_id, variant_title }) => [variant_id, variant_title]))
  return articleDifferences(signed, order.asCart).map(({ variant_id, title, ...counts }) => ({
    title: [title, variants.get(variant_id)].filter(Boolean).join(", "),
    ...counts,
  }))
}

function abilities(deps: LedgerDeps, { lease, facts, permitted }: CardSources) {
  const { operator } = settingsOf(deps, lease)
  const actions = Object.entries(canOf(facts, { permitted, operator })).map(([key, mayBe]) => [
    key,
    mayBe.allowed ? mayBe : { ...mayBe, message: staffTextOf(mayBe.reason, mayBe.params) },
  ])
  return Object.fromEntries(actions)
}

/** What remains of a lease after partial returns or price reductions; null if there were none. */
function reducedOf({ amount, reductions }: LeaseRecord): { pieces: number; rest: number } | null {
  return reductions?.length ? { pieces: piecesBack(reductions), rest: restOf({ amount, reductions }) } : null
}

function deliveryOf(sources: CardSources, timeZone: string) {
  const { lease, order, facts } = sources
  const count = { pieces: order?.pieces ?? 0, delivered: order?.delivered ?? 0 }
  return {
    ...count,
    completed_on: dayIn(order?.deliveredAt, timeZone),
    confirmed: confirmedOf(sources),
    ...deliveryDays({ placedAt: lease.placed_at, count, timeZone, now: facts.now }),
  }
}

/** Returns the confirmed delivery date, when it was confirmed and by whom. Null if there is none. */
function confirmedOf({ lease, newest, names }: CardSources) {
  if (!lease.delivered_at) return null
  const resolved = newest.get("resolved_by_hand")
  // The entry for the request, or for a delivery that staff entered. Undefined if the service reported the delivery first.
  const request = resolved?.detail.outcome === "delivered" ? resolved : newest.get("delivery_requested")
  const who = request ? whoActed(request, names) : ({ by: "service" } as const)
  return { date: lease.delivery_date, at: lease.delivered_at.toISOString(), ...who }
}

function returnedOf({ lease, order, facts, lastReturn }: CardSources, timeZone: string) {
  const { returnCheck: check } = facts
  return {
    pieces: order?.returned ?? 0,
    display_id: lastReturn?.displayId ?? null,
    received_on: dayIn(lastReturn?.receivedAt, timeZone),
    checked: check && { eligible: check.eligible, at: check.at.toISOString() },
    ...returnDays({ placedAt: lease.placed_at, timeZone, now: facts.now }),
  }
}
