import { fetchTransport } from "/lease-to-own/index.js"
import { createLeaseOrder } from "/lease-to-own/order.js"
import { dictionary, say } from "./language.js"

const CART_ID = "cart_id"
const CART_FIELDS =
  "+completed_at,+items.subtotal,+items.variant_id,+shipping_methods.name,+shipping_methods.shipping_option_id"

/**
 * @typedef {{ id: string, title: string, description: string, handle: string, collection: { title: string } | null,
 *   variants: { id: string, calculated_price: { calculated_amount: number, currency_code: string } }[] }} Product
 * @typedef {{ id: string, title: string, variant_id: string | null, product_id: string, product_title: string, product_handle: string,
 *   quantity: number, subtotal: number }} Line
 * @typedef {{ first_name?: string, last_name?: string, address_1?: string, address_2?: string, city?: string,
 *   province?: string, postal_code?: string, phone?: string, country_code?: string }} Address
 * @typedef {{ id: string, email?: string, currency_code: string, items: Line[], shipping_address?: Address,
 *   shipping_methods: { shipping_option_id: string, name: string }[], item_subtotal: number, shipping_subtotal: number,
 *   tax_total: number, total: number, completed_at?: string | null }} Cart
 * @typedef {{ id: string, name: string, amount: number }} ShippingOption
 * @typedef {{ id: string, display_id: number, email: string, currency_code: string, items: Line[], total: number }} Order
 */

/** The shop's calls to Medusa: products, cart, delivery, orders. Everything about the lease goes through the client. */
export class Store {
  /** @param {{ baseUrl: string, publishableKey: string, regionId: string }} config */
  constructor({ baseUrl, publishableKey, regionId }) {
    this.transport = fetchTransport({ baseUrl, publishableKey })
    this.address = baseUrl
    this.publishableKey = publishableKey
    this.regionId = regionId
  }

  cartId() {
    return localStorage.getItem(CART_ID)
  }

  forgetCart() {
    localStorage.removeItem(CART_ID)
  }

  /** @returns {Promise<Product[]>} */
  async products() {
    const fields = "id,title,description,handle,collection.title,*variants.calculated_price"
    return (await this.#ask("GET", `/store/products?region_id=${this.regionId}&fields=${fields}`)).products
  }

  /** The cart of this browser; null when there is none. @returns {Promise<Cart | null>} */
  async cart() {
    const id = localStorage.getItem(CART_ID)
    return id && (await this.#ask("GET", `/store/carts/${id}?fields=${encodeURIComponent(CART_FIELDS)}`)).cart
  }

  /** @param {string} variantId @returns {Promise<Cart>} */
  async add(variantId) {
    const line = { variant_id: variantId, quantity: 1 }
    const id = localStorage.getItem(CART_ID)
    if (id) return (await this.#ask("POST", `/store/carts/${id}/line-items`, line)).cart
    const { cart } = await this.#ask("POST", "/store/carts", { region_id: this.regionId, items: [line] })
    localStorage.setItem(CART_ID, cart.id)
    return cart
  }

  /** @param {Cart} cart @param {string} lineId @param {number} quantity 0 takes the line out */
  async setQuantity({ id }, lineId, quantity) {
    await this.#ask("POST", `/store/carts/${id}/line-items/${lineId}`, { quantity })
  }

  /**
   * Makes the cart hold as much of an article as was signed for.
   *
   * @param {Cart} cart
   * @param {import("/lease-to-own/index.js").ArticleDifference} difference
   */
  async putBack({ id, items }, { variant_id, title, signed }) {
    const [line, ...more] = items.filter((item) => (item.variant_id ?? item.product_title) === (variant_id ?? title))
    for (const { id: lineId } of more)
      await this.#ask("POST", `/store/carts/${id}/line-items/${lineId}`, { quantity: 0 })
    if (line) await this.#ask("POST", `/store/carts/${id}/line-items/${line.id}`, { quantity: signed })
    else if (variant_id) await this.#ask("POST", `/store/carts/${id}/line-items`, { variant_id, quantity: signed })
  }

  /** @param {Cart} cart @returns {Promise<ShippingOption[]>} */
  async shippingOptions({ id }) {
    /** @type {{ shipping_options: ShippingOption[] }} */
    const { shipping_options } = await this.#ask("GET", `/store/shipping-options?cart_id=${id}`)
    return shipping_options.sort((a, b) => a.amount - b.amount)
  }

  /** @param {Cart} cart @param {{ email: string, address: Address, optionId: string }} delivery */
  async deliver({ id }, { email, address, optionId }) {
    await this.#ask("POST", `/store/carts/${id}`, { email, shipping_address: address, billing_address: address })
    await this.#ask("POST", `/store/carts/${id}/shipping-methods`, { option_id: optionId })
  }

  /**
   * Places the order with Medusa's own provider, which makes no call. In this shop it stands for an invoice, and for the provider that charges cards.
   *
   * @param {Cart} cart
   */
  async placeOrder({ id }) {
    const { payment_collection } = await this.#ask("POST", "/store/payment-collections", { cart_id: id })
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    await this.#ask("POST", path, { provider_id: "pp_system_default" })
    const answer = await this.#ask("POST", `/store/carts/${id}/complete`)
    if (answer.type !== "order") throw new Error(answer.error?.message ?? say("store_refused"))
  }

  /** @param {string} id @returns {Promise<Order>} */
  async order(id) {
    return (await this.#ask("GET", `/store/orders/${id}`)).order
  }

  /** The lease of an order, null where it was paid otherwise. @param {string} id */
  leaseOfOrder(id) {
    return createLeaseOrder({
      transport: this.transport,
      dictionary,
      contractLink: "contract.html?cart={cartId}",
    }).read(id)
  }

  /** @param {"GET" | "POST"} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async #ask(method, path, body) {
    const answer = await this.transport({ method, path, body }).catch(() => {
      throw new Error(say("store_unreachable"))
    })
    const { message } = /** @type {{ message?: string }} */ (answer.body ?? {})
    if (answer.status >= 400) throw new Error(message ?? say("store_refused"))
    return answer.body
  }
}
