import { createLeaseClient, fetchTransport } from "lease-to-own-storefront"

/**
 * @typedef {import("lease-to-own-storefront").TransportRequest & { title?: string, status: number, answer: any }} Exchange
 * @typedef {(exchange: Exchange) => Promise<void> | void} OnExchange
 * @typedef {<T>(title: string, method: "GET" | "POST", path: string, body?: unknown) => Promise<T>} Ask
 *   sends one request; returns the body, and throws if the store refuses
 * @typedef {Pick<import("./shop.mjs").Shop, "medusaUrl" | "publishableKey">} Store
 */

/**
 * Sends requests to a store as a browser would, and passes each exchange to `onExchange`.
 *
 * @param {Store} store @param {OnExchange} onExchange
 */
export function storeClient({ medusaUrl: baseUrl, publishableKey }, onExchange) {
  return asking(fetchTransport({ baseUrl, publishableKey }), onExchange)
}

/** Creates the kit's client for one cart. @param {Store} store @param {string} cartId @param {OnExchange} onExchange */
export function leaseClient({ medusaUrl: baseUrl, publishableKey }, cartId, onExchange) {
  const send = fetchTransport({ baseUrl, publishableKey })
  return createLeaseClient({
    cartId,
    storage: null,
    transport: async (request) => {
      const { status, body } = await send({ ...request })
      await onExchange({ ...request, status, answer: body })
      return { status, body }
    },
  })
}

/**
 * Logs in to the dashboard and sends requests as its buttons do.
 *
 * @param {Pick<import("./shop.mjs").Shop, "medusaUrl" | "adminEmail" | "adminPassword">} store @param {OnExchange} onExchange
 */
export async function dashboardClient({ medusaUrl: baseUrl, adminEmail: email, adminPassword: password }, onExchange) {
  const logIn = asking(fetchTransport({ baseUrl }), onExchange)
  /** @type {{ token: string }} */
  const { token } = await logIn("Log in to the dashboard", "POST", "/auth/user/emailpass", { email, password })
  return asking(fetchTransport({ baseUrl, headers: { authorization: `Bearer ${token}` } }), onExchange)
}

/** @param {import("lease-to-own-storefront").Transport} send @param {OnExchange} onExchange @returns {Ask} */
export function asking(send, onExchange) {
  return async (title, method, path, body) => {
    const { status, body: answer } = /** @type {{ status: number, body: any }} */ (await send({ method, path, body }))
    await onExchange({ title, method, path, body, status, answer })
    // Medusa answers a failed completion with 200, the type "cart" and an error.
    const refused = status >= 400 ? `${status} ${answer?.message ?? ""}` : answer?.error?.message
    if (refused) throw new Error(`${title}: ${method} ${path} was refused: ${refused}`)
    return answer
  }
}
