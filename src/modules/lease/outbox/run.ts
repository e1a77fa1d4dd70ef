import { type LedgerDeps, type ListedAccount, longestClaimMs } from "../accounts/deps"
import { calls } from "../calls"
import { type CallProperties, noOnesApplication } from "../calls/service-call"
import { CALL_KINDS, type CallKind, type ClaimedCall } from "../rules/pending-calls"
import { messageOf } from "../texts/messages"
import { announce } from "./announce"
import { uncounted } from "./call-outcome"
import { ceilingsOf, pause, timer, withCeilings } from "./ceiling"
import { sendCodes } from "./codes"
import { logNewer } from "./log-newer"
import { asksService, type Claimed, leaveToClaim, make } from "./make"
import type { MedusaSide } from "./medusa"
import { feedAlerts, sendNotices } from "./notices"
import { Pool, type PoolSize, type PoolWork } from "./pool"
import { RECONCILE_BATCH, reconcile } from "./reconcile"

/** How long a run waits for its probes, for a reconciliation, or for calls in progress before it continues. */
const PAUSE_MS = 1000
/** How many times a run for one lease reconciles it: for its order, then for the payment, and so on. */
const RECONCILES_OF_ONE = 6

/** How many calls are made at a time in each lane. A call that hangs blocks only its own slot in its lane. */
const SIZES: Record<CallProperties["lane"], PoolSize> = {
  orders: { slots: 4 },
  contracts: { slots: 4 },
  deliveries: { slots: 8, spare: 32 },
  books: { slots: 4 },
  readings: { slots: 4 },
}

export type RunOptions = {
  leaseId?: string
  /** When the run ends. It starts no new work after that, and calls that hang time out on their own (`ceiling.ts`). */
  until?: Date
  /** Aborted when the process shuts down. The run then starts no new work and ends once its calls in progress are finished. */
  stopping?: AbortSignal
}

/** Reconciles leases and makes the due calls, in lanes and in any number of processes. Returns the number of leases and calls. */
export async function runPending(
  deps: LedgerDeps,
  unlimited: MedusaSide,
  { leaseId, until, stopping }: RunOptions = {},
): Promise<{ reconciled: number; made: number }> {
  const medusa = withCeilings(unlimited, ceilingsOf(deps))
  const deadline = timer(until && until.getTime() - deps.now().getTime())
  // Check the timer as well as the time, because the clock may be set back.
  const mustStop = () => stopping?.aborted === true || deadline.isOver() || (until !== undefined && deps.now() >= until)
  let reconciled = 0
  let made = 0
  const lanes = lanesOf({
    claim: async (kinds, limit) => (mustStop() ? [] : claimDue(deps, kinds, limit, leaseId)),
    make: async (one) => {
      if (mustStop()) return giveBack(deps, one.call)
      made += 1
      return make(deps, medusa, one)
    },
  })
  const housekeeping = leaseId ? null : keepHouse(deps, medusa, mustStop)
  const isIdle = () => !housekeeping?.isProbing() && !lanes.some(({ pool }) => pool.busy)
  const idle = () => Promise.all([housekeeping?.all, ...lanes.map(({ pool }) => pool.idle())])
  try {
    // Wait briefly for the probes, because a service that is up again responds immediately. Calls to Medusa don't wait for a service that is down.
    if (housekeeping) await pause(PAUSE_MS, housekeeping.probes, deadline.elapsed)
    for (let left = leaseId ? RECONCILES_OF_ONE : Number.POSITIVE_INFINITY; left > 0 && !mustStop(); ) {
      const before = { isIdle: isIdle(), made }
      const found = await reconcileAndFill(deps, medusa, { lanes, deadline, leaseId })
      reconciled += found
      if (found) left -= 1
      else {
        await pause(PAUSE_MS, idle(), deadline.elapsed)
        // A finished call may have made another call due, so reconcile once more.
        if (before.isIdle && isIdle() && made === before.made) break
      }
    }
  } finally {
    const left = lanes.flatMap(({ pool }) => pool.takeBack())
    await Promise.race([Promise.all([idle(), ...left.map(({ call }) => giveBack(deps, call))]), deadline.elapsed])
    deadline.clear()
  }
  return { reconciled, made }
}

type Started = { lanes: ReturnType<typeof lanesOf>; deadline: ReturnType<typeof timer>; leaseId: string | undefined }

