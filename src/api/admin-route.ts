import { resolvePermissions } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import type { LedgerDeps } from "../modules/lease"
import type { Actor, LeaseRecord } from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import type { OutageView } from "./admin-types"
import { readBody, storeRoute } from "./store-route"

/** Creates a dashboard route. Handles errors like `storeRoute`. */
export function adminRoute<T>(
  work: (req: AuthenticatedMedusaRequest, deps: LedgerDeps, res: MedusaResponse) => Promise<T>,
) {
  return storeRoute<T, AuthenticatedMedusaRequest>(work)
}

/**
 * Reads and validates a JSON body. Throws LedgerRefusal. Refuses any other content type, because another site can make a browser send forms and plain
 * text with the user's cookies (CSRF).
 */
export function readJson<T>(req: AuthenticatedMedusaRequest, schema: z.ZodType<T>): Promise<T> {
  const [type = ""] = (req.headers["content-type"] ?? "").split(";")
  if (type.trim().toLowerCase() !== "application/json")
    throw new LedgerRefusal("body_not_json", {}, { kind: "wrong_type" })
  return readBody(req, schema)
}

/** Returns the dashboard user or API key that sent the request. */
export function actorOf(req: AuthenticatedMedusaRequest): Actor {
  return { by: "merchant", id: req.auth_context.actor_id }
}

export function mayAct(req: AuthenticatedMedusaRequest): Promise<boolean> {
  return may(req, "act", "lease")
}

/** Whether the user's roles allow an operation on a resource of ours or of Medusa's. Always true in a store without roles. */
export async function may(
  { auth_context, scope: container }: AuthenticatedMedusaRequest,
  operation: "act" | "read" | "update",
  resource: "lease" | "order" | "product" | "region" | "tax_region",
): Promise<boolean> {
  const given = auth_context.app_metadata?.roles
  const roles = Array.isArray(given) ? given.map(String) : []
  return (await resolvePermissions({ roles, universe: [{ resource, operation }], container })).size > 0
}

export function outageView(outage: { since: Date; account_id: string | null } | null | undefined): OutageView | null {
  if (!outage) return null
  return { since: outage.since.toISOString(), ...(outage.account_id !== null && { account_id: outage.account_id }) }
}

/** Returns the hold of the whole store, otherwise the longest current outage of any lease service, or null if there is none. */
export async function longestOutage(deps: LedgerDeps): Promise<OutageView | null> {
  return (await heldView(deps)) ?? outageView((await deps.accounts.away())[0])
}

/** Returns the hold of the whole store if the lease began before it, otherwise the outage of its account, or null if there is none. */
export async function outageOf(deps: LedgerDeps, lease: OfLease): Promise<OutageView | null> {
  const [held, outage] = await Promise.all([heldView(deps, lease), deps.accounts.outageOf(lease.account_id)])
  return held ?? outageView(outage)
}

async function heldView({ store }: LedgerDeps, lease?: OfLease): Promise<OutageView | null> {
  const { held_since, held_by } = (await store.holds.read()) ?? {}
  if (!held_since || (lease && lease.created_at >= held_since)) return null
  return { since: held_since.toISOString(), held: held_by ?? "database" }
}

type OfLease = Pick<LeaseRecord, "account_id" | "created_at">
