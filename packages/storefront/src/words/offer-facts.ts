import type { Offer, OfferSummary } from "../wire.js"

/** How many days the service's figure `ninetyDayBuyout` is valid. */
export const EARLY_DAYS = 90

/** Whether there may be sales tax on the payments after signing. False if the service stated all of the order's tax and it's paid at signing. */
export function isEachTaxed({ taxed_by }: Offer, { tax, totalWithTax }: OfferSummary): boolean {
  return totalWithTax === null || tax.amount !== tax.dueToday || taxed_by !== "in_cart"
}
