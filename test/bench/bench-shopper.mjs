import { randomUUID } from "node:crypto"
import { fetchTransport } from "lease-to-own-storefront"
import { inventApplicant } from "../../demo/applicant.mjs"
import { fillCart } from "../../demo/lease-checkout.mjs"
import { asking } from "../../demo/store-client.mjs"

export const LEASE = "pp_lease-to-own"
export const SYSTEM = "pp_system_default"
export const STRIPE = "pp_stripe_stub"
const FILLED_AT_ONCE = 8

/**
 * @typedef {import("../../demo/store-client.mjs").Ask} Ask
 * @typedef {{ id: string, applicant: import("../../demo/applicant.mjs").Applicant, consent: { accepted: string[], version: string } }} BenchCart
 * @typedef {import("../../demo/shop.mjs").Shop & { sandbox: import("lease-to-own-sandbox").Sandbox }} SandboxShop
 */

/** The lease key of each cart, as a browser stores it: it works with any server of the store. @type {Map<string, string>} */
const keys = new Map()

/** A shopper who buys by lease, or with one of Medusa's own providers. */
export class BenchShopper {
  /** @param {SandboxShop} shop */
  constructor(shop) {
    this.shop = shop
    const { medusaUrl: baseUrl, publishableKey } = shop
    const cartOf = (/** @type {string} */ path) => /\/carts\/([^/?]+)/.exec(path)?.[1] ?? ""
    const send = fetchTransport({ baseUrl, publishableKey })
    this.ask = asking(
      (request) => {
        const key = keys.get(cartOf(request.path))
        return send({ ...request, ...(key && { headers: { "x-lease-key": key } }) })
      },
      ({ path, answer }) => void (answer?.leaseKey && keys.set(cartOf(path), answer.leaseKey)),
    )
  }

  async sign(/** @type {string} */ url) {
    const { signContract } = await import("lease-to-own-sandbox")
    await signContract(url)
  }

  /** From an empty cart to the offer. @returns {Promise<{ id: string }>} */
  async approved() {
    const [cart] = await this.fillCarts(1)
    if (!cart) throw new Error("No cart was filled.")
    await this.apply(cart)
    await this.offer(cart.id)
    return cart
  }

  /** Carts of several people who have read the consent. @param {number} count @returns {Promise<BenchCart[]>} */
  async fillCarts(count) {
    const fill = async () => {
      const applicant = inventApplicant()
      return { id: (await fillCart(this.ask, this.shop, applicant)).id, applicant }
    }
    const carts = []
    while (carts.length < count)
      carts.push(...(await Promise.all(Array.from({ length: Math.min(FILLED_AT_ONCE, count - carts.length) }, fill))))
    /** @type {import("lease-to-own-storefront").LeaseView} */
    const { consent } = await this.ask("View", "GET", `/store/lease-to-own/carts/${carts[0]?.id}`)
    return carts.map((cart) => ({ ...cart, consent: { accepted: ["application"], version: consent.version } }))
  }

  /** @param {BenchCart} cart */
  apply({ id, applicant: application, consent }) {
    const body = { application, consent, idempotencyKey: randomUUID() }
    return this.ask("Apply", "POST", `/store/lease-to-own/carts/${id}/application`, body)
  }

  /** @param {string} cartId */
  offer(cartId) {
    return this.ask("Offer", "POST", `/store/lease-to-own/carts/${cartId}/offer`, {})
  }

  /** @param {string} cartId @returns {Promise<string>} the contract's address */
  async contract(cartId) {
    /** @type {import("lease-to-own-storefront").ContractAnswer} */
    const { url } = await this.ask("Contract", "POST", `/store/lease-to-own/carts/${cartId}/contract`, {})
    return url
  }

  /** Throws if it isn't verified. @param {string} cartId */
  async signature(cartId) {
    const path = `/store/lease-to-own/carts/${cartId}/signature`
    /** @type {import("lease-to-own-storefront").SignatureAnswer} */
    const { signature } = await this.ask("Signature", "POST", path, { hint: "done" })
    if (signature !== "verified") throw new Error(`The signature is ${signature}.`)
  }

  /** From the offer to a verified signature. @param {{ id: string }} cart */
  async signed({ id }) {
    await this.sign(await this.contract(id))
    await this.signature(id)
  }

  /** @param {string} cartId @param {string} provider */
  async startPayment(cartId, provider) {
    /** @type {{ payment_collection: { id: string } }} */
    const { payment_collection } = await this.ask("Payment", "POST", "/store/payment-collections", { cart_id: cartId })
    await this.ask("Session", "POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: provider,
    })
  }

  /** A cart to be paid with another provider. @param {string} provider @returns {Promise<string>} its id */
  async cartPaidBy(provider) {
    const { id } = await fillCart(this.ask, this.shop, inventApplicant())
    await this.startPayment(id, provider)
    return id
  }

  /** @param {string} cartId @returns {Promise<{ ms: number, orderId: string }>} `ms` until the answer */
  async complete(cartId) {
    const started = performance.now()
    /** @type {{ type: string, order: { id: string } }} */
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