/** Starts the due calls after reconciling a batch of leases, because calls may be out of date until then. Returns the number of leases. */
async function reconcileAndFill(deps: LedgerDeps, medusa: MedusaSide, started: Started): Promise<number> {
  const { lanes, deadline, leaseId } = started
  const since = performance.now()
  const reconciling = reconcile(deps, medusa, leaseId)
  reconciling.catch(() => {})
  // If the reconciliation hangs, the calls start without it.
  await pause(PAUSE_MS, reconciling, deadline.elapsed)
  const due = await Promise.race([dueKinds(deps, leaseId), deadline.elapsed])
  for (const { kinds, pool } of lanes) if (kinds.some((kind) => due?.has(kind))) pool.fill()
  const found = (await Promise.race([reconciling, deadline.elapsed])) ?? 0
  // Leave at least half of this process's time for shoppers.
  if (found === RECONCILE_BATCH) await pause(performance.now() - since, deadline.elapsed)
  return found
}

/** A run's work in addition to calls: probes, events, emails, notifications. These don't wait for each other, and calls don't wait for them. */
function keepHouse(deps: LedgerDeps, medusa: MedusaSide, mustStop: () => boolean) {
  let isProbing = true
  const probes = probeAway(deps).finally(() => {
    isProbing = false
  })
  const notifications = [sendNotices, feedAlerts, sendCodes].map((send) => send(deps, medusa, mustStop))
  return {
    probes,
    isProbing: () => isProbing,
    all: Promise.all([probes, announce(deps, mustStop), logNewer(deps), ...notifications]),
  }
}

/** Probes each service that is down and due for a probe by requesting a nonexistent application's price. Its breaker records the response. */
async function probeAway({ accounts }: LedgerDeps): Promise<void> {
  const probe = async ({ breaker, service }: ListedAccount) => {
    if (await breaker.isProbeDue()) await service.getPricing(noOnesApplication()).catch(() => {})
  }
  await Promise.all(accounts.all.map(probe))
}

type Claiming = (kinds: readonly CallKind[], limit: number) => Promise<Claimed[]>

/** Returns a pool for each lane, with the kinds of calls that the pool makes. */
function lanesOf({ claim, make }: { claim: Claiming; make: PoolWork<Claimed>["make"] }) {
  return Object.entries(SIZES).map(([lane, size]) => {
    const kinds = CALL_KINDS.filter((kind) => calls[kind].lane === lane)
    return { kinds, pool: new Pool<Claimed>(size, { claim: (limit) => claim(kinds, limit), make }) }
  })
}

/** The kinds of due calls, read once for all lanes, because usually none are due. */
async function dueKinds({ store, log }: LedgerDeps, leaseId?: string): Promise<ReadonlySet<CallKind>> {
  try {
    return await store.pendingCalls.dueKinds(leaseId)
  } catch (error) {
    log.error(`lease-to-own: the due calls could not be read: ${messageOf(error)}`)
    return new Set()
  }
}

/** Claims due calls of these kinds. Calls to a service that is down stay due. */
async function claimDue(
  deps: LedgerDeps,
  kinds: readonly CallKind[],
  limit: number,
  leaseId?: string,
): Promise<Claimed[]> {
  const { store, accounts, log } = deps
  try {
    const away = kinds.some(asksService) ? await accounts.away() : []
    if (away.length === accounts.all.length) return []
    const not = away.map(({ account_id }) => account_id)
    const ms = longestClaimMs(deps)
    const pendingCalls = await store.pendingCalls.claimDue({ kinds, limit, ms, not, ...(leaseId && { leaseId }) })
    const leases = await store.byIds(pendingCalls.map(({ lease_id }) => lease_id))
    return pendingCalls.map((call) => ({ call, lease: leases.get(call.lease_id) }))
  } catch (error) {
    log.error(`lease-to-own: pending calls could not be claimed: ${messageOf(error)}`)
    return []
  }
}

/** Releases the claim on a call that this run can no longer start. The next run makes the call. Never throws. */
async function giveBack(deps: LedgerDeps, call: ClaimedCall): Promise<void> {
  await deps.store.pendingCalls
    .write(call, { state: "due", due_at: deps.now(), ...uncounted(call) })
    .catch((error) => leaveToClaim(deps, call, error))
}
