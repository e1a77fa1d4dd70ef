import { randomUUID } from "node:crypto"

const PROVIDER = "pp_lease-to-own"
const ASK_AGAIN_MS = 2000
const CAPTURED_WITHIN_MS = 20_000

/**
 * @typedef {import("../src/api/types.js").LeaseView} LeaseView
 * @typedef {import("../src/api/types.js").ApplyAnswer} ApplyAnswer
 * @typedef {import("../src/api/types.js").ContractAnswer} ContractAnswer
 * @typedef {import("../src/api/types.js").SignatureAnswer} SignatureAnswer
 * @typedef {import("../src/api/types.js").OrderLeaseView} OrderLeaseView
 * @typedef {{ id: string, total: number }} Cart
 * @typedef {{ id: string, display_id: number, total: number, payment_status: string }} Order
 * @typedef {{ type: string, order: Order }} Completion
 *
 * @typedef {<T>(title: string, method: "GET" | "POST", path: string, body?: unknown) => Promise<T>} Ask
 *   one request to the store; answers the body, throws when the store refuses
 * @typedef {(url: string, reference: string) => Promise<void>} Sign brings about the signature of the contract at `url`
 *
 * @typedef {{ isSigned: () => Promise<boolean>, attest: (orderId: string) => Promise<unknown> }} Silent for a service that says no state: a
 *   person's word for the signature, and that of staff once there is an order
 *
 * @typedef {{ cart: Cart, look: LeaseView, applied: ApplyAnswer, offered: LeaseView, contract: ContractAnswer,
 *   signed: SignatureAnswer, completion: Completion, again: Completion, finished: LeaseView, later: OrderLeaseView,
 *   order: Order }} CheckoutFacts what the store answered on the way
 */

/**
 * Takes one cart through a whole lease, over HTTP alone, as a shopper's browser does (spec 1): apply, offer, contract,
 * signature, order. Judges nothing; what came back is handed to the caller.
 *
 * @param {{ ask: Ask, sign: Sign, silent?: Silent, shop: { regionId: string, variantIds: Record<string, string>,
 *   shippingOptionIds: Record<string, string> }, applicant: import("./applicant.mjs").Applicant,
 *   signedWithinMs: number }} options
 * @returns {Promise<CheckoutFacts>}
 */
export async function leaseCheckout({ ask, sign, silent, shop, applicant, signedWithinMs }) {
  const cart = await fillCart(ask, shop, applicant)
  const lease = `/store/lease-to-own/carts/${cart.id}`
  const look = await ask("Look whether lease-to-own is possible", "GET", lease)
  const { consent } = /** @type {LeaseView} */ (look)
  const applied = /** @type {ApplyAnswer} */ (
    await ask("Apply", "POST", `${lease}/application`, {
      application: applicant,
      consent: { accepted: true, version: consent.version },
      attemptId: randomUUID(),
    })
  )
  const offered = /** @type {LeaseView} */ (await ask("See what the lease costs", "POST", `${lease}/offer`, {}))
  const contract = /** @type {ContractAnswer} */ (await ask("Open the contract", "POST", `${lease}/contract`, {}))
  await sign(contract.url, offered.reference ?? "")
  const signed = await untilSigned(ask, `${lease}/signature`, signedWithinMs, silent)
  const completion = await placeOrder(ask, cart)
  if (signed.signature === "no_status") await silent?.attest(completion.order.id)
  const again = /** @type {Completion} */ (
    await ask("Complete a second time, as after a lost answer", "POST", `/store/carts/${cart.id}/complete`, {})
  )
  const order = await untilCaptured(ask, completion.order.id)
  const finished = /** @type {LeaseView} */ (await ask("Look at the finished cart", "GET", lease))
  const later = /** @type {OrderLeaseView} */ (
    await ask("See the lease of the order", "GET", `/store/lease-to-own/orders/${completion.order.id}`)
  )
  return {
    cart,
    look: /** @type {LeaseView} */ (look),
    applied,
    offered,
    contract,
    signed,
    completion,
    again,
    finished,
    later,
    order,
  }
}

/**
 * @param {Ask} ask
 * @param {Parameters<typeof leaseCheckout>[0]["shop"]} shop
 * @param {import("./applicant.mjs").Applicant} applicant
 * @returns {Promise<Cart>}
 */
export async function fillCart(ask, { regionId, variantIds, shippingOptionIds }, { customer }) {
  const { streetAddress1, city, state, zip } = customer.homeAddress
  const address = {
    first_name: customer.firstName,
    last_name: customer.lastName,
    address_1: streetAddress1,
    city,
    province: state,
    postal_code: zip,
    country_code: "us",
  }
  /** @type {{ cart: Cart }} */
  const { cart } = await ask("Fill a cart", "POST", "/store/carts", {
    region_id: regionId,
    email: customer.emailAddress,
    shipping_address: address,
    billing_address: address,
    items: [
      { variant_id: variantIds.sofa, quantity: 1 },
      { variant_id: variantIds.chair, quantity: 2 },
    ],
  })
  /** @type {{ cart: Cart }} */
  const shipped = await ask("Choose the delivery", "POST", `/store/carts/${cart.id}/shipping-methods`, {
    option_id: shippingOptionIds.standard,
  })
  return shipped.cart
}

/** @param {Ask} ask @param {string} path @param {number} withinMs @param {Silent} [silent] */
async function untilSigned(ask, path, withinMs, silent) {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = /** @type {SignatureAnswer} */ (
      await ask("Ask whether the contract is signed", "POST", path, { hint: "asked" })
    )
    if (answer.signature === "verified" || Date.now() > end) return answer
    if (answer.signature === "no_status" && (await silent?.isSigned())) return answer
    await pause(ASK_AGAIN_MS)
  }
}

/** @param {Ask} ask @param {Cart} cart @returns {Promise<Completion>} */
async function placeOrder(ask, cart) {
  /** @type {{ payment_collection: { id: string } }} */
  const { payment_collection } = await ask("Begin the payment", "POST", "/store/payment-collections", {
    cart_id: cart.id,
  })
  await ask("Choose lease-to-own", "POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: PROVIDER,
  })
  return ask("Place the order", "POST", `/store/carts/${cart.id}/complete`, {})
}

/** The payment is captured right after the answer to the order. @param {Ask} ask @param {string} id @returns {Promise<Order>} */
async function untilCaptured(ask, id) {
  const end = Date.now() + CAPTURED_WITHIN_MS
  for (;;) {
    /** @type {{ order: Order }} */
    const { order } = await ask("See the order", "GET", `/store/orders/${id}?fields=id,display_id,total,payment_status`)
    if (order.payment_status === "captured" || Date.now() > end) return order
    await pause(500)
  }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
