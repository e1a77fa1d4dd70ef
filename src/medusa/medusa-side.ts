import { resolvePermissions } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  authorizePaymentSessionForOrderWorkflow,
  cancelOrderWorkflow,
  capturePaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { type Desk, deskOf, LEASE_MODULE } from "../modules/lease"
import { isSameRecipient } from "../modules/lease/cart/cart"
import { checkCapturable } from "../modules/lease/merchant/deliver"
import type { MedusaFacts, MedusaSide } from "../modules/lease/outbox/medusa-side"
import { recordOrder } from "../modules/lease/outbox/record-order"
import type { RunOptions } from "../modules/lease/outbox/run"
import { awaitingSession, paidBy, toCapture } from "../modules/lease/rules/order"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import { SYSTEM } from "../modules/lease/status/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { placeSignedOrder } from "./completion"
import { inStoresWords } from "./errors"
import { withLock } from "./lock"
import { type Query, queryOf } from "./read/carts"
import {
  type CartReading,
  readCartIdOfOrder,
  readCartStates,
  readOrder,
  readOrders,
  readOwnOrder,
  readPayables,
} from "./read/orders"
import { bookPayment, heldBy, replacePayment } from "./replace-payment"

/** So much later begins what an event leads to (ms). In the same process, it would slow down the answer to whoever caused the event. */
export const afterAnswer = { ms: 200 }

/** Records what leases owe and makes the due calls, in any number of processes. Returns how many leases were checked, and calls made. */
export function runPendingCalls(container: MedusaContainer, options?: RunOptions) {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).runPending(medusaSide(container), options)
}

/** Checks the lease of an order after an event, and those of its former contracts. Orders without a lease cost one small query. */
export async function wakeLeaseOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { store } = deskOf(container)
  for (const { id } of await store.allOfOrder(orderId)) {
    await store.wake(id)
    await runPendingCalls(container, { leaseId: id })
  }
}

/** Records that an order stands for its lease; safe to repeat at any time. Returns its lease; null if it has none. */
export async function recordPlacedOrder(container: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const [desk, query] = [deskOf(container), queryOf(container)]
  // Most orders of a store have no lease, and reading an order takes two dozen statements.
  if (!(await desk.store.ofCart(await readCartIdOfOrder(query, orderId)))) return null
  const order = await readOrder(query, orderId)
  return order && recordOrder(desk, order)
}

