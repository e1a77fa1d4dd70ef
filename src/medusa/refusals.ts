import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { type Amount, parseAmount } from "../lease-cart"
import { type CallDetail, type CallKind, type LeaseRecord, restOf } from "../modules/lease/ledger"
import { LedgerRefusal, type RefusalKind } from "../modules/lease/texts/messages"
import { because, type reasonTexts } from "../modules/lease/texts/reasons"
import { type Query, queryOf, readRow } from "./read/carts"
import { isOrderCanceled } from "./read/orders"

/*
 * These checks run before a call that can't be undone, to find out whether Medusa would refuse the steps that must follow (the table in
 * docs/what-happens-when.md). An order can have only one open change. Canceling an order always creates a change, even for an amount of 0. Refunding
 * a payment creates one if the store doesn't owe the customer the amount.
 */

/** The types of order changes that can stay open, each with the reason for refusing. Medusa starts and finishes all other types in one step. */
const CHANGES: Record<string, ChangeReason> = {
  edit: "change_edit",
  transfer: "change_transfer",
  return_request: "change_return",
  return_receive: "change_return",
  exchange: "change_exchange",
  claim: "change_claim",
}
type ChangeReason = Extract<keyof typeof reasonTexts, `change_${string}`>

export async function openChangeOf(query: Query, orderId: string): Promise<ChangeReason | null> {
  const filters = { order_id: orderId, status: ["pending", "requested"] }
  const { data } = await query.graph({ entity: "order_change", fields: ["id", "change_type"], filters })
  const [change] = data as { change_type: string | null }[]
  return change ? (CHANGES[change.change_type ?? ""] ?? "change_other") : null
}

/** Throws LedgerRefusal if an open change would keep Medusa from canceling this order. An order that is already canceled passes. */
export async function checkCancel(query: Query, orderId: string): Promise<void> {
  const change = await openChangeOf(query, orderId)
  if (change && !(await isOrderCanceled(query, orderId))) throw refusalFor(change)
}

/**
 * Throws LedgerRefusal if an open change or the order's cancellation would make Medusa refuse to record a refund of `amount` (major units) or, if
 * `orCancel` is set, to cancel the order.
 */
export async function checkRefund(query: Query, orderId: string, amount: BigNumberInput, orCancel = false) {
  const [change, isCanceled] = await Promise.all([openChangeOf(query, orderId), isOrderCanceled(query, orderId)])
  const refusal = isCanceled ? new LedgerRefusal("refund_order_canceled") : change && refusalFor(change)
  if (refusal && ((orCancel && !isCanceled) || (await needsCredit(query, orderId, amount)))) throw refusal
}

/**
 * Checks that Medusa can do its part after a call to the service: cancel the order, or refund what is returned. A canceled order always passes,
 * because its payment is closed without Medusa's workflows. Throws a LedgerRefusal of kind `unavailable`, because the call can be repeated once the
 * open change ends.
 */
export async function checkFollowUp(
  query: Query,
  lease: LeaseRecord,
  { kind, detail = {} }: { kind: CallKind; detail?: CallDetail },
): Promise<void> {
  const orderId = lease.order_id
  const back =
    kind === "return_lease" ? restOf(lease) : kind === "return_lines" ? (detail.reduction?.amount ?? 0) : null
  const change = orderId && (back !== null || kind === "cancel_contract") && (await openChangeOf(query, orderId))
  if (!change || (await isOrderCanceled(query, orderId))) return
  if (back === null || (await needsCredit(query, orderId, back / 100)))
    throw refusalFor(change, { kind: "unavailable" })
}

/** Whether Medusa would add a credit line for this refund because the store doesn't owe the amount. Calculated as in `refundPaymentWorkflow`. */
async function needsCredit(query: Query, orderId: string, amount: BigNumberInput): Promise<boolean> {
  // Medusa includes items that are being returned in `summary` only if `total` is read, too.
  const order = await readRow<Row>(query, "order", orderId, ["id", "total", "summary"])
  return MathBN.gt(MathBN.add(amount, order?.summary?.pending_difference ?? 0), 0)
}

/**
 * Returns the amount in cents by which an order's open change will raise what the customer owes. A negative amount is what the store will owe the
 * customer. Calculated the way Medusa does when it confirms the change, excluding the items to be returned.
 */
export async function differenceOfChange(container: MedusaContainer, orderId: string): Promise<number> {
  type Preview = { total: BigNumberInput; return_requested_total?: BigNumberInput }
  const preview = await container.resolve(Modules.ORDER).previewOrderChange(orderId)
  const { total, return_requested_total = 0 } = preview as unknown as Preview
  const order = await readRow<Row>(queryOf(container), "order", orderId, ["id", "total", "summary"])
  const { pending_difference = 0, transaction_total = 0 } = order?.summary ?? {}
  const [after, before] = [MathBN.sub(total, return_requested_total), MathBN.add(pending_difference, transaction_total)]
  return parseAmount(MathBN.sub(after, before).toString() as Amount)
}

type Row = { summary?: { pending_difference?: BigNumberInput; transaction_total?: BigNumberInput } }

function refusalFor(change: ChangeReason, more?: { kind: RefusalKind }): LedgerRefusal {
  return new LedgerRefusal("order_change_open", because(change), more)
}
