import type { Offer, OfferSummary } from "../wire.js"

/** The days of the service's figure `ninetyDayBuyout`. */
export const EARLY_DAYS = 90

/** Whether there may be sales tax on the payments after signing: unless the service named all of the order's tax, and it's paid at signing. */
export function isEachTaxed({ taxed_by }: Offer, { tax, totalWithTax }: OfferSummary): boolean {
  return totalWithTax === null || tax.amount !== tax.dueToday || taxed_by !== "in_cart"
}
