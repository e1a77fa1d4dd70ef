import { el } from "../dom.js"
import { words } from "../language.js"
import { cardForm } from "./card-form.js"
import { tokenize } from "./card-provider.js"

/**
 * @typedef {HTMLElementTagNameMap["lease-checkout"]} LeaseCheckout
 * @typedef {HTMLElementTagNameMap["lease-hosted"]} LeaseHosted
 * @typedef {{ onPlaced: () => void, onOther: () => void }} Ways
 */

/**
 * Lease-to-own from application to order. It begins once it is in the page, and ends with it.
 *
 * @param {Partial<Pick<LeaseCheckout, "client" | "view" | "cart" | "readCart" | "restore">>} options @param {Ways} ways
 */
export function leaseCheckout(options, ways) {
  return heard(el("lease-checkout", { ...options, ...words }), ways)
}

/**
 * The hosted widget, and around the card that it fills in. Only `card-provider.js` reads the card.
 *
 * @param {Partial<Pick<LeaseHosted, "client" | "view" | "amount" | "pay">>} options @param {Ways} ways
 */
export function hostedLease(options, ways) {
  const { element, isFilled, mask, clear, read } = cardForm()
  const card = { isFilled, mask, clear, tokenize: () => tokenize(read()) }
  return heard(el("lease-hosted", { ...options, ...words, card }, element), ways)
}

/** @template {HTMLElement} Element @param {Element} element @param {Ways} ways */
function heard(element, { onPlaced, onOther }) {
  element.addEventListener("lease-placed", onPlaced)
  element.addEventListener("lease-other", onOther)
  element.addEventListener("lease-cart", () => location.assign("#/cart"))
  return element
}
