import { type LeaseStore, type MedusaCall, type TaskChange, type Write } from "../../support/ledger"
import type { Process } from "./process"

/** Kills this very process, as the kernel would: nothing is closed, no one is told. */
function killMyself(): never {
  process.kill(process.pid, "SIGKILL")
  // The signal arrives before the next statement of this thread does.
  for (;;);
}

/**
 * Names of the moments at which a process may be killed:
 *
 * - `<kind>:claimed`, `<kind>:before_intent`, `:after_intent`, `:after_send`, `:before_outcome`, `:after_outcome` of a call of the service
 * - `<kind>:before_call`, `:after_call`, `:after_outcome` of a call of Medusa, and of `reserve`, before a contract
 * - `look:taken`, `look:owing`, `look:owed`, `look:written` of the job's look
 * - `service:before_<method>`, `service:after_<method>` of any call of the client, the checkout's among them
 * - `move:before_<event>`, `move:after_<event>` of a step of the state machine
 */
export function armFailpoint(target: Process, failpoint: string): void {
  const reach = (name: string) => {
    if (name === failpoint) killMyself()
  }
  const { store } = target.ledger
  const { tasks } = store

  const claimDue = tasks.claimDue.bind(tasks)
  tasks.claimDue = async (claim) => {
    const claimed = await claimDue(claim)
    for (const { kind } of claimed) reach(`${kind}:claimed`)
    return claimed
  }
  const { looks } = store
  const take = looks.take.bind(looks)
  looks.take = async (part) => {
    const taken = await take(part)
    if (taken.length) reach("look:taken")
    return taken
  }
  const writeLook = store.writeLook.bind(store)
  store.writeLook = async (lease, writes) => {
    const killing: Write = async () => reach("look:owing")
    const written = await writeLook(lease, [...writes, killing])
    reach("look:owed")
    return written
  }
  const again = looks.again.bind(looks)
  looks.again = async (looked) => {
    await again(looked)
    reach("look:written")
  }
  armSteps(store, reach)
  armCalls(target, reach)
}

/** Steps and moves, those within a transaction too. */
function armSteps(store: LeaseStore, reach: (name: string) => void): LeaseStore {
  const step = store.step.bind(store)
  store.step = async (task, change) => {
    reach(`${task.kind}:before_${momentOf(change.task)}`)
    const after = await step(task, change)
    reach(`${task.kind}:after_${momentOf(change.task)}`)
    return after
  }
  const move = store.move.bind(store)
  store.move = async (id, event, change) => {
    reach(`move:before_${event}`)
    const after = await move(id, event, change)
    reach(`move:after_${event}`)
    return after
  }
  const transaction = store.transaction.bind(store)
  store.transaction = (work) => transaction((inner) => work(armSteps(inner, reach)))
  return store
}

function armCalls({ shop, wire }: Process, reach: (name: string) => void): void {
  const kinds: Record<string, string> = {
    cancelContract: "cancel_contract",
    confirmDelivery: "confirm_delivery",
    returnLease: "return_lease",
    sendOrderId: "send_order_id",
    sendDeliveryDate: "send_delivery_date",
  }
  wire.before = (call) => reach(`service:before_${call}`)
  wire.after = (call) => {
    reach(`service:after_${call}`)
    reach(`${kinds[call]}:after_send`)
  }
  for (const kind of Object.keys(shop.call) as MedusaCall[]) {
    const call = shop.call[kind]
    shop.call[kind] = async (lease) => {
      reach(`${kind}:before_call`)
      await call(lease)
      reach(`${kind}:after_call`)
    }
  }
  const { reserve } = shop
  shop.reserve = async (lease) => {
    reach("reserve:before_call")
    const problem = await reserve(lease)
    reach("reserve:after_call")
    return problem
  }
  const record = shop.record
  shop.record = async (lease, order) => {
    reach("record:before_call")
    await record(lease, order)
    reach("record:after_call")
  }
}

function momentOf(change: TaskChange): "intent" | "outcome" {
  return change.is === "sent" ? "intent" : "outcome"
}
