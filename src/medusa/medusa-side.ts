import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  authorizePaymentSessionForOrderWorkflow,
  cancelOrderWorkflow,
  capturePaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { LEASE_MODULE } from "../modules/lease"
import { toCapture } from "../modules/lease/outbox/facts"
import type { MedusaSide } from "../modules/lease/outbox/medusa-side"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { placeOwedOrder } from "./complete-cart"
import { inStoresWords } from "./errors"
import { leaseFacts } from "./lease-facts"
import { lockCart } from "./lock-cart"
import { readOwnOrder, readPayables } from "./read/cart-payments"
import { orderState, paidBy } from "./read/orders"
import { recordPlacedOrder } from "./record-order"
import { bookPayment, heldBy, replacePayment } from "./replace-payment"

/** Medusa's side for the ledger, in a running store. Every call reads Medusa first: made twice it does nothing the second time. */
export function medusaSide(container: MedusaContainer): MedusaSide {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ledger = () => container.resolve<LeaseModuleService>(LEASE_MODULE)
  const paidOrderOf = async (lease: LeaseRecord) => {
    const order = await readOwnOrder(query, lease)
    return order && paidBy(order, lease)
  }

  return {
    factsOf: (leases) => leaseFacts(query, ledger(), leases),
    record: async (_lease, order) => void (await recordPlacedOrder(container, order.id)),
    lockCart: (cartId, work) => lockCart(container, cartId, work),
    mail: async ({ key, ...mail }) => {
      const notifications = container.resolve(Modules.NOTIFICATION)
      await notifications.createNotifications({
        ...mail,
        channel: "email",
        idempotency_key: key,
        trigger_type: "lease-to-own",
      })
    },
    call: inStoresWordsEach({
      place_order: (lease) => placeOwedOrder(container, lease),

      authorize_payment: async (lease) => {
        const order = await paidOrderOf(lease)
        const session = order && !order.payments.length ? orderState(order).awaitingSession : null
        if (!session) return
        await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: session } })
        // Core answers without an error while the payment is still open.
        if (!(await paidOrderOf(lease))?.payments.length) throw new LedgerRefusal("store_failed")
        await ledger().note(lease.id, { type: "payment_authorized" })
      },

      capture_payment: async (lease) => {
        const payment = toCapture((await paidOrderOf(lease))?.payments ?? [])
        if (!payment) return
        await ledger().checkCapturable(lease.id)
        await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
        await ledger().note(lease.id, { type: "payment_captured" })
      },

      replace_payment: (lease) => replacePayment(container, lease),

      cancel_order: async (lease) => {
        const order = await paidOrderOf(lease)
        if (!order || order.status === "canceled") return
        await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
        // Where core was stopped before, it has taken its entry for the refund back, and not the refund.
        for (const { id } of order.payments) await bookPayment(container, order.id, id)
        await ledger().note(lease.id, { type: "order_cancelled" })
      },

      close_payment: async (lease) => {
        // The module directly: core's workflows would book the cancellation of the order a second time.
        const payments = container.resolve(Modules.PAYMENT)
        const { open, sessionIds } = await readPayables(query, lease)
        for (const { id, captured } of open)
          if (captured) await payments.refundPayment({ payment_id: id, amount: await heldBy(payments, id) })
          else await payments.cancelPayment(id)
        for (const id of sessionIds) await payments.deletePaymentSession(id)
        if (open.length) await ledger().note(lease.id, { type: "payment_closed" })
      },
    }),
  }
}

/** What Medusa refuses for good keeps its reason. */
function inStoresWordsEach(calls: MedusaSide["call"]): MedusaSide["call"] {
  const entries = Object.entries(calls).map(([kind, call]) => {
    return [kind, (lease: LeaseRecord) => call(lease).catch((error) => Promise.reject(inStoresWords(error)))]
  })
  return Object.fromEntries(entries)
}
