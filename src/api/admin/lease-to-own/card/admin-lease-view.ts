import { articleDifferences } from "../../../../lease-cart"
import type { LedgerDeps } from "../../../../modules/lease"
import { settingsOf } from "../../../../modules/lease/accounts/deps"
import { openReduction } from "../../../../modules/lease/calls/return-lease"
import { type CardAlert, markOf } from "../../../../modules/lease/card/alerts-of"
import { canOf } from "../../../../modules/lease/card/allowed-actions"
import { cardOf } from "../../../../modules/lease/card/card"
import { recipientDifference, recipientHash } from "../../../../modules/lease/cart/recipient"
import { contactOf, type Operator } from "../../../../modules/lease/options/operator"
import { raisedAs } from "../../../../modules/lease/rules/alerts"
import { dayIn, deliveryDays, returnDays } from "../../../../modules/lease/rules/delivery"
import { hasEvidence } from "../../../../modules/lease/rules/lease-predicates"
import { capturedAt, type Order } from "../../../../modules/lease/rules/order"
import { outcomesOf } from "../../../../modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../../../../modules/lease/rules/records"
import { piecesBack, restOf } from "../../../../modules/lease/rules/reversal"
import type { ListedLease } from "../../../../modules/lease/tables/lease-list"
import { staffTextOf } from "../../../../modules/lease/texts/messages"
import { because } from "../../../../modules/lease/texts/reasons"
import type { AdminLeaseView, ArticleChange, LeaseName, Money } from "../../../admin-types"
import { approvedAt, historyFacts, lastContact, whoActed } from "./lease-facts"
import type { LeaseAndOrder, Sources } from "./lease-sources"

/** A lease as the merchant sees it. The fields are listed individually, so that fields added to the ledger later don't leak here. */
export function adminLeaseView(deps: LedgerDeps, sources: Sources): AdminLeaseView {
  const { lease, order, facts, recent, newest, names } = sources
  const { captureOn, operator, timeZone } = settingsOf(deps, lease)
  const { alerts, next_step, ...card } = cardOf(facts, operator.name)
  const inMajorUnits = <T extends { amount?: number }>({ amount, ...rest }: T) => ({
    ...rest,
    ...(amount !== undefined && { amount: money(amount, lease.currency_code) }),
  })
  return {
    ...inBrief(lease),
    ...card,
    alerts: alerts.map((alert) => ({ ...inMajorUnits(alert), ...alertDetails(deps, sources, alert) })),
    next_step: next_step && inMajorUnits(next_step),
    operator: contactOf(operator, lease),
    order: order && { id: order.id, display_id: order.displayId },
    replaces: nameOf(sources.former),
    replaced_by: nameOf(sources.next),
    reduced: reducedOf(lease),
    order_total: order && money(order.total, order.asCart.currency_code),
    capture: { mode: captureOn, done_at: order ? (capturedAt(order)?.toISOString() ?? null) : null },
    last_contact: lastContact(lease, newest),
    approved_at: approvedAt(newest) ?? lease.widget_approved_at?.toISOString() ?? null,
    signed:
      lease.signed_at && hasEvidence(lease) ? { at: lease.signed_at.toISOString(), evidence: lease.evidence } : null,
    delivery: deliveryOf(sources, timeZone),
    returned: returnedOf(sources, timeZone),
    facts: historyFacts(recent, names),
    actions: abilities(sources, operator),
    outcomes: outcomesOf(lease, { reducing: openReduction(facts.pendingCalls) !== undefined }).filter(
      (outcome) => card.needs_resolution || outcome !== "nothing",
    ),
  }
}

function alertDetails(deps: LedgerDeps, found: LeaseAndOrder, { code, params }: CardAlert) {
  const mark = alertMark(deps, found.order, code)
  const differences = alertDifferences(found, code)
  return {
    params: code === "recipient_differs" ? { ...params, ...differingPart(deps, found) } : params,
    ...(mark && { mark }),
    ...(differences && { differences }),
  }
}

