import type { MedusaContainer } from "@medusajs/framework/types"
import { deskOf, LEASE_MODULE } from "../modules/lease"
import type { RunOptions } from "../modules/lease/outbox/run"
import type LeaseModuleService from "../modules/lease/service"
import { medusaSide } from "./medusa-side"

/**
 * Writes down what leases owe and makes the calls that are due (`modules/lease/outbox`). Safe at any time, in any number of processes.
 * Answers how many leases were looked at and how many calls were made.
 */
export function runPendingCalls(
  container: MedusaContainer,
  options: RunOptions = {},
): Promise<{ looked: number; made: number }> {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).runPending(medusaSide(container), options)
}

/** Something happened to an order: its lease is looked at now, and those of its former contracts. Orders without a lease cost one small question. */
export async function wakeLeaseOfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const desk = deskOf(container)
  for (const { id } of await desk.store.allOfOrder(orderId)) {
    await desk.store.wake(id)
    await runPendingCalls(container, { leaseId: id })
  }
}
