import { type CallAnswer, type CallInput, storeField } from "../call"
import { applicationId, date, nullableText, parseFields, wholeBody } from "../fields"
import { type Delivery, isOkToDeliver, type Lease, move, wrongState } from "../lease"
import { nextState } from "../state-table"
import { findLease, type World } from "../world"

/**
 * Records the delivery of the whole order, which starts the customer's obligation (spec 1.4). Throws `wrong-state` if the lease isn't ready for
 * delivery or its delivery was already confirmed.
 */
export function takeDelivery(world: World, lease: Lease, delivery: Delivery): string {
  if (!nextState(lease.state, "deliver") || !isOkToDeliver(lease))
    throw wrongState(lease, "A delivery is accepted once, after the contract is signed and paid.")
  move(lease, "deliver", world.clock.now(), `Delivery ${delivery.deliveryDate}`)
  lease.delivery = delivery
  lease.shipped = true
  return `delivery ${delivery.deliveryDate}`
}

/** POST application/cart/delivery (spec 4.1, reference 7). Confirms a delivery on a past or scheduled date. */
export function confirmDelivery(world: World, input: CallInput): CallAnswer {
  const schema = wholeBody({
    applicationId,
    deliveryDate: date,
    shippingProvider: nullableText,
    trackingId: nullableText,
    store: storeField(world),
  })
  const { applicationId: id, deliveryDate, shippingProvider, trackingId } = parseFields(schema, input.body)
  const delivery = {
    deliveryDate,
    shippingProvider: shippingProvider ?? undefined,
    trackingId: trackingId ?? undefined,
  }
  return { applicationId: id, note: takeDelivery(world, findLease(world, id), delivery) }
}
