import { type LeaseRecord, retry } from "../../../src/modules/lease/ledger"
import { brokenAtRest } from "./at-rest"
import { type Attempt, clearFaults } from "./attempts"
import type { Customer } from "./customer"
import { onlyCustomerAt } from "./journey"
import type { Room } from "./room"
import { MERCHANT } from "./staff"

/** The only customer of an empty room, after all steps before the attempt. */
export async function begin(room: Room, { stage, tag, before }: Attempt): Promise<Customer> {
  const customer = await onlyCustomerAt(room, stage, tag)
  await before?.(customer, room)
  return customer
}

/** Checks that no rule is broken at rest, and that the goal is reached after the caller tries again and staff handle what is left to them. */
export async function reachesGoal(room: Room, attempt: Attempt, customer: Customer): Promise<void> {
  await clearFaults(room)
  expect(await brokenAtRest(room)).toEqual([])
  const { again, goal } = attempt
  if (again) await again(customer, room, await leaseOf(room, customer))
  if ((await statusOf(room, customer)) !== goal) {
    const lease = await leaseOf(room, customer)
    if (!again && lease) await retry(room.main.ledger, lease, MERCHANT)
    expect(await brokenAtRest(room)).toEqual([])
  }
  expect(await statusOf(room, customer)).toBe(goal)
  expect(await brokenAtRest(room)).toEqual([])
  if (!attempt.reduces) return
  const [order] = await room.main.shop.orders()
  const lease = await leaseOf(room, customer)
  expect(lease?.reductions).toHaveLength(1)
  expect(order?.payments.map(({ refunded }) => refunded)).toEqual([lease?.reductions?.[0]?.amount])
}

export function leaseOf(room: Room, customer: Customer): Promise<LeaseRecord | null> {
  return room.main.ledger.store.ofCart(customer.cart.id)
}

async function statusOf(room: Room, customer: Customer): Promise<string | undefined> {
  return (await leaseOf(room, customer))?.status
}
