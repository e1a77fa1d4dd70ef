import { setImmediate as nextTurn } from "node:timers/promises"
import { STARTING_KINDS } from "../calls"
import type { AttentionCode } from "../rules/alerts"
import { isPaidFor, type Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsDelivery, isPlacing, isUnfinished } from "../rules/standing"
import { isUnderWay } from "../rules/tasks"
import { type Desk, leaveLapsed, ofLease, SYSTEM } from "../status/ledger"
import type { LeaseStore, Looked, Write } from "../tables/lease-store"
import { messageOf } from "../texts/messages"
import { backoffMs } from "./back-off"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa"
import { releaseOrder } from "./order-to-sign"
import { owedOf } from "./owed"
import { after, type Facts, type Options, type Owed, type PendingCall, soonest } from "./owed-parts"
import { recordOrder } from "./record-order"

/** How long a check reserves its leases (ms). */
const LOOK_MS = 120_000
/** How many leases a check takes: so few that shoppers in this process hardly wait while Medusa reads their orders. */
export const LEASES_A_LOOK = 20
/** When to check again a lease with a call in progress, or whose cart is being ordered (ms). */
const BUSY_MS = 60_000
/** Checks that are further off than this may come earlier, so that leases of one hour don't stay together (ms). */
const SPREAD_MS = 20 * 60_000
/** When to check again a lease whose account is missing from the options, because it may be back (ms). */
const ACCOUNT_BACK_MS = 30 * 60_000
/** Staff get an alert after this many failed checks. */
const TELL_AFTER = 3

/** Checks leases that may owe something and records what they owe. One lease's error ends with it. Returns how many were checked. */
export async function look(desk: Desk, medusa: MedusaSide, leaseId?: string): Promise<number> {
  const { store } = desk
  const taken = await store.takeLooks({ limit: LEASES_A_LOOK, ms: LOOK_MS, ...(leaseId && { leaseId }) })
  if (!taken.length) return 0
  const { answers, failed } = await askApart(taken, medusa.factsOf, (error) => !(error instanceof MedusaHangs))
  const tasks = await store.tasks.ofLeases(taken.map(({ id }) => id))
  const looked: Looked[] = []
  for (const lease of taken) {
    // This event loop also serves the store's shoppers.
    await nextTurn()
    try {
      if (failed.has(lease)) throw failed.get(lease)
      const known = answers.get(lease.id)
      const own = tasks.filter(({ lease_id }) => lease_id === lease.id)
      const next = known ? await writeDown(desk, lease, { ...known, tasks: own }) : after(desk.now(), BUSY_MS)
      looked.push({ lease, at: next && spread(next, desk.now()), failures: 0 })
    } catch (error) {
      looked.push(await inVain(desk, lease, error))
    }
  }
  await store.lookAgain(looked)
  return taken.length
}

async function inVain({ store, now, log }: Desk, lease: LeaseRecord, error: unknown): Promise<Looked> {
  const failures = lease.look_failures + 1
  log.error(`lease-to-own: lease ${lease.reference} could not be looked at: ${messageOf(error)}`)
  if (failures >= TELL_AFTER) await store.raise(lease.id, "look_failed").catch((failed) => log.error(messageOf(failed)))
  return { lease, at: after(now(), backoffMs(failures)), failures }
}

/** Brings checks that nothing waits for forward by up to a quarter, so that orders of one minute aren't all checked in one minute. */
function spread(at: Date, now: Date): Date {
  const off = at.getTime() - now.getTime()
  return off > SPREAD_MS ? after(at, -(off / 4) * Math.random()) : at
}

/** Records what was found about a lease. Returns when to check it again; null: not without an event. */
async function writeDown(desk: Desk, taken: LeaseRecord, known: Omit<Facts, "lease" | "now">): Promise<Date | null> {
  // A paid order is about to be recorded on its lease. An order without a payment is left over.
  const stands = isPlacing(taken) && known.order !== null && isPaidFor(known.order)
  const lease = stands ? taken : await leaveLapsed(desk, taken)
  const { options, isRemoved } = ofLease(desk, lease)
  const facts: Facts = { lease, ...known, now: desk.now() }
  const found = owedOf(facts, options)
  const owed = isRemoved ? withoutAccount(facts, found) : found
  if (owed.record && known.order) await recordOrder(desk, known.order)
  // Not with the others, which are written only if nothing moves the lease meanwhile.
  if (owed.release) await releaseOrder(desk.store, lease, SYSTEM)
  const writes = writesOf(facts, owed, options)
  // This creates the rows of pending calls. If it fails, another check is due already and finds what holds by then.
  if (writes.length && !(await desk.store.writeLook(lease, writes))) return null
  // A call in progress may keep another one out, and may end without moving the lease.
  const busy = owed.calls.length > 0 && known.tasks.some(({ state }) => state === "running")
  return busy ? soonest(owed.lookAt, after(desk.now(), BUSY_MS)) : owed.lookAt
}

