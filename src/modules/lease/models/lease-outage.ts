import { model } from "@medusajs/framework/utils"

/** The calls that an account's service has left unanswered since its last answer; no row while it answers. All processes share it. */
export const LeaseOutage = model.define("lease_outage", {
  /** The account: its `baseUrl`. */
  id: model.text().primaryKey(),
  /** Calls without an answer, and since when. */
  failures: model.number(),
  since: model.dateTime(),
  /** When the next call may go to see whether it is back; null while calls still go as always. */
  probe_at: model.dateTime().nullable(),
  /** How many went for that so far. */
  probes: model.number(),
})
