import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"

/** The columns that use cases set. `status` is set by an event only. */
export type LeasePatch = Partial<
  Omit<LeaseRecord, "id" | "reference" | "cart_id" | "status" | "status_at" | "created_at">
>
/** Under which conditions an update takes effect. */
export type Guard = {
  status?: readonly LeaseStatus[]
  /** Only if this claim still holds. */
  claim?: string
  /** Only while there is no claim. */
  unclaimed?: boolean
  /** Only if the service is known to hold this cart. */
  fingerprint?: string
  /** Only if the lease is placing for this session, or not placing at all. */
  placingSession?: string
  /** Only if this is the session that the lease knows. */
  session?: string
  /** Only if the service is asked about this application. */
  application?: string
  /** Only if it is this attempt's application that holds. */
  attempt?: string
  /** Only if no success of the widget is kept. */
  withoutSuccess?: boolean
}

/** Columns that hold JSON: the driver would write an array as a PostgreSQL array. */
const JSON_COLUMNS = new Set([
  "snapshot",
  "sent",
  "pricing",
  "lease_key_hashes",
  "widget_tokens",
  "attention",
  "completions",
  "accepted_order",
  "reductions",
])

/** The update takes effect only if the guard holds. */
export function applyGuard(query: Knex.QueryBuilder, guard: Guard, now: Date): void {
  if (guard.status) query.whereIn("status", [...guard.status])
  if (guard.claim) query.where("claim_token", guard.claim)
  if (guard.unclaimed) query.where((q) => q.whereNull("claimed_until").orWhere("claimed_until", "<", now))
  if (guard.fingerprint) query.where("fingerprint", guard.fingerprint)
  if (guard.session) query.where("session_id", guard.session)
  if (guard.application) query.where("application_id", guard.application)
  if (guard.attempt) query.where("attempt_hash", guard.attempt)
  if (guard.withoutSuccess) query.whereNull("success_digest")
  if (guard.placingSession)
    query.where((q) => q.whereNot("status", "placing").orWhere("session_id", guard.placingSession as string))
}

/** A patch as the driver writes it. */
export function toColumns(patch: LeasePatch = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([key, value]) => [
      key,
      JSON_COLUMNS.has(key) && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
}
