import type { LeaseOptions } from "../options/options"
import type { AttentionCode } from "../rules/alerts"
import type { TaskKind } from "../rules/call-kinds"
import type { LeaseRecord } from "../rules/records"
import type { TaskDetail, TaskRecord } from "../tables/tasks"

/** A payment of ours in Medusa's books; sums in cents. */
export type PaymentState = { id: string; captured: number; refunded: number; canceled: boolean }

/** The order of a lease in Medusa. Sums in cents. */
export type OrderState = {
  id: string
  createdAt: Date
  canceled: boolean
  canceledAt: Date | null
  /** Its sum as of now. */
  total: number
  /** It goes to somebody else, or elsewhere, than its lease was offered for. */
  recipientDiffers: boolean
  /** Sessions of our provider. Empty: to be paid by another one. */
  sessionIds: string[]
  /** Medusa's payments show that this lease alone pays it: the lease's own order, recorded or not. */
  own: boolean
  /** Another provider holds its payment, or has promised one; or nothing is to be paid. Not so: that provider is still being asked, or declined. */
  paidOtherwise: boolean
  /** Our session whose authorization is open: the order was placed before the service confirmed the signature. */
  awaitingSession: string | null
  payments: PaymentState[]
  /** Other providers hold this for it, authorized or captured. */
  heldElsewhere: number
  /** Something was shipped or delivered. */
  shipped: boolean
  /** When everything that ships was delivered, or shipped: the last of it. Null while that is not so, and where nothing ships. */
  deliveredAt: Date | null
  shippedAt: Date | null
  /** How many of the pieces that ship there are, and how many of them came back. */
  pieces: number
  returned: number
}

/** A cart in Medusa that is no order yet. */
export type CartState = { completed: boolean; payments: PaymentState[]; sessionIds: string[] }

export type Facts = {
  lease: LeaseRecord
  /** The order of the lease, or of its cart. */
  order: OrderState | null
  cart: CartState | null
  /** Newest first. */
  tasks: readonly TaskRecord[]
}

export type Options = Pick<
  LeaseOptions,
  "captureOn" | "confirmDeliveryOn" | "placeOrderAfter" | "abandonAfter" | "timeZone"
> & { service?: Pick<LeaseOptions["service"], "wire"> }
/** `waits`: how long the call is owed before it is made (ms); its reasons are then judged once more. */
export type PendingCall = { kind: TaskKind; detail?: TaskDetail; waits?: number }

/** Consequences of the facts of one lease. */
export type Owed = {
  calls: PendingCall[]
  /** The order stands, and is not written down for its lease yet. */
  record: boolean
  /** The order that waits for a new contract is canceled: its approval is free again. */
  drop?: boolean
  /** Alerts that need a person, and ended alerts. */
  raise: AttentionCode[]
  lower: AttentionCode[]
  /** When to look again although nothing is heard; null: nothing more can become owed without an event. */
  lookAt: Date | null
}

/** Our provider is asked for the order's money, or holds it. */
export function isOurs({ sessionIds, payments }: OrderState): boolean {
  return sessionIds.length > 0 || payments.length > 0
}

/** Core has gone as far as the payment, or waits for the service to confirm it. */
export function isPaidFor({ payments, awaitingSession }: OrderState): boolean {
  return payments.length > 0 || awaitingSession !== null
}

/** Medusa's books still hold something of it: money that was captured, or an authorization. */
export function isOpenPayment({ captured, refunded, canceled }: PaymentState): boolean {
  return captured > 0 ? captured > refunded : !canceled
}

/** The payment of a lease that is to be captured, one and once: a completion that failed may have left a second one of it. */
export function toCapture<T extends PaymentState>(payments: readonly T[]): T | undefined {
  if (payments.some(({ captured }) => captured > 0)) return undefined
  return payments.find(({ canceled }) => !canceled)
}
