import { brokenRules } from "../record-rules"
import { readRecords, worldOf } from "./records"
import type { Room } from "./room"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Long enough for all retries of a call and for giving up a lease. */
const LONG = 4 * HOUR
/** A contract that was handed out is read daily, and an ended lease is reconciled daily while any of its calls is open. */
const LONGEST = 50 * HOUR
const ROUNDS = 200

/** Lets time pass and runs the job whenever something is due, until nothing changes. */
async function comeToRest(room: Room): Promise<void> {
  const began = room.now().getTime()
  const within = (at: unknown, ms: number) => (at instanceof Date && at.getTime() <= began + ms ? at.getTime() : null)
  for (let round = 0; round < ROUNDS; round++) {
    await room.main.runJob()
    const [next] = await room.sql(
      `select min(at) filter (where at > :now) as at, min(at) filter (where moving and at > :now) as moving,
           min(at) filter (where at <= :now) as overdue from (
         select reconcile_at as at, status not in ('offered', 'signed', 'placed', 'delivered')
             and not (status = 'approved' and order_id is not null) as moving from lease
           where reconcile_at is not null and held_at is null
         union all
         select bus_at, true from lease_announcement where bus_at is not null
         union all
         select due_at, true from lease_pending_call where deleted_at is null and state in ('due', 'running')
           and lease_id not in (select id from lease where held_at is not null)) as todo`,
      { now: room.now() },
    )
    // Routine reconciliations of a lease at rest, or of one whose order awaits a new contract, happen on the way to another deadline, but
    // this loop doesn't wait for them.
    // Nothing is done for a held lease until staff release it.
    // Overdue work is blocked by something later, such as an event for the work before it, or lost its connection.
    const moment =
      within(next?.at, LONG) ?? within(next?.moving, LONGEST) ?? within(next?.overdue, Number.POSITIVE_INFINITY)
    if (moment === null) return
    room.pass(Math.max(0, moment - room.now().getTime()) + 1000)
  }
  throw new Error("The job does not come to rest.")
}

/** The rules currently broken, even during a fault. */
export async function brokenNow(room: Room): Promise<string[]> {
  return brokenRules(worldOf(await readRecords(room), { isAtRest: false }))
}

/** Lets everything come to rest and returns the rules broken at that point. */
export async function brokenAtRest(room: Room): Promise<string[]> {
  const before = await brokenNow(room)
  // The weekly reconciliation, because Medusa keeps the row of a refund whose process died and sends no event.
  await room.sql("update lease set reconcile_at = ? where status = 'delivered' and reconcile_at is not null", [
    room.now(),
  ])
  await comeToRest(room)
  return [...before, ...brokenRules(worldOf(await readRecords(room), { isAtRest: true }))]
}
