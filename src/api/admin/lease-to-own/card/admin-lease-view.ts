import { dateIn } from "../../../../lease-cart"
import type { Desk } from "../../../../modules/lease"
import { openReduction } from "../../../../modules/lease/calls/return-lease"
import { canOf, type MayBe } from "../../../../modules/lease/card/allowed-actions"
import { cardOf } from "../../../../modules/lease/card/card"
import { type CardFacts, isOutdated } from "../../../../modules/lease/card/state"
import { contactOf, type Operator } from "../../../../modules/lease/options/operator"
import { deliveryDays, returnDays } from "../../../../modules/lease/rules/delivery"
import { capturedAt } from "../../../../modules/lease/rules/order"
import type { LeaseRecord } from "../../../../modules/lease/rules/records"
import { goodsDue, piecesBack, restOf } from "../../../../modules/lease/rules/reversal"
import { hasEvidence, isDelivered, isHosted } from "../../../../modules/lease/rules/standing"
import { outcomesOf } from "../../../../modules/lease/rules/tasks"
import { ofLease, settingsOf } from "../../../../modules/lease/status/ledger"
import { staffTextOf } from "../../../../modules/lease/texts/messages"
import type { AdminLeaseView, LeaseName, Money } from "../../../admin-types"
import type { Allowed } from "../../../types"
import { alertDifferences, alertMark, alertReason } from "./alert-details"
import { approvedAt, historyFacts, iso, lastContact } from "./lease-facts"
import type { Sources } from "./lease-sources"

/** A lease as the merchant sees it. Fields are listed one by one, so that no new field of the ledger leaks out. */
export function adminLeaseView(desk: Desk, sources: Sources, now = new Date()): AdminLeaseView {
  const { lease, order, recent, newest, names } = sources
  const { captureOn, operator, timeZone } = settingsOf(desk, lease)
  const facts = cardFacts(desk, sources, now)
  const { attention, next_step, ...card } = cardOf(facts, operator.name)
  const inMajorUnits = <T extends { amount?: number }>({ amount, ...rest }: T) => ({
    ...rest,
    ...(amount !== undefined && { amount: money(amount, lease.currency_code) }),
  })
  return {
    id: lease.id,
    way: lease.way,
    test: lease.test,
    ...(lease.account !== null && { account: lease.account }),
    ...card,
    attention: attention.map((alert) => {
      const mark = alertMark(desk, sources, alert.code)
      const differences = facts.order ? alertDifferences(sources, alert.code) : undefined
      const params = { ...alert.params, ...alertReason(desk, sources, alert.code) }
      return { ...inMajorUnits(alert), params, ...(mark && { mark }), ...(differences && { differences }) }
    }),
    next_step: next_step && inMajorUnits(next_step),
    operator: contactOf(operator, lease),
    reference: lease.reference,
    order: order && { id: order.id, display_id: order.displayId },
    replaces: nameOf(sources.former),
    replaced_by: nameOf(sources.next),
    email: lease.email,
    leased: leasedOf(lease),
    reduced: reducedOf(lease),
    order_total: order && money(order.total, order.asCart.currency_code),
    capture: { mode: captureOn, done_at: order ? (capturedAt(order)?.toISOString() ?? null) : null },
    last_contact: lastContact(lease, newest),
    approved_at: approvedAt(newest) ?? (lease.widget_approved_at && iso(lease.widget_approved_at)),
    signed: signatureOf(lease),
    delivery: deliveryOf(sources, timeZone, now),
    returned: returnedOf(sources, timeZone, now),
    facts: historyFacts(recent, names),
    can: abilities(facts, sources.permitted, operator),
    outcomes: outcomesOf(lease, { reducing: openReduction(facts.tasks) !== undefined }).filter(
      (outcome) => card.open_matters || outcome !== "nothing",
    ),
  }
}

function nameOf(lease: LeaseRecord | null): LeaseName | null {
  return lease && { id: lease.id, reference: lease.reference }
}

/** The sources as facts for the state of the card and for its actions. */
export function cardFacts(desk: Desk, sources: Sources, now = new Date()): CardFacts {
  const partDue = partDueOf(desk, sources)
  return { ...rowFacts(desk, sources, now), partDue, returnNumber: sources.lastReturn?.displayId ?? null }
}

type RowSources = Pick<Sources, "order" | "tasks" | "returnCheck"> & {
  lease: CardFacts["lease"] & Pick<LeaseRecord, "claim_token" | "claimed_until">
}

