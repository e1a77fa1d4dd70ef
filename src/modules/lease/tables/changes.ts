import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"
import type { Where } from "./table"

/** The columns that use cases set. `status` is set by an event only. */
export type LeasePatch = Partial<
  Omit<LeaseRecord, "id" | "reference" | "cart_id" | "status" | "status_at" | "created_at">
>

/** Which lease an update takes effect on: what its columns hold now. A column that is undefined or empty is not asked about. */
export type Guard = {
  status?: readonly LeaseStatus[]
  claim_token?: string
  fingerprint?: string
  session_id?: string
  attempt_hash?: string
  success_digest?: null
  /** There is no claim. */
  unclaimed?: boolean
  /** It is placing for this session, or not placing at all. */
  placingSession?: string
}

/** SQL: what was raised, in its order, without the codes that are bound. */
export const withoutEntries = `(select coalesce(jsonb_agg(entry order by place), '[]')
  from jsonb_array_elements(attention) with ordinality as entries (entry, place) where entry->>'code' <> all(?))`

/** A guard as conditions of an update. */
export function holding({ status, unclaimed, placingSession, ...columns }: Guard, now: Date): Where {
  return (lease) => {
    if (status) lease.whereIn("status", [...status])
    if (unclaimed) lease.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
    if (placingSession) lease.where((q) => q.whereNot("status", "placing").orWhere("session_id", placingSession))
    for (const [column, value] of Object.entries(columns)) if (value || value === null) lease.where(column, value)
  }
}

/** A patch as the driver writes it, which would make an array one of PostgreSQL's; in a lease each is JSON. */
export function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  const json = ([column, value]: [string, unknown]) => [column, Array.isArray(value) ? JSON.stringify(value) : value]
  return Object.fromEntries(Object.entries(patch).map(json))
}
