import { forget, type ServiceTask } from "./call-ends"
import { claimMs, type Ledger, reread, SYSTEM } from "./ledger"
import { type Enter, makeOwedCall } from "./make-call"
import type { AttentionCode, MessageCode, MessageParams } from "./messages"
import type { LeaseOptions } from "./options"
import { type CartState, isPaidFor, type OrderState, type Owed, type OwedCall, owedOf } from "./owed"
import type { LeaseRecord } from "./records"
import { LedgerRefusal } from "./refusal"
import { isServiceCall } from "./service-calls"
import type { LeaseStatus } from "./state-machine"
import type { LeaseStore, Write } from "./store"
import { backoffMs, type ClaimedTask, type TaskKind, type TaskRecord } from "./tasks"
import { type Turn, turns } from "./turns"
import { checkStatus } from "./use-cases/check-status"
import { leaveLapsed } from "./use-cases/current-lease"

/** The calls that are made to Medusa, not to the service. Each reads Medusa first, so that it may be made any number of times. */
export type MedusaCall = Extract<
  TaskKind,
  "place_order" | "authorize_payment" | "capture_payment" | "cancel_order" | "close_payment"
>

/** What the ledger needs of Medusa to know and to do what is owed. */
export type MedusaSide = {
  /**
   * The orders and carts of these leases, by lease id, in as few questions as there are kinds of things. A lease is missing where cart and order
   * changed while they were read: nothing may be concluded then.
   */
  factsOf(leases: LeaseRecord[]): Promise<Map<string, { order: OrderState | null; cart: CartState | null }>>
  /** Writes down that the order stands for its lease. */
  record(lease: LeaseRecord, order: OrderState): Promise<void>
  /** Makes one call; throws what Medusa or the ledger refuse it with. */
  call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>>
  /** Keeps this cart from being completed meanwhile, in whatever process. */
  lockCart<T>(cartId: string, work: () => Promise<T>): Promise<T>
}

/** How long leases that are looked at are kept from others (ms). */
const LOOK_MS = 120_000
const LEASES_A_LOOK = 100
/** When to look again at a lease for which a call is being made, or whose cart is being ordered (ms). */
const BUSY_MS = 60_000
const CONCURRENCY = 8

export type RunOptions = {
  /** Only this lease. */
  leaseId?: string
  /** Begin nothing new after this moment. */
  until?: Date
  concurrency?: number
}

/**
 * Looks at every lease that may owe something, writes down what it owes, and makes what is due. Any number of processes may run this at once.
 * Answers how many leases were looked at and how many calls were made.
 */
export async function runOwed(
  ledger: Ledger,
  medusa: MedusaSide,
  options: RunOptions = {},
): Promise<{ looked: number; made: number }> {
  const total = { looked: 0, made: 0 }
  // What one round makes may owe the next, such as the order and then its payment; the rounds end by themselves, because nothing is due twice.
  for (let round = 0; !isOver(ledger, options); round++) {
    const looked = await look(ledger, medusa, options.leaseId)
    const made = await makeDue(ledger, medusa, options)
    total.looked += looked
    total.made += made
    if (looked + made === 0 || (options.leaseId && round >= 5)) break
  }
  return total
}

async function look(ledger: Ledger, medusa: MedusaSide, leaseId?: string): Promise<number> {
  const { store } = ledger
  const taken = await store.takeToLookAt({ limit: LEASES_A_LOOK, ms: LOOK_MS, ...(leaseId && { leaseId }) })
  if (!taken.length) return 0
  const facts = await medusa.factsOf(taken)
  const tasks = groupByLease(await store.tasks.ofLeases(taken.map(({ id }) => id)))
  const looked: { lease: LeaseRecord; at: Date | null }[] = []
  for (const lease of taken) {
    const known = facts.get(lease.id)
    try {
      const at = known
        ? await writeDown(ledger, medusa, lease, { ...known, tasks: tasks.get(lease.id) ?? [] })
        : new Date(ledger.now().getTime() + BUSY_MS)
      looked.push({ lease, at })
    } catch (error) {
      // The others must not wait for this one; it comes up again by itself.
      ledger.log.error(`lease-to-own: lease ${lease.reference} could not be looked at: ${messageOf(error)}`)
    }
  }
  await store.lookAgain(looked)
  return taken.length
}

function groupByLease(tasks: TaskRecord[]): Map<string, TaskRecord[]> {
  const groups = new Map<string, TaskRecord[]>()
  for (const task of tasks) groups.set(task.lease_id, [...(groups.get(task.lease_id) ?? []), task])
  return groups
}

