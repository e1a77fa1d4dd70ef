import type { LeaseRecord, Ledger, Order, TaskRecord } from "../../support/ledger"

/** The calls to the service that must take effect once. */
export type Effect = "cancelContract" | "confirmDelivery" | "returnLease"

/** What is true at the service. */
export type Service = {
  state: "approved" | "contracts" | "contracts_expired" | "lease_accepted" | "funded" | "returned"
  /** Its answers carry a status. */
  talks: boolean
  /** Effects of our own calls, and calls that came after their effect. */
  took: readonly Effect[]
  repeated: readonly Effect[]
  /** Somebody else has changed it. */
  elsewhere: boolean
}

/** What a process was given, and when. */
export type Answer = { at: number; value?: unknown; error?: unknown }

/** What a process waits for: that its request arrives, that the answer comes, Medusa's next step, or the lock of the cart. */
export type Wait = { for: "arrival" | "answer" | "turn" | "cart"; call: string; answer?: Answer }

/** A process in the middle of something, with the answers that it had so far. */
export type Process = { id: number; does: string; began: number; heard: readonly Answer[]; waits: Wait }

/** How often more something may go wrong, or somebody may do something. */
export type Left = Record<"crashes" | "losses" | "refusals" | "acts" | "changes", number>

/** Everything at one moment. Rows are replaced, never changed. */
export type Moment = {
  now: number
  lease: LeaseRecord
  /** Newest first. */
  tasks: readonly TaskRecord[]
  order: Order | null
  /** Medusa can make no order of the cart. */
  soldOut: boolean
  /** The process that completes the cart. */
  lock: number | null
  service: Service
  processes: readonly Process[]
  left: Left
  /** Rows, claims and processes are named by counting. */
  ids: number
  /** The order has changed since the ledger looked. */
  unseen: boolean
  /** A person has said how it ended; has said that a call did not arrive. */
  settled: boolean
  sentAgain: boolean
  /** Errors that nobody should ever be told. */
  wrong: readonly string[]
  /** The tables that hold lease and calls in place of this moment, where a path is replayed. */
  tables?: Ledger["store"]
}

export function set(m: Moment, columns: Partial<Moment>): void {
  Object.assign(m, columns)
}
