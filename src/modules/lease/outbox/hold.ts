import type { StatusReading } from "../../../client"
import { type LedgerDeps, SERVICE, SYSTEM, settingsOf, unsentLeases } from "../accounts/deps"
import { isServiceCall, type ServiceCallKind, serviceCalls } from "../calls"
import type { ServiceCall } from "../calls/service-call"
import { statusText } from "../lease-service/read-status"
import { staffParams } from "../options/operator"
import { HOUR_MS } from "../rules/moments"
import type { PendingCall } from "../rules/pending-calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import type { StoreMark } from "../tables/hold-store"
import { messageOf } from "../texts/messages"
import { storeHeldText } from "../texts/store-held"

const KINDS = Object.keys(serviceCalls) as ServiceCallKind[]

/*
 * A held lease (`held_at`) is one that the ledger may know too little about, because its database was restored or copied. Nothing is sent for it: its
 * calls aren't claimed (`PendingCallStore.claimDue`, `lease_step`), it isn't reconciled (`LeaseStore.claimForReconcile`), and people's requests are
 * refused (`refuseHeld`). The alert `held` blocks its order like any other blocking alert. While the whole store is held, nothing is sent for any
 * lease that began before. See docs/adr/0026-held-leases.md.
 */

/**
 * Compares the database with its mark. Returns why the whole store is held; null if it isn't. If the database can't be read, nothing is held.
 */
export async function checkStore({ store, options, log, now }: LedgerDeps): Promise<StoreMark | null> {
  try {
    const mark = await store.holds.compare(await store.holds.database(), holding(options))
    if (!mark.held_since) return null
    if (isToLog(mark.held_since, now())) log.error(`lease-to-own: ${storeHeldText(mark)}`)
    return mark
  } catch (error) {
    log.warn(`lease-to-own: whether this is the same database could not be checked: ${messageOf(error)}`)
    return null
  }
}

/** Logs for which accounts' unfinished leases nothing is sent, as in a copy whose accounts are in mode `test`. Never throws. */
export async function logUnsent(deps: LedgerDeps): Promise<void> {
  const { log } = deps
  try {
    for (const { account_id, count } of await unsentLeases(deps))
      log.warn(
        `lease-to-own: nothing is sent for ${count} unfinished leases of ${account_id ?? "the first account"}, because it is no longer in the options, or its mode is test and they are live.`,
      )
  } catch (error) {
    log.warn(`lease-to-own: the accounts of unfinished leases could not be checked: ${messageOf(error)}`)
  }
}

/** When this process last logged a hold that began at that time. */
const loggedAt = new Map<number, number>()

function isToLog(since: Date, now: Date): boolean {
  const last = loggedAt.get(since.getTime())
  if (last !== undefined && Math.abs(now.getTime() - last) < HOUR_MS) return false
  loggedAt.set(since.getTime(), now.getTime())
  return true
}

function holding({ holdCalls }: LedgerDeps["options"]) {
  return { isHeldByOption: holdCalls, kinds: KINDS }
}

/**
 * The database is the same store's, without lost time: takes its mark and ends the hold of the whole store, unless option `holdCalls` is still on.
 * Returns the mark.
 */
export async function recordSameStore({ store, options }: LedgerDeps): Promise<StoreMark> {
  const database = await store.holds.database()
  return store.transaction(async ({ holds }) => {
    await holds.take(database, { copied: false })
    return holds.compare(database, holding(options))
  })
}

/**
 * The database was set back to `time`: holds each lease that isn't over until it is checked, and ends the hold of the whole store. Safe to repeat: a
 * later run for the same restore holds no lease again. Returns how many leases weren't held before.
 */
export async function recordRestore(deps: LedgerDeps, time: Date): Promise<number> {
  const database = await deps.store.holds.database()
  return deps.store.transaction(async (store) => {
    const { restored, held_since: before = null } = (await store.holds.read()) ?? {}
    const isKnown = restored?.to === time.toISOString() && !before
    const count = isKnown ? 0 : await holdUnfinished({ ...deps, store }, before)
    await store.holds.take(database, { copied: false })
    if (!isKnown) await store.holds.recordRestore(time)
    return count
  })
}

/**
 * The database is a copy: closes every open call to the service for good, holds each lease that isn't over for good, and drops the emails that wait,
 * because the original sends them. Safe to repeat. Returns null, and changes nothing, unless the store is held or a known copy, because in the original
 * this couldn't be undone.
 */
