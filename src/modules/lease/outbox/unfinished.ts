import { type LeaseAction, type LeaseStatus, whyNot } from "../rules/state-machine"
import { isOpen, type TaskKind, type TaskRecord } from "../tables/tasks"
import type { ServiceCallKind } from "./calls/read-back"

const ACTIONS: Record<ServiceCallKind, LeaseAction> = {
  cancel_contract: "cancel",
  confirm_delivery: "deliver",
  return_lease: "return",
  send_order_id: "tell_order",
  send_delivery_date: "deliver",
}

/**
 * The calls of a lease that are not over, newest first: those that are open, and those that the facts had asked for and that were refused, as
 * long as they are the last of their kind and could still be made.
 *
 * @param tasks of the lease, newest first
 */
export function unfinishedCalls<T extends TaskRecord>(status: LeaseStatus, tasks: readonly T[]): T[] {
  return tasks.filter((task, place) => {
    if (task.kind === "read_status") return false
    if (isOpen(task)) return true
    const last = tasks.findIndex(({ kind }) => kind === task.kind) === place
    return last && task.state === "refused" && task.actor === "system" && isPossible(task.kind, status)
  })
}

/** Of these, the ones that a person may have to see to: not those whose time has not come yet. */
export function stuckCalls<T extends TaskRecord>(status: LeaseStatus, tasks: readonly T[], now: Date): T[] {
  return unfinishedCalls(status, tasks).filter(
    ({ state, attempts, due_at }) => state !== "due" || attempts > 0 || due_at <= now,
  )
}

function isPossible(kind: TaskKind, status: LeaseStatus): boolean {
  const action = ACTIONS[kind as ServiceCallKind]
  return action === undefined || whyNot(action, status) === null
}

/** Whoever runs it holds it still. */
export function isRunning({ state, due_at }: Pick<TaskRecord, "state" | "due_at">, now: Date): boolean {
  return state === "running" && due_at > now
}
