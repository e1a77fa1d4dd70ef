import { calls } from "../calls"
import { type Call, noOnesApplication } from "../calls/call"
import { type ClaimedTask, TASK_KINDS, type TaskKind } from "../rules/tasks"
import { type Account, type Desk, longestClaimMs } from "../status/ledger"
import { announce } from "./announce"
import { untried } from "./call-end"
import { ceilingsOf, pause, timer, withCeilings } from "./ceiling"
import { sendCodes } from "./codes"
import { LEASES_A_LOOK, look, messageOf } from "./look"
import { asksService, type Claimed, leaveToClaim, make } from "./make"
import type { MedusaSide } from "./medusa-side"
import { sendNotices } from "./notices"
import { Pool, type Size } from "./pool"

/** A run waits this long until it looks again while calls are in progress (ms). */
const LOOK_PAUSE_MS = 1000
/** A run for one lease looks at it this often: for the order, then for its payment, and so on. */
const LOOKS_AT_ONE = 6

/** How many calls of a lane are made at once. Lanes share nothing, and a call that hangs holds its own slot only. */
const SIZES: Record<Call["lane"], Size> = {
  orders: { slots: 4 },
  contracts: { slots: 4 },
  deliveries: { slots: 8, spare: 32 },
  books: { slots: 4 },
  readings: { slots: 4 },
}

export type RunOptions = {
  leaseId?: string
  /** The run ends at this moment and begins nothing later. A call that hangs then ends on its own (`ceiling.ts`), holding only its task. */
  until?: Date
  /** The process ends: from then on the run begins nothing, and ends with the calls that it has begun. */
  stopping?: AbortSignal
}

/** Records what each lease owes and makes the due calls, by lanes, in any number of processes. Answers leases looked at and calls begun. */
export async function runPending(
  desk: Desk,
  unlimited: MedusaSide,
  { leaseId, until, stopping }: RunOptions = {},
): Promise<{ looked: number; made: number }> {
  const medusa = withCeilings(unlimited, ceilingsOf(desk))
  const over = timer(until && until.getTime() - desk.now().getTime())
  const isOver = () => stopping?.aborted === true || (until !== undefined && desk.now() >= until)
  let looked = 0
  let made = 0
  const lanes = Object.entries(SIZES).map(([lane, size]) => {
    const kinds = TASK_KINDS.filter((kind) => calls[kind].lane === lane)
    const pool = new Pool<Claimed>(size, {
      claim: async (limit) => (isOver() ? [] : claimDue(desk, kinds, limit, leaseId)),
      make: async (one) => {
        if (isOver()) return giveBack(desk, one.task)
        made += 1
        return make(desk, medusa, one)
      },
    })
    return { kinds, pool }
  })
  // Neither waits for the other, and no pending call for them.
  const telling = leaseId
    ? []
    : [announce(desk, isOver), sendNotices(desk, medusa, isOver), sendCodes(desk, medusa, isOver)]
  let probes: Promise<unknown> | null = null
  const isIdle = () => !probes && !lanes.some(({ pool }) => pool.busy)
  const idle = () => Promise.all([probes, ...lanes.map(({ pool }) => pool.idle()), ...telling])
  try {
    if (!leaseId) {
      const away = (await Promise.race([probesDue(desk), over.elapsed])) ?? []
      if (away.length)
        probes = Promise.all(away.map(askNoOne)).then(() => {
          probes = null
        })
      // A service that is back answers at once; calls to Medusa do not wait for one that is not.
      if (probes) await pause(LOOK_PAUSE_MS, probes, over.elapsed)
    }
    for (let looks = 0; !isOver() && !(leaseId && looks === LOOKS_AT_ONE); ) {
      const before = { idle: isIdle(), made, at: Date.now() }
      const looking = look(desk, medusa, leaseId)
      looking.catch(() => {})
      // Due calls may be out of date, so they wait for a look; but not for one that hangs.
      await pause(LOOK_PAUSE_MS, looking, over.elapsed)
      const due = await Promise.race([dueKinds(desk, leaseId), over.elapsed])
      for (const { kinds, pool } of lanes) if (kinds.some((kind) => due?.has(kind))) pool.fill()
      const found = (await Promise.race([looking, over.elapsed])) ?? 0
      looked += found
      // Shoppers in this process get at least half of its time.
      if (found === LEASES_A_LOOK) await pause(Date.now() - before.at, over.elapsed)
      if (found) {
        looks += 1
        continue
      }
      await pause(LOOK_PAUSE_MS, idle(), over.elapsed)
      // One more look finds what a call has made owed.
      if (before.idle && isIdle() && made === before.made) break
    }
  } finally {
    const left = lanes.flatMap(({ pool }) => pool.takeBack())
    await Promise.race([Promise.all([idle(), ...left.map(({ task }) => giveBack(desk, task))]), over.elapsed])
    over.clear()
  }
  return { looked, made }
}

async function probesDue({ accounts }: Desk): Promise<Account[]> {
  const due: Account[] = []
  for (const account of accounts.all) if (await account.breaker.isProbeDue()) due.push(account)
  return due
}

/** A question about no one. The breaker takes the answer; how it ends does not matter here. */
function askNoOne({ service }: Account): Promise<unknown> {
  return service.getPricing(noOnesApplication()).catch(() => {})
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

/** Claims what is due of these kinds. While a service is away its calls stay due. */
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

/** The run is over before the turn of a call that it has claimed: whoever runs next makes it. Never throws. */
async function giveBack(desk: Desk, task: ClaimedTask): Promise<void> {
  await desk.store.tasks
    .write(task, { state: "due", due_at: desk.now(), ...untried(task) })
    .catch((error) => leaveToClaim(desk, task, error))
}
