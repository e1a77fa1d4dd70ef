import { fetchTransport } from "/lease-to-own/index.js"
import { html } from "./html.js"

const FIELDS = encodeURIComponent(
  "+completed_at,+items.subtotal,+items.variant_id,+shipping_methods.name,+shipping_methods.shipping_option_id",
)

/**
 * @typedef {{ id: string, product_title: string, product_handle: string, quantity: number, subtotal: number }} Line
 * @typedef {{ id: string, email?: string, currency_code: string, items: Line[], shipping_address?: Record<string, string>,
 *   shipping_methods: { shipping_option_id: string, name: string }[], item_subtotal: number, shipping_subtotal: number,
 *   tax_total: number, total: number, completed_at?: string | null }} Cart
 */

const response = await fetch("config.json")
if (!response.ok) document.querySelector("main")?.replaceChildren(await response.text())
export const { baseUrl, publishableKey, regionId, flow } = await response.json()

export const transport = fetchTransport({ baseUrl, publishableKey })
/** The language of the lease, which is the browser's. The shop itself is in English only. */
export const language = navigator.language.startsWith("es") ? "es" : "en"
/** The attributes that connect the kit's elements to the store, and their language. */
export const STORE = html`backend-url="${baseUrl}" publishable-key="${publishableKey}" lang="${language}"`

/** Returns the ID of this browser's cart. */
export const cartId = () => localStorage.getItem("cart_id")
export const forgetCart = () => localStorage.removeItem("cart_id")
/** @param {string} id */
export const keepCart = (id) => localStorage.setItem("cart_id", id)

/** @param {"GET" | "POST"} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function ask(method, path, body) {
  const answer = await transport({ method, path: `/store/${path}`, body })
  const { message, error } = /** @type {{ message?: string, error?: { message: string } }} */ (answer.body ?? {})
  // Medusa answers a failed completion with 200, and with both the error and the cart.
  if (answer.status >= 400 || error) throw new Error(error?.message ?? message ?? "The store could not do this.")
  return answer.body
}

/** Returns the cart, and updates the number of items in the header. @returns {Promise<Cart | null>} */
export async function readCart() {
  const id = cartId()
  /** @type {Cart | null} */
  const cart = id && (await ask("GET", `carts/${id}?fields=${FIELDS}`)).cart
  const pieces = cart && !cart.completed_at ? cart.items.reduce((sum, { quantity }) => sum + quantity, 0) : 0
  document.querySelector("#count")?.replaceChildren(String(pieces))
  return cart
}

/** @param {string} variant_id */
export async function add(variant_id) {
  if (cartId()) return ask("POST", `carts/${cartId()}/line-items`, { variant_id, quantity: 1 })
  const { cart } = await ask("POST", "carts", { region_id: regionId, items: [{ variant_id, quantity: 1 }] })
  keepCart(cart.id)
}

/** @param {string} lineId @param {number} quantity 0 removes the line */
export function setQuantity(lineId, quantity) {
  return ask("POST", `carts/${cartId()}/line-items/${lineId}`, { quantity })
}
