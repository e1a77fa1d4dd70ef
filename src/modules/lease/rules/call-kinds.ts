/** A kind of call, as it is fixed before one is made. */
type Kind = {
  /** It is made to Medusa, not to the service. */
  medusa?: true
  /** Calls of one lane share its slots. */
  lane: "orders" | "contracts" | "deliveries" | "books" | "readings"
  /** A lease owes one of these at a time; a unique index enforces it, which names them in this order. */
  exclusive?: true
  /** It takes effect at the service once: how the history names its ends (`<words>_refused` and so on). */
  words?: string
}

const kinds = {
  read_status: { lane: "readings" },
  place_order: { medusa: true, lane: "orders", exclusive: true },
  authorize_payment: { medusa: true, lane: "books" },
  capture_payment: { medusa: true, lane: "books" },
  replace_payment: { medusa: true, lane: "books" },
  cancel_contract: { lane: "contracts", exclusive: true, words: "cancel" },
  confirm_delivery: { lane: "deliveries", exclusive: true, words: "delivery" },
  return_lease: { lane: "contracts", exclusive: true, words: "return" },
  return_lines: { lane: "contracts", exclusive: true, words: "return" },
  cancel_order: { medusa: true, lane: "books" },
  close_payment: { medusa: true, lane: "books" },
  send_order_id: { lane: "deliveries", words: "order_id" },
  send_delivery_date: { lane: "deliveries", exclusive: true, words: "delivery" },
} as const satisfies Record<string, Kind>

type Kinds = typeof kinds
type KindsWith<Part> = { [K in keyof Kinds]: Kinds[K] extends Part ? K : never }[keyof Kinds]

export type TaskKind = keyof Kinds

/** The calls that can be owed: to Medusa, and (`outbox/calls`) to the service. */
export const callKinds: { readonly [K in TaskKind]: Kind & Kinds[K] } = kinds
export const TASK_KINDS = Object.keys(kinds) as TaskKind[]

/** The calls that are made to Medusa. Each reads Medusa first, so that it may be made any number of times. */
export type MedusaCall = KindsWith<{ medusa: true }>

/** The calls to the service whose repetition would be a second effect. */
export type ServiceCallKind = KindsWith<{ words: string }>

/** A lane in which calls are made. */
export type LaneName = Kind["lane"]

/** Whether a lease owes no other such call beside this one. A row may be of a kind that only a later version knows. */
export function isExclusive(kind: TaskKind): boolean {
  return callKinds[kind]?.exclusive === true
}

/** A lease owes one of these at a time. */
export const EXCLUSIVE_KINDS = TASK_KINDS.filter(isExclusive)

/** Where a call stands. */
export const TASK_STATES = ["due", "running", "done", "refused", "unknown", "settled"] as const
/** `due`: at `due_at`. `unknown`: sent, not to be found out; a person decides. `refused`: a clear no. `settled`: ended by a person, or overtaken. */
export type TaskState = (typeof TASK_STATES)[number]

/** States of a call that has not ended. */
export const OPEN: readonly TaskState[] = ["due", "running", "unknown"]

/** States of a call of which no person has to say how it ended. */
export const UNDER_WAY: readonly TaskState[] = ["due", "running"]

/** The history's word for a call of the service that takes effect once. */
export type CallWord = Kinds[ServiceCallKind]["words"]

/** History entries of such a call. Days as `YYYY-MM-DD`. */
export type CallEntry =
  | { type: `${CallWord}_${"refused" | "not_sent" | "unanswered"}`; detail: { reason: string } }
  | { type: "cancel_asked" }
  | { type: "canceled"; detail: { status?: string } }
  | { type: "delivery_asked" | "delivery_confirmed"; detail: { date: string } }
  | { type: "return_checked"; detail: { eligible: boolean } }
  | { type: "return_asked" | "returned"; detail: { date: string } }
  /** `lines`: pieces and identifiers. `sum`: taken off the lease; `left`: of the lease after it. As people write them. */
  | { type: "reduction_asked" | "reduced"; detail: { action: string; lines: string; sum: string; left: string } }
  | { type: "order_id_asked" | "order_id_sent"; detail: { display_id: string } }
