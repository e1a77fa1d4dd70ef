import { type CallKind, isOpen, type LeaseRecord, type PendingCall } from "../../../src/modules/lease/ledger"
import type { LeaseOptions } from "../../../src/modules/lease/options/options"
import { isAbout } from "../../../src/modules/lease/rules/alerts"
import type { ShopOrder } from "./medusa"

/** The calls that take effect once. */
export type Effect = "cancel_contract" | "confirm_delivery" | "return_lease"

/** A lease at the service. Amounts in cents. */
export type ServiceLease = {
  applicationId: string
  /** In the service's words. `hasStatus`: whether its responses contain the status. */
  status: string
  hasStatus: boolean
  isSigned: boolean
  /** What is left of the cart's price, and each price reduction. */
  left: number
  parts: readonly number[]
  /** The number of contracts that the effects belong to, how many times each call took effect, and the calls repeated after their effect. */
  contracts: number
  effects: Partial<Record<Effect, number>>
  repeated: readonly Effect[]
  /** Whether someone else changed the lease at the service. */
  elsewhere: boolean
}

/** The state of the ledger, Medusa and the service at one moment. */
export type World = {
  now: Date
  /** The store's clock was set back. */
  isTurned: boolean
  /** No process is running. At rest, faults are also over and the job has nothing to do soon; long at rest, it has also run for more than a day. */
  isIdle: boolean
  isAtRest: boolean
  isLongAtRest: boolean
  options: LeaseOptions
  leases: readonly LeaseRecord[]
  /** Calls by lease ID, newest first. */
  pendingCalls: ReadonlyMap<string, readonly PendingCall[]>
  /** Leases that staff marked as resolved, and those for which they had a call sent again after learning that it didn't arrive. */
  resolved: ReadonlySet<string>
  sentAgain: ReadonlySet<string>
  /** The leases that replaced this one. */
  successorsOf(lease: LeaseRecord): LeaseRecord[]
  orders: readonly ShopOrder[]
  service: readonly ServiceLease[]
}

/**
 * Rules that apply no matter what went wrong, by name. `always`: at every moment, even during a fault. `atRest` and `idle`: only in such a world. Each
 * rule returns its violations, as sentences with the lease's reference.
 */
export type Rules<Of = World> = Partial<Record<"always" | "atRest" | "idle", Record<string, (world: Of) => string[]>>>

/** The rules currently broken. */
export function* violations<Of extends World>(world: Of, sets: readonly Rules<Of>[]) {
  for (const { always, atRest, idle } of sets)
    for (const rules of [always, world.isAtRest && atRest, world.isIdle && idle])
      for (const [rule, broken] of Object.entries(rules || {})) for (const what of broken(world)) yield { rule, what }
}

/** The service's statuses with a contract in force. */
export const IN_FORCE = ["Contracts Received", "Lease Accepted", "Funded"]
/** Statuses before a contract, which the shopper may leave at any time, and a denial. */
export const SHOPPERS = ["open", "denied", "pending", "undecided", "approved", "offered"]

export const pendingCallsOf = (world: World, { id }: LeaseRecord) => world.pendingCalls.get(id) ?? []
export const isPending = (world: World, lease: LeaseRecord, kind: CallKind) =>
  pendingCallsOf(world, lease).some((call) => call.kind === kind && isOpen(call))
export const orderOf = (world: World, { order_id }: LeaseRecord) =>
  world.orders.find(({ id }) => id === order_id) ?? null
export const serviceOf = (world: World, { application_id }: LeaseRecord) =>
  world.service.find(({ applicationId }) => applicationId === application_id) ?? null

/** Whether an alert explains the lease's state. An alert about a missing delivery doesn't: it says only that the payment is waiting. */
export const hasAlert = (lease: LeaseRecord) => lease.alerts.some(({ code }) => !isAbout(code, "delivery"))
/** Whether staff accepted the order's amounts. */
export const isAccepted = (lease: LeaseRecord) => lease.accepted_order?.status === lease.status
const codes = (lease: LeaseRecord) => lease.alerts.map(({ code }) => code).join(", ") || "no alerts"
export const at = (lease: LeaseRecord) => `${lease.reference} (${lease.status}, ${codes(lease)})`

export function each<Of extends Pick<World, "leases">>(
  world: Of,
  broken: (lease: LeaseRecord) => string | number | boolean | null | undefined,
): string[] {
  return world.leases.flatMap((lease) => {
    const what = broken(lease)
    return what ? [`${at(lease)}: ${what}`] : []
  })
}