/** A removed account's operator can't be reached, so staff get an alert for a lease that the operator knows. */
function withoutAccount({ lease, now }: Facts, owed: Owed): Owed {
  if (!isUnfinished(lease)) return owed
  const lookAt = soonest(owed.lookAt, after(now, ACCOUNT_BACK_MS))
  return { ...owed, raise: [...owed.raise, "account_removed"], lookAt }
}

/** The findings that aren't recorded yet. Calls come first, because the code that ends a call writes its row before the lease's. */
function writesOf(facts: Facts, owed: Owed, options: Options): Write[] {
  const { lease, order, tasks, now } = facts
  const isOwed = ({ kind }: PendingCall) => tasks.some((task) => task.kind === kind && isUnderWay(task))
  const isRaised = (code: AttentionCode) => lease.attention.some((entry) => entry.code === code)
  const to_confirm_since = toConfirmSince(facts, owed, options)
  const writes: Write[] = []
  for (const call of owed.calls) if (!isOwed(call)) writes.push((store) => owe(store, lease, call, now))
  for (const code of owed.raise)
    if (!isRaised(code)) writes.push((store) => store.raise(lease.id, code, alertParams(code, order)))
  const over: AttentionCode[] = [...owed.lower, "look_failed"]
  if (!owed.raise.includes("account_removed")) over.push("account_removed")
  if (over.some(isRaised)) writes.push((store) => store.lower(lease, ...over))
  if (to_confirm_since?.getTime() !== lease.to_confirm_since?.getTime())
    writes.push((store) => store.set(lease.id, { to_confirm_since }, { actor: SYSTEM }))
  return writes
}

/** The order an alert is about, if it isn't the lease's own. */
function alertParams(code: AttentionCode, order: Order | null): Record<string, string> {
  return (code === "paid_otherwise" || code === "lease_dead") && order ? { order_id: order.id } : {}
}

/** Records a pending call. An exclusive call that has not begun gives way to it. */
async function owe({ tasks }: LeaseStore, { id }: LeaseRecord, call: PendingCall, now: Date): Promise<void> {
  const { kind, detail, waits = 0 } = call
  const change = { ...(detail && { detail }), dueAt: after(now, waits), actor: SYSTEM }
  if (await tasks.owe(id, kind, change)) return
  await tasks.overtake(id, kind)
  await tasks.owe(id, kind, change)
}

/** Since when staff must confirm a complete delivery that isn't confirmed automatically; for the list of leases. */
function toConfirmSince({ lease, order }: Facts, owed: Owed, options: Options): Date | null {
  const waits = awaitsDelivery(lease) && !owed.calls.some(({ kind }) => STARTING_KINDS.includes(kind))
  if (!waits || !order || order.canceled) return null
  if (order.pieces === 0) return order.createdAt
  return order.deliveredAt ?? (options.confirmDeliveryOn === "shipped" ? order.shippedAt : null)
}

/**
 * Asks for all at once. If that fails, asks for each half separately, and so on, so that only the items without an answer stay open.
 * `tells`: whether an error may be about one item. If it is about all, nothing is asked again.
 */
export async function askApart<T, A>(
  all: readonly T[],
  ask: (some: T[]) => Promise<Map<string, A>>,
  tells: (error: unknown) => boolean = () => true,
): Promise<{ answers: Map<string, A>; failed: Map<T, unknown> }> {
  try {
    return { answers: await ask([...all]), failed: new Map() }
  } catch (error) {
    if (all.length < 2 || !tells(error)) return { answers: new Map(), failed: new Map(all.map((one) => [one, error])) }
    const middle = all.length >> 1
    const first = await askApart(all.slice(0, middle), ask, tells)
    const second = await askApart(all.slice(middle), ask, tells)
    return {
      answers: new Map([...first.answers, ...second.answers]),
      failed: new Map([...first.failed, ...second.failed]),
    }
  }
}
