import assert from "node:assert/strict"
import { fakeLeaseClient } from "lease-to-own-react/testing"
import { en } from "lease-to-own-storefront/en"
import { checkoutViews } from "../../packages/storefront/playground/states.mjs"
import { pressEveryButton } from "../browser/support/every-button.mjs"
import { askStore } from "./accounts.mjs"

export const LEASE = "Lease-to-own"
/** Where the operator charges the sales tax on the lease payments; everywhere else the store does. */
export const TAXED_BY_OPERATOR = { city: "Denver", state: "CO", zip: "80202" }
const CART_COOKIE = "_medusa_cart_id"
/** The starters load these for cards and for their host's statistics, whatever is bought. Answered without a network. */
const SCRIPTS = [/^https:\/\/js\.stripe\.com\//, /\/_vercel\//]

/**
 * @typedef {import("./shopper.mjs").Shopper} Shopper
 * @typedef {{ tax_lines: { code: string }[] }} TaxedLine
 * @typedef {{ id: string, customer_id: string, email: string, total: number, tax_total: number, items: TaxedLine[],
 *   shipping_methods: TaxedLine[], payment_collections: { payments: { provider_id: string }[] }[] }} Order
 * @typedef {{ browser: import("playwright-core").Browser, url: string, contractOrigin: string,
 *   medusaUrl: string, publishableKey: string, askAdmin: import("../../demo/store-client.mjs").Ask,
 *   Shopper: typeof import("./shopper.mjs").Shopper, ownErrors: RegExp | undefined }} Shop
 *   `url`: of the storefront; `Shopper`: somebody who knows this starter; `ownErrors`: of the starter
 */

/** Everybody who visits a storefront, one after another. @type {Record<string, (shop: Shop) => Promise<void>>} */
export const VISITS = { customer, guest, denied, untaxed, tester }

/** @param {Shop} shop @param {Parameters<typeof import("../../demo/applicant.mjs").inventApplicant>[0]} [applicant] */
export async function arrive({ browser, url, contractOrigin, Shopper }, applicant) {
  const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" })
  for (const script of SCRIPTS) {
    await context.route(script, (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  }
  return new Shopper(await context.newPage(), { url, contractOrigin, ...applicant })
}

/** @param {Shop} shop @param {Shopper} shopper */
export async function leave({ ownErrors }, shopper) {
  assert.deepEqual(shopper.barriers, [], "axe finds no barrier in our parts")
  const errors = shopper.watch.errors.filter((error) => !ownErrors?.test(error))
  assert.deepEqual(errors, [], "nothing goes wrong in the browser")
  const foreign = shopper.watch.foreign.filter((address) => !SCRIPTS.some((script) => script.test(address)))
  assert.deepEqual(foreign, [], "the browser asks the site and the contract, and no one else")
  await shopper.page.context().close()
}

/** Leases in a store where nobody has leased yet. @param {Shop} shop */
export async function first(shop) {
  const shopper = await arrive(shop)
  await shopper.enter(shop)
  await shopper.reachReview(LEASE)
  await shopper.getOffer()
  await leaseToOrder(shop, shopper)
  await leave(shop, shopper)
}

/** @param {Shop} shop */
export async function customer(shop) {
  const shopper = await arrive(shop)
  const id = await shopper.logIn(shop)
  await shopper.openProduct()
  await shopper.learnMore()
  await shopper.addToCart()
  await shopper.goToReview(LEASE)
  await shopper.getOffer()
  const cartId = await cartCookie(shopper)
  const order = await leaseToOrder(shop, shopper)
  assert.equal(await cartCookie(shopper), undefined, "the cart is empty afterward")
  assert.equal(order.customer_id, id, "the order belongs to the account")
  await shopper.page.goto(`${shop.url}/us/account/orders/details/${order.id}`)
  await shopper.page.locator("[data-lease-status]").waitFor()
  await shopper.findBarriers("account")
  // As in a browser whose page was gone before it heard of the order.
  await shopper.page.context().addCookies([{ name: CART_COOKIE, value: cartId ?? "", url: shop.url }])
  await shopper.openProduct("lamp")
  await shopper.addToCart()
  const next = await cartCookie(shopper)
  assert(next && next !== cartId, "a cart that became an order is replaced")
  await leave(shop, shopper)
}

/**
 * Leases without an account. Another tab changes the cart while the contract is open, and the checkout puts it back.
 *
 * @param {Shop} shop
 */
export async function guest(shop) {
  const shopper = await arrive(shop)
  await shopper.reachReview(LEASE)
  await shopper.getOffer()
  const path = `/store/carts/${await cartCookie(shopper)}`
  const ask = askStore(shop)
  const { cart } = await ask(path)
  await leaseToOrder(shop, shopper, async () => {
    await shopper.sign(() => ask(`${path}/line-items/${cart.items[0].id}`, { quantity: 3 }))
    await shopper.see(en.texts.steps.contract_mismatch)
    await shopper.press(en.texts.buttons.restore)
  })
  await leave(shop, shopper)
}

/** @param {Shop} shop */
export async function denied(shop) {
  const shopper = await arrive(shop, { tag: "denied" })
  await shopper.enter(shop)
  await shopper.reachReview(LEASE)
  await shopper.apply()
  await shopper.see(en.texts.steps.denied)
  await shopper.press(en.texts.buttons.other)
  await shopper.page.waitForURL(/step=payment/)
  await shopper.pay(shopper.otherMethod)
  await shopper.press("Place order")
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  assert.deepEqual(providersOf(order), ["pp_system_default"], "the other method places the order")
  await leave(shop, shopper)
}

/** Leases where the operator charges the sales tax, after changes of mind. @param {Shop} shop */
export async function untaxed(shop) {
  const shopper = await arrive(shop, { home: TAXED_BY_OPERATOR })
  await shopper.enter(shop)
  await shopper.reachReview(shopper.otherMethod)
  const taxed = await shopper.readTotals()
  assert(taxed.tax > 0, "the cart has sales tax before the choice of lease-to-own")
  const leased = { tax: 0, total: Number((taxed.total - taxed.tax).toFixed(2)) }

  await shopper.changePayment(LEASE)
  await shopper.seeTotals(leased)
  await shopper.page.getByText(/^Any sales tax is charged by .+, not by this store\.$/).waitFor()
  await shopper.press(en.texts.buttons.other)
  await shopper.page.waitForURL(/step=payment/)
  await shopper.seeTotals(taxed)
  await shopper.pay(LEASE)
  await shopper.seeTotals(leased)
  await shopper.changePayment(shopper.otherMethod)
  await shopper.seeTotals(taxed)
  await shopper.changePayment(LEASE)
  await shopper.getOffer()
  await shopper.seeTotals(leased)

  const { items, shipping_methods, total, tax_total } = await leaseToOrder(shop, shopper)
  assert.deepEqual({ tax: tax_total, total }, leased, "the order has no sales tax")
  const codes = [...items, ...shipping_methods].map(({ tax_lines }) => tax_lines.map(({ code }) => code).join())
  assert.deepEqual([...new Set(codes)], ["RESALE"], "each item and the delivery have the reason")
  await leave(shop, shopper)
}

/** Presses every button of every screen. The store's answers are made up. @param {Shop} shop */
export async function tester(shop) {
  const shopper = await arrive(shop)
  const { page } = shopper
  await shopper.reachReview(LEASE)
  let visits = 0
  const views = checkoutViews({ view: (step, view) => fakeLeaseClient({ step, view }).view, textOf: (code) => code })
  const ways = {
    open: () => page.goto(`${shop.url}/us/checkout?step=review&visit=${++visits}`),
    isOther: () => page.waitForURL(/step=payment/),
    isCart: () => page.waitForURL(/\/us\/cart/),
  }
  const missing = await pressEveryButton(page, ways, { buttons: en.texts.buttons, views })
  assert.deepEqual(missing, [], "every button does what it says")
  // The refusals were made up.
  shopper.forgive((error) => error.startsWith("503 "))
  await leave(shop, shopper)
}

/** @param {Shop} shop @param {Shopper} shopper */
export async function leaseToOrder(shop, shopper, sign = () => shopper.sign()) {
  await sign()
  const order = await readOrder(shop, await shopper.arriveAtOrder())
  assert.deepEqual(providersOf(order), ["pp_lease-to-own"], "a lease becomes an order")
  const ofLease = shopper.page.locator("[data-lease-status]")
  const payments = ofLease.getByText(en.texts.offer.due_at_signing).first().waitFor()
  await assert.doesNotReject(payments, "the page of the order shows the payments")
  assert.match(await ofLease.innerText(), /You pay .+, not this store/, "the page of the order says whom to pay")
  assert.equal(await shopper.page.getByText(/\d paid at \d/).count(), 0, "and not that it is paid")
  return order
}

/** The cart that the browser's cookie names. @param {Shopper} shopper @returns {Promise<string | undefined>} */
async function cartCookie({ page }) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === CART_COOKIE)?.value || undefined
}

const FIELDS =
  "fields=id,email,customer_id,total,tax_total,items.tax_lines.code,shipping_methods.tax_lines.code,payment_collections.payments.provider_id"

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
