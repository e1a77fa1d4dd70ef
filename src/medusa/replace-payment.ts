import { AsyncLocalStorage } from "node:async_hooks"
import type { BigNumberInput, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { parseAmount } from "../lease-cart"
import { LEASE_MODULE } from "../modules/lease"
import { isOpenPayment } from "../modules/lease/outbox/owed"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { PROVIDER_ID, type Query, type SessionFact } from "./read/carts"
import { type OrderFacts, paidBy, readOrder } from "./read/orders"
import { recordOrder } from "./record-order"

/**
 * Puts the payment of the new contract of an order that was edited in the place of the former one, and then says that the order goes on with it: the
 * former payment is given back whole, or canceled where it was not captured, and the new one is made for the whole sum of the order. The service knows
 * nothing of it.
 *
 * Each step reads Medusa first, so it may be made any number of times, and be cut off anywhere. Throws LedgerRefusal where the order comes to another sum
 * than is signed, and what another method's provider refuses a refund with.
 */
export async function replacePayment(container: MedusaContainer, lease: LeaseRecord): Promise<void> {
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = container.resolve<LeaseModuleService>(LEASE_MODULE)
  const order = await readOrder(query, lease.order_id ?? "")
  if (!order || order.status === "canceled") return
  await replacing.run(lease.id, async () => {
    if (paidBy(order, lease).payments.some(({ canceled }) => !canceled)) return
    await closeFormer(container, order, lease)
    const payments = container.resolve(Modules.PAYMENT)
    await payments.authorizePaymentSession(await openSession(container, lease, order.id), {})
  })
  const after = await readOrder(query, order.id)
  const sessions = after?.sessions.filter(({ data }) => data?.lease_id === lease.id) ?? []
  if (!after || !sessions.length) throw new LedgerRefusal("store_failed")
  await ledger.note(lease.id, { type: "payment_replaced" })
  await recordOrder(ledger, { ...after, sessions }, { replaced: true })
}

const replacing = new AsyncLocalStorage<string>()

/** Whether the provider is asked by the replacement itself, for this lease, and by no person. */
export function isReplacingFor(leaseId: string): boolean {
  return replacing.getStore() === leaseId
}

/**
 * Gives back what the payments of the order's former contracts hold, and books that with the order; also what another method holds, as for the difference
 * after the edit: the new contract is for all of it.
 */
async function closeFormer(container: MedusaContainer, order: OrderFacts, lease: LeaseRecord): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const former = [...order.payments.filter(({ leaseId }) => leaseId !== lease.id), ...order.others]
  for (const payment of former) {
    if (payment.captured > 0) {
      if (isOpenPayment(payment))
        await payments.refundPayment({ payment_id: payment.id, amount: await heldBy(payments, payment.id) })
      await bookRefunds(container, order.id, payment.id)
    } else if (isOpenPayment(payment)) await payments.cancelPayment(payment.id)
  }
}

/**
 * Writes the refunds of a payment down as transactions of the order, those that are missing. Core's own workflow would lower the order by a credit as
 * well, because nothing is owed to the shopper: the goods stay sold.
 */
async function bookRefunds(container: MedusaContainer, orderId: string, paymentId: string): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const { refunds = [], currency_code } = await container
    .resolve(Modules.PAYMENT)
    .retrievePayment(paymentId, { relations: ["refunds"] })
  const booked = await orders.listOrderTransactions({ order_id: orderId, reference: "refund" }, { take: null })
  const isBooked = (id: string) => booked.some(({ reference_id }) => reference_id === id)
  const missing = refunds.filter(({ id }) => !isBooked(id))
  if (!missing.length) return
  await orders.addOrderTransactions(
    missing.map(({ id, amount }) => ({
      order_id: orderId,
      amount: MathBN.mult(amount, -1),
      currency_code,
      reference: "refund",
      reference_id: id,
    })),
  )
}

/** The session of ours for what is to be paid of the order: one for this very sum that is there already, or a new one in place of any other. */
async function openSession(container: MedusaContainer, lease: LeaseRecord, orderId: string): Promise<string> {
  await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id: orderId } })
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = [
    "id",
    "payment_collections.id",
    "payment_collections.status",
    "payment_collections.payment_sessions.*",
  ]
  const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } })
  const collections = (data[0] as { payment_collections?: Collection[] } | undefined)?.payment_collections ?? []
  const open = collections.find(({ status }) => OPEN.includes(status))
  // Nothing is to be paid: somebody else has.
  if (!open) throw new LedgerRefusal("store_failed")
  const ours = open.payment_sessions?.find(
    ({ provider_id, status, amount }) =>
      provider_id === PROVIDER_ID && status === "pending" && parseAmount(amount) === lease.amount,
  )
  if (ours) return ours.id
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: open.id, provider_id: PROVIDER_ID },
  })
  return result.id
}

type Collection = { id: string; status: string; payment_sessions?: SessionFact[] }

/** A collection that waits for its payment. */
const OPEN = ["not_paid", "awaiting"]

/** The amount captured and not refunded, as Medusa counts it: it may hold fractions of a cent. */
export async function heldBy(payments: IPaymentModuleService, paymentId: string): Promise<BigNumberInput> {
  const { captures, refunds } = await payments.retrievePayment(paymentId, { relations: ["captures", "refunds"] })
  const sum = (rows: { amount: BigNumberInput }[] = []) => MathBN.sum(...rows.map(({ amount }) => amount))
  return MathBN.sub(sum(captures), sum(refunds))
}
