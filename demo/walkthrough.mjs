/**
 * npm run walkthrough -- [options]
 * Makes five leases over HTTP at its own store, and prints each step with its calls to the lease service. Fails if a lease doesn't end as
 * expected. With a service other than the sandbox, it stops after the first order, because those leases may be real.
 *   --use-demo         use the running demo instead of its own store
 *   --after-order      with a service other than the sandbox, also deliver, return and cancel (test accounts)
 *   --yes              don't ask before each of these
 *   --applicants FILE  send this application (JSON) instead of made-up ones, or those of the file for the conformance command
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { fetchTransport } from "lease-to-own-storefront"
import { createLeaseOrder } from "lease-to-own-storefront/order"
import { applicantsFrom, inventApplicant } from "./applicant.mjs"
import { Cleanup, endOnSignals } from "./cleanup.mjs"
import { fillCart, leaseCheckout } from "./lease-checkout.mjs"
import { readDotEnv } from "./lease-settings.mjs"
import { findRun } from "./run-file.mjs"
import { openShop } from "./shop.mjs"
import { dashboardClient, leaseClient, storeClient } from "./store-client.mjs"
import { printExchange, printHeading } from "./walkthrough-print.mjs"

const COLORADO = { city: "Denver", state: "CO", zip: "80202" }
const WITHIN_MS = 20_000
const PERSON_SIGNS_WITHIN_MS = 180_000
const FIELDS =
  "id,display_id,status,payment_status,tax_total,items.*,items.detail.*,fulfillments.id,fulfillments.created_at,payment_collections.payments.id"

/**
 * @typedef {import("./lease-checkout.mjs").Shop & Pick<import("./shop.mjs").Shop, "adminEmail" | "adminPassword"> & { sandboxUrl: string | null }} Walked
 * @typedef {{ id: string, display_id: number, tax_total: number, items: { id: string, product_handle: string, quantity: number }[],
 *   fulfillments: { id: string, created_at: string }[], payment_collections: { payments: { id: string }[] }[] }} Order
 */

const { values: args } = parseArgs({
  options: {
    "use-demo": { type: "boolean" },
    "after-order": { type: "boolean" },
    applicants: { type: "string" },
    yes: { type: "boolean" },
  },
})
/** @type {Walked} */
let shop
let number = 0
/** True while each step is printed on only one line. */
let isBrief = false
/** The number of calls in the journal before the walkthrough, and the number already printed. */
let [before, printed] = [0, 0]
/** @type {Promise<import("./store-client.mjs").Ask> | undefined} */
let dashboard

const cleanup = new Cleanup()
endOnSignals(cleanup)
try {
  await walkthrough()
  await cleanup.run()
  console.log("\nAll leases ended as expected.")
  process.exit(0)
} catch (error) {
  if (!cleanup.begun) {
    console.error(`\nThe walkthrough ended early. ${error instanceof Error ? error.message : error}`)
    await cleanup.run()
    process.exit(1)
  }
}

async function walkthrough() {
  readDotEnv()
  const isSandbox = args["use-demo"] || !process.env.LEASE_BASE_URL
  if (args["after-order"] && !isSandbox && !args.yes && !process.stdin.isTTY)
    throw new Error("Nothing was sent. Each step after the order must be confirmed at a terminal. Use --yes instead.")
  const next = applicantsFrom(args)
  const found = args["use-demo"] ? await findRun() : await ownShop()
  if (!found)
    throw new Error("The demo of this folder isn't running. Start it with `npm run demo`, or leave out --use-demo.")
  shop = found
  before = printed = (await journal()).length
  printHeading("From cart to order")
  const first = await checkout(next())
  if (!shop.sandboxUrl && !args["after-order"])
    return console.log(
      "\nDelivery, return and cancellation are up to you. --after-order does them too, for a test account.",
    )
  await part("Delivery: the lease starts with the last parcel", "Deliver this order", () => deliver(first))
  await part("Return: a full refund returns the lease", "Sign, deliver and return another lease", async () => {
    const orderId = await inBrief(async () => {
      const id = await checkout(next())
      await deliver(id)
      return id
    })
    const { payment_collections } = await orderAt(orderId)
    await press("Refund the whole payment", `/admin/payments/${payment_collections[0]?.payments[0]?.id}/refund`)
    await untilLease(orderId, "returned")
  })
  await part("Cancellation before anything ships", "Sign and cancel another lease", async () => {
    const orderId = await inBrief(() => checkout(next()))
    await press("Cancel the order", `/admin/orders/${orderId}/cancel`)
    await untilLease(orderId, "canceled")
  })
  if (!shop.sandboxUrl) return
  if (!args["use-demo"]) await taxedByOperator()
  await hostedFlow()
  printHeading("All kinds of calls to the service")
  const routes = (await journal()).slice(before).flatMap(({ route }) => route ?? [])
  for (const route of new Set(routes)) console.log(route)
}

