import { serviceCalls } from "../calls"
import type { ServiceCall } from "../calls/service-call"
import { OUTCOMES } from "../rules/pending-calls"
import type { HistoryRecord, LeaseRecord } from "../rules/records"
import type { MessageParams } from "../texts/messages"

/** The service call behind each type of history entry. `ok` is whether the service responded. Types without a call aren't listed. */
const CONTACTS: Record<string, { operation: string; ok: boolean }> = {
  application_answered: { operation: "application", ok: true },
  application_unanswered: { operation: "application", ok: false },
  application_not_taken: { operation: "application", ok: false },
  offer_made: { operation: "offer", ok: true },
  contract_handed_out: { operation: "contract", ok: true },
  signature_verified: { operation: "status", ok: true },
  status_checked: { operation: "status", ok: true },
  lease_expired: { operation: "status", ok: true },
  ...Object.assign({}, ...Object.values(serviceCalls).map(ends)),
  return_checked: { operation: "return", ok: true },
}

/** One entry for each way in which the call can end. */
function ends({ historyPrefix: operation, doneEntry }: ServiceCall): typeof CONTACTS {
  return {
    [doneEntry]: { operation, ok: true },
    [`${operation}_refused`]: { operation, ok: true },
    [`${operation}_not_sent`]: { operation, ok: false },
    [`${operation}_unanswered`]: { operation, ok: false },
  }
}

/** The entry types whose newest entry the card needs, however old it is. */
export const NEEDED_ENTRIES: readonly string[] = [
  ...Object.keys(CONTACTS),
  "delivery_requested",
  "resolved_by_hand",
  "contract_replaced",
]

/** The entry details that staff may see. All others stay in the ledger. */
const SHOWN = [
  ...["date", "reason", "display_id", "code", "kind", "status", "lines", "sum", "left", "from"],
  "disclosure_version",
]

/**
 * Returns history entries for display. Only the note and the details in `SHOWN` leave the server; decisions and outcomes are part of the key. `names`
 * maps dashboard users' IDs to their names.
 */
export function historyFacts(entries: readonly HistoryRecord[], names: ReadonlyMap<string, string>) {
  return entries.map((entry) => {
    const params = entryParams(entry)
    const { note } = entry.detail
    return {
      key: keyOf(entry),
      at: entry.created_at.toISOString(),
      ...whoActed(entry, names),
      ...(params && { params }),
      ...(typeof note === "string" && { note }),
    }
  })
}

export function whoActed(
  { actor: by, actor_id }: Pick<HistoryRecord, "actor" | "actor_id">,
  names: ReadonlyMap<string, string>,
) {
  const actor = actor_id ? names.get(actor_id) : undefined
  return { by, ...(actor && { actor }) }
}

/** Entry types whose translation key (`leaseToOwn.facts.<key>`) depends on a detail. */
const KINDS: Record<string, { detail: string; keys: Record<string, string> }> = {
  application_answered: {
    detail: "status",
    keys: { approved: "application_approved", denied: "application_denied", pending: "application_pending" },
  },
  return_checked: { detail: "eligible", keys: { true: "return_possible", false: "return_not_possible" } },
  reduction_requested: {
    detail: "action",
    keys: { return: "part_return_requested", lower: "price_lowering_requested" },
  },
  reduced: { detail: "action", keys: { return: "part_returned", lower: "price_lowered" } },
  resolved_by_hand: {
    detail: "outcome",
    keys: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, `resolved_${outcome}`])),
  },
}

/** All keys that aren't also entry types. */
export const FACT_KEYS: readonly string[] = Object.values(KINDS).flatMap(({ keys }) => Object.values(keys))

function keyOf({ type, detail }: HistoryRecord): string {
  const kind = KINDS[type]
  const value = kind && String(detail[kind.detail])
  return (kind && value && Object.hasOwn(kind.keys, value) && kind.keys[value]) || type
}

function entryParams({ detail }: HistoryRecord): MessageParams | null {
  const shown = SHOWN.flatMap((name): [string, string][] => {
    const value = detail[name]
    if (value === undefined || value === null || value === "") return []
    // Show only the date. The time is there only because the service expects one for returns.
    return [[name, name === "date" ? String(value).slice(0, 10) : String(value)]]
  })
  return shown.length ? Object.fromEntries(shown) : null
}

/** The newest entries by type. */
export type NewestEntries = ReadonlyMap<string, HistoryRecord>

export function approvedAt(newest: NewestEntries): string | null {
  const answer = newest.get("application_answered")
  return answer && keyOf(answer) === "application_approved" ? answer.created_at.toISOString() : null
}

/** When the service was last contacted and whether it responded. A reading without changes is recorded on the lease, not in the history. */
export function lastContact(lease: LeaseRecord, newest: NewestEntries) {
  const contacts = [...newest.values()].filter(({ type }) => Object.hasOwn(CONTACTS, type))
  const [entry] = contacts.sort((one, other) => other.seq - one.seq)
  const contact = entry && CONTACTS[entry.type]
  if (lease.checked_at && (!entry || lease.checked_at > entry.created_at))
    return { at: lease.checked_at.toISOString(), ok: true, operation: "status" }
  return entry && contact ? { at: entry.created_at.toISOString(), ...contact } : null
}
