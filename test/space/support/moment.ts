import type { CartInput } from "../../../src/lease-cart"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import type { LeaseRecord, MedusaSide, Order, PendingCall } from "../../../src/modules/lease/ledger"
import type { HistoryRecord } from "../../../src/modules/lease/rules/records"
import type { fakeMedusa } from "../../faults/support/medusa"

/** The calls to the service that must take effect once. */
export type Effect = "cancelContract" | "confirmDelivery" | "returnLease"

/** The service's state. */
export type Service = {
  state:
    | "none"
    | "denied"
    | "pending"
    | "approved"
    | "contracts"
    | "contracts_expired"
    | "lease_accepted"
    | "funded"
    | "returned"
  /** Whether the service's responses have a status. */
  talks: boolean
  /** The application's id at the service, and the number of applications that it received. */
  application: string
  applied: number
  /** The recorded cart and the signed one (cents), and whether the recorded cart's contract was handed out. */
  cart: number | null
  signed: number | null
  isOut: boolean
  /** Each price reduction (cents). */
  parts: readonly number[]
  /** Effects of our calls, and calls repeated after their effect. */
  effects: readonly Effect[]
  repeated: readonly Effect[]
  /** Whether someone else changed the lease at the service. */
  elsewhere: boolean
}

/** A result that a process got, and when. */
export type Answer = { at: number; value?: unknown; error?: unknown }

/** What a process is waiting for: its request's arrival, the response, its turn at a table or in Medusa, or the cart's lock. */
export type Wait = {
  for: "arrival" | "answer" | "turn" | "cart"
  call: string
  given?: readonly unknown[]
  since?: number
  answer?: Answer
}

/** A running process with its results so far. */
export type Process = { id: number; does: string; began: number; results: readonly Answer[]; waits: Wait }

/** The interface between a process and everything outside it. */
export type Environment = {
  /** Does something that takes no time. */
  io<T>(work: () => T | Promise<T>, name?: string): Promise<T>
  /** Does something that takes time; anything else may happen until its result. */
  wait(reason: Wait["for"], call: string, given?: readonly unknown[]): Promise<never>
  now(): Date
}
export type FakeMedusa = MedusaSide & ReturnType<typeof fakeMedusa>
/** What a process uses: the ledger's deps and Medusa. */
export type Tools = Pick<Environment, "io"> & { deps: AccountDeps; medusa: FakeMedusa; m: Moment }

/** Continues a process; `results`: every result so far. */
export type GoOn = (
  m: Moment,
  process: Omit<Process, "waits">,
  act: (tools: Tools) => Promise<unknown>,
) => Promise<void>

/** How many more faults and actions may happen. */
export type Left = Record<"crashes" | "losses" | "refusals" | "acts" | "changes", number>

/** The whole state at one moment. Rows are replaced, never changed. */
export type Moment = {
  /** The store's clock, and how much it was set ahead or back. */
  now: number
  turned?: number
  /** The cart's lease, and its earlier ones. */
  lease: LeaseRecord
  former: readonly LeaseRecord[]
  /** Newest first. */
  pendingCalls: readonly PendingCall[]
  /** The leases' history, oldest entry first. A state's key leaves it out, so a state has the history of the path by which it was first reached. */
  history: readonly HistoryRecord[]
  /** Counted applications, and the number of forms that the shopper filled in. */
  submissions: readonly { idempotencyKeyHash: string; leaseId: string; at: number }[]
  forms: number
  cart: CartInput
  order: Order | null
  /** A draft order by staff, without a cart. */
  isDraft: boolean
  /** The key in the link from staff. */
  key: string | null
  /** Whether Medusa can't place the cart's order. */
  soldOut: boolean
  /** The process that locked the cart, and when the lock expires. */
  lock: number | null
  lockEnds: number
  service: Service
  processes: readonly Process[]
  left: Left
  /** The counter that names rows, claims and processes. */
  ids: number
  /** The order has changed since the last reconciliation. */
  unseen: boolean
  /** The lease that staff marked as resolved, and whether they recorded that a call didn't arrive. */
  resolvedByHand: string | null
  sentAgain: boolean
  /** Core has written a refund and not removed it. */
  refunding?: boolean
  /** The shopper's page got "not signed" long after the signature. */
  unread?: string
  /** Internal errors. */
  wrong: readonly string[]
  /** When the service becomes reachable again. */
  away?: number
  /** Continues processes without replaying them. */
  goOn?: GoOn
  /** The tables that contain the lease and its calls while a path is replayed on them. */
  tables?: AccountDeps["store"]
}

/** Time independent of the store's clock, for time limits. */
export const elapsed = ({ now, turned = 0 }: Pick<Moment, "now" | "turned">) => now - turned

export function set(m: Moment, columns: Partial<Moment>): void {
  Object.assign(m, columns)
}
