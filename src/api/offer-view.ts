import type { PricingLine } from "../client"
import { placeOf } from "../lease-cart"
import type { LedgerDeps } from "../modules/lease"
import {
  disclosuresAt,
  isBeforeTax,
  type LeaseRecord,
  settingsOf,
  summaryOf,
  withoutBalances,
} from "../modules/lease/ledger"
import type { Offer, OfferItem, OfferSummary } from "./types"

type Snapshot = NonNullable<LeaseRecord["snapshot"]>

/** A cart or an order. */
type Shipped = Parameters<typeof placeOf>[0]

/**
 * Returns the lease's costs for its shopper, with the operator's wording for where the cart or order ships. Null until the costs are known for this
 * cart, and after a partial return or a lower price, because the service doesn't say what the payments are then.
 */
export function offerOf(deps: LedgerDeps, lease: LeaseRecord | null, shipped: Shipped): Offer | null {
  return lease?.fingerprint && !lease.reductions?.length ? pricedOffer(deps, lease, placeOf(shipped)) : null
}

/**
 * Returns the lease's costs as last priced, possibly for an earlier cart, with the operator's wording for this place. Null if the service hasn't
 * priced any cart.
 */
export function pricedOffer(deps: LedgerDeps, lease: LeaseRecord, place: Snapshot["place"]): Offer | null {
  const { pricing, priced_at, amount, snapshot, currency_code } = lease
  if (!pricing || !priced_at || amount === null || !snapshot) return null
  const { tax, taxedBy } = snapshot
  const { offer: disclosure, labels } = disclosuresAt(settingsOf(deps, lease), place)
  return {
    currency: currency_code,
    cash_price: amount / 100,
    // If the operator charges the sales tax, all tax in the cart is fees.
    ...(tax && taxedBy !== "by_operator" && { cash_tax: tax / 100 }),
    taxed_by: taxedBy,
    before_tax: isBeforeTax(pricing, snapshot),
    summary: toSummary(summaryOf(pricing, snapshot)),
    items: itemsOf(snapshot),
    lines: pricingLines(withoutBalances(pricing)),
    labels,
    disclosure,
    priced_at: priced_at.toISOString(),
  }
}

/** Converts a summary's amounts from cents to major units. */
function toSummary(summary: ReturnType<typeof summaryOf>): OfferSummary | null {
  if (!summary) return null
  const { allPayments, payments, months, every, earlyPurchase, tax } = summary
  return {
    cashPrice: summary.cashPrice / 100,
    costOfLease: summary.costOfLease / 100,
    total: summary.total / 100,
    allPayments,
    months,
    dueToday: summary.dueToday / 100,
    payments,
    each: summary.each / 100,
    last: inMajorUnits(summary.last),
    every,
    tax: { amount: inMajorUnits(tax.amount), dueToday: inMajorUnits(tax.dueToday), isFees: tax.isFees },
    totalWithTax: inMajorUnits(summary.totalWithTax),
    earlyPurchase: earlyPurchase && { ...earlyPurchase, amount: earlyPurchase.amount / 100 },
  }
}

function inMajorUnits(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}

/** Returns the items as sent to the service. Merges the parts of a line that was split because of a cent. */
function itemsOf({ cart }: Snapshot): OfferItem[] {
  const items = new Map<string, OfferItem>()
  for (const { description: title, quantity, condition } of cart.items) {
    const key = JSON.stringify([title, condition])
    items.set(key, { title, quantity: quantity + (items.get(key)?.quantity ?? 0), condition })
  }
  return [...items.values()]
}

/** Converts the breakdown's amounts from cents to major units. */
export function pricingLines(lines: readonly PricingLine[]): PricingLine[] {
  return lines.map((line) => (line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line))
}
