import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerRefusal } from "../../../../store-route"
import { leaseCsv } from "../../lease-csv"
import { readExportQuery } from "../../list-query"

/** The leases that fit the list's filters as CSV, as they are read. When it breaks off, so does the connection: no short file looks whole. */
export const GET = async (req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> => {
  res.setHeader("cache-control", "no-store")
  try {
    const lines = leaseCsv(req.scope, readExportQuery(req.query))
    res.setHeader("content-type", "text/csv; charset=utf-8")
    res.setHeader("content-disposition", 'attachment; filename="leases.csv"')
    await pipeline(Readable.from(lines), res)
  } catch (error) {
    // A reader who goes away is no failure, and after the first line there is nobody left to be told in words.
    if (!res.headersSent) answerRefusal(res, error)
  }
}
