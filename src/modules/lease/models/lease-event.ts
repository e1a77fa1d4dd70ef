import { model } from "@medusajs/framework/utils"
import { ACTORS } from "../rules/columns"

/** Append-only history of a lease: who did what and when. `detail` holds only what the types of `rules/records.ts` name. */
export const LeaseEvent = model
  .define("lease_event", {
    id: model.id({ prefix: "leaseev" }).primaryKey(),
    lease_id: model.text(),
    /** Counts up over all leases: two events of the same millisecond keep their order. */
    seq: model.autoincrement(),
    type: model.text(),
    actor: model.enum([...ACTORS]),
    /** The dashboard user, when a merchant acted. */
    actor_id: model.text().nullable(),
    detail: model.json(),
  })
  .indexes([
    { name: "IDX_lease_event_lease", on: ["lease_id", "seq"] },
    // The newest entry of each kind in a long history.
    { name: "IDX_lease_event_type", on: ["lease_id", "type", "seq"] },
  ])
