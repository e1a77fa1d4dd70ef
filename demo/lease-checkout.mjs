import { setTimeout as pause } from "node:timers/promises"
import { leaseClient, storeClient } from "./store-client.mjs"

const ASK_AGAIN_MS = 2000

/**
 * @typedef {import("./applicant.mjs").Applicant} Applicant
 * @typedef {import("./store-client.mjs").Store & Pick<import("./seed.js").SeededShop, "regionId" | "variantIds" | "shippingOptionIds">} Shop
 *   a store and its products
 * @typedef {{ id: string, total: number, tax_total: number }} Cart
 */

/**
 * Takes one cart through a whole lease with the kit's client, as a shopper's browser does (spec 1): apply, offer, contract, signature,
 * order. Checks nothing, but returns all responses.
 *
 * @param {{ shop: Shop, applicant: Applicant, onExchange?: import("./store-client.mjs").OnExchange, sign: (url: string) => Promise<unknown>,
 *   isSigned?: () => Promise<boolean>, signedWithinMs?: number }} options `sign`: gets the contract at `url` signed;
 *   `isSigned`: asks a person, if the service returns no status
 */
export async function leaseCheckout(options) {
  const { shop, applicant, onExchange = () => {}, sign, isSigned, signedWithinMs = 20_000 } = options
  const ask = storeClient(shop, onExchange)
  const filled = await fillCart(ask, shop, applicant)
  const lease = leaseClient(shop, filled.id, onExchange)
  const look = await lease.get()
  const cart = look.sales_tax?.total_changes ? await choose(ask, lease, filled.id) : filled
  const { version, items } = look.consent
  const accepted = items.flatMap(({ id, required }) => (required ? [id] : []))
  const applied = await lease.apply(applicant, { consent: { accepted, version } })
  const offered = await lease.offer()
  const confirmed = offered.offer?.disclosure?.version
  const contract = await lease.contract(confirmed ? { version: confirmed } : undefined)
  await sign(contract.url)
  const end = Date.now() + signedWithinMs
  let signed = await lease.signature("requested")
  while (signed.signature !== "verified" && Date.now() < end) {
    if (signed.signature === "no_status" && (await isSigned?.())) break
    await pause(ASK_AGAIN_MS)
    signed = await lease.signature("requested")
  }
  const placed = await lease.place()
  if (placed.type === "refused") throw new Error(`The order was refused: ${placed.message}`)
  return {
    filled,
    cart,
    look,
    applied,
    offered,
    contract,
    signed,
    orderId: placed.order_id,
    finished: await lease.get(),
  }
}

/**
 * Chooses lease-to-own, which removes the sales tax from the cart. Returns the cart.
 *
 * @param {import("./store-client.mjs").Ask} ask @param {import("lease-to-own-storefront").LeaseClient} lease @param {string} id
 * @returns {Promise<Cart>}
 */
async function choose(ask, lease, id) {
  await lease.choose(true)
  /** @type {{ cart: Cart }} */
  const { cart } = await ask("See the new total", "GET", `/store/carts/${id}`)
  return cart
}

/**
 * Creates a cart with a sofa, two chairs, an address and delivery.
 *
 * @param {import("./store-client.mjs").Ask} ask @param {Shop} shop @param {Applicant} applicant
 * @returns {Promise<Cart>}
 */
export async function fillCart(ask, { regionId, variantIds, shippingOptionIds }, { customer }) {
  const { streetAddress1, city, state, zip } = customer.homeAddress
  const name = { first_name: customer.firstName, last_name: customer.lastName }
  const address = { ...name, address_1: streetAddress1, city, province: state, postal_code: zip, country_code: "us" }
  /** @type {{ cart: { id: string } }} */
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
