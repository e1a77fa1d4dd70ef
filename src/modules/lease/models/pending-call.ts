import { model } from "@medusajs/framework/utils"
import { CALL_STATES, EXCLUSIVE_KINDS, OPEN, UNDER_WAY } from "../rules/pending-calls"
import { ACTORS, listed } from "../rules/state-machine"

const IS_OPEN = `deleted_at IS NULL AND state IN (${listed(OPEN)})`
const IS_OPEN_EXCLUSIVE = `${IS_OPEN} AND kind IN (${listed(EXCLUSIVE_KINDS)})`

/** A call to the service or to Medusa, recorded before it is made. */
export const LeasePendingCall = model
  .define("lease_pending_call", {
    id: model.id({ prefix: "leasecall" }).primaryKey(),
    lease_id: model.text(),
    kind: model.text(),
    state: model.enum([...CALL_STATES]).default("due"),
    attempts: model.number().default(0),
    /** When the call is due or, while it is running, when its claim ends. So one index finds due calls and those whose process died. */
    due_at: model.dateTime(),
    claim_token: model.text().nullable(),
    /** Set before the call is made, because from then on it may take effect. Cleared once it's known whether it did. */
    sent: model.boolean().default(false),
    /** The call's details: dates, codes, and the parcel of a delivery, which an erasure clears. No other personal data. */
    detail: model.json(),
    /** Who requested the call: a user, or the job (`system`). */
    actor: model.enum([...ACTORS]).default("system"),
    actor_id: model.text().nullable(),
    /** `{ code, params, at }` of the last attempt that failed. */
    last_error: model.json().nullable(),
    finished_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_pending_call_one_open_per_kind", on: ["lease_id", "kind"], unique: true, where: IS_OPEN },
    { name: "IDX_lease_pending_call_one_open_exclusive", on: ["lease_id"], unique: true, where: IS_OPEN_EXCLUSIVE },
    { name: "IDX_lease_pending_call_due", on: ["due_at"], where: `state IN (${listed(UNDER_WAY)})` },
    { name: "IDX_lease_pending_call_lease", on: ["lease_id", "created_at"] },
  ])
