import { dialectNames, readDialect } from "lease-to-own-sandbox"
import { allowRefusal } from "../faults/support/allow-refusal"
import { brokenNow } from "../faults/support/at-rest"
import { ATTEMPTS, type Attempt, clearFaults, meet, SHORT_FAULTS, unmet } from "../faults/support/attempts"
import type { Customer } from "../faults/support/customer"
import { onlyCustomerAt } from "../faults/support/journey"
import { leaseOf, reachesGoal } from "../faults/support/reach"
import { describeFaults, type Room } from "../faults/support/room"
import { FULL } from "../faults/support/size"
import { optionsFor } from "./options-for"

/** Attempts that depend on a status, which a service without one never gives. */
const ASKING = [
  "a check of the signature",
  "the job's check for a signature",
  "an order",
  "an order placed by the job",
  "a cancel of what cannot be ordered",
  "a new contract that is signed, and its payment",
]

/** If only a signed contract can be canceled, this one is still read, and its order canceled anyway. */
const UNSIGNED = "a cancel of an order whose new contract is out"

/**
 * Each call meets one fault, another one in each dialect, so that all dialects together cover every fault. A short run takes every second call, and
 * the others in the next dialect.
 */
describe.each(dialectNames.map((dialect, place) => ({ dialect, place })))("$dialect", ({ dialect, place }) => {
  const { dialect: accepted, ...options } = optionsFor(dialect)
  const silent = dialect === "no-status"
  const { rules } = readDialect(dialect)
  const knowsLines = rules.returnLines === "taken"
  const attempts = ATTEMPTS.map((attempt, index) => ({
    attempt,
    index,
    name: attempt.name,
    reduces: attempt.reduces,
    fault: SHORT_FAULTS[(Math.floor(index / 2) + place) % SHORT_FAULTS.length] ?? "409",
  })).filter(
    ({ name, reduces, index }) =>
      (FULL || (index + place) % 2 === 0) &&
      (!silent || !ASKING.includes(name)) &&
      (knowsLines || !reduces) &&
      (rules.cancel === "unshipped" || name !== UNSIGNED),
  )

  describeFaults(
    "a call meets a fault",
    (room) => {
      it.each(attempts)("$name, and $fault", async ({ attempt, fault }) => {
        const customer = await onlyCustomerAt(room, attempt.stage, attempt.tag)
        await attempt.before?.(customer, room)
        meet(room, attempt, fault)
        await allowRefusal(() => attempt.act(customer, room.main))
        expect(await unmet(room, attempt)).toEqual([])
        if (silent) await reachesGoalOrTells(room, attempt, customer)
        else await reachesGoal(room, attempt, customer)
      })
    },
    { ...options, dialect: { retry: 0, returnLines: knowsLines, ...accepted } },
    dialect,
  )
})

/** If the service doesn't say how a call ended, an alert tells staff to ask the operator. */
async function reachesGoalOrTells(room: Room, { again, goal }: Attempt, customer: Customer): Promise<void> {
  await clearFaults(room)
  for (const minutes of [2, 5, 20, 60]) {
    room.pass(minutes * 60_000)
    await room.main.runJob()
    expect(await brokenNow(room)).toEqual([])
  }
  const told = (await leaseOf(room, customer))?.alerts.length
  if (!told) await allowRefusal(async () => again?.(customer, room, await leaseOf(room, customer)))
  const lease = await leaseOf(room, customer)
  expect(told || lease?.alerts.length || lease?.status === goal).toBeTruthy()
  expect(await brokenNow(room)).toEqual([])
}
