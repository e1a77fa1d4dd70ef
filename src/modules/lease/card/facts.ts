import { isRunning } from "../outbox/unfinished"
import { isExclusive, type TaskKind } from "../rules/call-kinds"
import type { LeaseRecord } from "../rules/records"
import type { TaskRecord } from "../tables/tasks"

/** The order behind a lease. Sums in cents. */
export type CardOrder = {
  id: string
  canceled: boolean
  total: number
  /** Core has gone as far as its payment, or waits for the service to confirm it. */
  paid: boolean
  /** Some of our payment was captured in Medusa's books. */
  captured: boolean
  /** The amount of our payment in Medusa's books: captured less refunded. */
  held: number
  /** Other providers hold this for it. */
  heldElsewhere: number
  /** A payment of ours was canceled. */
  lost: boolean
  /** Medusa's books still hold money of this order, or a payment that can be captured. */
  holdsMoney: boolean
  /** Core lets it be canceled: it is open, and nothing of it is packed. */
  cancelable: boolean
  /** Something was shipped or delivered. */
  shipped: boolean
  /** Pieces that ship at all, those of them that are delivered, and those that came back. */
  pieces: number
  delivered: number
  returned: number
  /** When the last of them was delivered; null while pieces are missing. */
  deliveredAt: Date | null
  /** Number of the last return that the store received, for people. */
  returnNumber: number | null
}

/** Facts that decide what a person sees and may do on a lease. */
export type CardFacts = {
  lease: Pick<
    LeaseRecord,
    | "way"
    | "status"
    | "status_at"
    | "evidence"
    | "service_status"
    | "order_id"
    | "placed_at"
    | "delivered_at"
    | "amount"
    | "attention"
    | "signed_at"
    | "delivery_date"
    | "accepted_order"
    | "reductions"
    | "order_link"
    | "delivery_link"
    | "application_id"
    | "hosted_id"
  >
  /** Null: no order of this lease is there. */
  order: CardOrder | null
  /** The refund that takes off the lease what came back of a part, in cents. Null: the account knows no lines, or they cannot be told. */
  partDue: number | null
  /** Newest first. */
  tasks: readonly TaskRecord[]
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
  now: Date
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
