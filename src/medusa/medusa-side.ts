import { resolvePermissions } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  authorizePaymentSessionForOrderWorkflow,
  cancelOrderWorkflow,
  capturePaymentWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
} from "@medusajs/medusa/core-flows"
import { ledgerDepsOf } from "../modules/lease"
import {
  awaitingSession,
  checkCapturable,
  type LeaseRecord,
  type MedusaSide,
  SYSTEM,
  toCapture,
  wrapEach,
} from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { placeSignedOrder } from "./completion"
import { withStoreReason } from "./errors"
import { onceUnlocked, withLock } from "./lock"
import { queryOf } from "./read/carts"
import { leaseFacts } from "./read/facts"
import { isOrderCanceled, readPaidOrder, readPayables, readUndelivered } from "./read/orders"
import { checkCancel, checkFollowUp } from "./refusals"
import { bookPayment, closePayment, replacePayment } from "./replace-payment"

/** Implements `MedusaSide` for a running store. Each call reads Medusa's current state first, so repeating it has no further effect. */
export function medusaSide(container: MedusaContainer): MedusaSide {
  const query = queryOf(container)
  const deps = () => ledgerDepsOf(container)
  const paidOrderOf = (lease: LeaseRecord) => readPaidOrder(query, lease)
  // Read the users only once per run, because a run may raise many alerts.
  let readers: Promise<string[]> | undefined

  return {
    factsOf: (leases) => leaseFacts(query, deps(), leases),
    checkFollowUp: (lease, call) => checkFollowUp(query, lease, call),
    lockCart: (cartId, work) => withLock(container, cartId, work),
    mail: async ({ key, ...mail }) => {
      const notification = { ...mail, channel: "email", idempotency_key: key, trigger_type: "lease-to-own" }
      await container.resolve(Modules.NOTIFICATION).createNotifications(notification)
    },
    feed: async ({ leaseId, key, link, ...text }) => {
      const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
      // A notification in the dashboard can link only to a file, so pass the lease's page as a file (`admin/hooks/use-feed-links.ts`).
      const data = { ...text, file: { filename: link, url: `${admin?.path ?? "/app"}/leases/${leaseId}` } }
      const notifications = container.resolve(Modules.NOTIFICATION)
      const about = { resource_id: leaseId, resource_type: "lease", template: "lease-to-own.needs-attention" }
      readers ??= feedReaders(container)
      for (const to of await readers) {
        const idempotency_key = to ? `${key}-${to}` : key
        const notification = { ...about, to, data, channel: "feed", idempotency_key, trigger_type: "lease-to-own" }
        try {
          await notifications.createNotifications(notification)
        } catch (error) {
          // The feed shows a notification as soon as its row exists, so ignore an error that was thrown after the row was written.
          const entry: object = { idempotency_key }
          if (!(await notifications.listNotifications(entry)).length) throw error
        }
      }
    },
    call: wrapEach((made) => made.catch((error) => Promise.reject(withStoreReason(error))), {
      place_order: (lease) => placeSignedOrder(container, lease),

      authorize_payment: async (lease) => {
        const order = await paidOrderOf(lease)
        const session = order && !order.payments.length ? awaitingSession(order) : null
        if (!session) return
        await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: session } })
        // Medusa doesn't throw if the authorization is still pending, so check for a payment.
        if (!(await paidOrderOf(lease))?.payments.length) throw new LedgerRefusal("store_failed")
        await deps().store.append(lease.id, SYSTEM, [{ type: "payment_authorized" }])
      },

      capture_payment: async (lease) => {
        const order = await paidOrderOf(lease)
        const payment = toCapture(order?.payments ?? [])
        if (!payment) return
        // Check this here, too, because the provider checks it only after Medusa has written the capture.
        await checkCapturable(deps(), lease.id, async () => order)
        await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
        await deps().store.append(lease.id, SYSTEM, [{ type: "payment_captured" }])
      },

      replace_payment: (lease) => replacePayment(container, lease),

      cancel_order: async (lease) => {
        const order = await paidOrderOf(lease)
        if (!order || order.canceled) return
        await withLock(container, order.id, async () => {
          // Check again, because staff may have canceled the order while we were waiting for the lock.
          if (await isOrderCanceled(query, order.id)) return
          await checkCancel(query, order.id)
          await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
        })
        // If an earlier cancellation was interrupted, Medusa removed its record of the refund but didn't undo the refund, so record it again.
        for (const { id } of order.payments) await bookPayment(container, order.id, id)
        await deps().store.append(lease.id, SYSTEM, [{ type: "order_canceled" }])
      },

      mark_delivered: async (lease) => {
        const orderId = lease.order_id ?? ""
        const undelivered = await readUndelivered(query, orderId)
        for (const fulfillmentId of undelivered) {
          const input = { orderId, fulfillmentId }
          // The workflow takes the order's lock itself.
          const mark = onceUnlocked(() => markOrderFulfillmentAsDeliveredWorkflow(container).run({ input }))
          await mark.catch(async (error) => {
            // Medusa refuses if staff marked the fulfillment in the meantime.
            if ((await readUndelivered(query, orderId)).includes(fulfillmentId)) throw error
          })
        }
        if (undelivered.length) await deps().store.append(lease.id, SYSTEM, [{ type: "marked_delivered" }])
      },

      close_payment: async (lease) => {
        // Call the payment module directly, because Medusa's workflows would record the order's cancellation a second time.
        const payments = container.resolve(Modules.PAYMENT)
        const { open, sessionIds } = await readPayables(query, lease)
        for (const payment of open) await closePayment(payments, payment)
        for (const id of sessionIds) await payments.deletePaymentSession(id)
        if (open.length) await deps().store.append(lease.id, SYSTEM, [{ type: "payment_closed" }])
      },
    }),
  }
}

/**
 * Returns the IDs of the users who may see leases, to notify them of an alert. If Medusa's roles aren't enabled, returns an empty string, which
 * stands for everyone.
 */
async function feedReaders(container: MedusaContainer): Promise<string[]> {
  type Flags = { isFeatureEnabled(flag: string): boolean }
  if (!container.resolve<Flags>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER).isFeatureEnabled("rbac")) return [""]
  const { data } = await queryOf(container).graph({ entity: "user", fields: ["id", "rbac_roles.id"] })
  const users = data as { id: string; rbac_roles?: ({ id: string } | null)[] }[]
  const universe = [{ resource: "lease", operation: "read" }]
  const readers: string[] = []
  for (const { id, rbac_roles = [] } of users) {
    const roles = rbac_roles.flatMap((role) => role?.id ?? [])
    if ((await resolvePermissions({ roles, universe, container })).size) readers.push(id)
  }
  return readers
}
