/**
 * @typedef {{ title: string, method: string, path: string, body: unknown, status: number, answer: unknown }} Exchange
 * @typedef {(exchange: Exchange) => Promise<void> | void} OnExchange
 */

/**
 * Asks a store as a browser would. Every exchange is told to `onExchange`; a refusal is thrown with what the store said.
 *
 * @param {{ medusaUrl: string, publishableKey: string }} store
 * @param {OnExchange} onExchange
 * @returns {import("./lease-checkout.mjs").Ask}
 */
export function storeClient({ medusaUrl, publishableKey }, onExchange) {
  return refusing(client(medusaUrl, { "x-publishable-api-key": publishableKey }, onExchange))
}

/**
 * Logs in at the dashboard and asks as its buttons do. `ask` throws a refusal; `askAnyway` answers it, for what is to be refused.
 *
 * @param {{ medusaUrl: string, adminEmail: string, adminPassword: string }} store
 * @param {OnExchange} onExchange
 * @returns {Promise<{ ask: import("./lease-checkout.mjs").Ask, askAnyway: AskAnyway }>}
 */
export async function dashboardClient({ medusaUrl, adminEmail: email, adminPassword: password }, onExchange) {
  const logIn = refusing(client(medusaUrl, {}, onExchange))
  /** @type {{ token: string }} */
  const { token } = await logIn("Log in at the dashboard", "POST", "/auth/user/emailpass", { email, password })
  const askAnyway = client(medusaUrl, { authorization: `Bearer ${token}` }, onExchange)
  return { ask: refusing(askAnyway), askAnyway }
}

/**
 * The lease key of each cart, or the token of its widget, as a browser keeps them: whichever server of the store answers.
 *
 * @type {Map<string, string>}
 */
const keys = new Map()

/**
 * @typedef {(title: string, method: "GET" | "POST", path: string, body?: unknown) => Promise<{ status: number, answer: any }>} AskAnyway
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {OnExchange} onExchange
 * @returns {AskAnyway}
 */
function client(url, headers, onExchange) {
  return async (title, method, path, body) => {
    const cartId = /\/carts\/([^/?]+)/.exec(path)?.[1] ?? ""
    const leaseKey = keys.get(cartId)
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...headers, ...(leaseKey && { "x-lease-key": leaseKey }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = parse(await response.text())
    const key = path.endsWith("/widget") ? answer?.token : answer?.leaseKey
    if (typeof key === "string") keys.set(cartId, key)
    await onExchange({ title, method, path, body, status: response.status, answer })
    return { status: response.status, answer }
  }
}

/** @param {AskAnyway} askAnyway @returns {import("./lease-checkout.mjs").Ask} */
function refusing(askAnyway) {
  return async (title, method, path, body) => {
    const { status, answer } = await askAnyway(title, method, path, body)
    const refused = refusalOf(status, answer)
    if (refused) throw new Error(`${title}: ${method} ${path} was refused: ${refused}`)
    return answer
  }
}

/** Medusa answers a completion that failed with 200, type "cart" and an error beside it. */
function refusalOf(
  /** @type {number} */ status,
  /** @type {{ message?: string, error?: { message: string } }} */ answer,
) {
  if (status >= 400) return `${status} ${answer?.message ?? ""}`
  return answer?.error?.message
}

function parse(/** @type {string} */ text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.slice(0, 500) }
  }
}