async function writeDown(
  ledger: Ledger,
  medusa: MedusaSide,
  taken: LeaseRecord,
  known: { order: OrderState | null; cart: CartState | null; tasks: TaskRecord[] },
): Promise<Date | null> {
  const { store } = ledger
  // A paid order is about to be written down for its lease; whoever left one without a payment is gone.
  const stands = taken.status === "placing" && known.order !== null && isPaidFor(known.order)
  const lease = stands ? taken : await leaveLapsed(ledger, taken)
  const owed: Owed = owedOf({ lease, ...known }, ledger.options, ledger.now())
  if (owed.record && known.order) await medusa.record(lease, known.order)
  const found = writesOf(lease, known, { owed, options: ledger.options, now: ledger.now() })
  // Else another look is asked for already, and finds what holds by now.
  if (found.length && !(await store.writeLook(lease, found))) return null
  // A call that is being made may keep another one out, and need not move the lease when it ends.
  const busy = owed.calls.length > 0 && known.tasks.some(({ state }) => state === "running")
  return busy ? soonest(owed.lookAt, new Date(ledger.now().getTime() + BUSY_MS)) : owed.lookAt
}

/** What is not written down yet of what a look has found. Calls come first: whoever ends one writes its row before the lease's. */
function writesOf(
  lease: LeaseRecord,
  { order, tasks }: { order: OrderState | null; tasks: TaskRecord[] },
  { owed, options, now }: { owed: Owed; options: LeaseOptions; now: Date },
): Write[] {
  const isMade = ({ kind }: OwedCall) => tasks.some((task) => task.kind === kind && isUnderWay(task))
  const isRaised = (code: AttentionCode) => lease.attention.some((entry) => entry.code === code)
  const to_confirm_since = toConfirmSince(lease, order, { owed, options })
  const writes: Write[] = []
  for (const call of owed.calls) if (!isMade(call)) writes.push((store) => owe(store, lease, call, now))
  for (const code of owed.raise)
    if (!isRaised(code)) writes.push((store) => store.raise(lease.id, code, paramsOf(code, order)))
  for (const code of owed.lower) if (isRaised(code)) writes.push((store) => store.lower(lease, code))
  if (to_confirm_since?.getTime() !== lease.to_confirm_since?.getTime())
    writes.push((store) => store.set(lease.id, { to_confirm_since }, { actor: SYSTEM }))
  return writes
}

/** Which order an alert is about that is not the lease's own. */
function paramsOf(code: AttentionCode, order: OrderState | null): Record<string, string> {
  return code === "paid_otherwise" && order ? { order_id: order.id } : {}
}

function isUnderWay({ state }: TaskRecord): boolean {
  return state === "due" || state === "running"
}

/** Writes down that a call is owed; an exclusive one that nobody has begun gives way to it. */
async function owe(
  { tasks }: LeaseStore,
  { id }: LeaseRecord,
  { kind, detail, waits = 0 }: OwedCall,
  now: Date,
): Promise<void> {
  const change = { ...(detail && { detail }), dueAt: new Date(now.getTime() + waits), actor: SYSTEM }
  if (await tasks.owe(id, kind, change)) return
  await tasks.overtake(id, kind)
  await tasks.owe(id, kind, change)
}

function soonest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b
}

/** Where a complete delivery is not confirmed by itself, a person has to: since when, for the list of leases. */
function toConfirmSince(
  { status }: LeaseRecord,
  order: OrderState | null,
  { owed, options }: { owed: Owed; options: LeaseOptions },
): Date | null {
  const waits =
    status === "placed" && !owed.calls.some(({ kind }) => kind === "confirm_delivery" || kind === "send_delivery_date")
  if (!waits || !order || order.cancelled) return null
  if (order.pieces === 0) return order.createdAt
  return order.deliveredAt ?? (options.confirmDeliveryOn === "shipped" ? order.shippedAt : null)
}

async function makeDue(ledger: Ledger, medusa: MedusaSide, options: RunOptions): Promise<number> {
  const { concurrency = CONCURRENCY, leaseId } = options
  const claim = { ms: claimMs(ledger), ...(leaseId && { leaseId }) }
  const turn = turns(concurrency)
  let made = 0
  const lane = async () => {
    while (!isOver(ledger, options)) {
      // Few enough that hardly a claim ends while its call waits for its turn.
      const tasks = await ledger.store.tasks.claimDue({ limit: 4 * concurrency, ...claim })
      if (!tasks.length) break
      made += tasks.length
      const leases = await ledger.store.byIds(tasks.map(({ lease_id }) => lease_id))
      await Promise.all(tasks.map((task) => make(ledger, medusa, { task, lease: leases.get(task.lease_id), turn })))
    }
  }
  // Two, so that one is calling while the other claims, and writes down what became of its own.
  await Promise.all([lane(), lane()])
  return made
}

