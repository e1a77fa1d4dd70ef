import { asQuestion } from "../../../client"
import { cleanUp } from "../privacy/erase"
import { type MedusaCall, type TaskKind } from "../rules/call-kinds"
import type { LeaseRecord } from "../rules/records"
import { AWAITING_ORDER, awaitsOrder, isCanceling, PLACED } from "../rules/standing"
import type { LeaseStatus } from "../rules/state-machine"
import type { Account } from "../status/accounts"
import { checkStatus } from "../status/check-status"
import { type Desk, type Ledger, longestClaimMs, ofLease, reread } from "../status/ledger"
import { noOnesApplication } from "../status/read-status"
import { removedRefusal } from "../status/service-failure"
import type { TaskChange } from "../tables/task-store"
import type { ClaimedTask } from "../tables/tasks"
import type { MessageCode, MessageParams } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { announce } from "./announce"
import { type Enter, makePendingCall } from "./attempt"
import { again, forget, isHeldBack, type ServiceTask } from "./call-ends"
import { isServiceCall, STARTING_KINDS } from "./calls"
import { ceilingsOf, MedusaHangs, pause, timer, withCeilings } from "./ceiling"
import { sendCodes } from "./codes"
import { LANES, Lane, type LaneWork, type Turn } from "./lanes"
import { LEASES_A_LOOK, look, messageOf } from "./look"
import { MedusaSide } from "./medusa-side"
import { sendNotices } from "./notices"
import { owedOf } from "./owed"

/** A run waits this long until it looks again while calls are in progress (ms). */
const LOOK_PAUSE_MS = 1000

/** A run for one lease looks at it this often: for the order, then for its payment, and so on. */
const LOOKS_AT_ONE = 6

export type RunOptions = {
  /** Only this lease. */
  leaseId?: string
  /** The run ends at this moment, and begins nothing after it. A call that hangs then ends on its own (`ceiling.ts`): it holds its task, and nothing else. */
  until?: Date
  /** The process ends: from then on the run begins nothing, and ends with the calls that it has begun. */
  stopping?: AbortSignal
}

/**
 * Looks at every lease that may owe something, writes down what it owes, and makes what is due, each kind of call in its own lane. Any number of
 * processes may run this at once. Answers how many leases were looked at and how many calls were begun.
 */
export async function runPending(
  ledger: Desk,
  unlimited: MedusaSide,
  options: RunOptions = {},
): Promise<{ looked: number; made: number }> {
  const { leaseId, until, stopping } = options
  const medusa = withCeilings(unlimited, ceilingsOf(ledger))
  const end = timer(until && until.getTime() - ledger.now().getTime())
  const isOver = () => stopping?.aborted === true || (until !== undefined && ledger.now() >= until)
  const lanes = LANES.map((lane) => new Lane(lane, laneWork(ledger, medusa, isOver, leaseId)))
  const probe = new Probe()
  // Neither waits for the other, and no pending call for them.
  const telling = leaseId
    ? []
    : [announce(ledger, isOver), sendNotices(ledger, medusa, isOver), sendCodes(ledger, medusa, isOver)]
  const rest = () => Promise.all([...[probe, ...lanes].map((work) => work.rest()), ...telling])
  const isIdle = () => ![probe, ...lanes].some(({ busy }) => busy)
  const begun = () => lanes.reduce((sum, lane) => sum + lane.begun, 0)
  let looked = 0
  try {
    if (!leaseId) await Promise.race([probe.begin(ledger), end.elapsed])
    if (!leaseId && !isOver()) await Promise.race([cleanUp(ledger), end.elapsed])
    // A service that is back answers at once; calls to Medusa do not wait for one that is not.
    if (probe.busy) await pause(LOOK_PAUSE_MS, probe.rest(), end.elapsed)
    for (let looks = 0; !isOver() && !(leaseId && looks === LOOKS_AT_ONE); ) {
      const before = { idle: isIdle(), begun: begun(), at: Date.now() }
      const looking = look(ledger, medusa, leaseId)
      looking.catch(() => {})
      // Due calls may be out of date, so they wait for a look; but not for one that hangs.
      await pause(LOOK_PAUSE_MS, looking, end.elapsed)
      const due = await Promise.race([dueKinds(ledger, leaseId), end.elapsed])
      if (due) for (const lane of lanes) if (lane.takes(due)) lane.begin()
      const found = (await Promise.race([looking, end.elapsed])) ?? 0
      looked += found
      // Shoppers in this process get at least half of its time.
      if (found === LEASES_A_LOOK) await pause(Date.now() - before.at, end.elapsed)
      if (found) {
        looks += 1
        continue
      }
      await pause(LOOK_PAUSE_MS, rest(), end.elapsed)
      // One more look finds what a call has made owed.
      if (before.idle && isIdle() && begun() === before.begun) break
    }
  } finally {
    await Promise.race([rest(), end.elapsed])
    end.clear()
  }
  return { looked, made: begun() }
}

