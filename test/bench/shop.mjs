import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fillCart, leaseCheckout } from "../../demo/lease-checkout.mjs"
import { openShop } from "../../demo/shop.mjs"
import { startServer } from "./answering.mjs"
import { benchApplicant } from "./applicant.mjs"
import { BenchShopper, LEASE, STRIPE, SYSTEM } from "./bench-shopper.mjs"
import { compareDashboards } from "./dashboard.mjs"
import { compareOrderPage } from "./order-page.mjs"
import { compareOrderRoutes } from "./order-routes.mjs"
import { compare } from "./ratio.mjs"
import { compareSlowService } from "./slow-service.mjs"
import { compareWidgetConfig } from "./widget-config.mjs"

const CALLS = { whole: 5, resumed: 2 }
const ROUNDS = 7
const WARM_UP = 2
/** Orders of each kind in one round. */
const ORDERS = 4
/** Time for the work that the store still does after an order's answer (ms). */
const SETTLE_MS = 250
const SIGNED_WITHIN_MS = 20_000

/**
 * The cost of a lease in a running store: calls to the service, time of the order, of its page, and of the actions there.
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @param {(line: string) => void} say
 * @returns {Promise<Record<keyof typeof import("./measures.mjs").MEASURES.shop, number>>}
 */
export async function benchShop(root, cleanup, say) {
  // The service must be the sandbox, whose journal is counted.
  delete process.env.LEASE_BASE_URL
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-bench-"))
  process.env.LEASE_OPTIONS = benchOptions(folder)
  process.env.PAYMENT_PROVIDERS = JSON.stringify([await startStripe(root, cleanup)])
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const shop = await openShop({ folder, keep: false, ports: undefined, say, cleanup })
  const { sandbox } = shop
  if (!sandbox) throw new Error("The shop came without a sandbox.")
  const shopper = new BenchShopper({ ...shop, sandbox })
  say("Counting calls to the lease service …")
  const wholeCheckout = (await countWhole(shopper)) / CALLS.whole
  const resumedCheckout = (await countResumed(shopper)) / CALLS.resumed
  say("Opening an order's page …")
  const orderPage = await compareOrderPage(root, shopper)
  say("Building the dashboard, with the plugin and without, and opening an order's page in a browser …")
  const dashboard = await compareDashboards(root, shopper, cleanup)
  say("Opening the hosted widget …")
  const widgetConfig = await compareWidgetConfig(shopper)
  say("Placing orders …")
  const completion = await compareCompletions(shopper, SYSTEM)
  const overStripe = await compareCompletions(shopper, STRIPE)
  say("Delivering, refunding and canceling orders …")
  const routes = await compareOrderRoutes(shopper)
  say("Browsing while 200 shoppers wait for the lease service …")
  // Last, because it ends with an empty ledger.
  const slowService = await compareSlowService(shopper, cleanup)
  const checkout = { wholeCheckout, resumedCheckout, completion, overStripe }
  return { ...checkout, orderPage, ...dashboard, widgetConfig, ...routes, slowService }
}

/** The store of the bench offers the operator's widget, too. @param {string} folder @returns {string} a file of plugin options */
function benchOptions(folder) {
  const file = join(folder, "options.json")
  const oneTimeHosts = ["localhost"]
  const scriptUrl = "https://cdn.operator.example/widget.js"
  const widget = { scriptUrl, oneTimeHosts, encryptionKey: "5e".repeat(32) }
  writeFileSync(file, JSON.stringify({ widget }))
  return file
}

/** Counts the calls to the service in a whole checkout, which is asked again and again at its end. */
async function countWhole(/** @type {BenchShopper} */ shopper) {
  const { ask, sign, shop } = shopper
  const journal = await shopper.follow()
  const applicant = benchApplicant()
  await leaseCheckout({ ask, sign, shop, applicant, signedWithinMs: SIGNED_WITHIN_MS })
  await journal.next()
  return journal.calls.length
}

/** An approved shopper comes back to an unchanged cart: contract and signature, and nothing is asked a second time. */
async function countResumed(/** @type {BenchShopper} */ shopper) {
  const journal = await shopper.follow()
  const cart = await shopper.approved()
  await journal.next()
  await shopper.offer(cart.id)
  await shopper.signed(cart)
  await shopper.startPayment(cart.id, LEASE)
  await shopper.complete(cart.id)
  await pause(SETTLE_MS)
  return (await journal.next()).length
}

/** Medusa's own Stripe provider, for `medusa-config.ts`. @param {string} root @param {import("../../demo/cleanup.mjs").Cleanup} cleanup */
async function startStripe(root, cleanup) {
  const port = await startServer("stripe-server.mjs", "start", cleanup)
  const options = { apiKey: "sk_test_bench", port }
  return { resolve: join(root, "test", "bench", "stubbed-stripe.cjs"), id: "stub", options }
}

/**
 * The answer to `POST /store/carts/:id/complete` with a lease that is signed and verified, over the same cart with another provider: Medusa's
 * manual one, which makes no call, or its Stripe provider, which makes one.
 *
 * @param {BenchShopper} shopper @param {string} provider
 */
async function compareCompletions(shopper, provider) {
  const timed = async (/** @type {string} */ cartId) => {
    await pause(SETTLE_MS)
    const { ms } = await shopper.complete(cartId)
    await pause(SETTLE_MS)
    return ms
  }
  const lease = async () => {
    const cart = await shopper.approved()
    await shopper.signed(cart)
    await shopper.startPayment(cart.id, LEASE)
    return timed(cart.id)
  }
  const other = async () => {
    const { id } = await fillCart(shopper.ask, shopper.shop, benchApplicant())
    await shopper.startPayment(id, provider)
    return timed(id)
  }
  return compare({ rounds: ROUNDS, warmUp: WARM_UP, turns: ORDERS, ours: lease, theirs: other })
}