export async function recordCopy(deps: LedgerDeps): Promise<{ held: number; closed: number } | null> {
  const database = await deps.store.holds.database()
  return deps.store.transaction(async (store) => {
    const { held_since, copied_at } = await store.holds.compare(database, holding(deps.options))
    if (!held_since && !copied_at) return null
    const held = await holdUnfinished({ ...deps, store })
    const leases = await store.holds.close(KINDS)
    await store.announcements.dropWaitingMails()
    const entry = { type: "resolved_by_hand", detail: { outcome: "nothing", note: COPY_NOTE } } as const
    for (const id of leases) await store.append(id, SYSTEM, [entry])
    await store.holds.take(database, { copied: true })
    return { held, closed: leases.length }
  })
}

const COPY_NOTE = "This database is a copy of another store's, so the open call is not made here."

/**
 * Holds every lease that isn't over: those with a contract that was handed out or is in force, and any other with an open call to the service. With
 * `before`, only those that began earlier. Safe to repeat. Returns how many leases weren't held before.
 */
export async function holdUnfinished({ store, now }: LedgerDeps, before: Date | null = null): Promise<number> {
  return store.transaction(async (within) => {
    const ids = await within.holds.unfinished(KINDS, before)
    for (const id of ids) {
      await within.set(id, { held_at: now() }, { actor: SYSTEM })
      await within.raise(id, "held")
    }
    return ids.length
  })
}

/** Holds a lease, or keeps it held, with the status that was read. Returns the lease afterward. */
export function hold(
  { store, now }: LedgerDeps,
  read: LeaseRecord,
  reading: StatusReading | null,
): Promise<LeaseRecord> {
  const { id, status } = read
  const status_checked = reading && ({ type: "status_checked", detail: { status: statusText(reading) } } as const)
  const columns = reading && {
    checked_at: now(),
    ...(reading.kind === "status" && { service_status: reading.statusText }),
  }
  return store.transaction(async (within) => {
    const [lease] = await within.lock([id])
    // If the lease has changed since it was read, the reading says nothing about it. If somebody has released it, it stays released.
    if (lease?.status !== status || (read.held_at && !lease.held_at)) return lease ?? read
    await within.set(id, { held_at: lease.held_at ?? now(), ...columns }, { actor: SYSTEM })
    if (status_checked) await within.appendOnce(id, SERVICE, status_checked)
    return (await within.raise(id, "held")) ?? lease
  })
}

/** Whether a call would end or reduce the contract, and the reading doesn't show that the call took effect or can't anymore. */
export function isStillEnding(call: PendingCall, lease: LeaseRecord, reading: StatusReading): boolean {
  const { endsContract, readBack }: Partial<ServiceCall> = isServiceCall(call.kind) ? serviceCalls[call.kind] : {}
  return endsContract === true && !["done", "impossible"].includes(readBack?.({ reading }, lease, call) ?? "unclear")
}

/**
 * Lets a held lease go on. Its open calls to the service may have been sent after the moment to which the database was restored, so they are read
 * back first. A call that changes the lease's status before it is sent does so here, because its success is recorded only from that status. A call
 * that would end the contract, which may be a newer one by now, is left to staff unless the reading shows that it took effect.
 */
export async function release(
  deps: LedgerDeps,
  { id }: LeaseRecord,
  { actor, reading }: { actor: Actor; reading: StatusReading | null },
): Promise<void> {
  const { store, now } = deps
  await store.transaction(async (within) => {
    const open = await within.pendingCalls.doubt(id, KINDS)
    const [lease] = await within.lock([id])
    if (!lease?.held_at) return
    const alerts = lease.alerts.filter(({ code }) => code !== "held")
    await within.set(
      id,
      { held_at: null, alerts, reconcile_at: now() },
      { actor, history: [{ type: "hold_released" }] },
    )
    for (const call of open) {
      if (!isServiceCall(call.kind)) continue
      const { entering, action, alerts } = serviceCalls[call.kind] as ServiceCall
      if (entering && lease.status !== entering.status && !whyNot(action, lease.status))
        await within.move(id, entering.event, { actor })
      if (!reading || !isStillEnding(call, lease, reading)) continue
      const params = staffParams({ options: settingsOf(deps, lease) }, lease)
      await within.pendingCalls.leaveToStaff(call, { code: "maybe_newer", params, at: now().toISOString() })
      await within.raise(id, alerts.unknown)
    }
  })
}
