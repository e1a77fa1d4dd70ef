import { randomUUID } from "node:crypto"
import {
  type AccountDeps,
  checkCanAuthorize,
  isOpenPayment,
  type LeaseRecord,
  LedgerRefusal,
  orderAwaits,
} from "../../support/ledger"
import { type Change, newPayment, paidBy, type ShopOrder, type ShopPayment } from "./shop-order"

type Needs = {
  accountDeps: AccountDeps
  change: Change
  read(): Promise<ShopOrder | null>
  record(order: ShopOrder, sessionId: string): Promise<void>
}

/** Does what `src/medusa/replace-payment.ts` does in Medusa: each step separately, skipping those already done. */
export async function replacePayment(lease: LeaseRecord, { accountDeps, change, read, record }: Needs): Promise<void> {
  const order = await read()
  if (!order || order.canceled) return
  if (!paidBy(order, lease).some(({ canceled }) => !canceled)) {
    for (const { id, leaseId } of order.payments) if (leaseId !== lease.id) await closeFormer(order.id, id, change)
    await change(order.id, openSession)
    await authorize(accountDeps, order.id, change)
  }
  const after = await read()
  if (!after?.replacing) throw new LedgerRefusal("store_failed")
  await accountDeps.store.append(lease.id, { by: "system" }, [{ type: "payment_replaced" }])
  await record(after, after.replacing.id)
}

/** Refunded in full and then booked with the order, or canceled if it wasn't captured. */
async function closeFormer(orderId: string, paymentId: string, change: Change): Promise<void> {
  const changed = (work: (payment: ShopPayment) => void) =>
    change(orderId, ({ payments }) => payments.filter(({ id }) => id === paymentId).forEach(work))
  await changed((payment) => {
    if (!isOpenPayment(payment)) return
    if (payment.captured) payment.refunded = payment.captured
    else payment.canceled = true
  })
  await changed((payment) => {
    payment.booked = payment.refunded
  })
}

/** The session for the unpaid part of an order: its total less captures, plus refunds, as booked with the order. */
function openSession(order: ShopOrder): void {
  const paid = order.payments.reduce((sum, { captured, booked }) => sum + captured - booked, 0)
  const amount = order.total - paid
  if (order.replacing?.amount !== amount) order.replacing = { id: `payses_${randomUUID()}`, amount }
}

/** Calls the provider as core does, for a payment of its session. */
async function authorize(accountDeps: AccountDeps, orderId: string, change: Change): Promise<void> {
  const session = (await change(orderId, () => {}))?.replacing
  const lease = await accountDeps.store.ofOrder(orderId)
  if (!lease || !orderAwaits(lease)) throw new LedgerRefusal("no_open_cart")
  checkCanAuthorize(lease, session?.amount ?? 0)
  await change(orderId, (order) => {
    if (!paidBy(order, lease).length) order.payments.push(newPayment(lease))
  })
}
