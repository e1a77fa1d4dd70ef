import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { queryOf } from "../../medusa/read/carts"
import { readCustomerNames } from "../../medusa/read/customer-names"
import { ledgerDepsOf } from "../../modules/lease"
import { COUNTED, operatorsId } from "../../modules/lease/ledger"
import { messageOf } from "../../modules/lease/texts/messages"
import { withOrdersOf } from "../admin/lease-to-own/list/lease-list"
import { filtersOf, LONGEST_SEARCH } from "../admin/lease-to-own/list/list-query"
import { may } from "../admin-route"
import type { LeaseSearchGroup } from "../admin-types"

/** The name of the lease entity in the dashboard's search (`admin/search-entities.tsx`). */
const ENTITY = "lease" as const

/** The default and maximum number of results, as in Medusa's own groups. */
const LIMIT = { usual: 20, most: 100 }

/**
 * Adds the matching leases to the response of `GET /admin/search` if the request asks for them. Removes `lease` from the requested entities, because
 * Medusa refuses unknown ones. Never fails: on an error, Medusa searches without leases.
 */
export async function searchLeases(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const requested = [req.query.entity ?? []].flat().flatMap((name) => String(name).split(","))
  if (!requested.includes(ENTITY)) return next()
  const group = await matching(req as AuthenticatedMedusaRequest)
  const entity = requested.filter((name) => name !== ENTITY)
  if (!entity.length) return void res.json({ results: [group] })
  // Medusa reads one query or the other, depending on whether its own middleware ran first.
  for (const query of [req.query, req.validatedQuery]) if (query) Object.assign(query, { entity })
  const send = res.json.bind(res)
  res.json = (body: unknown) => send(isResults(body) ? { results: [...body.results, group] } : body)
  next()
}

function isResults(body: unknown): body is { results: unknown[] } {
  return typeof body === "object" && body !== null && "results" in body && Array.isArray(body.results)
}

async function matching(req: AuthenticatedMedusaRequest): Promise<LeaseSearchGroup> {
  const { q } = req.query
  const limit = Math.min(Math.max(Number(req.query.limit) || LIMIT.usual, 1), LIMIT.most)
  const offset = Math.min(Math.max(Number(req.query.offset) || 0, 0), COUNTED)
  const none: LeaseSearchGroup = { entity: ENTITY, data: [], count: 0, offset, limit }
  try {
    const filters = filtersOf({ q: String(q ?? "").slice(0, LONGEST_SEARCH) })
    if (!filters.search || !(await may(req, "read", "lease"))) return none
    // Our list is paged by cursor, so read everything up to the end of the page. Users rarely page far through search results.
    const page = { limit: offset + limit }
    const { leases, count } = await ledgerDepsOf(req.scope).leases.page(await withOrdersOf(req, filters), page)
    const shown = leases.slice(offset)
    const names = await readCustomerNames(queryOf(req.scope), shown)
    const data = shown.map((lease) => {
      const { id, reference, order_display_id, email } = lease
      const customer_name = names.get(id) ?? null
      return { id, reference, order_display_id, email, customer_name, operator_id: operatorsId(lease) }
    })
    return { ...none, data, count }
  } catch (error) {
    const log = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    log.debug(`lease-to-own: leases were not searched: ${messageOf(error)}`)
    return none
  }
}
