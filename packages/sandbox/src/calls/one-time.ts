import type { CallAnswer, CallInput } from "../call"
import { paths } from "../defaults"
import { date, parseFields, text, wholeBody } from "../fields"
import type { Lease } from "../lease"
import { Problem } from "../problem"
import { findLease, type OneTimeLink, type World } from "../world"
import { takeDelivery } from "./delivery"

/** The lease id that a merchant's page may see (spec 6.2): not the application's. */
export function obfuscatedId(world: World, applicationId: string): string {
  return world.tokens.hash(`lease:${applicationId}`).slice(0, 24)
}

/** Issues a fresh pair for a lease. Each address takes effect once. */
export function issueOneTimeUrls(world: World, { applicationId }: Lease) {
  const id = obfuscatedId(world, applicationId)
  const issue = (kind: OneTimeLink["kind"]) => {
    const code = world.tokens.secret()
    const validUntil = world.clock.endOf(world.settings.oneTimeTtl)
    world.oneTime.set(code, { kind, leaseId: id, applicationId, used: false, validUntil })
    return `${world.addresses.baseUrl}${paths.version}/update-${kind}?leaseId=${id}&code=${code}`
  }
  return { id, deliveryConfirmationUrl: issue("delivery"), orderConfirmationUrl: issue("order") }
}

/** Throws `not-found` for a wrong leaseId or code, `link-used` for a used or expired address (reference 12). */
function openLink(world: World, { query }: CallInput, kind: OneTimeLink["kind"]): OneTimeLink {
  const link = world.oneTime.get(query.get("code") ?? "")
  if (link?.kind !== kind || link.leaseId !== query.get("leaseId"))
    throw new Problem("not-found", "No such one-time address. Nothing was changed.")
  if (link.used || (link.validUntil && link.validUntil <= world.clock.now()))
    throw new Problem("link-used", "This one-time address was used or is over. Nothing was changed.")
  return link
}

const DeliverySchema = wholeBody({ deliveryDate: date })
const OrderSchema = wholeBody({ orderId: text })

/** POST api/v1/update-delivery: the date counts as the delivery confirmation (reference 12). A refusal leaves the address unused. */
export function updateDelivery(world: World, input: CallInput): CallAnswer {
  const link = openLink(world, input, "delivery")
  const lease = findLease(world, link.applicationId)
  const { deliveryDate } = parseFields(DeliverySchema, input.body)
  takeDelivery(world, lease, { deliveryDate })
  link.used = true
  return { applicationId: lease.applicationId, note: `delivery ${deliveryDate}` }
}

/** POST api/v1/update-order: the merchant's order id is stored. */
export function updateOrder(world: World, input: CallInput): CallAnswer {
  const link = openLink(world, input, "order")
  const lease = findLease(world, link.applicationId)
  lease.orderId = parseFields(OrderSchema, input.body).orderId
  lease.history.push({ at: world.clock.now(), what: "Order id given" })
  link.used = true
  return { applicationId: lease.applicationId, note: "order id given" }
}
