import { type LedgerDeps, SYSTEM } from "../accounts/deps"
import { isServiceCall, type ServiceCallKind, serviceCalls } from "../calls"
import { HOUR_MS } from "../rules/moments"
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

/** The database was set back: holds each lease that isn't over until staff check it. Safe to repeat. Returns how many leases weren't held before. */
export async function recordRestore(deps: LedgerDeps): Promise<number> {
  const database = await deps.store.holds.database()
  return deps.store.transaction(async (store) => {
    const count = await holdUnfinished({ ...deps, store })
    await store.holds.take(database, { copied: false })
    return count
  })
}

/** The database is a copy: closes every open call to the service for good, and holds each lease that isn't over for good. Safe to repeat. */
export async function recordCopy(deps: LedgerDeps): Promise<{ held: number; closed: number }> {
  const database = await deps.store.holds.database()
  return deps.store.transaction(async (store) => {
    const held = await holdUnfinished({ ...deps, store })
    const leases = await store.holds.close(KINDS)
    const entry = { type: "resolved_by_hand", detail: { outcome: "nothing", note: COPY_NOTE } } as const
    for (const id of leases) await store.append(id, SYSTEM, [entry])
    await store.holds.take(database, { copied: true })
    return { held, closed: leases.length }
  })
}

const COPY_NOTE = "This database is a copy of another store's, so the open call is not made here."

/**
 * Holds every lease that isn't over: those with a contract that may be signed or in force, and any other with an open call to the service. Safe to
 * repeat. Returns how many leases weren't held before.
 */
export async function holdUnfinished({ store, now }: LedgerDeps): Promise<number> {
  return store.transaction(async (within) => {
    const ids = await within.holds.unfinished(KINDS)
    for (const id of ids) {
      await within.set(id, { held_at: now() }, { actor: SYSTEM })
      await within.raise(id, "held")
    }
    return ids.length
  })
}

/**
 * Lets a held lease go on. Its open calls to the service may have been sent after the moment to which the database was restored, so they are read
 * back first. A call that changes the lease's status before it is sent does so here, because its success is recorded only from that status.
 */
export async function release({ store, now }: LedgerDeps, { id }: LeaseRecord, actor: Actor): Promise<void> {
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
    for (const { kind } of open) {
      const { entering, action } = isServiceCall(kind) ? serviceCalls[kind] : {}
      if (entering && action && lease.status !== entering.status && !whyNot(action, lease.status))
        await within.move(id, entering.event, { actor })
    }
  })
}
