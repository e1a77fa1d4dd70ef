/**
 * @typedef {{ title: string, method: string, path: string, body: unknown, status: number, answer: unknown }} Exchange
 */

/**
 * Asks a store as a browser would. Every exchange is told to `onExchange`; a refusal is thrown with what the store said.
 *
 * @param {{ medusaUrl: string, publishableKey: string }} store
 * @param {(exchange: Exchange) => Promise<void> | void} onExchange
 * @returns {import("./lease-checkout.mjs").Ask}
 */
export function storeClient({ medusaUrl, publishableKey }, onExchange) {
  return async (title, method, path, body) => {
    const response = await fetch(medusaUrl + path, {
      method,
      headers: { "content-type": "application/json", "x-publishable-api-key": publishableKey },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = parse(await response.text())
    await onExchange({ title, method, path, body, status: response.status, answer })
    const refused = refusalOf(response, answer)
    if (refused) throw new Error(`${title}: ${method} ${path} was refused: ${refused}`)
    return answer
  }
}

/** Medusa answers a completion that failed with 200, type "cart" and an error beside it. */
function refusalOf(
  /** @type {Response} */ response,
  /** @type {{ message?: string, error?: { message: string } }} */ answer,
) {
  if (!response.ok) return `${response.status} ${answer?.message ?? ""}`
  return answer?.error?.message
}

function parse(/** @type {string} */ text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.slice(0, 500) }
  }
}
