import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { recordPlacedOrder, runPendingCalls } from "../../../src/medusa/pending-calls"
import { hasAlert } from "../../../src/modules/lease/rules/alerts"
import { eventually } from "../../integration/support/eventually"
import type { LeaseStore } from "../../integration/support/lease-store"

/** The errors in the store's log. */
const logged: string[] = []

export function readLog({ container }: LeaseStore): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  jest.spyOn(logger, "error").mockImplementation((line) => void logged.push(String(line)))
}

/**
 * Whether an alert or the log says that nobody charges an order's sales tax, and the order can't be shipped. If `escaped`, waits until the subscriber
 * of `order.placed` and the job have found it.
 */
export async function isFound(
  store: LeaseStore,
  { orderId, cartId, escaped }: { orderId: string; cartId: string; escaped: boolean },
): Promise<boolean> {
  if (!escaped) await recordPlacedOrder(store.container, orderId)
  const isReported = async () => {
    const lease = await store.ledger.leftOfCart(cartId)
    if (lease) await runPendingCalls(store.container, { leaseId: lease.id })
    const isRaised = lease && hasAlert(lease.alerts, "untaxed_sale", "untaxed_unconfirmed")
    return isRaised || logged.some((line) => line.includes(`${orderId} was placed without sales tax`))
  }
  if (!(await eventually(isReported, (is) => is || !escaped))) return false
  const { body } = await store.merchant.pack(orderId)
  return body.code === "ship_untaxed" || (body.code === "ship_attention" && body.message.includes("no sales tax"))
}
