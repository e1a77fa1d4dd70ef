import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { clearedOnEntering } from "../rules/alerts"
import type { CallDetail, ClaimedCall } from "../rules/pending-calls"
import type { Actor, EffectColumns, HistoryEntry, LeaseRecord } from "../rules/records"
import { type LeaseEventType, type LeaseStatus, newsOf, transitions } from "../rules/state-machine"
import { Batches } from "./batches"
import { newAnnouncement, newHistory } from "./history"
import { leftColumns } from "./pending-call-store"

/** One step of a pending call: its intent, or its success. */
export type CallStep = {
  call: { sent: true; detail?: CallDetail } | { state: "done" }
  /** How long the claim must still last (ms). */
  lasts?: number
  event?: LeaseEventType
  /** Conditions on the lease: one of these statuses, no process with a claim (`unclaimed`), and still this `application`. */
  guard?: { status?: readonly LeaseStatus[]; unclaimed?: boolean; application?: string | null }
  set?: EffectColumns & { reconcile_at?: Date }
  history?: HistoryEntry[]
  actor: Actor
}

/**
 * Writes steps with the migration's `lease_step` function, which enters a status as `LeaseStore.move` does. PostgreSQL caches the function's plans,
 * and planning was half the cost. A plain transaction per step reached only 18% of plain SQL's throughput. The compiler can't check the function, so
 * a test compares its columns with `EFFECT_COLUMNS`.
 */
export class Steps {
  private readonly batches: Batches<ReturnType<Steps["given"]>, LeaseRecord | null>

  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
    private readonly tell: () => void,
  ) {
    this.batches = new Batches((steps) => this.writeTogether(steps))
  }

  /** Writes the call, lease and history, all or nothing. Returns the updated lease; null if the claim was lost or the lease doesn't match. */
  write(call: ClaimedCall, step: CallStep): Promise<LeaseRecord | null> {
    return this.batches.add(this.given(call, step))
  }

  /** The step in the form that `lease_step` reads. */
  private given(call: ClaimedCall, { event, guard = {}, history = [], ...step }: CallStep) {
    const now = this.now()
    const { from, to } = event ? transitions[event] : { from: undefined, to: null }
    const name = event && newsOf(event)
    return {
      pending_call_id: call.id,
      token: call.claim_token,
      holds_until: step.lasts === undefined ? null : new Date(now.getTime() + step.lasts),
      lease_id: call.lease_id,
      application: guard.application ?? null,
      statuses: from?.filter((status) => guard.status?.includes(status) ?? true) ?? guard.status ?? null,
      unclaimed: guard.unclaimed ?? false,
      entered: to,
      ended: to ? clearedOnEntering(to) : [],
      call: "state" in step.call ? leftColumns(step.call, now) : step.call,
      lease: step.set ?? {},
      events: history.map((entry) => newHistory(step.actor, entry)),
      news: name ? newAnnouncement(call.lease_id, { name }, now) : null,
    }
  }

  private async writeTogether(steps: ReturnType<Steps["given"]>[]): Promise<(LeaseRecord | null)[]> {
    // Lock leases in ID order, like every other writer of several leases.
    const inOrder = [...steps].sort((a, b) => (a.lease_id < b.lease_id ? -1 : 1))
    const given = [JSON.stringify(inOrder), this.now()] as const
    const { rows }: { rows: LeaseRecord[] } = await this.knex.raw("select * from lease_step(?::jsonb, ?)", given)
    if (steps.some(({ news }) => news)) this.tell()
    return steps.map((step) => {
      const after = rows[inOrder.indexOf(step)]
      return after?.id ? after : null
    })
  }
}
