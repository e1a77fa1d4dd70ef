import { type AlertFacts, openAlerts } from "../rules/conditions"
import type { LeaseRecord } from "../rules/records"
import type { TaskRecord } from "../rules/tasks"
import { isExclusive, isRunning, type TaskKind } from "../rules/tasks"

/** Facts that decide what a person sees and may do on a lease. */
export type CardFacts = AlertFacts & {
  lease: AlertFacts["lease"] &
    Pick<LeaseRecord, "service_status" | "delivered_at" | "delivery_date" | "application_id" | "hosted_id"> &
    Pick<LeaseRecord, "order_link" | "delivery_link">
  /** Number of the last return that the store received, for people. */
  returnNumber: number | null
  /** The refund that takes off the lease what came back of a part, in cents. Null: the account knows no lines, or they cannot be told. */
  partDue: number | null
  /** Somebody holds the claim of this lease: a call is in progress. */
  claimed: boolean
  /** The last time that somebody asked whether the lease may be returned. */
  returnCheck: { eligible: boolean; at: Date } | null
  captureOn: "order" | "delivery"
  /** `manual`: only a person confirms a delivery to the service. */
  confirmDeliveryOn: "delivered" | "shipped" | "manual"
  /** A contract with no order is given up this long after the signature (ms). */
  abandonAfter: number
  /** Turns moments into days. */
  timeZone: string
}

/** The facts with the alerts that still hold. The job ends the others; until it has looked, no one is told what the facts deny. */
export function withOpenAlerts(facts: CardFacts): CardFacts {
  return { ...facts, lease: { ...facts.lease, attention: openAlerts(facts) } }
}

/** An order that is there, and that the lease does not know as its own. */
export function isForeign({ lease, order }: CardFacts): boolean {
  return order !== null && lease.order_id !== order.id
}

/** The service said no to a return, and nothing has happened since that may have changed its mind: the delivery starts a new count. */
export function isNotReturnable({ lease, returnCheck }: Pick<CardFacts, "lease" | "returnCheck">): boolean {
  return returnCheck !== null && !returnCheck.eligible && !isOutdated(returnCheck, lease)
}

/** An answer about a return that is older than the delivery says nothing of the lease that runs now. */
export function isOutdated({ at }: { at: Date }, { delivered_at }: Pick<LeaseRecord, "delivered_at">): boolean {
  return delivered_at !== null && at < delivered_at
}

/** A call that excludes the others is in progress: to the service, or the placing of the order. */
export function isBusy({ tasks, claimed, now }: CardFacts): boolean {
  return claimed || tasks.some((task) => isExclusive(task.kind) && isRunning(task, now))
}

/** The last call of a kind; undefined when there was none. */
export function lastCall({ tasks }: Pick<CardFacts, "tasks">, ...kinds: TaskKind[]): TaskRecord | undefined {
  return tasks.find(({ kind }) => kinds.includes(kind))
}
