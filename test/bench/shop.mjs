import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { openShop } from "../../demo/shop.mjs"
import { startServer } from "./bench-program.mjs"
import { BenchShopper, LEASE, STRIPE } from "./bench-shopper.mjs"
import { compareSteps } from "./checkout-steps.mjs"
import { compareOrderPage } from "./order-page.mjs"
import { compareOrderRoutes } from "./order-routes.mjs"
import { compare } from "./ratio.mjs"
import { compareSilentService } from "./silent-service.mjs"

const ROUNDS = 5
const WARM_UP = 1
/** Orders of each kind in one round. */
const ORDERS = 2
/** How long the store waits for the silent service (ms). */
const TIMEOUT_MS = 30_000
/** Time for the store's work after an order's response (ms). */
const QUIET_MS = 250

/**
 * The cost of a lease in a running store: each step of a checkout, the order, its page, and the actions there.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: keyof typeof import("./measures.mjs").MEASURES.shop, ratio: number) => void} found
 */
export async function benchShop({ root, cleanup, say }, found) {
  // The service must be the sandbox, whose journal has its own time.
  delete process.env.LEASE_BASE_URL
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-bench-"))
  process.env.PAYMENT_PROVIDERS = JSON.stringify([await startStripe(root, cleanup)])
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  process.env.LEASE_OPTIONS = join(folder, "options.json")
  writeFileSync(process.env.LEASE_OPTIONS, JSON.stringify({ timeoutMs: TIMEOUT_MS }))
  const shop = await openShop({ folder, keep: false, ports: undefined, say, cleanup })
  const { sandbox } = shop
  if (!sandbox) throw new Error("The shop came without a sandbox.")
  const shopper = new BenchShopper({ ...shop, sandbox })
  say("Checking out by lease, alone and with others …")
  found("stepAlone", await compareSteps(shopper, { shoppers: 1, rounds: 9, warmUp: WARM_UP, say }))
  found("stepTogether", await compareSteps(shopper, { shoppers: 32, rounds: 2, warmUp: 0, say }))
  say("Placing orders …")
  found("overStripe", await compareCompletions(shopper))
  say("Delivering, refunding and canceling orders …")
  const { delivery, refund, cancel } = await compareOrderRoutes(shopper)
  found("delivery", delivery)
  found("refund", refund)
  found("cancel", cancel)
  say("Opening an order's page …")
  found("orderPage", await compareOrderPage(root, shopper))
  say("Browsing while 200 shoppers wait for the lease service …")
  // Last, because it ends with an empty ledger.
  found("silentService", await compareSilentService(shopper, cleanup))
}

/** Medusa's own Stripe provider, for `medusa-config.ts`. @param {string} root @param {import("../../demo/cleanup.mjs").Cleanup} cleanup */
async function startStripe(root, cleanup) {
  const options = { apiKey: "sk_test_bench", port: await startServer(cleanup) }
  return { resolve: join(root, "test", "bench", "stubbed-stripe.cjs"), id: "stub", options }
}

/**
 * `POST /store/carts/:id/complete` with a verified lease, over the same cart with Medusa's Stripe provider, which
 * also makes one call.
 *
 * @param {BenchShopper} shopper
 */
function compareCompletions(shopper) {
  const timed = async (/** @type {string} */ cartId) => {
    await pause(QUIET_MS)
    const { ms } = await shopper.complete(cartId)
    await pause(QUIET_MS)
    return ms
  }
  const lease = async () => {
    const cart = await shopper.approved()
    await shopper.signed(cart)
    await shopper.startPayment(cart.id, LEASE)
    return timed(cart.id)
  }
  const stripe = async () => timed(await shopper.cartPaidBy(STRIPE))
  // Warm by now.
  return compare({ rounds: ROUNDS, warmUp: 0, turns: ORDERS, ours: lease, theirs: stripe })
}
