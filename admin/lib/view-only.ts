import type { AdminLeaseView } from "../../src/api/admin-types"

/** Whether the server says of every action that this person's role does not allow it. */
export function isViewOnly({ can }: Pick<AdminLeaseView, "can">): boolean {
  return Object.values(can).every((may) => !may.allowed && may.reason === "not_permitted")
}
