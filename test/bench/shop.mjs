import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fillCart, leaseCheckout } from "../../demo/lease-checkout.mjs"
import { JournalFollower } from "../../demo/service-journal.mjs"
import { openShop } from "../../demo/shop.mjs"
import { storeClient } from "../../demo/store-client.mjs"
import { benchApplicant } from "./applicant.mjs"
import { compare } from "./ratio.mjs"

const LEASE = "pp_lease-to-own"
const SYSTEM = "pp_system_default"
const CALLS = { whole: 5, resumed: 2 }
const COMPLETION_GOAL = 1.25
const ROUNDS = 7
const WARM_UP = 2
/** Orders of each kind in one round. */
const ORDERS = 4
/** After an answer the store still works on what the order set going (ms). */
const SETTLE_MS = 250
const SIGNED_WITHIN_MS = 20_000

/**
 * @typedef {import("../../demo/lease-checkout.mjs").Ask} Ask
 * @typedef {import("../../demo/shop.mjs").Shop & { sandbox: import("lease-to-own-sandbox").Sandbox }} SandboxShop
 */

/**
 * What a lease costs in a running store: calls to the service, and time of the order.
 *
 * @param {string} _root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @param {(line: string) => void} say
 * @returns {Promise<import("./ratio.mjs").Ratio[]>}
 */
export async function benchShop(_root, cleanup, say) {
  // The service must be the sandbox, whose journal is counted.
  delete process.env.LEASE_BASE_URL
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-bench-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const shop = await openShop({ folder, keep: false, ports: undefined, say, cleanup })
  const { sandbox } = shop
  if (!sandbox) throw new Error("The shop came without a sandbox.")
  const shopper = new BenchShopper({ ...shop, sandbox })
  say("Counting calls to the lease service …")
  const counted = [await countWhole(shopper), await countResumed(shopper)]
  say("Placing orders …")
  return [...counted, await compareCompletions(shopper)]
}

/** Somebody who buys by lease, or with the provider that Medusa brings along. */
class BenchShopper {
  /** @param {SandboxShop} shop */
  constructor(shop) {
    this.shop = shop
    /** @type {Ask} */
    this.ask = storeClient(shop, () => {})
  }

  async sign(/** @type {string} */ url) {
    const { signContract } = await import("lease-to-own-sandbox")
    await signContract(url)
  }

  /** @returns {Promise<JournalFollower>} of what happens from now on */
  async follow() {
    const journal = new JournalFollower(new URL(this.shop.sandbox.controlUrl).origin)
    await journal.skip()
    return journal
  }

  /** From an empty cart to the offer. @returns {Promise<{ id: string, leaseKey: string }>} */
  async approved() {
    const applicant = benchApplicant()
    const { id } = await fillCart(this.ask, this.shop, applicant)
    const lease = `/store/lease-to-own/carts/${id}`
    /** @type {import("../../demo/lease-checkout.mjs").LeaseView} */
    const { consent } = await this.ask("Look", "GET", lease)
    /** @type {import("../../demo/lease-checkout.mjs").ApplyAnswer} */
    const { leaseKey } = await this.ask("Apply", "POST", `${lease}/application`, {
      application: applicant,
      consent: { accepted: true, version: consent.version },
      attemptId: randomUUID(),
    })
    await this.offer(id)
    return { id, leaseKey }
  }

  /** @param {string} cartId */
  offer(cartId) {
    return this.ask("Offer", "POST", `/store/lease-to-own/carts/${cartId}/offer`, {})
  }

  /** From the offer to a verified signature. @param {{ id: string, leaseKey: string }} cart */
  async signed({ id, leaseKey }) {
    const lease = `/store/lease-to-own/carts/${id}`
    /** @type {import("../../demo/lease-checkout.mjs").ContractAnswer} */
    const { url } = await this.ask("Contract", "POST", `${lease}/contract`, { leaseKey })
    await this.sign(url)
    /** @type {import("../../demo/lease-checkout.mjs").SignatureAnswer} */
    const { signature } = await this.ask("Signature", "POST", `${lease}/signature`, { leaseKey, hint: "done" })
    if (signature !== "verified") throw new Error(`The signature is ${signature}.`)
  }

  /** @param {string} cartId @param {string} provider */
  async startPayment(cartId, provider) {
    /** @type {{ payment_collection: { id: string } }} */
    const { payment_collection } = await this.ask("Payment", "POST", "/store/payment-collections", { cart_id: cartId })
    await this.ask("Session", "POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: provider,
    })
  }

  /** @param {string} cartId @returns {Promise<number>} ms until the answer */
  async complete(cartId) {
    const started = performance.now()
    /** @type {import("../../demo/lease-checkout.mjs").Completion} */
    const { type } = await this.ask("Complete", "POST", `/store/carts/${cartId}/complete`, {})
    const took = performance.now() - started
    if (type !== "order") throw new Error(`The completion answered ${type}.`)
    return took
  }
}

/** A whole checkout, asked again and again at its end: what is counted is what the service was told of it. */
async function countWhole(/** @type {BenchShopper} */ shopper) {
  const { ask, sign, shop } = shopper
  const journal = await shopper.follow()
  const applicant = benchApplicant()
  await leaseCheckout({ ask, sign, shop, applicant, signedWithinMs: SIGNED_WITHIN_MS })
  await journal.next()
  return { name: "service calls of a whole checkout, over 5", ratio: journal.calls.length / CALLS.whole, goal: 1 }
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
  const { length } = await journal.next()
  return { name: "service calls of a resumed checkout, over 2", ratio: length / CALLS.resumed, goal: 1 }
}

/**
 * The answer to `POST /store/carts/:id/complete` with a lease that is signed and verified, over the same cart with the
 * provider that Medusa brings along and that asks nobody.
 */
async function compareCompletions(/** @type {BenchShopper} */ shopper) {
  const timed = async (/** @type {string} */ cartId) => {
    await pause(SETTLE_MS)
    const took = await shopper.complete(cartId)
    await pause(SETTLE_MS)
    return took
  }
  const lease = async () => {
    const cart = await shopper.approved()
    await shopper.signed(cart)
    await shopper.startPayment(cart.id, LEASE)
    return timed(cart.id)
  }
  const system = async () => {
    const { id } = await fillCart(shopper.ask, shopper.shop, benchApplicant())
    await shopper.startPayment(id, SYSTEM)
    return timed(id)
  }
  const ratio = await compare({ rounds: ROUNDS, warmUp: WARM_UP, turns: ORDERS, ours: lease, theirs: system })
  return { name: "completing a cart by lease, over the system provider", ratio, goal: COMPLETION_GOAL }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
