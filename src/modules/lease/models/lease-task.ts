import { model } from "@medusajs/framework/utils"

/** One call owed to the service or to Medusa. What is owed is a row: events only wake whoever runs it. */
export const LeaseTask = model
  .define("lease_task", {
    id: model.id({ prefix: "leasetk" }).primaryKey(),
    lease_id: model.text(),
    kind: model.text(),
    state: model.enum(["due", "running", "done", "refused", "unknown", "settled"]).default("due"),
    attempts: model.number().default(0),
    due_at: model.dateTime(),
    claim_token: model.text().nullable(),
    claimed_until: model.dateTime().nullable(),
    last_error: model.json().nullable(),
  })
  .indexes([
    {
      name: "IDX_lease_task_one_open_per_kind",
      on: ["lease_id", "kind"],
      unique: true,
      where: "deleted_at IS NULL AND state IN ('due', 'running', 'unknown')",
    },
    {
      name: "IDX_lease_task_one_open_exclusive",
      on: ["lease_id"],
      unique: true,
      where:
        "deleted_at IS NULL AND state IN ('due', 'running', 'unknown') AND kind IN ('place_order', 'cancel_contract', 'confirm_delivery', 'return_lease')",
    },
    { name: "IDX_lease_task_due", on: ["due_at"], where: "state = 'due'" },
  ])