/** Asked once for all lanes: nearly always nothing is due. */
async function dueKinds({ store, log }: Desk, leaseId?: string): Promise<ReadonlySet<TaskKind>> {
  try {
    return await store.tasks.dueKinds(leaseId)
  } catch (error) {
    log.error(`lease-to-own: pending calls could not be looked for: ${messageOf(error)}`)
    return new Set()
  }
}

type Claimed = { task: ClaimedTask; lease: LeaseRecord | undefined }

function laneWork(desk: Desk, medusa: MedusaSide, isOver: () => boolean, leaseId?: string): LaneWork<Claimed> {
  const { store, accounts } = desk
  return {
    isOver,
    claim: async (kinds, limit) => {
      // While a service is away its calls stay due.
      const away = kinds.some(asksService) ? await accounts.away() : []
      if (away.length === accounts.all.length) return []
      const not = away.map(({ account }) => account)
      const tasks = await store.tasks.claimDue({
        kinds,
        limit,
        ms: longestClaimMs(desk),
        not,
        ...(leaseId && { leaseId }),
      })
      const leases = await store.byIds(tasks.map(({ lease_id }) => lease_id))
      return tasks.map((task) => ({ task, lease: leases.get(task.lease_id) }))
    },
    make: async ({ task, lease }, turn) => {
      if (!lease) return store.tasks.drop(task)
      const ledger = ofLease(desk, lease)
      const { breaker } = ledger
      const wasAway = breaker.closed
      await make(ledger, medusa, { task, lease, turn })
      if (wasAway || breaker.closed) await breaker.afterPutOff()
    },
    failed: (error) => desk.log.error(`lease-to-own: pending calls could not be claimed: ${messageOf(error)}`),
  }
}

/** Calls to Medusa may ask the service as well; they go on in an outage. */
function asksService(kind: TaskKind): boolean {
  return isServiceCall(kind) || kind === "read_status"
}

/** `lease` as it was when the task was claimed; each write judges what it may not be any more. */
async function make(
  ledger: Ledger,
  medusa: MedusaSide,
  { task, lease, turn }: { task: ClaimedTask; lease: LeaseRecord; turn: Turn },
): Promise<void> {
  try {
    if (ledger.isRemoved && asksService(task.kind)) throw removedRefusal(ledger)
    if (task.kind === "read_status") return await turn(() => askStatus(ledger, task, lease))
    if (!isServiceCall(task.kind)) return await turn(() => callMedusa(ledger, medusa, task, lease))
    const withdrawn = await turn(() => isWithdrawn(ledger, medusa, task, lease))
    const call = { ...task, kind: task.kind, withdrawn }
    await makePendingCall(ledger, call, lease, { turn, enter: givingUp(ledger, medusa, call, lease) })
  } catch (error) {
    const what = `${task.kind} of lease ${lease.reference}`
    if (!isHeldBack(ledger, error)) ledger.log.error(`lease-to-own: ${what} failed: ${messageOf(error)}`)
    await tryLater(ledger, task, error).catch((failed) => {
      // Nothing is recorded. After the claim expires, the next process treats the call as one whose process has died.
      ledger.log.error(
        `lease-to-own: ${task.kind} of lease ${task.lease_id} is left to its claim: ${messageOf(failed)}`,
      )
    })
  }
}

