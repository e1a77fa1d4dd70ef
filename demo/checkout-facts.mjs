/** Checks of a lease that went through, by the design's section 4. */

const CALLS = [
  "POST /application",
  "POST /application/cart",
  "GET /application/cart/pricing",
  "GET /application/contract",
  "GET /application/cart/pricing",
]

/**
 * @param {import("./expectations.mjs").Expectations} expect
 * @param {import("./lease-checkout.mjs").CheckoutFacts} facts
 */
export function checkAnswers(expect, facts) {
  const { cart, look, applied, offered, contract, signed } = facts
  expect.equal("a fresh cart may apply", [look.step, look.can.apply.allowed], ["intro", true])
  expect.that("the form has fields", (look.form?.fields.length ?? 0) > 0)
  expect.equal("the application is approved", [applied.status, applied.step], ["approved", "offer"])
  expect.that("a lease key is handed out", typeof applied.leaseKey === "string" && applied.leaseKey.length >= 16)
  expect.equal("the offer is made", [offered.status, offered.step, offered.cart_in_sync], ["offered", "offer", true])
  expect.equal(
    "the offer's cash price is the cart's total, in cents",
    cents(offered.offer?.cash_price),
    cents(cart.total),
  )
  expect.that("the contract's own origin is allowed", contract.origins.includes(new URL(contract.url).origin))
  if (signed.signature === "no_status")
    return expect.equal("the service says no state, and the lease waits for staff", signed.status, "signing")
  expect.equal(
    "the signature is verified",
    [signed.signature, signed.status, signed.step],
    ["verified", "signed", "ready"],
  )
}

/**
 * @param {import("./expectations.mjs").Expectations} expect
 * @param {import("./lease-checkout.mjs").CheckoutFacts} facts
 */
export function checkOrder(expect, { cart, offered, completion, again, order, finished, later }) {
  expect.equal("the answer to the completion is an order", completion.type, "order")
  expect.equal(
    "the order's total is the lease's amount, in cents",
    cents(order.total),
    cents(offered.offer?.cash_price),
  )
  expect.equal("the order's total is the cart's, in cents", cents(order.total), cents(cart.total))
  expect.equal("the payment is captured", order.payment_status, "captured")
  expect.equal("a second completion gives the same order", again.order.id, completion.order.id)
  const { step, order_id, status, reference, offer, form, messages, reasons } = finished
  expect.equal("the finished cart says placed and the order", [step, order_id], ["placed", order.id])
  expect.equal(
    "the finished cart says nothing else",
    { status, reference, offer, form, messages, reasons },
    { status: null, reference: null, offer: null, form: null, messages: [], reasons: [] },
  )
  expect.equal("the lease is placed", later.lease?.status, "placed")
}

/**
 * @param {import("./expectations.mjs").Expectations} expect
 * @param {import("./service-journal.mjs").JournalLine[]} calls
 * @param {import("./lease-checkout.mjs").CheckoutFacts} facts
 */
export function checkService(expect, calls, { order }) {
  expect.equal(
    "the whole checkout took five calls to the service",
    calls.map(({ route }) => route),
    CALLS,
  )
  const sent = calls.find(({ route }) => route === "POST /application/cart")?.body
  expect.equal(
    "the cart that the service was sent sums up to the order's total, in cents",
    sumOf(sent),
    cents(order.total),
  )
}

/**
 * The spec's cart (spec 2.2, 2.3), or the reference's (reference 4), which carries its own total.
 *
 * @param {unknown} body
 */
function sumOf(body) {
  const sent = /** @type {{ cartTotal?: number, deliveryCost?: number, deliveryCostSalesTax?: number,
    items?: { unitPrice: number, quantity: number, tax: number }[] } | undefined} */ (body)
  if (sent?.cartTotal !== undefined) return cents(sent.cartTotal)
  const items = (sent?.items ?? []).reduce(
    (sum, item) => sum + cents(item.unitPrice) * item.quantity + cents(item.tax),
    0,
  )
  return items + cents(sent?.deliveryCost) + cents(sent?.deliveryCostSalesTax)
}

/** Major units with up to two decimals as whole cents. @param {number | undefined} amount */
function cents(amount) {
  return Math.round(Number(amount ?? 0) * 100)
}
