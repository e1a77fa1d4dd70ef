/**
 * @typedef {import("./ask.mjs").Ask} Ask
 * @typedef {import("./examine.mjs").Region} Region
 * @typedef {import("./report.mjs").Report} Report
 */

/** So many products are looked at until one can be leased. */
const MOST_PRODUCTS = 50

/** No real person lives there. Operators lease in Texas as a rule. */
const ADDRESS = {
  first_name: "Lease",
  last_name: "Doctor",
  address_1: "1100 Congress Avenue",
  city: "Austin",
  province: "TX",
  postal_code: "78701",
  phone: "5125550100",
}

const IN_THE_STORE = "Run lease-to-own-doctor in the store's folder"

/** @param {import("./ask.mjs").Answer} answer */
const wordsOf = ({ status, body }) => `${body?.message ?? "no reason given"} (${status})`

/**
 * The country to which a region's cart is shipped: the United States where the region has them.
 *
 * @param {Region} region
 */
export function countryOf({ countries = [] }) {
  return (countries.find(({ iso_2 }) => iso_2 === "us") ?? countries[0])?.iso_2
}

/**
 * Takes one cart as far as the first screen of lease-to-own, as a shopper would.
 *
 * @param {Ask} ask
 * @param {Region} region
 * @param {Report} report
 */
export async function tryCart(ask, region, report) {
  const product = await leasableProduct(ask, region, report)
  if (!product) return
  const cartId = await fillCart(ask, region, product, report)
  if (cartId && (await chooseShipping(ask, region, cartId, report))) await readScreen(ask, cartId, report)
}

/** @param {Ask} ask @param {Region} region @param {Report} report */
async function leasableProduct(ask, region, report) {
  const inRegion = `region_id=${encodeURIComponent(region.id)}`
  const listed = await ask("GET", `/store/products?limit=${MOST_PRODUCTS}&${inRegion}&fields=id,title,variants.id`)
  const products = listed.body?.products ?? []
  /** @type {Set<string>} */
  const reasons = new Set()
  for (const { id, title, variants } of products) {
    const answer = await ask("GET", `/store/lease-to-own/products/${id}?${inRegion}`)
    const variant = variants?.[0]?.id
    if (answer.body?.leasable && variant) {
      report.ok("product", `"${title}" can be leased in ${region.name}.`)
      return { title, variant }
    }
    for (const { message } of answer.body?.reasons ?? [{ message: wordsOf(answer) }]) reasons.add(message)
  }
  const says = `None of the first ${products.length} products can be leased in ${region.name}: ${[...reasons].join(" ")}`
  if (products.length) report.failed("product", says, `${IN_THE_STORE}: it names the field that each product lacks.`)
  else report.failed("product", "The key shows no products.", "Add products to the sales channel of the key.")
  return undefined
}

/** @param {Ask} ask @param {Region} region @param {{ title: string, variant: string }} product @param {Report} report */
async function fillCart(ask, region, { title, variant }, report) {
  const { id: region_id, name } = region
  const address = { ...ADDRESS, country_code: countryOf(region) }
  const person = { email: "lease-doctor@example.com", shipping_address: address, billing_address: address }
  const begun = await ask("POST", "/store/carts", { region_id, ...person })
  /** @type {string | undefined} */
  const id = begun.body?.cart?.id
  if (!id) {
    report.failed("cart", `The store makes no cart in ${name}: ${wordsOf(begun)}`, "Look into the store's log.")
    return undefined
  }
  const filled = await ask("POST", `/store/carts/${id}/line-items`, { variant_id: variant, quantity: 1 })
  if (filled.status < 400) return id
  const says = `"${title}" does not go into a cart: ${wordsOf(filled)}`
  report.failed("cart", says, "Give it a price in the region, and stock in the sales channel of the key.")
  return undefined
}

/** @param {Ask} ask @param {Region} region @param {string} cartId @param {Report} report */
async function chooseShipping(ask, region, cartId, report) {
  const where = `${ADDRESS.city}, ${ADDRESS.province} (${region.name})`
  const { body } = await ask("GET", `/store/shipping-options?cart_id=${cartId}`)
  const option = body?.shipping_options?.[0]
  if (!option) {
    const fix = "Give a stock location a shipping zone with this country: dashboard, Settings, Locations & Shipping."
    report.failed("shipping", `Nothing ships to ${where}.`, fix)
    return false
  }
  const added = await ask("POST", `/store/carts/${cartId}/shipping-methods`, { option_id: option.id })
  const isAdded = added.status < 400
  const says = `"${option.name}" cannot be chosen: ${wordsOf(added)}`
  if (isAdded) report.ok("shipping", `"${option.name}" ships to ${where}.`)
  else report.failed("shipping", says, "Give the shipping option a price in this region.")
  return isAdded
}

/** @param {Ask} ask @param {string} cartId @param {Report} report */
async function readScreen(ask, cartId, report) {
  const answer = await ask("GET", `/store/lease-to-own/carts/${cartId}`)
  const { step, reasons = [], messages = [] } = answer.body ?? {}
  if (step === "intro") return report.ok("cart", "A cart comes as far as the first screen of lease-to-own.")
  const why = new Set([...reasons, ...messages].map((/** @type {{ message: string }} */ { message }) => message))
  const says = step ? [...why].join(" ") || `its screen is "${step}".` : wordsOf(answer)
  return report.failed("cart", `A cart cannot be leased: ${says}`, `${IN_THE_STORE}: it says what is set up wrong.`)
}
