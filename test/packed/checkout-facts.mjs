/** @typedef {Awaited<ReturnType<typeof import("../../demo/lease-checkout.mjs").leaseCheckout>>} Checkout */

const CALLS = [
  "POST /application",
  "POST /application/cart",
  "GET /application/cart/pricing",
  "GET /application/contract",
  "GET /application/cart/pricing",
]

/** Checks of a lease on the way to its order. @param {import("./facts.mjs").Facts} expect @param {Checkout} checkout */
export function checkAnswers(expect, { cart, look, applied, offered, contract, signed }) {
  expect.equal("a fresh cart may apply", [look.step, look.can.apply.allowed], ["intro", true])
  expect.that("the form has fields", (look.form?.fields.length ?? 0) > 0)
  expect.equal("the application is approved", [applied.status, applied.step], ["approved", "offer"])
  expect.equal("the offer is made", [offered.status, offered.step, offered.cart_in_sync], ["offered", "offer", true])
  expect.equal(
    "the offer's cash price is the cart's total, in cents",
    cents(offered.offer?.cash_price),
    cents(cart.total),
  )
  expect.that("the contract's own origin is allowed", contract.origins.includes(new URL(contract.url).origin))
  expect.equal(
    "the signature is verified",
    [signed.signature, signed.status, signed.step],
    ["verified", "signed", "ready"],
  )
}

/**
 * @param {import("./facts.mjs").Facts} expect @param {Checkout} checkout
 * @param {{ order: { id: string, total: number, payment_status: string }, status: string | undefined, again: string }} later `status`: of its
 *   lease; `again`: the order of a second completion
 */
export function checkOrder(expect, { cart, finished }, { order, status, again }) {
  expect.equal("the order's total is the cart's, in cents", cents(order.total), cents(cart.total))
  expect.equal("the payment is captured", order.payment_status, "captured")
  expect.equal("a second completion gives the same order", again, order.id)
  expect.equal("the finished cart says placed and the order", [finished.step, finished.order_id], ["placed", order.id])
  const { reference, offer, form, messages, reasons } = finished
  expect.equal(
    "the finished cart says nothing else",
    { status: finished.status, reference, offer, form, messages, reasons },
    { status: null, reference: null, offer: null, form: null, messages: [], reasons: [] },
  )
  expect.equal("the lease is placed", status, "placed")
}

/**
 * @param {import("./facts.mjs").Facts} expect
 * @param {import("lease-to-own-sandbox").JournalEntry[]} calls
 * @param {number} total of the order
 */
export function checkService(expect, calls, total) {
  expect.equal(
    "the whole checkout took five calls to the service",
    calls.map(({ route }) => route),
    CALLS,
  )
  const body = calls.find(({ route }) => route === "POST /application/cart")?.body ?? {}
  const {
    items = [],
    deliveryCost,
    deliveryCostSalesTax,
  } = /** @type {{ items?: { unitPrice: number, quantity: number, tax: number }[], deliveryCost?: number, deliveryCostSalesTax?: number }} */ (
    body
  )
  const lines = items.reduce((sum, { unitPrice, quantity, tax }) => sum + cents(unitPrice) * quantity + cents(tax), 0)
  expect.equal(
    "the cart that the service was sent sums up to the order's total, in cents",
    lines + cents(deliveryCost) + cents(deliveryCostSalesTax),
    cents(total),
  )
}

/** Major units with up to two decimals as whole cents. @param {number | undefined} amount */
function cents(amount) {
  return Math.round(Number(amount ?? 0) * 100)
}
