import { mkdirSync } from "node:fs"
import { en } from "lease-to-own-storefront/en"

export const LEASE = "Lease-to-own"
/** The contract is read two minutes after it was handed out, the order waits two more (`placeOrderAfter`), and each step for the job's next minute. */
const ORDERED_WITHIN_MS = 480_000
const ASK_EVERY_MS = 1000
/** The starters load these for cards and for their host's statistics, whatever is bought. Answered without a network. */
const SCRIPTS = [/^https:\/\/js\.stripe\.com\//, /\/_vercel\//]

/**
 * @typedef {import("../packed/facts.mjs").Facts} Facts
 * @typedef {import("./shopper.mjs").Shopper} Shopper
 * @typedef {{ id: string, customer_id: string, email: string, payment_collections: { payments: { provider_id: string }[] }[] }} Order
 * @typedef {{ facts: Facts, browser: import("playwright-core").Browser, url: string, contractOrigin: string,
 *   medusaUrl: string, publishableKey: string, askAdmin: import("../../demo/store-client.mjs").Ask, pictures: string,
 *   Shopper: typeof import("./shopper.mjs").Shopper, ownErrors: RegExp | undefined }} Shop
 *   `url`: of the storefront; `pictures`: a folder of this visit; `Shopper`: somebody who knows this starter; `ownErrors`: of the starter
 */

/** Everybody who visits a storefront, one after another; each visit is facts of its own. @type {Record<string, (shop: Shop, name: string) => Promise<void>>} */
export const VISITS = { guest, customer, denied, closed }

/** @param {Shop} shop @param {string} [tag] */
export async function arrive({ browser, url, contractOrigin, pictures, Shopper }, tag) {
  mkdirSync(pictures, { recursive: true })
  const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })
  for (const script of SCRIPTS) {
    await context.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  }
  return new Shopper(await context.newPage(), { url, contractOrigin, pictures, ...(tag && { tag }) })
}

/** @param {Shop} shop @param {string} name @param {Shopper} shopper */
export async function leave({ facts, ownErrors }, name, shopper) {
  const { errors, foreign } = shopper.watch
  facts.none(`${name}: axe finds no barrier in our parts`, shopper.barriers)
  facts.none(
    `${name}: nothing goes wrong in the browser`,
    errors.filter((error) => !ownErrors?.test(error)),
  )
  facts.none(
    `${name}: the browser asks the site and the contract, and no one else`,
    foreign.filter((address) => !SCRIPTS.some((script) => script.test(address))),
  )
  await shopper.page.context().close()
}

/** @param {Shop} shop @param {string} name */
async function guest(shop, name) {
  const shopper = await arrive(shop)
  await shopper.openProduct()
  await shopper.learnMore()
  await shopper.addToCart()
  await shopper.goToReview(LEASE)
  await shopper.getOffer()
  await leaseToOrder(shop, name, shopper)
  shop.facts.that(`${name}: the cart is empty afterward`, (await cartCookie(shopper)) === undefined)
  await leave(shop, name, shopper)
}

/** @param {Shop} shop @param {string} name */
export async function customer(shop, name) {
  const shopper = await arrive(shop)
  const id = await shopper.logIn(shop)
  await shopper.reachReview(LEASE)
  await shopper.getOffer()
  const order = await leaseToOrder(shop, name, shopper)
  shop.facts.that(`${name}: the order belongs to the account`, order.customer_id === id)
  await shopper.page.goto(`${shop.url}/us/account/orders/details/${order.id}`)
  await shopper.page.locator("[data-lease-status]").waitFor()
  await shopper.look("account")
  await leave(shop, name, shopper)
}

/** @param {Shop} shop @param {string} name */
export async function denied(shop, name) {
  const shopper = await arrive(shop, "denied")
  await shopper.enter(shop)
  await shopper.reachReview(LEASE)
  await shopper.apply()
  await shopper.arriveAt(en.texts.steps.denied)
  await shopper.press(en.texts.buttons.other)
  await shopper.page.waitForURL(/step=payment/)
  await shopper.pay(shopper.otherMethod)
  await shopper.press("Place order")
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  shop.facts.equal(`${name}: the other method places the order`, providersOf(order), ["pp_system_default"])
  await leave(shop, name, shopper)
}

/** The page is gone before it hears of the signature. @param {Shop} shop @param {string} name */
export async function closed(shop, name) {
  const shopper = await arrive(shop)
  await shopper.enter(shop)
  const { page } = shopper
  await shopper.reachReview(LEASE)
  await shopper.getOffer()
  await shopper.signAllPlaces()
  const cartId = await cartCookie(shopper)
  await page.route("**/api/lease/**", (route) => route.abort())
  const signed = page.waitForResponse((answer) => answer.url().startsWith(shop.contractOrigin))
  shopper.submitContract()
  await signed
  await page.close()
  const order = await untilOrdered(shop, shopper)
  shop.facts.equal(`${name}: the order comes without the shopper`, providersOf(order), ["pp_lease-to-own"])

  shopper.page = await page.context().newPage()
  await shopper.openProduct("lamp")
  await shopper.addToCart()
  const next = await cartCookie(shopper)
  shop.facts.that(`${name}: the next visit begins with a fresh cart`, next !== undefined && next !== cartId)
  // Its requests were cut off on purpose.
  shopper.forgive((error) => error.includes("ERR_FAILED"))
  await leave(shop, name, shopper)
}

/** @param {Shop} shop @param {string} name @param {Shopper} shopper */
export async function leaseToOrder(shop, name, shopper) {
  await shopper.signAllPlaces()
  shopper.submitContract()
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  shop.facts.equal(`${name}: a lease becomes an order by keyboard alone`, providersOf(order), ["pp_lease-to-own"])
  const status = await shopper.page.locator("[data-lease-status]").innerText()
  shop.facts.that(`${name}: the page of the order says whom to pay`, /You pay .+, not this store/.test(status))
  shop.facts.that(`${name}: and not that it is paid`, !(await shopper.page.getByText(/ paid at /).count()))
  return order
}

/** The cart that the browser's cookie names. @param {Shopper} shopper @returns {Promise<string | undefined>} */
async function cartCookie({ page }) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === "_medusa_cart_id")?.value || undefined
}

const FIELDS = "fields=id,email,customer_id,payment_collections.payments.provider_id"

/** @param {Shop} shop @param {string} id @returns {Promise<Order>} */
async function readOrder({ askAdmin }, id) {
  /** @type {{ order: Order }} */
  const { order } = await askAdmin("See the order", "GET", `/admin/orders/${id}?${FIELDS}`)
  return order
}

/** @param {Shop} shop @param {Shopper} shopper @returns {Promise<Order>} */
async function untilOrdered({ askAdmin }, { applicant }) {
  const end = Date.now() + ORDERED_WITHIN_MS
  for (;;) {
    /** @type {{ orders: Order[] }} */
    const { orders } = await askAdmin("See the orders", "GET", `/admin/orders?order=-created_at&${FIELDS}`)
    const order = orders.find(({ email }) => email === applicant.customer.emailAddress)
    // Medusa makes its payments last.
    if (order && providersOf(order).length > 0) return order
    if (Date.now() > end) throw new Error(`The order did not come within ${ORDERED_WITHIN_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

/** @param {Order} order */
function providersOf({ payment_collections }) {
  return payment_collections.flatMap(({ payments }) => payments.map(({ provider_id }) => provider_id))
}
