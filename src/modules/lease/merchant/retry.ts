import { stuckCalls } from "../calls/unfinished"
import type { Actor, LeaseRecord } from "../rules/records"
import { isOpen } from "../rules/tasks"
import { type Desk, reread } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** Has everything that failed or stayed unknown tried again at once. A call that may have arrived is read back first, then sent again. */
export async function retry(desk: Desk, lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
  const stuck = stuckCalls(lease.status, await desk.store.tasks.ofLease(lease.id), desk.now())
  const open = stuck.filter(isOpen)
  // A refused call can be made again only where nothing else of its kind, or of those that exclude it, is open.
  const latest = open.length ? open : stuck.slice(0, 1)
  const waiting = latest.filter((task) => task.state !== "running")
  if (!waiting.length) throw new LedgerRefusal(latest.length ? "busy" : "retry_nothing_open")
  await desk.store.transaction(async (store) => {
    for (const task of waiting) {
      // Only a person who was told that nothing can be read back can say that it did not arrive.
      if (!(await store.tasks.again(task, { sendAgain: task.state === "unknown" }))) throw new LedgerRefusal("busy")
      await store.append(lease.id, actor, [{ type: "retried", detail: { kind: task.kind } }])
    }
    await store.wake(lease.id)
  })
  return reread(desk, lease)
}
