import { type LeaseStatus, whyNot } from "../rules/state-machine"
import { isOpen, type TaskRecord } from "../rules/tasks"
import { isServiceCall, serviceCalls } from "."

/**
 * The calls of a lease that are not over, newest first: those that are open, and those that the facts had asked for and that were refused, as
 * long as they are the last of their kind and could still be made.
 *
 * @param tasks of the lease, newest first
 */
export function unfinishedCalls<T extends TaskRecord>(status: LeaseStatus, tasks: readonly T[]): T[] {
  const isPossible = ({ kind }: T) => !isServiceCall(kind) || whyNot(serviceCalls[kind].action, status) === null
  return tasks.filter((task, place) => {
    if (task.kind === "read_status") return false
    if (isOpen(task)) return true
    const isLast = tasks.findIndex(({ kind }) => kind === task.kind) === place
    return isLast && task.state === "refused" && task.actor === "system" && isPossible(task)
  })
}

/** The unfinished calls that a person may have to handle: not those whose time has not come yet. */
export function stuckCalls<T extends TaskRecord>(status: LeaseStatus, tasks: readonly T[], now: Date): T[] {
  return unfinishedCalls(status, tasks).filter(
    ({ state, attempts, due_at }) => state !== "due" || attempts > 0 || due_at <= now,
  )
}
