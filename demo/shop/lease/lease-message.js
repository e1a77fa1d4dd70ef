import { el } from "../dom.js"

/**
 * Lease-to-own beside a price, and nothing where the product cannot be leased.
 *
 * @param {import("../store.js").Store} store @param {string} productId @param {number} [price] in major units
 */
export function leaseMessage({ address, publishableKey, regionId }, productId, price) {
  return el("lease-message", { backendUrl: address, publishableKey, regionId, productId, amount: price })
}
