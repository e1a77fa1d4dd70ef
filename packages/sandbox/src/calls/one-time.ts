import type { Call } from "../call"
import { paths } from "../defaults"
import { date, parseFields, text, wholeBody } from "../fields"
import type { Lease } from "../lease"
import { Problem } from "../problem"
import { findLease, type OneTimeLink, type World } from "../world"
import { takeDelivery } from "./delivery"

/** Returns the lease ID for the merchant's page (spec 6.2), which isn't the application's ID. */
export function obfuscatedId(world: World, applicationId: string): string {
  return world.tokens.hash(`lease:${applicationId}`).slice(0, 24)
}

export function issueOneTimeUrls(world: World, { applicationId }: Lease) {
  const id = obfuscatedId(world, applicationId)
  const issue = (kind: OneTimeLink["kind"]) => {
    const code = world.tokens.secret()
    world.oneTime.set(code, { kind, leaseId: id, applicationId, used: false })
    return `${world.addresses.baseUrl}${paths.version}/update-${kind}?leaseId=${id}&code=${code}`
  }
  return { id, deliveryConfirmationUrl: issue("delivery"), orderConfirmationUrl: issue("order") }
}

/**
 * Handles calls to a one-time URL. A refused call doesn't use up the URL. Throws `not-found` for a wrong leaseId or code, and `link-used` for a used
 * URL (reference 12).
 */
function useLink(kind: OneTimeLink["kind"], act: (world: World, lease: Lease, body: unknown) => string): Call {
  return (world, { query, body }) => {
    const link = world.oneTime.get(query.get("code") ?? "")
    if (link?.kind !== kind || link.leaseId !== query.get("leaseId"))
      throw new Problem("not-found", "There is no such one-time URL. Nothing was changed.")
    if (link.used) throw new Problem("link-used", "This one-time URL was already used. Nothing was changed.")
    const note = act(world, findLease(world, link.applicationId), body)
    link.used = true
    return { applicationId: link.applicationId, note }
  }
}

const DeliverySchema = wholeBody({ deliveryDate: date })
const OrderSchema = wholeBody({ orderId: text })

/** POST api/v1/update-delivery. Confirms the delivery with the given date (reference 12). */
export const updateDelivery = useLink("delivery", (world, lease, body) => {
  const { deliveryDate } = parseFields(DeliverySchema, body)
  return takeDelivery(world, lease, { deliveryDate })
})

/** POST api/v1/update-order. Stores the merchant's order ID. */
export const updateOrder = useLink("order", (world, lease, body) => {
  lease.orderId = parseFields(OrderSchema, body).orderId
  lease.history.push({ at: world.clock.now(), what: "Order id stored" })
  return "order id stored"
})