/** The mark of an alert on the card (see {@link markOf}). */
export function alertMark(deps: LedgerDeps, order: Order | null, code: string): string | undefined {
  return order ? markOf(raisedAs(code), order, recipientHash(deps, order.asCart)) : undefined
}

function differingPart(deps: LedgerDeps, { lease, order }: LeaseAndOrder) {
  const part = order && recipientDifference(deps, lease, order.asCart)
  return because(`recipient_${part ?? "other"}`)
}

/** The articles whose quantity in the order differs from the signed quantity, for alerts about such differences. */
function alertDifferences({ lease, order }: LeaseAndOrder, code: string): ArticleChange[] | undefined {
  const raised = raisedAs(code)
  const signed = raised === "amount_differs" || raised === "cart_mismatch" ? lease.snapshot?.articles : undefined
  if (!order || !signed?.length) return undefined
  const variants = new Map(order.asCart.items?.map(({ variant_id, variant_title }) => [variant_id, variant_title]))
  return articleDifferences(signed, order.asCart).map(({ variant_id, title, ...counts }) => ({
    title: [title, variants.get(variant_id)].filter(Boolean).join(", "),
    ...counts,
  }))
}

function nameOf(lease: LeaseRecord | null): LeaseName | null {
  return lease && { id: lease.id, reference: lease.reference }
}

function abilities({ facts, permitted }: Sources, operator: Operator): AdminLeaseView["actions"] {
  const actions = Object.entries(canOf(facts, { permitted, operator })).map(([key, mayBe]) => [
    key,
    mayBe.allowed ? mayBe : { ...mayBe, message: staffTextOf(mayBe.reason, mayBe.params) },
  ])
  return Object.fromEntries(actions)
}

/** The fields that a lease's card shares with its row in the list. */
export function inBrief(lease: ListedLease | LeaseRecord) {
  const { id, reference, email, flow, test, account_id, amount, currency_code } = lease
  const leased = amount === null ? null : money(amount, currency_code)
  return { id, reference, email, flow, test, ...(account_id !== null && { account_id }), leased }
}

/** What is left of a lease after partial returns or price reductions. Null if there were none. */
function reducedOf({ amount, reductions, currency_code }: LeaseRecord): AdminLeaseView["reduced"] {
  if (!reductions?.length) return null
  return { pieces: piecesBack(reductions), rest: money(restOf({ amount, reductions }), currency_code) }
}

/** Converts the ledger's cents to major units. */
export function money(amountInCents: number, currency_code: string): Money {
  return { amount: amountInCents / 100, currency_code }
}

function deliveryOf(sources: Sources, timeZone: string): AdminLeaseView["delivery"] {
  const { lease, order, facts } = sources
  const count = { pieces: order?.pieces ?? 0, delivered: order?.delivered ?? 0 }
  return {
    ...count,
    completed_on: dayIn(order?.deliveredAt, timeZone),
    confirmed: confirmedOf(sources),
    ...deliveryDays({ placedAt: lease.placed_at, count, timeZone, now: facts.now }),
  }
}

function confirmedOf({ lease, newest, names }: Sources): AdminLeaseView["delivery"]["confirmed"] {
  if (!lease.delivered_at) return null
  const resolved = newest.get("resolved_by_hand")
  // The entry of whoever requested the confirmation or reported that it was made elsewhere. If there is none, the service knew of the delivery first.
  const request = resolved?.detail.outcome === "delivered" ? resolved : newest.get("delivery_requested")
  const who = request ? whoActed(request, names) : ({ by: "service" } as const)
  return { date: lease.delivery_date, at: lease.delivered_at.toISOString(), ...who }
}

function returnedOf({ lease, order, facts, lastReturn }: Sources, timeZone: string): AdminLeaseView["returned"] {
  const { returnCheck: check } = facts
  return {
    pieces: order?.returned ?? 0,
    display_id: lastReturn?.displayId ?? null,
    received_on: dayIn(lastReturn?.receivedAt, timeZone),
    checked: check && { eligible: check.eligible, at: check.at.toISOString() },
    ...returnDays({ placedAt: lease.placed_at, timeZone, now: facts.now }),
  }
}
