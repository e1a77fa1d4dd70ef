/** Checks of a hosted lease, by the design's section 6. */

/** @typedef {import("./after-order-facts.mjs").Told} Told */
/** @typedef {import("./expectations.mjs").Expectations} Expectations */

/** @param {Expectations} expect @param {import("./hosted-checkout.mjs").HostedFacts} facts */
export function checkHosted(expect, { cart, opened, visit, views, completion }) {
  const { items, deliveryCost, deliveryCostSalesTax } = opened.config.cart
  const lines = items.reduce((sum, { unitPrice, quantity, tax }) => sum + cents(unitPrice) * quantity + cents(tax), 0)
  expect.equal(
    "the widget's cart sums up to the cart's total, in cents",
    lines + cents(deliveryCost) + cents(deliveryCostSalesTax),
    cents(cart.total),
  )
  expect.equal(
    "the widget says what it does in the documented order",
    visit.events.map(({ event }) => event),
    ["onApplicationSubmitResponse", "onApproved", "onSuccess"],
  )
  expect.equal(
    "the card is asked for only after the success is stored",
    views.map(({ step }) => step),
    ["intro", "intro", "card"],
  )
  expect.equal("no answer holds a one-time address", JSON.stringify(views).includes("update-"), false)
  expect.equal("the answer to the completion is an order", completion.type, "order")
}

/** @param {Expectations} expect @param {Told} told @param {number} displayId */
export function checkOrderId(expect, { calls }, displayId) {
  expect.equal("the service was told the order id alone, once", routesOf(calls), ["POST /update-order"])
  const { orderId } = /** @type {{ orderId?: string }} */ (calls[0]?.body ?? {})
  expect.equal("it was told the order's number", orderId, String(displayId))
}

/** @param {Expectations} expect @param {Told} told */
export function checkDeliveryDate(expect, { calls, state }) {
  expect.equal("the service was told the delivery date alone, once", routesOf(calls), ["POST /update-delivery"])
  const { deliveryDate } = /** @type {{ deliveryDate?: string }} */ (calls[0]?.body ?? {})
  expect.equal("it was told the day", deliveryDate, new Date().toISOString().slice(0, 10))
  expect.equal("the lease is funded", state, "Funded")
}

/** @param {Told["calls"]} calls */
function routesOf(calls) {
  return calls.map(({ route }) => route)
}

/** Major units with up to two decimals as whole cents. @param {number} amount */
function cents(amount) {
  return Math.round(amount * 100)
}
