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
 * Medusa's own refusals, checked before a call that can't be undone (the table in docs/what-happens-when.md). An order has at most one open change,
 * and Medusa refuses to begin another. A cancellation always writes a change, even one of 0; a refund writes one for any amount that the store
 * doesn't owe.
 */

/** Medusa's kinds of changes that stay open, and their reason in a refusal. Others begin and end in one step. */
const CHANGES: Record<string, ChangeReason> = {
  edit: "change_edit",
  transfer: "change_transfer",
  return_request: "change_return",
  return_receive: "change_return",
  exchange: "change_exchange",
  claim: "change_claim",
}
type ChangeReason = Extract<keyof typeof reasonTexts, `change_${string}`>

/** The open change of an order; null if there is none. */
export async function openChangeOf(query: Query, orderId: string): Promise<ChangeReason | null> {
  const filters = { order_id: orderId, status: ["pending", "requested"] }
  const { data } = await query.graph({ entity: "order_change", fields: ["id", "change_type"], filters })
  const [change] = data as { change_type: string | null }[]
  return change ? (CHANGES[change.change_type ?? ""] ?? "change_other") : null
}

/** Throws LedgerRefusal if an open change would keep Medusa from canceling this order. Passes an order that is already canceled. */
export async function checkCancel(query: Query, orderId: string): Promise<void> {
  const change = await openChangeOf(query, orderId)
  if (change && !(await isOrderCanceled(query, orderId))) throw refusalFor(change)
}

/** Throws LedgerRefusal if Medusa would refuse to record a refund of `amount` (major units): for an open change, or because the order is canceled. */
export async function checkRefund(query: Query, orderId: string, amount: BigNumberInput): Promise<void> {
  const [change, isCanceled] = [await openChangeOf(query, orderId), await isOrderCanceled(query, orderId)]
  if (!(change || isCanceled) || !(await needsCredit(query, orderId, amount))) return
  throw isCanceled || !change ? new LedgerRefusal("refund_order_canceled") : refusalFor(change)
}

/**
 * Checks what follows a call to the service in Medusa: the order's cancellation, or the refund of what goes back. Nothing follows for a canceled
 * order, whose payment is closed without Medusa's workflows. Throws LedgerRefusal of kind `unavailable`, because the change will end.
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

/** Whether Medusa would write a credit with this refund, for an amount that the store doesn't owe, as `refundPaymentWorkflow` calculates. */
async function needsCredit(query: Query, orderId: string, amount: BigNumberInput): Promise<boolean> {
  // Only if `total` is read, Medusa's summary counts goods on their way back.
  const order = await readRow<Row>(query, "order", orderId, ["id", "total", "summary"])
  return MathBN.gt(MathBN.add(amount, order?.summary?.pending_difference ?? 0), 0)
}

/**
 * What an order's open change adds to the customer's debt, in cents; negative: what the store will owe. Calculated as Medusa does once the change is
 * confirmed, without the goods that are to come back.
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
