import { isSettled } from "../rules/conditions"
import type { LeaseRecord } from "../rules/records"
import type { TaskDetail, TaskKind } from "../rules/tasks"
import type { Facts, Options, Owed, PendingCall } from "./facts"

/*
 * The rules before the order and those after it have this in common.
 */

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** When a handed-out contract is read: minutes after it was handed out, then daily. */
const READ_AFTER = [2, 5, 15, 60].map((minutes) => minutes * MINUTE)

/** A contract is given up on two looks, at least this far apart: a single one may find core's work, half done. */
export const SECOND_LOOK_MS = MINUTE

/** Events may be lost, so these are looked at anyway. */
export const LOOK_AGAIN_MS = { placed: 60 * MINUTE, delivered: 7 * DAY, moving: 15 * MINUTE, submitting: 2 * MINUTE }

/** The service did not know the lease when it was last asked. */
export function isDead({ attention }: LeaseRecord): boolean {
  return attention.some(({ code }) => code === "lease_dead")
}

/** The service did not know the lease, as a wrong account does not: ask again, because no one else would. */
export function heldReading({ lease, now }: Facts, lookAt: Date): Partial<Owed> {
  if (!isDead(lease)) return { lookAt }
  const read = reading(lease.placed_at ?? now, { lease, now })
  return { ...read, lookAt: read.lookAt && read.lookAt < lookAt ? read.lookAt : lookAt }
}

/** Reads at each mark that no reading has passed yet. */
export function reading(since: Date, { lease, now }: Pick<Facts, "lease" | "now">): Partial<Owed> & { lookAt: Date } {
  const read = lease.checked_at && lease.checked_at > since ? lease.checked_at : since
  const mark = nextMark(since, read)
  return mark <= now ? { calls: [{ kind: "read_status" }], lookAt: nextMark(since, now) } : { lookAt: mark }
}

function nextMark(since: Date, from: Date): Date {
  const passed = from.getTime() - since.getTime()
  const mark = READ_AFTER.find((ms) => ms > passed) ?? (Math.floor(passed / DAY) + 1) * DAY
  return after(since, mark)
}

/** A cancellation of the contract. */
export function cancelFor(cause: NonNullable<TaskDetail["cause"]>): PendingCall {
  return { kind: "cancel_contract", detail: { cause } }
}

/** For a contract without an order: nothing brings it back. */
export function giveUp(cause: NonNullable<TaskDetail["cause"]>): PendingCall {
  return { ...cancelFor(cause), waits: SECOND_LOOK_MS }
}

/** {@link isSettled}, as the account of the lease answers. */
export function isAnswered(kind: TaskKind, facts: Facts, { service }: Options): boolean {
  return isSettled(kind, facts, { cancelUnsigned: service?.wire?.cancelUnsigned })
}

/** The earlier of two moments. */
export function soonest(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** A moment so many ms later. */
export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
