import { cents, formatMoney, type MappedCart } from "../../../lease-cart"
import type { MessageParams } from "../texts/messages"
import type { LeaseRecord } from "./records"

/** The ledger keeps cents in four bytes. */
const LARGEST = 2 ** 31 - 1

/** The limit of an approval as the ledger keeps it (cents); null where the service names none that could be one. */
export function limitOf(approvalAmount: number | undefined): number | null {
  return approvalAmount !== undefined && approvalAmount > 0 && approvalAmount <= LARGEST ? approvalAmount : null
}

/**
 * The approved amount and the cart's sum, for texts, where that is more: the limit is for goods and delivery without tax (reference 4).
 * Null where the cart fits, or no limit is known: then the service alone refuses.
 */
export function overLimit(
  { approval_amount }: Pick<LeaseRecord, "approval_amount">,
  { invoiceTotal, currency }: Pick<MappedCart, "invoiceTotal" | "currency">,
): MessageParams | null {
  if (!approval_amount || invoiceTotal <= approval_amount) return null
  return { approved: formatMoney(cents(approval_amount), currency), total: formatMoney(invoiceTotal, currency) }
}