/**
 * Runs one part of the walkthrough. Asks first if the service isn't the sandbox, because those leases may be real.
 *
 * @param {string} heading @param {string} question @param {() => Promise<void>} take
 */
async function part(heading, question, take) {
  printHeading(heading)
  if (shop.sandboxUrl || args.yes || (await confirms(`${question} at the operator?`))) await take()
}

/** Runs steps that were shown before, and prints one line for each. @template T @param {() => Promise<T>} take @returns {Promise<T>} */
async function inBrief(take) {
  isBrief = true
  const result = await take()
  isBrief = false
  return result
}

/**
 * Starts a temporary store, with the sandbox if no other service is configured. The sandbox uses the specification's dialect, and taxes the
 * payments for carts without tax.
 *
 * @returns {Promise<Walked>}
 */
async function ownShop() {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-walkthrough-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const dialect = { rules: { paymentTax: /** @type {const} */ ("named") } }
  /** @type {import("./lease-settings.mjs").SalesTax} */
  const salesTax = { default: "in_cart", states: { [COLORADO.state]: "by_operator" } }
  const how = { folder, keep: false, ports: undefined, dashboard: false, dialect, salesTax }
  const { sandbox, ...opened } = await openShop({ ...how, say: console.log, cleanup })
  return { ...opened, sandboxUrl: sandbox ? new URL(sandbox.controlUrl).origin : null }
}

/** Returns the calls in the sandbox's journal. Other services have none. @returns {Promise<{ route?: string, line: string }[]>} */
async function journal() {
  if (!shop.sandboxUrl) return []
  const response = await fetch(`${shop.sandboxUrl}/__sandbox/journal`)
  return (await response.json()).entries
}

/** @param {import("./store-client.mjs").Exchange} exchange */
async function onExchange(exchange) {
  const calls = await journal()
  const lines = calls.slice(printed).map(({ line }) => line)
  printed = calls.length
  printExchange(++number, exchange, lines, isBrief)
}

/**
 * Makes a whole lease up to the order.
 *
 * @param {import("./applicant.mjs").Applicant} applicant
 * @returns {Promise<string>} the order's ID
 */
async function checkout(applicant) {
  return (await leased(applicant)).orderId
}

/** Like `checkout`, but returns all responses. @param {import("./applicant.mjs").Applicant} applicant */
async function leased(applicant) {
  const signedWithinMs = shop.sandboxUrl ? WITHIN_MS : PERSON_SIGNS_WITHIN_MS
  const isSigned = async () =>
    args.yes === true ||
    (process.stdin.isTTY && (await confirms("The service returns no status. Is the contract signed?")))
  const buying = { shop, applicant, onExchange, sign, isSigned, signedWithinMs }
  const answers = await leaseCheckout(buying)
  const { cart, offered, orderId, signed } = answers
  if (offered.offer?.cash_price.toFixed(2) !== cart.total.toFixed(2))
    throw new Error(`The offer is for ${offered.offer?.cash_price}, the cart's total is ${cart.total}.`)
  if (signed.signature === "no_status") {
    const ask = await logIn()
    /** @type {{ lease: { id: string } }} */
    const { lease } = await ask("Read the lease in the dashboard", "GET", `/admin/lease-to-own/orders/${orderId}`)
    const note = "The person at the walkthrough signed the contract."
    await press("Mark the lease as signed", `/admin/lease-to-own/leases/${lease.id}/actions/attest`, { note })
  }
  await untilLease(orderId, "placed")
  return answers
}

/** Signs at the sandbox, or asks a person to. @param {string} url */
async function sign(url) {
  const step = `${++number}. Sign the contract`
  // If the service signs automatically, it reports the signature the first time it's asked.
  if (!shop.sandboxUrl) return console.log(`\n${step} within three minutes at\n   ${url}`)
  const { signContract } = await import("lease-to-own-sandbox")
  const { messages } = await signContract(url)
  const texts = messages.map((message) => (typeof message === "string" ? message : message.text))
  console.log(isBrief ? step : `\n${step}\n   messages of the frame: ${texts.join(" · ")}`)
}

