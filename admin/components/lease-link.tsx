import type { ReactNode } from "react"
import type { LeaseName } from "../../src/api/admin-types"
import { Link } from "../lib/router"

/** A link to the page of another lease. */
export function LeaseLink({ lease, children }: { lease: LeaseName; children: ReactNode }) {
  return (
    <Link
      to={`/leases/${lease.id}`}
      className="text-ui-fg-base hover:text-ui-fg-subtle underline underline-offset-2 break-words"
    >
      {children}
    </Link>
  )
}
