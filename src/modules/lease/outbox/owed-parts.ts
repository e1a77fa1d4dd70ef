import type { TaskKind } from "../rules/call-kinds"
import type { Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { isSigning } from "../rules/standing"
import type { TaskDetail } from "../tables/tasks"
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
export function heldReading(lease: LeaseRecord, lookAt: Date, now: Date): Partial<Owed> {
  if (!isDead(lease)) return { lookAt }
  const read = reading(lease.placed_at ?? now, lease, now)
  return { ...read, lookAt: read.lookAt && read.lookAt < lookAt ? read.lookAt : lookAt }
}

/** Goods went out although it is not sure that there is a lease. */
export function shippedTooSoon(order: Order | null): Partial<Owed> {
  return order?.shipped ? { raise: ["shipped_unconfirmed"] } : {}
}

/** Reads at each mark that no reading has passed yet. */
export function reading(since: Date, lease: LeaseRecord, now: Date): Partial<Owed> & { lookAt: Date } {
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

/**
 * A no that the facts had asked for, or a person's word, holds until a person tries again; the word only for what it was said of. What the account
 * never does is settled from the start: a contract that it does not cancel unsigned lapses, or is canceled once it is signed after all.
 */
export function isSettled(
  kind: TaskKind,
  { lease, tasks, order }: Pick<Facts, "lease" | "tasks" | "order">,
  { service }: Pick<Options, "service"> = {},
): boolean {
  if (kind === "cancel_contract" && isSigning(lease) && service?.wire?.cancelUnsigned === false) return true
  const latest = tasks.find((task) => task.kind === kind)
  if (!latest) return false
  const since = latest.finished_at
  if (latest.state === "settled") return !since || !hasChanged(kind, order, since)
  // A cancellation refused while unsigned is asked for again once signed.
  const signedSince = kind === "cancel_contract" && since && isAfter(lease.signed_at, since)
  return latest.state === "refused" && latest.actor === "system" && !signedSince
}

/** The reason for a call has come after all, or once more. */
function hasChanged(kind: TaskKind, order: Order | null, since: Date): boolean {
  if (kind === "cancel_contract") return isAfter(order?.canceledAt, since)
  return kind === "confirm_delivery" && isAfter(order?.deliveredAt, since)
}

function isAfter(moment: Date | null | undefined, since: Date): boolean {
  return moment != null && moment > since
}

/** Both together; where they say something else of one thing, `b` counts. */
export function merge(a: Partial<Owed>, b: Partial<Owed>): Partial<Owed> & Pick<Owed, "raise" | "lower"> {
  return {
    ...a,
    ...b,
    raise: [...(a.raise ?? []), ...(b.raise ?? [])],
    lower: [...(a.lower ?? []), ...(b.lower ?? [])],
  }
}

/** The earlier of two moments. */
export function soonest(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** A moment so many ms later. */
export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
