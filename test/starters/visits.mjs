import { fakeLeaseClient } from "lease-to-own-react/testing"
import { en } from "lease-to-own-storefront/en"
import { STEPS } from "../../packages/storefront/dist/client/known-step.js"
import { checkoutViews, pressEveryButton } from "../browser/support/every-button.mjs"
import { problemsOf } from "../packed/facts.mjs"
import { askStore } from "./accounts.mjs"

export const LEASE = "Lease-to-own"
const LEASE_STEPS = /** @type {import("lease-to-own-storefront").Step[]} */ (Object.keys(STEPS))
const CART_COOKIE = "_medusa_cart_id"
/** The starters load these for cards and for their host's statistics, whatever is bought. Answered without a network. */
const SCRIPTS = [/^https:\/\/js\.stripe\.com\//, /\/_vercel\//]

/**
 * @typedef {import("../packed/facts.mjs").Facts} Facts
 * @typedef {import("./shopper.mjs").Shopper} Shopper
 * @typedef {{ id: string, customer_id: string, email: string, payment_collections: { payments: { provider_id: string }[] }[] }} Order
 * @typedef {{ facts: Facts, browser: import("playwright-core").Browser, url: string, contractOrigin: string,
 *   medusaUrl: string, publishableKey: string, askAdmin: import("../../demo/store-client.mjs").Ask,
 *   Shopper: typeof import("./shopper.mjs").Shopper, ownErrors: RegExp | undefined }} Shop
 *   `url`: of the storefront; `Shopper`: somebody who knows this starter; `ownErrors`: of the starter
 */

/** Everybody who visits a storefront, one after another; each visit is facts of its own. @type {Record<string, (shop: Shop, name: string) => Promise<void>>} */
export const VISITS = { customer, guest, denied, tester }

/** @param {Shop} shop @param {string} [tag] */
export async function arrive({ browser, url, contractOrigin, Shopper }, tag) {
  const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })
  for (const script of SCRIPTS) {
    await context.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  }
  return new Shopper(await context.newPage(), { url, contractOrigin, ...(tag && { tag }) })
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
export async function customer(shop, name) {
  const shopper = await arrive(shop)
  const id = await shopper.logIn(shop)
  await shopper.openProduct()
  await shopper.learnMore()
  await shopper.addToCart()
  await shopper.goToReview(LEASE)
  await shopper.getOffer()
  const cartId = await cartCookie(shopper)
  const order = await leaseToOrder(shop, name, shopper)
  shop.facts.that(`${name}: the cart is empty afterward`, (await cartCookie(shopper)) === undefined)
  shop.facts.that(`${name}: the order belongs to the account`, order.customer_id === id)
  await shopper.page.goto(`${shop.url}/us/account/orders/details/${order.id}`)
  await shopper.page.locator("[data-lease-status]").waitFor()
  await shopper.look("account")
  // As in a browser whose page was gone before it heard of the order.
  await shopper.page.context().addCookies([{ name: CART_COOKIE, value: cartId ?? "", url: shop.url }])
  await shopper.openProduct("lamp")
  await shopper.addToCart()
  const next = await cartCookie(shopper)
  shop.facts.that(`${name}: a cart that became an order is replaced`, next !== undefined && next !== cartId)
  await leave(shop, name, shopper)
}

/**
 * Leases without an account. Another tab changes the cart while the contract is open, and the checkout puts it back.
 *
 * @param {Shop} shop @param {string} name
 */
export async function guest(shop, name) {
  const shopper = await arrive(shop)
  await shopper.reachReview(LEASE)
  await shopper.getOffer()
  const path = `/store/carts/${await cartCookie(shopper)}`
  const ask = askStore(shop)
  const { cart } = await ask(path)
  await leaseToOrder(shop, name, shopper, async () => {
    await shopper.sign(() => ask(`${path}/line-items/${cart.items[0].id}`, { quantity: 3 }))
    await shopper.see(en.texts.steps.contract_mismatch)
    await shopper.press(en.texts.buttons.restore)
  })
  await leave(shop, name, shopper)
}

/** @param {Shop} shop @param {string} name */
export async function denied(shop, name) {
  const shopper = await arrive(shop, "denied")
  await shopper.enter(shop)
  await shopper.reachReview(LEASE)
  await shopper.apply()
  await shopper.see(en.texts.steps.denied)
  await shopper.press(en.texts.buttons.other)
  await shopper.page.waitForURL(/step=payment/)
  await shopper.pay(shopper.otherMethod)
  await shopper.press("Place order")
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  shop.facts.equal(`${name}: the other method places the order`, providersOf(order), ["pp_system_default"])
  await leave(shop, name, shopper)
}

/** Presses every button of every screen. The store's answers are made up. @param {Shop} shop @param {string} name */
export async function tester(shop, name) {
  const shopper = await arrive(shop)
  const { page } = shopper
  await shopper.reachReview(LEASE)
  let visits = 0
  const views = checkoutViews((step, view) => fakeLeaseClient({ step, view }).view, LEASE_STEPS)
  const ways = {
    open: () => page.goto(`${shop.url}/us/checkout?step=review&visit=${++visits}`),
    isOther: () => page.waitForURL(/step=payment/),
    isCart: () => page.waitForURL(/\/us\/cart/),
  }
  const missing = await pressEveryButton(page, ways, { buttons: en.texts.buttons, views })
  shop.facts.none(`${name}: every button does what it says`, missing)
  // The refusals were made up.
  shopper.forgive((error) => error.startsWith("503 "))
  await leave(shop, name, shopper)
}

/** @param {Shop} shop @param {string} name @param {Shopper} shopper */
export async function leaseToOrder(shop, name, shopper, sign = () => shopper.sign()) {
  await sign()
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  shop.facts.equal(`${name}: a lease becomes an order`, providersOf(order), ["pp_lease-to-own"])
  const ofLease = shopper.page.locator("[data-lease-status]")
  const payments = ofLease.getByText(en.texts.screens.due_at_signing).waitFor()
  shop.facts.none(`${name}: the page of the order shows the payments`, await problemsOf(() => payments))
  const status = await ofLease.innerText()
  shop.facts.that(`${name}: the page of the order says whom to pay`, /You pay .+, not this store/.test(status))
  shop.facts.that(`${name}: and not that it is paid`, !(await shopper.page.getByText(/ paid at /).count()))
  return order
}

/** The cart that the browser's cookie names. @param {Shopper} shopper @returns {Promise<string | undefined>} */
async function cartCookie({ page }) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === CART_COOKIE)?.value || undefined
}

const FIELDS = "fields=id,email,customer_id,payment_collections.payments.provider_id"

/** @param {Shop} shop @param {string} id @returns {Promise<Order>} */
async function readOrder({ askAdmin }, id) {
  /** @type {{ order: Order }} */
  const { order } = await askAdmin("See the order", "GET", `/admin/orders/${id}?${FIELDS}`)
  return order
}

/** @param {Order} order */
function providersOf({ payment_collections }) {
  return payment_collections.flatMap(({ payments }) => payments.map(({ provider_id }) => provider_id))
}
