import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { type Amount, parseAmount } from "../lease-cart"
import type { CallDetail, CallKind } from "../modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { restOf } from "../modules/lease/rules/reversal"
import { LedgerRefusal, type RefusalKind } from "../modules/lease/texts/messages"
import { because, type reasonTexts } from "../modules/lease/texts/reasons"
import { type Query, queryOf, readRow } from "./read/carts"
import { isOrderCanceled } from "./read/orders"

/*
 * Checks for Medusa's own refusals before a call that can't be undone (the table in docs/what-happens-when.md). An order has at most one open change,
 * and Medusa refuses to begin another. A cancellation always writes a change, even one with an amount of 0. A refund writes one if the store doesn't
 * owe the amount.
 */

/** The kinds of changes that Medusa leaves open, with the reason for a refusal. Other kinds begin and end in one step. */
const CHANGES: Record<string, ChangeReason> = {
  edit: "change_edit",
  transfer: "change_transfer",
  return_request: "change_return",
  return_receive: "change_return",
  exchange: "change_exchange",
  claim: "change_claim",
}
type ChangeReason = Extract<keyof typeof reasonTexts, `change_${string}`>

/** The open change of an order, or null if there is none. */
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

/** Throws LedgerRefusal if an open change or the order's cancellation would make Medusa refuse to record a refund of `amount` (major units). */
export async function checkRefund(query: Query, orderId: string, amount: BigNumberInput): Promise<void> {
  const [change, isCanceled] = [await openChangeOf(query, orderId), await isOrderCanceled(query, orderId)]
  if (!(change || isCanceled) || !(await needsCredit(query, orderId, amount))) return
  throw isCanceled || !change ? new LedgerRefusal("refund_order_canceled") : refusalFor(change)
}

/**
 * Checks what Medusa has to do after a call to the service: cancel the order, or refund what goes back. For a canceled order, Medusa has nothing to
 * do, because its payment is closed without Medusa's workflows. Throws LedgerRefusal of kind `unavailable`, because the change will end.
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

/** Whether Medusa would write a credit for this refund because the store doesn't owe the amount, calculated as in `refundPaymentWorkflow`. */
async function needsCredit(query: Query, orderId: string, amount: BigNumberInput): Promise<boolean> {
  // Medusa's summary includes goods on their way back only if `total` is read.
  const order = await readRow<Row>(query, "order", orderId, ["id", "total", "summary"])
  return MathBN.gt(MathBN.add(amount, order?.summary?.pending_difference ?? 0), 0)
}

/**
 * The amount that an order's open change adds to the customer's debt, in cents. If negative, the store will owe it. Calculated as Medusa does once
 * the change is confirmed, without the goods that are to come back.
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