/** Medusa's side for the ledger in a running store. Every call reads Medusa first, so a second one does nothing. */
export function medusaSide(container: MedusaContainer): MedusaSide {
  const query = queryOf(container)
  const desk = () => deskOf(container)
  const paidOrderOf = async (lease: LeaseRecord) => {
    const order = await readOwnOrder(query, lease)
    return order && paidBy(order, lease)
  }
  // Read once a run, as many alerts may be raised in one.
  let readers: Promise<string[]> | undefined

  return {
    factsOf: (leases) => leaseFacts(query, desk(), leases),
    lockCart: (cartId, work) => withLock(container, cartId, work),
    mail: async ({ key, ...mail }) => {
      const said = { ...mail, channel: "email", idempotency_key: key, trigger_type: "lease-to-own" }
      await container.resolve(Modules.NOTIFICATION).createNotifications(said)
    },
    feed: async ({ leaseId, key, ...data }) => {
      const notifications = container.resolve(Modules.NOTIFICATION)
      const about = { resource_id: leaseId, resource_type: "lease", template: "lease-to-own.needs-attention" }
      readers ??= feedReaders(container)
      for (const to of await readers) {
        const idempotency_key = to ? `${key}-${to}` : key
        const said = { ...about, to, data, channel: "feed", idempotency_key, trigger_type: "lease-to-own" }
        try {
          await notifications.createNotifications(said)
        } catch (error) {
          // It is in the feed as soon as its row is there: no provider has to take it.
          const entry: object = { idempotency_key }
          if (!(await notifications.listNotifications(entry)).length) throw error
        }
      }
    },
    call: inStoresWordsEach({
      place_order: (lease) => placeSignedOrder(container, lease),

      authorize_payment: async (lease) => {
        const order = await paidOrderOf(lease)
        const session = order && !order.payments.length ? awaitingSession(order) : null
        if (!session) return
        await authorizePaymentSessionForOrderWorkflow(container).run({ input: { payment_session_id: session } })
        // Medusa returns without an error while the payment is still open.
        if (!(await paidOrderOf(lease))?.payments.length) throw new LedgerRefusal("store_failed")
        await desk().store.append(lease.id, SYSTEM, [{ type: "payment_authorized" }])
      },

      capture_payment: async (lease) => {
        const payment = toCapture((await paidOrderOf(lease))?.payments ?? [])
        if (!payment) return
        await checkCapturable(desk(), lease.id)
        await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
        await desk().store.append(lease.id, SYSTEM, [{ type: "payment_captured" }])
      },

      replace_payment: (lease) => replacePayment(container, lease),

      cancel_order: async (lease) => {
        const order = await paidOrderOf(lease)
        if (!order || order.canceled) return
        await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
        // If Medusa was stopped before, it has taken back its entry for the refund, and not the refund.
        for (const { id } of order.payments) await bookPayment(container, order.id, id)
        await desk().store.append(lease.id, SYSTEM, [{ type: "order_canceled" }])
      },

      close_payment: async (lease) => {
        // The module directly: Medusa's workflows would book the cancellation of the order a second time.
        const payments = container.resolve(Modules.PAYMENT)
        const { open, sessionIds } = await readPayables(query, lease)
        for (const { id, captured } of open)
          if (captured) await payments.refundPayment({ payment_id: id, amount: await heldBy(payments, id) })
          else await payments.cancelPayment(id)
        for (const id of sessionIds) await payments.deletePaymentSession(id)
        if (open.length) await desk().store.append(lease.id, SYSTEM, [{ type: "payment_closed" }])
      },
    }),
  }
}

/** Whose notifications an alert goes into: everybody's (""), or where Medusa's roles are in use, those of the users who may see leases. */
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

/** A lasting refusal of Medusa keeps its reason. */
function inStoresWordsEach(calls: MedusaSide["call"]): MedusaSide["call"] {
  const entries = Object.entries(calls).map(([kind, call]) => {
    return [kind, (lease: LeaseRecord) => call(lease).catch((error) => Promise.reject(inStoresWords(error)))]
  })
  return Object.fromEntries(entries)
}

/**
 * Medusa's facts about these leases, by lease id. Medusa makes an order, ties it to its cart, closes the cart and takes all of that back
 * in steps, and the query reads them one after another, so carts that have an order are read once more after it. A lease whose two
 * readings differ, or whose order was gone in between, is missing from the result.
 */
export async function leaseFacts(query: Query, desk: Desk, leases: LeaseRecord[]): Promise<Map<string, MedusaFacts>> {
  const unplaced = leases.filter(({ order_id }) => !order_id)
  const carts = await readCartStates(query, unplaced)
  const orderIdOf = (lease: LeaseRecord) => lease.order_id ?? carts.get(lease.id)?.orderId ?? null
  const orders = await readOrders(query, [...new Set(leases.flatMap((lease) => orderIdOf(lease) ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const doubtful = unplaced.filter(({ id }) => carts.get(id)?.completed)
  const again = await readCartStates(query, doubtful)
  const changed = new Set(doubtful.filter(({ id }) => !isSame(carts.get(id), again.get(id))).map(({ id }) => id))
  return new Map(
    leases.flatMap((lease) => {
      const orderId = orderIdOf(lease)
      const order = byId.get(orderId ?? "")
      const cart = carts.get(lease.id) ?? null
      if (changed.has(lease.id) || (!lease.order_id && orderId && order?.cartId !== lease.cart_id)) return []
      const recipientDiffers = order !== undefined && !isSameRecipient(desk, lease, order.asCart)
      return [[lease.id, { order: order ? paidBy(order, lease) : null, recipientDiffers, cart }]]
    }),
  )
}

function isSame(before: CartReading | undefined, after: CartReading | undefined): boolean {
  return before?.completed === after?.completed && before?.orderId === after?.orderId
}
