import type { HistoryRecord, LeaseRecord } from "../rules/records"
import { type LeaseEventType, type LeaseStatus, transitions } from "../rules/state-machine"

type Ending = Extract<LeaseStatus, "canceling" | "returning">

/** A status on the way to the lease's present one, and when the lease entered it. */
export type Stage = {
  status: LeaseStatus
  at: Date
  /** The last attempt to end the lease that led back to this status, and when it began. */
  tried?: { status: Ending; at: Date } | undefined
}

/** A stage with the way that led to it. */
type Way = Stage & { before: Way | null }

/** The events that history entries record under another name. If there are two, the lease's status decides between them. */
const RECORDED: Readonly<Record<string, readonly LeaseEventType[]>> = {
  contract_handed_out: ["contract_requested"],
  attested: ["signature_reported"],
  order_starting: ["order_started"],
  order_refused: ["order_start_lapsed"],
  order_placed: ["order_placed", "order_placed_unreported"],
  cancel_requested: ["cancel_started"],
  canceled: ["cancel_done"],
  return_requested: ["return_started"],
  returned: ["return_done"],
}

/** Statuses that a lease enters before a call or a completion. It may leave them without an entry. */
const TRANSITIONAL: readonly LeaseStatus[] = ["submitting", "placing", "canceling", "returning"]

/**
 * Replays a lease's history, oldest entry first, through the state machine. Returns the statuses that led to the present one, without detours: if the
 * lease went back to a status, what lay in between is left out. The last stage is the lease's present status, even if the history is incomplete.
 */
export function replay(
  { status, status_at, created_at }: Pick<LeaseRecord, "status" | "status_at" | "created_at">,
  history: readonly HistoryRecord[],
): Stage[] {
  const way = history.reduce<Way>(afterEntry, { status: "open", at: created_at, before: null })
  return stagesOf(entering(way, status, status_at))
}

function stagesOf({ before, ...stage }: Way): Stage[] {
  return [...(before ? stagesOf(before) : []), stage]
}

function afterEntry(way: Way, entry: HistoryRecord): Way {
  if (isEnding(way.status) && isWithoutEffect(entry)) return back(way)
  for (const known of TRANSITIONAL.includes(way.status) ? [way, back(way)] : [way]) {
    const event = eventsOf(entry).find((event) => isFrom(event, known.status))
    if (event) return entering(known, transitions[event].to, entry.created_at)
  }
  return way
}

/** The way after the lease entered a status. If the lease has had that status before, the way goes back to it. */
function entering(way: Way, status: LeaseStatus, at: Date): Way {
  if (!stagesOf(way).some((stage) => stage.status === status)) return { status, at, before: way }
  return way.status === status ? way : entering(back(way), status, at)
}

/** The way back from its last stage. The stage before it keeps the last attempt to end the lease. */
function back({ status, at, tried, before }: Way): Way {
  const left: Way = before ?? { status: "open", at, before }
  return { ...left, tried: isEnding(status) ? { status, at } : (tried ?? left.tried) }
}

function isEnding(status: LeaseStatus): status is Ending {
  return status === "canceling" || status === "returning"
}

function isFrom(event: LeaseEventType, status: LeaseStatus): boolean {
  const { from }: { from: readonly LeaseStatus[] } = transitions[event]
  return from.includes(status)
}

/** Whether the entry says that the lease continues as before it was to end. */
function isWithoutEffect({ type, detail }: HistoryRecord): boolean {
  if (type === "resolved_by_hand") return detail.outcome === "nothing"
  return type === "cancel_refused" || type === "return_refused"
}

function eventsOf({ type, detail }: HistoryRecord): readonly LeaseEventType[] {
  if (type === "application_answered") return named(`application_${detail.status}`)
  if (type === "resolved_by_hand") return named(`resolved_as_${detail.outcome}`)
  return RECORDED[type] ?? named(type)
}

function named(event: string): LeaseEventType[] {
  return Object.hasOwn(transitions, event) ? [event as LeaseEventType] : []
}
