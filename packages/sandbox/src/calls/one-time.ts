import { z } from "zod"
import type { CallAnswer, CallInput } from "../call"
import { paths } from "../defaults"
import { date, parseFields, text } from "../fields"
import type { Lease } from "../lease"
import { Problem } from "../problem"
import { findLease, type OneTimeLink, OneTimeUrls, type World } from "../world"
import { takeDelivery } from "./delivery"

/** The lease id that a merchant's page may see (spec 6.2): not the application's. */
export function obfuscatedId(world: World, applicationId: string): string {
  return world.tokens.hash(`lease:${applicationId}`).slice(0, 24)
}

/** Issues a fresh pair for a lease. Each address takes effect once. */
export function issueOneTimeUrls(world: World, lease: Lease): OneTimeUrls {
  const leaseId = obfuscatedId(world, lease.applicationId)
  const { oneTimeTtl } = world.settings
  const validUntil = oneTimeTtl === undefined ? undefined : new Date(world.clock.now().getTime() + oneTimeTtl)
  const issue = (kind: OneTimeLink["kind"]) => {
    const code = world.tokens.secret()
    world.oneTime.set(code, { kind, leaseId, applicationId: lease.applicationId, used: false, validUntil })
    return `${world.addresses.baseUrl}${paths.version}/update-${kind}?leaseId=${leaseId}&code=${code}`
  }
  return { id: leaseId, deliveryConfirmationUrl: issue("delivery"), orderConfirmationUrl: issue("order") }
}

/** Throws `not-found` for a wrong leaseId or code, `link-used` for a used or expired address (reference 12). */
function openLink(world: World, input: CallInput, kind: OneTimeLink["kind"]): { link: OneTimeLink; lease: Lease } {
  const link = world.oneTime.get(input.query.get("code") ?? "")
  if (!link || link.kind !== kind || link.leaseId !== input.query.get("leaseId")) {
    throw new Problem("not-found", "No such one-time address. Nothing was changed.")
  }
  if (link.used || (link.validUntil && link.validUntil <= world.clock.now())) {
    throw new Problem("link-used", "This one-time address was used or is over. Nothing was changed.")
  }
  return { link, lease: findLease(world, link.applicationId) }
}

const DeliverySchema = z.looseObject({ deliveryDate: date }, { error: "must be a JSON object" })
const OrderSchema = z.looseObject({ orderId: text }, { error: "must be a JSON object" })

/** POST api/v1/update-delivery: the date counts as the delivery confirmation (reference 12). A refusal leaves the address unused. */
export function updateDelivery(world: World, input: CallInput): CallAnswer {
  const { link, lease } = openLink(world, input, "delivery")
  const { deliveryDate } = parseFields(DeliverySchema, input.body)
  takeDelivery(world, lease, { deliveryDate })
  link.used = true
  return { applicationId: lease.applicationId, note: `delivery ${deliveryDate}` }
}

/** POST api/v1/update-order: the merchant's order id is stored. */
export function updateOrder(world: World, input: CallInput): CallAnswer {
  const { link, lease } = openLink(world, input, "order")
  const { orderId } = parseFields(OrderSchema, input.body)
  lease.orderId = orderId
  lease.history.push({ at: world.clock.now(), what: "Order id given" })
  link.used = true
  return { applicationId: lease.applicationId, note: "order id given" }
}
