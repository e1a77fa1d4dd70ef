/**
 * Checks of a lease after its order. `told` is what the service was told, and is left out where the service does not show it: the
 * store's own answers are judged all the same.
 */

const DELIVERY = "POST /application/cart/delivery"
const AVAILABILITY = "POST /application/return/availability"
const RETURN = "POST /application/return"
const CANCEL = "DELETE /application/contract"

/** @typedef {import("./service-journal.mjs").JournalLine} JournalLine */

/**
 * @typedef {{ calls: JournalLine[], state: string }} Told what the service was told since the last look, and where the lease stands there
 * @typedef {import("./expectations.mjs").Expectations} Expectations
 */

/** @param {Expectations} expect @param {import("./after-order.mjs").DeliveryFacts} facts @param {Told | undefined} told */
export function checkDelivery(expect, { running, delivered }, told) {
  expect.equal("the lease runs after the last parcel", running.lease?.status, "delivered")
  expect.equal(
    "the delivered order is captured",
    [delivered.fulfillment_status, delivered.payment_status],
    ["delivered", "captured"],
  )
  if (!told) return
  const { calls, state } = told
  expect.equal("the service was told of the delivery once, not of each parcel", routesOf(calls), [DELIVERY])
  const { deliveryDate } = /** @type {{ deliveryDate?: string }} */ (calls[0]?.body ?? {})
  expect.equal("it was told the day", deliveryDate, new Date().toISOString().slice(0, 10))
  expect.equal("the lease is funded", state, "Funded")
}

/** @param {Expectations} expect @param {import("./after-order.mjs").ReturnFacts} facts @param {Told | undefined} told */
export function checkReturn(expect, { part, takesLines, returned, refunded }, told) {
  const { status, answer } = part
  if (takesLines) expect.equal("a part that is refunded lowers a price", status, 200)
  else expect.equal("a part cannot be refunded", [status, answer.code], [400, "refund_partial"])
  expect.equal("the whole is refunded", refunded.payment_status, "refunded")
  expect.equal("the lease is returned here", returned.lease?.status, "returned")
  if (!told) return
  const { calls, state } = told
  const once = [AVAILABILITY, RETURN]
  const asked = takesLines ? [...once, ...once] : once
  expect.equal("the service was asked for each return, then told of it, once", routesOf(calls), asked)
  expect.equal("the lease is returned there", state, "Returned")
}

/** @param {Expectations} expect @param {import("./after-order.mjs").CancelFacts} facts @param {Told | undefined} told */
export function checkCancellation(expect, { canceled, ended }, told) {
  expect.equal(
    "the order is canceled and paid back",
    [canceled.status, canceled.payment_status],
    ["canceled", "refunded"],
  )
  expect.equal("its lease is canceled", ended.lease?.status, "canceled")
  if (!told) return
  const { calls, state } = told
  expect.equal("the service was told once that the contract is canceled", routesOf(calls), [CANCEL])
  expect.equal("no contract is left at the service", state, "Approved")
}

/** @param {JournalLine[]} calls */
function routesOf(calls) {
  return calls.map(({ route }) => route)
}
