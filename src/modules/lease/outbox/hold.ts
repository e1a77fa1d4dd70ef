import { type LedgerDeps, SYSTEM } from "../accounts/deps"
import { isServiceCall, type ServiceCallKind, serviceCalls } from "../calls"
import type { Actor, LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"

const KINDS = Object.keys(serviceCalls) as ServiceCallKind[]

/*
 * A held lease (`held_at`) is one that the ledger may know too little about, because its database was restored or copied. Nothing is sent for it: its
 * calls aren't claimed (`PendingCallStore.claimDue`, `lease_step`), it isn't reconciled (`LeaseStore.claimForReconcile`), and people's requests are
 * refused (`refuseHeld`). The alert `held` blocks its order like any other blocking alert. See docs/adr/0026-held-leases.md.
 */

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
 * Lets a held lease go on. Its open calls to the service may have been sent after the moment to which the database was restored, so they are read back
 * first. A call that changes the lease's status before it is sent does so here, because its success is recorded only from that status.
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
