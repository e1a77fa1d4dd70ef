import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { deskOf } from "../modules/lease"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { recordOrder } from "../modules/lease/shopper/record-order"
import { readOrder } from "./read/orders"

/**
 * Writes down that an order stands for its lease. Reads everything again, so it may run any number of times and at any time after the order;
 * what is owed from then on, such as the capture, the job makes.
 *
 * Answers the lease of the order, or null when it has none.
 */
export async function recordPlacedOrder(container: MedusaContainer, orderId: string): Promise<LeaseRecord | null> {
  const desk = deskOf(container)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return order && recordOrder(desk, order)
}