/**
 * A contract without an order is given up while no one can complete its cart: a look's findings are judged once more, and the
 * lease becomes `canceling`, which alone refuses completions. The cart is free again before the service is called.
 */
function givingUp(ledger: Ledger, medusa: MedusaSide, task: ServiceTask, lease: LeaseRecord): Enter | undefined {
  if (task.kind !== "cancel_contract" || task.sent || lease.order_id || isCanceling(lease)) return undefined
  return (write) =>
    medusa.lockCart(lease.cart_id, async () => ((await isStillOwed(ledger, medusa, task)) ? write() : "not_owed"))
}

async function isStillOwed(ledger: Ledger, medusa: MedusaSide, { lease_id, kind, detail, actor }: ServiceTask) {
  const lease = await ledger.store.byId(lease_id)
  const facts = lease && (await medusa.factsOf([lease])).get(lease_id)
  if (!facts) return false
  // A person's word holds unless the cart was ordered by this lease, and that is not recorded yet.
  if (actor !== "system") return !facts.order || facts.order.canceled || !facts.order.sessions.length
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
  if (!STARTING_KINDS.includes(task.kind) || task.actor !== "system" || task.detail.send_again) return false
  const facts = (await medusa.factsOf([lease])).get(lease.id)
  if (!facts?.order) return false
  const { calls } = owedOf({ ...facts, lease: await reread(ledger, lease), tasks: [] }, ledger.options, ledger.now())
  return calls.every(({ kind }) => kind !== task.kind)
}

/** A question: nothing is kept of it but what was read. */
async function askStatus(ledger: Ledger, task: ClaimedTask, lease: LeaseRecord): Promise<void> {
  await asQuestion(() => checkStatus(ledger, lease))
  await ledger.store.tasks.drop(task)
}

/** Statuses in which a call to Medusa is still wanted. A call that is not listed here reads Medusa and decides for itself. */
const WANTED: Partial<Record<TaskKind, readonly LeaseStatus[]>> = {
  place_order: AWAITING_ORDER,
  authorize_payment: PLACED,
  capture_payment: PLACED,
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
  const failure = { code, params, at: now.toISOString() }
  // The claimed copy is out of date: the call may have gone out before the fault. One that hangs keeps others out until its claim ends.
  const hangs = error instanceof MedusaHangs && !isServiceCall(task.kind)
  const change: TaskChange = hangs ? { is: "hangs", error: failure } : { ...again(ledger, task, error), error: failure }
  await ledger.store.tasks.write(task, change)
  if (task.kind !== "place_order" || isHeldBack(ledger, error)) return
  const lease = await ledger.store.byId(task.lease_id)
  if (lease && awaitsOrder(lease)) await ledger.store.raise(task.lease_id, "signed_without_order")
}

/** The probes of outages: a question about no one for each, asked beside the lanes of a run, so that no call waits for its answer. */
class Probe {
  busy = false
  private asked = Promise.resolve()

  /** Asks, when it is time to. The breaker takes the answer; how it ends does not matter here. */
  async begin({ accounts }: Desk): Promise<void> {
    const due: Account[] = []
    for (const account of accounts.all) if (await account.breaker.isProbeDue()) due.push(account)
    if (!due.length) return
    this.busy = true
    const ask = ({ service }: Account) => service.getPricing(noOnesApplication()).catch(() => {})
    this.asked = Promise.all(due.map(ask)).then(() => {
      this.busy = false
    })
  }

  /** Until nothing is in progress. */
  rest(): Promise<void> {
    return this.asked
  }
}
