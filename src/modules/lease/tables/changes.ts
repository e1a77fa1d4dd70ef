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
  /** Only if goods are held for it by this very hold. */
  heldUntil?: Date
  /** Only if it is this attempt's application that holds. */
  attempt?: string
  /** Only if no success of the widget is kept. */
  withoutSuccess?: boolean
}
