import type { HistoryRecord, LeaseRecord } from "../../../modules/lease/records"
import type { AdminLeaseView, LeaseFact } from "../../admin-types"

/** So many entries does the card show. */
const SHOWN = 10

/** What each entry says of the talk with the service that it stands for. Entries that stand for none are missing. */
const CONTACTS: Record<string, { operation: string; ok: boolean }> = {
  application_answered: { operation: "application", ok: true },
  application_unanswered: { operation: "application", ok: false },
  application_not_taken: { operation: "application", ok: false },
  offer_made: { operation: "offer", ok: true },
  contract_handed_out: { operation: "contract", ok: true },
  signature_verified: { operation: "status", ok: true },
  lease_expired: { operation: "status", ok: true },
  cancelled: { operation: "cancel", ok: true },
  cancel_refused: { operation: "cancel", ok: true },
  cancel_not_sent: { operation: "cancel", ok: false },
  cancel_unanswered: { operation: "cancel", ok: false },
}

/**
 * The last of a history, newest first. Of an entry's details only what is told in words leaves the server: the decision on an application,
 * as part of its key.
 *
 * @param names of dashboard users, by id
 */
export function factsOf(history: HistoryRecord[], names: ReadonlyMap<string, string>): LeaseFact[] {
  return history
    .slice(-SHOWN)
    .reverse()
    .map((entry) => {
      const actor = entry.actor_id ? names.get(entry.actor_id) : undefined
      return { key: keyOf(entry), at: iso(entry.created_at), by: entry.actor, ...(actor && { actor }) }
    })
}

const DECISIONS = ["approved", "denied", "pending"]

function keyOf({ type, detail }: HistoryRecord): string {
  const decision = type === "application_answered" ? DECISIONS.find((status) => status === detail.status) : undefined
  return decision ? `application_${decision}` : type
}

/** When the application was approved: the last time, when there were several. */
export function approvedAt(history: HistoryRecord[]): string | null {
  const approval = [...history].reverse().find((entry) => keyOf(entry) === "application_approved")
  return approval ? iso(approval.created_at) : null
}

/** When the service was last asked and whether it answered. A reading that changed nothing stands in the lease, not in the history. */
export function lastContact(lease: LeaseRecord, history: HistoryRecord[]): AdminLeaseView["last_contact"] {
  const entry = [...history].reverse().find(({ type }) => Object.hasOwn(CONTACTS, type))
  const contact = entry && CONTACTS[entry.type]
  if (lease.checked_at && (!entry || lease.checked_at > entry.created_at))
    return { at: iso(lease.checked_at), ok: true, operation: "status" }
  return entry && contact ? { at: iso(entry.created_at), ...contact } : null
}

function iso(at: Date): string {
  return new Date(at).toISOString()
}
