import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LEASE_MODULE } from "../../../../../modules/lease"
import type { HistoryRecord } from "../../../../../modules/lease/records"
import type LeaseModuleService from "../../../../../modules/lease/service"
import type { Query } from "../../../../../workflows/medusa-facts"
import type { OrderLeaseAnswer } from "../../../../admin-types"
import { adminLeaseView } from "../../admin-lease-view"
import { findOrderLease } from "../../order-lease"

/** The lease of an order. Reads the ledger and Medusa, never the service, and changes nothing. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse<OrderLeaseAnswer>): Promise<void> {
  res.setHeader("cache-control", "no-store")
  const ledger = req.scope.resolve<LeaseModuleService>(LEASE_MODULE)
  const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const found = await findOrderLease(ledger, query, req.params.id ?? "")
  if (!found) {
    res.json({ lease: null })
    return
  }
  const history = await ledger.history(found.lease.id)
  const names = await namesOf(query, history)
  res.json({ lease: adminLeaseView(ledger, { ...found, history, names }) })
}

/** Who acted in the dashboard, by user id. */
async function namesOf(query: Query, history: HistoryRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(history.flatMap(({ actor_id }) => actor_id ?? []))]
  if (!ids.length) return new Map()
  const fields = ["id", "first_name", "last_name", "email"]
  const { data } = await query.graph({ entity: "user", fields, filters: { id: ids } })
  const users = data as { id: string; first_name: string | null; last_name: string | null; email: string }[]
  return new Map(
    users.map((user) => [user.id, [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email]),
  )
}
