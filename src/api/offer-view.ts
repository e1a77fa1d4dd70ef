import type { PricingLine } from "../lease-service"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { summaryOf } from "./offer-summary"
import type { Offer, OfferSummary } from "./types"

/** The lease's costs, as its shopper may see them; null while they are unknown for this cart. */
export function offerOf(lease: LeaseRecord | null, taxes: OfferSummary["tax"]["mode"]): Offer | null {
  if (!lease?.pricing || !lease.priced_at || lease.amount === null || !lease.fingerprint) return null
  return {
    currency: lease.currency_code,
    cash_price: lease.amount / 100,
    ...(lease.snapshot?.tax && { cash_tax: lease.snapshot.tax / 100 }),
    summary: lease.snapshot && summaryOf(lease.pricing, lease.snapshot, taxes),
    lines: pricingLines(lease.pricing),
    priced_at: lease.priced_at.toISOString(),
  }
}

/** The breakdown with money in major units. */
export function pricingLines(lines: readonly PricingLine[]): PricingLine[] {
  return lines.map((line) => (line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line))
}
