import { once } from "node:events"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ledgerDepsOf } from "../../../../../modules/lease"
import { answerRefusal } from "../../../../store-route"
import { withOrdersOf } from "../../list/lease-list"
import { columnsOf, ExportQuery, filtersOf, parsed } from "../../list/list-query"
import { leaseCsv } from "./lease-csv"

/** Exports the leases that match the list's filters as CSV. Closes the connection on an error, so a truncated file doesn't look complete. */
export const GET = async (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> => {
  res.setHeader("cache-control", "no-store")
  try {
    const query = parsed(ExportQuery, req.query)
    const columns = columnsOf(query)
    const filters = await withOrdersOf(req, filtersOf(query))
    const file = Readable.from(leaseCsv(req.scope, filters, columns))
    // Wait for the first leases. If reading them fails, we can still send an error response.
    await once(file, "readable")
    res.setHeader("content-type", "text/csv; charset=utf-8")
    res.setHeader("content-disposition", 'attachment; filename="leases.csv"')
    await pipeline(file, res)
  } catch (error) {
    if (!res.headersSent) return answerRefusal(res, error)
    // The client disconnected.
    if (error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return
    ledgerDepsOf(req.scope).log.error(`lease-to-own: an export failed: ${String(error)}`)
  }
}
