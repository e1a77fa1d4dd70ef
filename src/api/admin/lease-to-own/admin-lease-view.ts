import { parseAmount } from "../../../lease-cart"
import { type CardOrder, cardOf } from "../../../modules/lease/card-state"
import type { HistoryRecord, LeaseRecord } from "../../../modules/lease/records"
import type LeaseModuleService from "../../../modules/lease/service"
import type { OrderFacts } from "../../../workflows/medusa-facts"
import type { AdminLeaseView, Money } from "../../admin-types"
import { approvedAt, factsOf, lastContact } from "./lease-facts"

type Sources = {
  lease: LeaseRecord
  order: OrderFacts
  history: HistoryRecord[]
  /** Names of dashboard users, by id. */
  names: ReadonlyMap<string, string>
}

/** What the merchant sees of a lease: named field by field, so that nothing of the ledger's gets out by itself. */
export function adminLeaseView(ledger: LeaseModuleService, sources: Sources, now = new Date()): AdminLeaseView {
  const { lease, order, history, names } = sources
  const { captureOn, operator } = ledger.settings()
  const facts = cardOrder(order)
  const claimed = lease.claim_token !== null && lease.claimed_until !== null && lease.claimed_until > now
  return {
    id: lease.id,
    way: lease.way,
    test: lease.test,
    ...cardOf({ lease, order: facts, claimed, captureOn, now }, operator.name),
    reference: lease.reference,
    leased: lease.amount === null ? null : money(lease.amount, lease.currency_code),
    order_total: money(facts.total, order.asCart.currency_code),
    capture: { mode: captureOn, done_at: capturedAt(order) },
    last_contact: lastContact(lease, history),
    approved_at: approvedAt(history),
    signed: signatureOf(lease),
    facts: factsOf(history, names),
  }
}

function cardOrder(order: OrderFacts): CardOrder {
  return {
    id: order.id,
    cancelled: order.status === "canceled",
    total: parseAmount(order.asCart.total ?? 0),
    captured: capturedAt(order) !== null,
    shipped: order.shipped,
    ...order.delivery,
  }
}

function capturedAt({ payments }: OrderFacts): string | null {
  const at = payments.find(({ captured_at }) => captured_at)?.captured_at
  return at ? new Date(at).toISOString() : null
}

function signatureOf({ signed_at, evidence }: LeaseRecord): AdminLeaseView["signed"] {
  return signed_at && evidence !== "none" ? { at: signed_at.toISOString(), evidence } : null
}

/** The ledger's cents in major units. */
function money(amountInCents: number, currency_code: string): Money {
  return { amount: amountInCents / 100, currency_code }
}
