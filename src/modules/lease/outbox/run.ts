import { calls } from "../calls"
import { type Call, noOnesApplication } from "../calls/service-call"
import { type ClaimedTask, TASK_KINDS, type TaskKind } from "../rules/tasks"
import { type Account, type Desk, longestClaimMs } from "../status/ledger"
import { messageOf } from "../texts/messages"
import { announce } from "./announce"
import { untried } from "./attempt-end"
import { ceilingsOf, pause, timer, withCeilings } from "./ceiling"
import { sendCodes } from "./codes"
import { LEASES_A_LOOK, look } from "./look"
import { asksService, type Claimed, leaveToClaim, make } from "./make"
import type { MedusaSide } from "./medusa"
import { feedAlerts, sendNotices } from "./notices"
import { Pool, type Size, type Work } from "./pool"

/** How long a run waits before it checks again while calls are in progress (ms). */
const LOOK_PAUSE_MS = 1000
/** How often a run for one lease checks it: for the order, then for its payment, and so on. */
const LOOKS_AT_ONE = 6

/** How many calls of a lane are made at once. Lanes share nothing, and a call that hangs holds only its own slot. */
const SIZES: Record<Call["lane"], Size> = {
  orders: { slots: 4 },
  contracts: { slots: 4 },
  deliveries: { slots: 8, spare: 32 },
  books: { slots: 4 },
  readings: { slots: 4 },
}

export type RunOptions = {
  leaseId?: string
  /** When the run ends. It begins nothing later, and a call that hangs then ends on its own (`ceiling.ts`). */
  until?: Date
  /** Aborted when the process ends: the run begins nothing more and ends with the calls it has begun. */
  stopping?: AbortSignal
}

/** Records what each lease owes and makes the due calls, in lanes and in any number of processes. Returns the leases checked and the calls begun. */
export async function runPending(
  desk: Desk,
  unlimited: MedusaSide,
  { leaseId, until, stopping }: RunOptions = {},
): Promise<{ looked: number; made: number }> {
  const medusa = withCeilings(unlimited, ceilingsOf(desk))
  const over = timer(until && until.getTime() - desk.now().getTime())
  // The timer counts, too: by a clock that was set back, the run would go on without a pause.
  let isTimeUp = false
  over.elapsed.then(() => {
    isTimeUp = true
  })
  const isOver = () => stopping?.aborted === true || isTimeUp || (until !== undefined && desk.now() >= until)
  let looked = 0
  let made = 0
  const lanes = lanesOf({
    claim: async (kinds, limit) => (isOver() ? [] : claimDue(desk, kinds, limit, leaseId)),
    make: async (one) => {
      if (isOver()) return giveBack(desk, one.task)
      made += 1
      return make(desk, medusa, one)
    },
  })
  const aside = leaseId ? null : besides(desk, medusa, isOver)
  const isIdle = () => !aside?.isProbing() && !lanes.some(({ pool }) => pool.busy)
  const idle = () => Promise.all([aside?.all, ...lanes.map(({ pool }) => pool.idle())])
  try {
    // A service that is back answers at once. Calls to Medusa don't wait for one that is not.
    if (aside) await pause(LOOK_PAUSE_MS, aside.probes, over.elapsed)
    for (let looks = 0; !isOver() && !(leaseId && looks === LOOKS_AT_ONE); ) {
      const before = { idle: isIdle(), made, at: performance.now() }
      const looking = look(desk, medusa, leaseId)
      looking.catch(() => {})
      // Due calls may be out of date, so they wait for a check, but not for one that hangs.
      await pause(LOOK_PAUSE_MS, looking, over.elapsed)
      const due = await Promise.race([dueKinds(desk, leaseId), over.elapsed])
      for (const { kinds, pool } of lanes) if (kinds.some((kind) => due?.has(kind))) pool.fill()
      const found = (await Promise.race([looking, over.elapsed])) ?? 0
      looked += found
      // Shoppers in this process get at least half of its time.
      if (found === LEASES_A_LOOK) await pause(performance.now() - before.at, over.elapsed)
      if (found) {
        looks += 1
        continue
      }
      await pause(LOOK_PAUSE_MS, idle(), over.elapsed)
      // One more check finds what a finished call has made due.
      if (before.idle && isIdle() && made === before.made) break
    }
  } finally {
    const left = lanes.flatMap(({ pool }) => pool.takeBack())
    await Promise.race([Promise.all([idle(), ...left.map(({ task }) => giveBack(desk, task))]), over.elapsed])
    over.clear()
  }
  return { looked, made }
}

/** What a run of all leases does besides: probes, and telling people and programs. None of it waits for the rest, and no pending call for it. */
function besides(desk: Desk, medusa: MedusaSide, isOver: () => boolean) {
  let isProbing = true
  const probes = probeAway(desk).finally(() => {
    isProbing = false
  })
  const telling = [sendNotices, feedAlerts, sendCodes].map((send) => send(desk, medusa, isOver))
  return { probes, isProbing: () => isProbing, all: Promise.all([probes, announce(desk, isOver), ...telling]) }
}

/** Asks the services that are down about a nonexistent application, where a probe is due. Their breakers record the answers. */
async function probeAway({ accounts }: Desk): Promise<void> {
  const probe = async ({ breaker, service }: Account) => {
    if (await breaker.isProbeDue()) await service.getPricing(noOnesApplication()).catch(() => {})
  }
  await Promise.all(accounts.all.map(probe))
}

type Claiming = (kinds: readonly TaskKind[], limit: number) => Promise<Claimed[]>

function lanesOf({ claim, make }: { claim: Claiming; make: Work<Claimed>["make"] }) {
  return Object.entries(SIZES).map(([lane, size]) => {
    const kinds = TASK_KINDS.filter((kind) => calls[kind].lane === lane)
    return { kinds, pool: new Pool<Claimed>(size, { claim: (limit) => claim(kinds, limit), make }) }
  })
}

/** The kinds that are due, read once for all lanes: nearly always nothing is. */
async function dueKinds({ store, log }: Desk, leaseId?: string): Promise<ReadonlySet<TaskKind>> {
  try {
    return await store.tasks.dueKinds(leaseId)
  } catch (error) {
    log.error(`lease-to-own: pending calls could not be looked for: ${messageOf(error)}`)
    return new Set()
  }
}

/** Claims due calls of these kinds. Calls to a service that is down stay due. */
async function claimDue(desk: Desk, kinds: readonly TaskKind[], limit: number, leaseId?: string): Promise<Claimed[]> {
  const { store, accounts, log } = desk
  try {
    const away = kinds.some(asksService) ? await accounts.away() : []
    if (away.length === accounts.all.length) return []
    const not = away.map(({ account }) => account)
    const ms = longestClaimMs(desk)
    const tasks = await store.tasks.claimDue({ kinds, limit, ms, not, ...(leaseId && { leaseId }) })
    const leases = await store.byIds(tasks.map(({ lease_id }) => lease_id))
    return tasks.map((task) => ({ task, lease: leases.get(task.lease_id) }))
  } catch (error) {
    log.error(`lease-to-own: pending calls could not be claimed: ${messageOf(error)}`)
    return []
  }
}

/** Gives back a claimed call that the run can't begin any more; the next run makes it. Never throws. */
async function giveBack(desk: Desk, task: ClaimedTask): Promise<void> {
  await desk.store.tasks
    .write(task, { state: "due", due_at: desk.now(), ...untried(task) })
    .catch((error) => leaveToClaim(desk, task, error))
}
