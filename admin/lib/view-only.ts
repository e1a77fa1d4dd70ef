import type { AdminLeaseView } from "../../src/api/admin-types"

/** Whether the server refuses every action because of this person's role. */
export function isViewOnly({ can }: Pick<AdminLeaseView, "can">): boolean {
  return Object.values(can).every((may) => !may.allowed && may.reason === "not_permitted")
}
