import type { AdminLeaseView } from "../../src/api/admin-types"

/** Whether the server refuses every action because of the user's roles. */
export function isViewOnly({ actions }: Pick<AdminLeaseView, "actions">): boolean {
  return Object.values(actions).every((may) => !may.allowed && may.reason === "not_permitted")
}
