import type { CartInput } from "../../../src/lease-cart"
import type { AccountDeps, LeaseRecord, MedusaSide, Order, PendingCall } from "../../support/ledger"

/** The calls to the service that must take effect once. */
export type Effect = "cancelContract" | "confirmDelivery" | "returnLease"

/** What is true at the service. */
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
  /** Its answers carry a status. */
  talks: boolean
  /** Its name for the application; how many it was sent. */
  application: string
  applied: number
  /** The cart that it was sent, and the one that was signed (cents). The contract of the first is out. */
  cart: number | null
  signed: number | null
  isOut: boolean
  /** What it has lowered the price by, each time (cents). */
  parts: readonly number[]
  /** Effects of our own calls, and calls that came after their effect. */
  took: readonly Effect[]
  repeated: readonly Effect[]
  /** Somebody else has changed it. */
  elsewhere: boolean
}

/** What a process was given, and when. */
export type Answer = { at: number; value?: unknown; error?: unknown }

/** What a process waits for: that its request arrives, that the answer comes, its turn at a table or in Medusa, or the lock of the cart. */
export type Wait = {
  for: "arrival" | "answer" | "turn" | "cart"
  call: string
  given?: readonly unknown[]
  since?: number
  answer?: Answer
}

/** A process in the middle of something, with the answers that it had so far. */
export type Process = { id: number; does: string; began: number; heard: readonly Answer[]; waits: Wait }

/** The seam of a process: what it asks of all that is outside of it. */
export type Asking = {
  /** Something that happens at once, and its answer. */
  io<T>(work: () => T | Promise<T>, name?: string): Promise<T>
  /** Something that takes time: everything else may happen until it is answered. */
  wait(reason: Wait["for"], call: string, given?: readonly unknown[]): Promise<never>
  now(): Date
}
/** What a process works with: the ledger's deps, and Medusa. */
export type Tools = Pick<Asking, "io"> & { deps: AccountDeps; medusa: MedusaSide; m: Moment }

/** How a process goes on: `heard` is all that it was given so far. */
export type GoOn = (
  m: Moment,
  process: Omit<Process, "waits">,
  act: (tools: Tools) => Promise<unknown>,
) => Promise<void>

/** How often more something may go wrong, or somebody may do something. */
export type Left = Record<"crashes" | "losses" | "refusals" | "acts" | "changes", number>

/** Everything at one moment. Rows are replaced, never changed. */
export type Moment = {
  /** By the clock of the store, and by how much that was set ahead or back. */
  now: number
  turned?: number
  /** The cart's lease, and those that it had before. */
  lease: LeaseRecord
  former: readonly LeaseRecord[]
  /** Newest first. */
  pendingCalls: readonly PendingCall[]
  /** Applications as they were counted, and how many forms the shopper has filled in. */
  attempts: readonly { attempt: string; leaseId: string; at: number }[]
  forms: number
  cart: CartInput
  order: Order | null
  /** Staff wrote the order as a draft: it has no cart. */
  isDraft: boolean
  /** The key in the link that staff sent the shopper. */
  key: string | null
  /** Medusa can make no order of the cart. */
  soldOut: boolean
  /** The process that has locked the cart, and until when at most. */
  lock: number | null
  lockEnds: number
  service: Service
  processes: readonly Process[]
  left: Left
  /** Rows, claims and processes are named by counting. */
  ids: number
  /** The order has changed since the ledger looked. */
  unseen: boolean
  /** The lease of which a person has said how it ended; whether one has said that a call did not arrive. */
  resolvedByHand: string | null
  sentAgain: boolean
  /** Core has written a refund, and has not taken it back. */
  refunding?: boolean
  /** The shopper's page was told that a contract is not signed, long after it was. */
  unread?: string
  /** Errors that nobody should ever be told. */
  wrong: readonly string[]
  /** Until then nobody comes to the service. */
  away?: number
  /** Otherwise than by doing everything once more. */
  goOn?: GoOn
  /** The tables that hold lease and calls in place of this moment, where a path is replayed. */
  tables?: AccountDeps["store"]
}

/** Time as no clock shows it, by which waits end. */
export const elapsed = ({ now, turned = 0 }: Pick<Moment, "now" | "turned">) => now - turned

export function set(m: Moment, columns: Partial<Moment>): void {
  Object.assign(m, columns)
}