/** `lease` as it was when the task was claimed; what it may not be any more is judged by each write. */
async function make(
  ledger: Ledger,
  medusa: MedusaSide,
  { task, lease, turn }: { task: ClaimedTask; lease: LeaseRecord | undefined; turn: Turn },
): Promise<void> {
  try {
    if (!lease) return await ledger.store.tasks.drop(task)
    if (task.kind === "read_status") return await turn(() => readStatus(ledger, task, lease))
    if (!isServiceCall(task.kind)) return await turn(() => callMedusa(ledger, medusa, task, lease))
    const fresh = await reread(ledger, lease)
    const withdrawn = await turn(() => isWithdrawn(ledger, medusa, task, fresh))
    const call = { ...task, kind: task.kind, withdrawn }
    await makeOwedCall(ledger, call, fresh, { turn, enter: givingUp(ledger, medusa, call, fresh) })
  } catch (error) {
    ledger.log.error(`lease-to-own: ${task.kind} of lease ${task.lease_id} failed: ${messageOf(error)}`)
    await tryLater(ledger, task, error)
  }
}

/**
 * A contract without an order is given up in the moment in which nobody can complete its cart: what a look has found is judged once more, and the
 * lease becomes `cancelling`, which refuses completions by itself. The cart is free again before the service is called.
 */
function givingUp(ledger: Ledger, medusa: MedusaSide, task: ServiceTask, lease: LeaseRecord): Enter | undefined {
  if (task.kind !== "cancel_contract" || task.sent || lease.order_id || lease.status === "cancelling") return undefined
  return (write) =>
    medusa.lockCart(lease.cart_id, async () => ((await isStillOwed(ledger, medusa, task)) ? write() : "not_owed"))
}

async function isStillOwed(ledger: Ledger, medusa: MedusaSide, { lease_id, kind, detail, actor }: ServiceTask) {
  const lease = await ledger.store.byId(lease_id)
  const facts = lease && (await medusa.factsOf([lease])).get(lease_id)
  if (!facts) return false
  // A person's word holds unless the cart was ordered by this lease, and nobody has written that down yet.
  if (actor !== "system") return !facts.order || facts.order.cancelled || !facts.order.sessionIds.length
  const tasks = await ledger.store.tasks.ofLease(lease_id)
  const { calls } = owedOf({ lease, ...facts, tasks }, ledger.options, ledger.now())
  return calls.some((call) => call.kind === kind && call.detail?.cause === detail.cause)
}

/** A delivery starts the lease for good: the order may have changed, or come back, since its confirmation was owed. */
async function isWithdrawn(
  ledger: Ledger,
  medusa: MedusaSide,
  task: ClaimedTask,
  lease: LeaseRecord,
): Promise<boolean> {
  const delivery = task.kind === "confirm_delivery" || task.kind === "send_delivery_date"
  if (!delivery || task.actor !== "system" || task.detail.send_again) return false
  const { order = null, cart = null } = (await medusa.factsOf([lease])).get(lease.id) ?? {}
  if (!order) return false
  const { calls } = owedOf({ lease, order, cart, tasks: [] }, ledger.options, ledger.now())
  return calls.every(({ kind }) => kind !== task.kind)
}

/** A question: nothing is kept of it but what was read. */
async function readStatus(ledger: Ledger, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  await checkStatus(ledger, lease)
  await ledger.store.tasks.drop(task)
}

/** In which statuses a call to Medusa is still wanted. What is not named here reads Medusa and judges by itself. */
const WANTED: Partial<Record<TaskKind, readonly LeaseStatus[]>> = {
  place_order: ["signed", "placing"],
  authorize_payment: ["placed", "delivered"],
  capture_payment: ["placed", "delivered"],
}

async function callMedusa(ledger: Ledger, medusa: MedusaSide, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  if (WANTED[task.kind]?.includes(lease.status) === false) return forget(ledger, task)
  await medusa.call[task.kind as MedusaCall](lease)
  await ledger.store.transaction(async (store) => {
    await store.tasks.write(task, { is: "ended", state: "done", at: ledger.now() })
    await store.wake(lease.id)
  })
}

async function tryLater(ledger: Ledger, task: ClaimedTask, error: unknown): Promise<void> {
  const now = ledger.now()
  const refusal = error instanceof LedgerRefusal ? error : null
  const [code, params]: [MessageCode, MessageParams] = refusal
    ? [refusal.code as MessageCode, refusal.params]
    : [task.kind === "place_order" ? "completion_failed" : "store_failed", {}]
  const at = new Date(now.getTime() + backoffMs(task.attempts))
  const failure = { code, params, at: now.toISOString() }
  // What was claimed is no longer what is: the call may have gone out before the fault.
  await ledger.store.tasks.write(task, { is: "again", at, error: failure })
  if (task.kind !== "place_order") return
  const lease = await ledger.store.byId(task.lease_id)
  if (lease?.status === "signed" || lease?.status === "placing")
    await ledger.store.raise(task.lease_id, "signed_without_order")
}

function isOver(ledger: Ledger, { until }: RunOptions): boolean {
  return until !== undefined && ledger.now() >= until
}

/** Workflows throw plain objects as well. */
function messageOf(error: unknown): string {
  return (error as { message?: string } | undefined)?.message ?? String(error)
}