/** Delivers an order in two parcels. @param {string} orderId */
async function deliver(orderId) {
  const { items } = await orderAt(orderId)
  for (const [what, handle] of [
    ["the sofa", "sofa"],
    ["the chairs", "chair"],
  ]) {
    const pieces = items.filter((item) => item.product_handle === handle).map(({ id, quantity }) => ({ id, quantity }))
    const base = `/admin/orders/${orderId}/fulfillments`
    /** @type {{ order: Order }} */
    const { order } = await press(`Pack ${what}`, `${base}?fields=${FIELDS}`, { items: pieces })
    const [newest] = order.fulfillments.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    await press(`Ship ${what}`, `${base}/${newest?.id}/shipments`, { items: pieces })
    await press(`Mark ${what} as delivered`, `${base}/${newest?.id}/mark-as-delivered`)
  }
  await untilLease(orderId, "delivered")
}

/** Leases in a state where the operator charges the sales tax, so the cart has none. */
async function taxedByOperator() {
  printHeading("Sales tax: in Colorado, this store's operator charges it")
  const { filled, cart, offered, orderId } = await inBrief(() => leased(inventApplicant({ home: COLORADO })))
  const { tax_total } = await orderAt(orderId)
  const named = offered.offer?.lines.find(({ name }) => name === "estimatedTax")?.value
  const [before, after] = [filled.tax_total.toFixed(2), cart.tax_total.toFixed(2)]
  console.log(
    `\n   The cart's tax was ${before}, is ${after} with lease-to-own, and ${tax_total.toFixed(2)} in the order.`,
  )
  console.log(`   The operator's own tax on the payments is ${named}.`)
  if (!filled.tax_total || cart.tax_total || tax_total || !named) throw new Error("The sales tax is wrong.")
}

/** Leases with the operator's widget, and pays for an order with its card. The sandbox simulates the widget's page. */
async function hostedFlow() {
  printHeading("Hosted widget: an order paid by its virtual card")
  const { visitWidget } = await import("lease-to-own-sandbox")
  const application = inventApplicant()
  const ask = storeClient(shop, onExchange)
  const cart = await fillCart(ask, shop, application)
  const lease = leaseClient(shop, cart.id, onExchange)
  const { scriptUrl, config, token } = await lease.widget()
  await visitWidget(scriptUrl, {
    config,
    application,
    onEvent: (event) =>
      lease.widgetEvent(/** @type {import("lease-to-own-storefront").WidgetEventBody} */ ({ token, ...event })),
  })
  const path = "/store/payment-collections"
  /** @type {{ payment_collection: { id: string } }} */
  const { payment_collection } = await ask("Start the payment by card", "POST", path, { cart_id: cart.id })
  // Medusa's own provider stands in for the provider that charges the virtual card.
  const card = { provider_id: "pp_system_default" }
  await ask("Choose the card provider", "POST", `${path}/${payment_collection.id}/payment-sessions`, card)
  /** @type {{ order: Order }} */
  const { order } = await ask("Place the order", "POST", `/store/carts/${cart.id}/complete`, {})
  await untilCalled("POST /update-order")

  printHeading("Its delivery: the date is sent after the last parcel")
  await deliver(order.id)
  await untilCalled("POST /update-delivery")
}

/** Waits until the sandbox has received a call. @param {string} route */
function untilCalled(route) {
  return until(`The service did not get ${route}.`, async () =>
    (await journal()).slice(before).some((call) => call.route === route),
  )
}

/** Waits until a lease has a status. @param {string} orderId @param {string} status */
async function untilLease(orderId, status) {
  const { medusaUrl: baseUrl, publishableKey } = shop
  const orders = createLeaseOrder({ transport: fetchTransport({ baseUrl, publishableKey }), storage: null })
  await until(`The lease is not ${status}.`, async () => (await orders.read(orderId))?.status === status)
  console.log(`${isBrief ? "" : "\n"}   The lease is ${status}.`)
}

/**
 * Waits for the effect of a button, which may come shortly after the response.
 *
 * @param {string} problem @param {() => Promise<boolean>} isSo
 */
async function until(problem, isSo) {
  for (const end = Date.now() + WITHIN_MS; !(await isSo()); await pause(500))
    if (Date.now() > end) throw new Error(problem)
}

/** @param {string} orderId @returns {Promise<Order>} */
async function orderAt(orderId) {
  const ask = await logIn()
  /** @type {{ order: Order }} */
  const { order } = await ask("Read the order in the dashboard", "GET", `/admin/orders/${orderId}?fields=${FIELDS}`)
  return order
}

/**
 * Does what a button in the dashboard does.
 *
 * @template T @param {string} title @param {string} path @param {object} [body] @returns {Promise<T>}
 */
async function press(title, path, body = {}) {
  const ask = await logIn()
  return ask(title, "POST", path, body)
}

function logIn() {
  dashboard ??= dashboardClient(shop, onExchange)
  return dashboard
}

/** Asks a question at the terminal. Resolves to true for yes. @param {string} question */
async function confirms(question) {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`\n${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}
