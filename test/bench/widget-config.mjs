import { logIn } from "./admin-client.mjs"
import { benchApplicant } from "./applicant.mjs"
import { compare } from "./ratio.mjs"

const LINES = 100
const ROUNDS = 11
const WARM_UP = 3
/** Requests of each kind in one round. */
const REQUESTS = 4

/**
 * For a cart of a hundred lines: what the browser waits for before the operator's widget opens, over Medusa's own answer for that cart. Both
 * requests in turns.
 *
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @returns {Promise<number>}
 */
export async function compareWidgetConfig(shopper) {
  const id = await longCart(shopper)
  /** @type {import("../../src/api/types.js").WidgetAnswer} */
  const { config } = await shopper.ask("Widget", "POST", `/store/lease-to-own/carts/${id}/widget`, {})
  if (config.cart.items.length !== LINES) throw new Error(`The widget's cart has ${config.cart.items.length} lines.`)
  const timed = (/** @type {"GET" | "POST"} */ method, /** @type {string} */ path) => async () => {
    const started = performance.now()
    await shopper.ask("Time", method, path, method === "POST" ? {} : undefined)
    return performance.now() - started
  }
  const ours = timed("POST", `/store/lease-to-own/carts/${id}/widget`)
  const theirs = timed("GET", `/store/carts/${id}`)
  return compare({ rounds: ROUNDS, warmUp: WARM_UP, turns: REQUESTS, ours, theirs })
}

/** A cart of as many lines, ready for payment. @param {import("./bench-shopper.mjs").BenchShopper} shopper @returns {Promise<string>} its id */
async function longCart({ ask, shop }) {
  const variantIds = await manyVariants(shop)
  const { customer } = benchApplicant()
  const { homeAddress: home } = customer
  /** @type {{ cart: { id: string } }} */
  const { cart } = await ask("Cart", "POST", "/store/carts", {
    region_id: shop.regionId,
    email: customer.emailAddress,
    shipping_address: {
      first_name: customer.firstName,
      last_name: customer.lastName,
      address_1: home.streetAddress1,
      city: home.city,
      province: home.state,
      postal_code: home.zip,
      country_code: "us",
    },
    items: variantIds.map((variant_id) => ({ variant_id, quantity: 1 })),
  })
  await ask("Delivery", "POST", `/store/carts/${cart.id}/shipping-methods`, {
    option_id: shop.shippingOptionIds.standard,
  })
  return cart.id
}

/**
 * The lamp in a hundred colors: lines that say the same are one line of the lease cart.
 *
 * @param {import("../../demo/shop.mjs").Shop} shop
 * @returns {Promise<string[]>} ids
 */
async function manyVariants(shop) {
  const admin = await logIn(shop)
  const fields = "type_id,collection_id,*sales_channels,*shipping_profile"
  /** @type {{ products: [{ type_id: string, collection_id: string, sales_channels: { id: string }[], shipping_profile: { id: string } }] }} */
  const { products } = await admin.get(`/admin/products?handle=lamp&fields=${fields}`)
  const [{ type_id, collection_id, sales_channels, shipping_profile }] = products
  const colors = Array.from({ length: LINES }, (_, color) => `Color ${color + 1}`)
  /** @type {{ product: { variants: { id: string }[] } }} */
  const { product } = await admin.post("/admin/products", {
    title: "Northline lamp in colors",
    status: "published",
    type_id,
    collection_id,
    shipping_profile_id: shipping_profile.id,
    sales_channels: sales_channels.map(({ id }) => ({ id })),
    options: [{ title: "Color", values: colors }],
    variants: colors.map((color, number) => ({
      title: color,
      sku: `LAMP-${number + 1}`,
      options: { Color: color },
      manage_inventory: false,
      prices: [{ currency_code: "usd", amount: 89.95 }],
    })),
  })
  return product.variants.map(({ id }) => id)
}
