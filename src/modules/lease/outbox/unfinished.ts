import { type TaskKind } from "../rules/call-kinds"
import { type LeaseStatus, whyNot } from "../rules/state-machine"
import { isOpen, type TaskRecord } from "../tables/tasks"
import { isServiceCall, serviceCalls } from "./calls"

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

/** The unfinished calls that a person may have to handle: not those whose time has not come yet. */
export function stuckCalls<T extends TaskRecord>(status: LeaseStatus, tasks: readonly T[], now: Date): T[] {
  return unfinishedCalls(status, tasks).filter(
    ({ state, attempts, due_at }) => state !== "due" || attempts > 0 || due_at <= now,
  )
}

function isPossible(kind: TaskKind, status: LeaseStatus): boolean {
  return !isServiceCall(kind) || whyNot(serviceCalls[kind].action, status) === null
}

/** A process still holds it. */
export function isRunning({ state, due_at }: Pick<TaskRecord, "state" | "due_at">, now: Date): boolean {
  return state === "running" && due_at > now
}