/** The same facts for the state alone, which asks neither for parts nor for numbers of returns. */
export function rowFacts(desk: Desk, { lease, order, tasks, returnCheck }: RowSources, now: Date): CardFacts {
  const { captureOn, confirmDeliveryOn, abandonAfter, timeZone } = desk.options
  const claimed = lease.claim_token !== null && lease.claimed_until !== null && lease.claimed_until > now
  const options = { captureOn, confirmDeliveryOn, abandonAfter, timeZone }
  return { lease, order, tasks, claimed, returnCheck, partDue: null, returnNumber: null, ...options, now }
}

/** See {@link CardFacts}. */
function partDueOf(desk: Desk, { lease, order }: Sources): number | null {
  if (!order || !isDelivered(lease) || isHosted(lease) || !ofLease(desk, lease).service.knowsLines) return null
  const due = goodsDue(lease, order.lines)
  return due && due.pieces > 0 && !due.isLast ? due.amount : null
}

function abilities(facts: CardFacts, permitted: boolean, operator: Operator): AdminLeaseView["can"] {
  const can = canOf(facts, { permitted, operator })
  return Object.fromEntries(Object.entries(can).map(([key, mayBe]) => [key, inWords(mayBe)])) as AdminLeaseView["can"]
}

function inWords(mayBe: MayBe): Allowed {
  return mayBe.allowed ? mayBe : { ...mayBe, message: staffTextOf(mayBe.reason, mayBe.params) }
}

function signatureOf(lease: LeaseRecord): AdminLeaseView["signed"] {
  return lease.signed_at && hasEvidence(lease) ? { at: iso(lease.signed_at), evidence: lease.evidence } : null
}

/** Contract's amount; null before a first offer. */
export function leasedOf({ amount, currency_code }: Pick<LeaseRecord, "amount" | "currency_code">): Money | null {
  return amount === null ? null : money(amount, currency_code)
}

/** The rest of a lease of which parts went back; null where none did. */
function reducedOf({ amount, reductions, currency_code }: LeaseRecord): AdminLeaseView["reduced"] {
  if (!reductions?.length) return null
  return { pieces: piecesBack(reductions), rest: money(restOf({ amount, reductions }), currency_code) }
}

/** The ledger's cents in major units. */
export function money(amountInCents: number, currency_code: string): Money {
  return { amount: amountInCents / 100, currency_code }
}

/** How far the delivery is, what was told of it and by whom, and which days a person may confirm now. */
function deliveryOf(sources: Sources, timeZone: string, now: Date): AdminLeaseView["delivery"] {
  const { lease, order } = sources
  const count = { pieces: order?.pieces ?? 0, delivered: order?.delivered ?? 0 }
  const completed = order?.deliveredAt ?? null
  return {
    ...count,
    completed_on: completed ? (dateIn(completed, timeZone) ?? null) : null,
    confirmed: confirmedOf(sources),
    ...deliveryDays({ placedAt: lease.placed_at, count, timeZone, now }),
  }
}

function confirmedOf({ lease, newest, names }: Sources): AdminLeaseView["delivery"]["confirmed"] {
  if (!lease.delivered_at) return null
  const settled = newest.get("settled")
  const byHand = settled?.detail.outcome === "delivered" ? settled : undefined
  // Who asked for the confirmation, or said that it was made elsewhere; null when the service was the first to know.
  const asked = byHand ?? newest.get("delivery_asked")
  const actor = asked?.actor_id ? names.get(asked.actor_id) : undefined
  return {
    date: lease.delivery_date,
    at: iso(lease.delivered_at),
    by: asked?.actor ?? "service",
    ...(actor && { actor }),
  }
}

/** Returned goods, whether the service allows a return, and the possible days of it. */
function returnedOf(sources: Sources, timeZone: string, now: Date): AdminLeaseView["returned"] {
  const { lease, order, lastReturn, returnCheck } = sources
  const received = lastReturn?.receivedAt
  return {
    pieces: order?.returned ?? 0,
    display_id: lastReturn?.displayId ?? null,
    received_on: received ? (dateIn(received, timeZone) ?? null) : null,
    checked:
      returnCheck && !isOutdated(returnCheck, lease)
        ? { eligible: returnCheck.eligible, at: iso(returnCheck.at) }
        : null,
    ...returnDays({ placedAt: lease.placed_at, timeZone, now }),
  }
}
