import { setImmediate as nextTurn } from "node:timers/promises"
import { STARTING_KINDS } from "../calls"
import type { AttentionCode } from "../rules/alerts"
import { isPaidFor, type Order } from "../rules/order"
import type { LeaseRecord } from "../rules/records"
import { awaitsDelivery, isPlacing, isUnfinished } from "../rules/standing"
import { isUnderWay } from "../rules/tasks"
import { leaveLapsed } from "../status/current-lease"
import { type Desk, ofLease, SYSTEM } from "../status/ledger"
import type { LeaseStore, Looked, Write } from "../tables/lease-store"
import { backoffMs } from "./back-off"
import { MedusaHangs } from "./ceiling"
import type { MedusaSide } from "./medusa-side"
import { owedOf } from "./owed"
import { after, type Facts, type Options, type Owed, type PendingCall, soonest } from "./owed-parts"
import { dropReplacement } from "./replacement"

/** How long leases that are looked at are kept from others (ms). */
const LOOK_MS = 120_000
/** So few that shoppers in this process hardly wait while Medusa reads their orders. */
export const LEASES_A_LOOK = 20
/** When to look again at a lease for which a call is being made, or whose cart is being ordered (ms). */
const BUSY_MS = 60_000
/** A look that is further off than this may come earlier, so that leases of one hour do not stay together (ms). */
const SPREAD_MS = 20 * 60_000
/** When to look again at a lease whose account is gone from the options: it may be back (ms). */
const ACCOUNT_BACK_MS = 30 * 60_000
/** After so many looks in vain a person is told. */
const TELL_AFTER = 3

/** Looks at leases that may owe something and records what they owe. A lease's error ends with it. Answers how many were looked at. */
export async function look(desk: Desk, medusa: MedusaSide, leaseId?: string): Promise<number> {
  const { store } = desk
  const taken = await store.takeLooks({ limit: LEASES_A_LOOK, ms: LOOK_MS, ...(leaseId && { leaseId }) })
  if (!taken.length) return 0
  const { answers, failed } = await askApart(taken, medusa.factsOf, (error) => !(error instanceof MedusaHangs))
  const tasks = await store.tasks.ofLeases(taken.map(({ id }) => id))
  const looked: Looked[] = []
  for (const lease of taken) {
    // The store's shoppers are served by this event loop, too.
    await nextTurn()
    try {
      if (failed.has(lease)) throw failed.get(lease)
      const known = answers.get(lease.id)
      const own = tasks.filter(({ lease_id }) => lease_id === lease.id)
      const at = known ? await writeDown(desk, medusa, lease, { ...known, tasks: own }) : after(desk.now(), BUSY_MS)
      looked.push({ lease, at: at && spread(at, desk.now()), failures: 0 })
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

/** Looks that nothing waits for come up to a quarter earlier: orders of the same minute are not looked at in the same minute. */
function spread(at: Date, now: Date): Date {
  const off = at.getTime() - now.getTime()
  return off > SPREAD_MS ? after(at, -(off / 4) * Math.random()) : at
}

/** Writes down what was found of a lease. Answers when to look again; null: not without an event. */
async function writeDown(
  desk: Desk,
  medusa: MedusaSide,
  taken: LeaseRecord,
  known: Omit<Facts, "lease" | "now">,
): Promise<Date | null> {
  // A paid order is about to be written down for its lease; an order without a payment was abandoned.
  const stands = isPlacing(taken) && known.order !== null && isPaidFor(known.order)
  const lease = stands ? taken : await leaveLapsed(desk, taken)
  const { options, isRemoved } = ofLease(desk, lease)
  const found = owedOf({ lease, ...known }, options, desk.now())
  const owed = isRemoved ? withoutAccount(lease, found, desk.now()) : found
  if (owed.record && known.order) await medusa.record(lease, known.order)
  const writes = writesOf({ lease, ...known, now: desk.now() }, owed, options)
  // Here the rows of owed calls are made. Else another look is asked for already, and finds what holds by now.
  if (writes.length && !(await desk.store.writeLook(lease, writes))) return null
  // A call that is being made may keep another one out, and need not move the lease when it ends.
  const busy = owed.calls.length > 0 && known.tasks.some(({ state }) => state === "running")
  return busy ? soonest(owed.lookAt, after(desk.now(), BUSY_MS)) : owed.lookAt
}

/** The operator of a removed account is told nothing, so a person is told of a lease that the operator knows. */
function withoutAccount(lease: LeaseRecord, owed: Owed, now: Date): Owed {
  if (!isUnfinished(lease)) return owed
  const lookAt = soonest(owed.lookAt, after(now, ACCOUNT_BACK_MS))
  return { ...owed, raise: [...owed.raise, "account_removed"], lookAt }
}

/** A look's findings not written down yet. Calls come first, because the code that ends a call writes its row before the lease's. */
function writesOf(facts: Facts, owed: Owed, options: Options): Write[] {
  const { lease, order, tasks, now } = facts
  const isMade = ({ kind }: PendingCall) => tasks.some((task) => task.kind === kind && isUnderWay(task))
  const isRaised = (code: AttentionCode) => lease.attention.some((entry) => entry.code === code)
  const to_confirm_since = toConfirmSince(facts, owed, options)
  const writes: Write[] = []
  for (const call of owed.calls) if (!isMade(call)) writes.push((store) => owe(store, lease, call, now))
  for (const code of owed.raise)
    if (!isRaised(code)) writes.push((store) => store.raise(lease.id, code, alertParams(code, order)))
  const over: AttentionCode[] = [...owed.lower, "look_failed"]
  if (!owed.raise.includes("account_removed")) over.push("account_removed")
  for (const code of over) if (isRaised(code)) writes.push((store) => store.lower(lease, code))
  if (owed.drop) writes.push((store) => dropReplacement(store, lease, SYSTEM))
  if (to_confirm_since?.getTime() !== lease.to_confirm_since?.getTime())
    writes.push((store) => store.set(lease.id, { to_confirm_since }, { actor: SYSTEM }))
  return writes
}

/** The order an alert is about, if not the lease's own. */
function alertParams(code: AttentionCode, order: Order | null): Record<string, string> {
  return (code === "paid_otherwise" || code === "lease_dead") && order ? { order_id: order.id } : {}
}

/** Writes down that a call is owed; an exclusive one that has not begun gives way to it. */
async function owe({ tasks }: LeaseStore, { id }: LeaseRecord, call: PendingCall, now: Date): Promise<void> {
  const { kind, detail, waits = 0 } = call
  const change = { ...(detail && { detail }), dueAt: after(now, waits), actor: SYSTEM }
  if (await tasks.owe(id, kind, change)) return
  await tasks.overtake(id, kind)
  await tasks.owe(id, kind, change)
}

/** Since when a person must confirm a complete delivery that is not confirmed automatically; for the list of leases. */
function toConfirmSince({ lease, order }: Facts, owed: Owed, options: Options): Date | null {
  const waits = awaitsDelivery(lease) && !owed.calls.some(({ kind }) => STARTING_KINDS.includes(kind))
  if (!waits || !order || order.canceled) return null
  if (order.pieces === 0) return order.createdAt
  return order.deliveredAt ?? (options.confirmDeliveryOn === "shipped" ? order.shippedAt : null)
}

/** Workflows throw plain objects as well. */
export function messageOf(error: unknown): string {
  return (error as { message?: string } | undefined)?.message ?? String(error)
}

/**
 * Asks for all at once. When that fails, asks for each half separately, and so on, so that only the items without any answer stay open.
 * `tells`: whether an error may be about one of them; another is about all, and no one is asked for again.
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
