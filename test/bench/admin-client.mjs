/**
 * @typedef {{ get: <T>(path: string) => Promise<T>, post: <T>(path: string, body?: unknown) => Promise<T> }} AdminClient
 *   asks an admin route; throws when it is refused
 */

/** Logged in like a person in the dashboard. @param {import("../../demo/shop.mjs").Shop} shop @returns {Promise<AdminClient>} */
export async function logIn({ medusaUrl, adminEmail, adminPassword }) {
  const json = { "content-type": "application/json" }
  /** @type {{ token: string }} */
  const { token } = await answered(
    await fetch(`${medusaUrl}/auth/user/emailpass`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: adminEmail, password: adminPassword }),
    }),
  )
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: async (path) => answered(await fetch(medusaUrl + path, { headers })),
    post: async (path, body = {}) =>
      answered(
        await fetch(medusaUrl + path, {
          method: "POST",
          headers: { ...headers, ...json },
          body: JSON.stringify(body),
        }),
      ),
  }
}

/** @template T @param {Response} response @returns {Promise<T>} its JSON */
async function answered(response) {
  if (response.ok) return response.json()
  throw new Error(`${new URL(response.url).pathname} was refused: ${response.status} ${await response.text()}`)
}
