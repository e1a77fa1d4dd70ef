import { el } from "../dom.js"
import { words } from "../language.js"

/** @typedef {HTMLElementTagNameMap["lease-checkout"]} LeaseCheckout */

/**
 * Lease-to-own from application to order: all that this shop writes for it. It begins once it is in the page, and ends with it.
 *
 * @param {Partial<Pick<LeaseCheckout, "client" | "view" | "cart" | "readCart" | "restore">>} options
 * @param {{ onPlaced: () => void, onOther: () => void }} shop
 */
export function leaseCheckout(options, { onPlaced, onOther }) {
  const checkout = el("lease-checkout", { ...options, ...words })
  checkout.addEventListener("lease-placed", onPlaced)
  checkout.addEventListener("lease-other", onOther)
  checkout.addEventListener("lease-cart", () => location.assign("#/cart"))
  return checkout
}
