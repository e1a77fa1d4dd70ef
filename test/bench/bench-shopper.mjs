import { randomUUID } from "node:crypto"
import { fillCart } from "../../demo/lease-checkout.mjs"
import { JournalFollower } from "../../demo/service-journal.mjs"
import { storeClient } from "../../demo/store-client.mjs"
import { benchApplicant } from "./applicant.mjs"

export const LEASE = "pp_lease-to-own"
export const SYSTEM = "pp_system_default"
export const STRIPE = "pp_stripe_stub"

/**
 * @typedef {import("../../demo/lease-checkout.mjs").Ask} Ask
 * @typedef {import("../../demo/shop.mjs").Shop & { sandbox: import("lease-to-own-sandbox").Sandbox }} SandboxShop
 */

/** Somebody who buys by lease, or with a provider that Medusa brings along. */
export class BenchShopper {
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

  /** From an empty cart to the offer. @returns {Promise<{ id: string }>} */
  async approved() {
    const applicant = benchApplicant()
    const { id } = await fillCart(this.ask, this.shop, applicant)
    const lease = `/store/lease-to-own/carts/${id}`
    /** @type {import("../../demo/lease-checkout.mjs").LeaseView} */
    const { consent } = await this.ask("Look", "GET", lease)
    await this.ask("Apply", "POST", `${lease}/application`, {
      application: applicant,
      consent: { accepted: true, version: consent.version },
      attemptId: randomUUID(),
    })
    await this.offer(id)
    return { id }
  }

  /** @param {string} cartId */
  offer(cartId) {
    return this.ask("Offer", "POST", `/store/lease-to-own/carts/${cartId}/offer`, {})
  }

  /** From the offer to a verified signature. @param {{ id: string }} cart */
  async signed({ id }) {
    const lease = `/store/lease-to-own/carts/${id}`
    /** @type {import("../../demo/lease-checkout.mjs").ContractAnswer} */
    const { url } = await this.ask("Contract", "POST", `${lease}/contract`, {})
    await this.sign(url)
    /** @type {import("../../demo/lease-checkout.mjs").SignatureAnswer} */
    const { signature } = await this.ask("Signature", "POST", `${lease}/signature`, { hint: "done" })
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

  /** @param {string} cartId @returns {Promise<{ ms: number, orderId: string }>} `ms` until the answer */
  async complete(cartId) {
    const started = performance.now()
    /** @type {import("../../demo/lease-checkout.mjs").Completion} */
    const { type, order } = await this.ask("Complete", "POST", `/store/carts/${cartId}/complete`, {})
    const ms = performance.now() - started
    if (type !== "order") throw new Error(`The completion answered ${type}.`)
    return { ms, orderId: order.id }
  }

  /** A whole purchase by lease. @returns {Promise<string>} id of the order */
  async leaseOrder() {
    const cart = await this.approved()
    await this.signed(cart)
    await this.startPayment(cart.id, LEASE)
    return (await this.complete(cart.id)).orderId
  }
}
