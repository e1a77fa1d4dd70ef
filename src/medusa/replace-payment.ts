import type { BigNumberInput, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import {
  convertDraftOrderWorkflow,
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { parseAmount } from "../lease-cart"
import { ledgerDepsOf } from "../modules/lease"
import {
  isByLink,
  isOpenPayment,
  isSigned,
  type LeaseRecord,
  type Order,
  otherTotal,
  type Payment,
  paidBy,
  recordOrder,
  SYSTEM,
} from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { withLock } from "./lock"
import { PROVIDER_ID, type Query, queryOf, readRow, type SessionFact } from "./read/carts"
import { readOrder } from "./read/orders"
import { openChangeOf } from "./refusals"

/**
 * Replaces the payment for an edited order's former contract with the payment for the new contract, then records the order on the new lease. The
 * former payment is refunded in full, or canceled if it wasn't captured. The new payment covers the whole amount. Makes no call to the service.
 *
 * Each step reads Medusa first, so this function may be interrupted anywhere and repeated any number of times. If the order has since been canceled,
 * or its contract replaced again, only records the refunds made so far. Throws LedgerRefusal if the order's total differs from the signed one or the
 * former payment is still being captured. Throws another provider's error if that provider refuses a refund.
 */
export async function replacePayment(container: MedusaContainer, lease: LeaseRecord): Promise<void> {
  const query = queryOf(container)
  const deps = ledgerDepsOf(container)
  const order = await readOrder(query, lease.order_id ?? "")
  if (!order) return
  if (order.canceled || !isSigned(lease)) {
    for (const { id } of formerOf(order, lease)) await bookPayment(container, order.id, id)
    return
  }
  if (order.status === "draft") {
    // Don't convert the order during an edit, because staff could then neither finish the edit nor fulfill the order.
    if (await openChangeOf(query, order.id)) throw new LedgerRefusal("lease_link_edit")
    await convertDraftOrderWorkflow(container).run({ input: { id: order.id } })
  }
  if (paidBy(order, lease).payments.every(({ canceled }) => canceled)) {
    // While we hold the lock, nobody can confirm an edit, so the order read here includes every confirmed one.
    await withLock(container, order.id, async () => {
      const current = await readOrder(query, order.id)
      if (current?.total !== lease.amount) throw otherTotal(lease, current?.total ?? 0)
      // Don't refund what the customer has already paid by another method.
      if (isByLink(lease) && current.heldByOthers) throw new LedgerRefusal("lease_link_paid")
      await closeFormer(container, current, lease)
    })
    const payments = container.resolve(Modules.PAYMENT)
    await payments.authorizePaymentSession(await openSession(container, lease, order.id), {})
  }
  const after = await readOrder(query, order.id)
  const sessions = after?.sessions.filter(({ leaseId }) => leaseId === lease.id) ?? []
  if (!after || !sessions.length) throw new LedgerRefusal("store_failed")
  await deps.store.append(lease.id, SYSTEM, [{ type: "payment_replaced" }])
  await recordOrder(deps, { ...after, sessions }, { isPaid: true })
}

/**
 * Whether a refund was made by replacing a payment for this lease rather than by staff. The metadata proves this, because Medusa's route doesn't
 * accept any.
 */
export async function isReplacement(query: Query, refundId: string, leaseId: string): Promise<boolean> {
  const refund = await readRow<{ metadata: Replacement | null }>(query, "refund", refundId, ["metadata"])
  return refund?.metadata?.replaced_by === leaseId
}

/** `replaced_by` is the ID of the new contract's lease. */
type Replacement = { replaced_by?: unknown }

/** Returns the payments that the new one replaces: those for earlier contracts, and those made by other methods (e.g. for an edit). */
function formerOf({ payments, others }: Order, lease: LeaseRecord): Payment[] {
  return [...payments.filter(({ leaseId }) => leaseId !== lease.id), ...others]
}

async function closeFormer(container: MedusaContainer, order: Order, lease: LeaseRecord): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const metadata: Replacement = { replaced_by: lease.id }
  for (const payment of formerOf(order, lease)) {
    if (payment.captured > 0 && (await isBeingCaptured(payments, payment))) throw new LedgerRefusal("busy")
    if (isOpenPayment(payment)) await closePayment(payments, payment, metadata)
    await bookPayment(container, order.id, payment.id)
  }
}

/** Refunds what is left of a payment, or cancels the payment if it wasn't captured. The amount may include fractions of a cent. */
export async function closePayment(
  payments: IPaymentModuleService,
  { id, captured }: Payment,
  metadata?: Replacement,
): Promise<void> {
  if (!captured) return void (await payments.cancelPayment(id))
  const { captures, refunds } = await payments.retrievePayment(id, { relations: ["captures", "refunds"] })
  const sum = (rows: { amount: BigNumberInput }[] = []) => MathBN.sum(...rows.map(({ amount }) => amount))
  const amount = MathBN.sub(sum(captures), sum(refunds))
  await payments.refundPayment({ payment_id: id, amount, ...(metadata && { metadata }) })
}

/** The age at which a capture counts as interrupted (ms). Medusa writes the capture's row before it calls us, and deletes the row if we refuse. */
const CAPTURE_ENDS_MS = 15 * 60_000

/** Whether our payment is being captured. Always false for other methods: they may capture in parts, and Medusa doesn't record when they finish. */
async function isBeingCaptured(payments: IPaymentModuleService, payment: Payment): Promise<boolean> {
  if (payment.leaseId === null || payment.capturedAt !== null) return false
  const { captures = [] } = await payments.retrievePayment(payment.id, { relations: ["captures"] })
  return captures.some(({ created_at }) => Date.now() - new Date(created_at).getTime() < CAPTURE_ENDS_MS)
}

/** Adds the payment's missing captures and refunds to the order's transactions. Medusa's own workflow would also credit the order. */
export async function bookPayment(container: MedusaContainer, orderId: string, paymentId: string): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.retrievePayment(paymentId, { relations: ["captures", "refunds"] })
  const { captures = [], refunds = [], currency_code } = payment
  const booked = await orders.listOrderTransactions({ order_id: orderId }, { take: null })
  const moved = [
    ...captures.map(({ id, amount }) => ({ reference: "capture", reference_id: id, amount })),
    ...refunds.map(({ id, amount }) => ({ reference: "refund", reference_id: id, amount: MathBN.mult(amount, -1) })),
  ]
  const missing = moved.filter(
    (one) => !booked.some((row) => row.reference === one.reference && row.reference_id === one.reference_id),
  )
  if (!missing.length) return
  await orders.addOrderTransactions(missing.map((one) => ({ order_id: orderId, currency_code, ...one })))
}

/** Returns our session for the amount left to pay on the order: a pending one for exactly this amount, or a new one that replaces any other. */
async function openSession(container: MedusaContainer, lease: LeaseRecord, orderId: string): Promise<string> {
  // Get the collection from the workflow. If there are several unpaid collections, it returns the one for the whole amount.
  const collecting = createOrUpdateOrderPaymentCollectionWorkflow(container)
  const { result: collections } = await collecting.run({ input: { order_id: orderId } })
  // Despite its type, the workflow returns an updated collection as an object instead of a list.
  const id = [collections].flat()[0]?.id
  // Refuse if there is no collection, which means that the order was paid in full by another method.
  if (!id) throw new LedgerRefusal("store_failed")
  type Row = { payment_sessions?: SessionFact[] }
  const open = await readRow<Row>(queryOf(container), "payment_collection", id, ["id", "payment_sessions.*"])
  const ours = open?.payment_sessions?.find(
    ({ provider_id, status, amount }) =>
      provider_id === PROVIDER_ID && status === PaymentSessionStatus.PENDING && parseAmount(amount) === lease.amount,
  )
  if (ours) return ours.id
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: id, provider_id: PROVIDER_ID },
  })
  return result.id
}
