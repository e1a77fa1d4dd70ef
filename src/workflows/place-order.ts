import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { fingerprint } from "../lease-cart"
import { LEASE_MODULE } from "../modules/lease"
import type { LeaseRecord } from "../modules/lease/records"
import type LeaseModuleService from "../modules/lease/service"
import { type OrderFacts, readOrder } from "./medusa-facts"

/**
 * Writes down that an order stands for its lease, and captures its payment in Medusa's books (`captureOn: "order"`). Reads everything
 * again, so it may run any number of times and at any time after the order; a capture that fails stays visible in the history.
 *
 * Answers the lease of the order, or null when it has none.
 */
export async function recordPlacedOrder(container: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const ledger = container.resolve<LeaseModuleService>(LEASE_MODULE)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  if (!order?.cart) return null
  const { lease, capture } = await ledger.recordOrder({
    id: order.id,
    displayId: order.display_id,
    cartId: order.cart.id,
    sessionIds: order.sessions.map((session) => session.id),
    fingerprint: fingerprint(order.asCart) ?? null,
  })
  if (lease && capture && ledger.settings().captureOn === "order") await captureOnce(container, ledger, lease, order)
  return lease
}

async function captureOnce(
  container: MedusaContainer,
  ledger: LeaseModuleService,
  lease: LeaseRecord,
  order: OrderFacts,
): Promise<void> {
  const payment = order.payments.find(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
  if (!payment) return
  try {
    await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
    await ledger.noteCapture(lease.id)
  } catch (error) {
    // Workflows throw plain objects as well.
    const { message, type } = error as { message?: string; type?: string }
    const log = container.resolve(ContainerRegistrationKeys.LOGGER)
    log.error(`lease-to-own: the payment of order ${order.id} could not be captured: ${message}`)
    await ledger.noteCapture(lease.id, type ?? "internal")
  }
}
