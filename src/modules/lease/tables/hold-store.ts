import { type CallKind, OPEN } from "../rules/pending-calls"
import { UNFINISHED } from "../rules/state-machine"
import { Table } from "./table"

/** Finds the leases to hold after a restore (`outbox/hold.ts`). */
export class HoldStore extends Table {
  /** Locks the leases that aren't held and aren't over, or have an open call of these kinds. Returns their IDs. */
  unfinished(kinds: readonly CallKind[]): Promise<string[]> {
    const called = this.notDeleted("lease_pending_call")
      .whereRaw("lease_pending_call.lease_id = lease.id")
      .whereIn("kind", [...kinds])
      .whereIn("state", [...OPEN])
    return this.notDeleted("lease")
      .whereNull("held_at")
      .where((leases) => leases.whereIn("status", [...UNFINISHED]).orWhereExists(called))
      .orderBy("id")
      .forUpdate()
      .pluck("id")
  }
}
