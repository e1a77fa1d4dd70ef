import type { LeaseOptions } from "../options/options"
import { type AttentionCode, isDead } from "../rules/alerts"
import { isSettled } from "../rules/conditions"
import type { LeaseRecord } from "../rules/records"
import type { TaskDetail, TaskKind, TaskRecord } from "../rules/tasks"
import type { MedusaFacts } from "./medusa-side"

/** What is judged. `tasks`: newest first. */
export type Facts = MedusaFacts & { lease: LeaseRecord; tasks: readonly TaskRecord[]; now: Date }

export type Options = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "placeOrderAfter" | "abandonAfter" | "timeZone"
> & { service?: Pick<LeaseOptions["service"], "wire"> }

/** `waits`: how long the call is owed before it is made (ms); its reasons are then judged once more. */
export type PendingCall = { kind: TaskKind; detail?: TaskDetail; waits?: number }

/** Consequences of the facts of one lease. */
export type Owed = {
  calls: PendingCall[]
  /** The order stands, and is not written down for its lease yet. */
  record: boolean
  /** The order that waits for a new contract is canceled: its approval is free again. */
  drop?: boolean
  /** Alerts that hold, and those that do not. The others stay as they are. */
  raise: AttentionCode[]
  lower: AttentionCode[]
  /** When to look again although nothing is heard; null: nothing more can become owed without an event. */
  lookAt: Date | null
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When a handed-out contract is read: so long after it was handed out, then daily. */
const READ_AFTER = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
/** A contract is given up on two looks, at least this far apart: a single one may find core's work, half done. */
export const SECOND_LOOK_MS = MINUTE
/** Events may be lost, so these are looked at anyway. */
export const AGAIN_MS = { placed: HOUR, delivered: 7 * DAY, moving: 15 * MINUTE, submitting: 2 * MINUTE }

/** The service did not know the lease, as a wrong account does not: ask again, because no one else would. */
export function heldReading(facts: Facts, lookAt: Date): Partial<Owed> {
  if (!isDead(facts.lease)) return { lookAt }
  const read = reading(facts.lease.placed_at ?? facts.now, facts)
  return { ...read, lookAt: soonest(read.lookAt, lookAt) }
}

/** Reads at each mark that no reading has passed yet. */
export function reading(since: Date, { lease, now }: Facts): Partial<Owed> & { lookAt: Date } {
  const read = lease.checked_at && lease.checked_at > since ? lease.checked_at : since
  const mark = nextMark(since, read)
  return mark <= now ? { calls: [{ kind: "read_status" }], lookAt: nextMark(since, now) } : { lookAt: mark }
}

function nextMark(since: Date, from: Date): Date {
  const passed = from.getTime() - since.getTime()
  return after(since, READ_AFTER.find((ms) => ms > passed) ?? (Math.floor(passed / DAY) + 1) * DAY)
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

/** The earlier of two moments; null never comes. */
export function soonest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b
}

/** A moment so many ms later. */
export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
