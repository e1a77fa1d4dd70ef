import { randomBytes } from "node:crypto"

/**
 * @typedef {{ medusaUrl: string, publishableKey: string }} Store
 * @typedef {{ emailAddress: string, firstName: string, lastName: string }} Person
 * @typedef {(path: string, body?: object) => Promise<any>} Post throws what the store refuses; without a body it is GET
 * @typedef {{ id: string, email: string, token: string, password: string, post: Post }} Account
 */

/** Makes a customer's account. @param {Store} store @param {Person} person @returns {Promise<Account>} */
export async function openAccount(store, { emailAddress: email, firstName: first_name, lastName: last_name }) {
  const password = randomBytes(9).toString("base64url")
  const { token } = await askStore(store)("/auth/customer/emailpass/register", { email, password })
  const { customer } = await askStore(store, token)("/store/customers", { email, first_name, last_name })
  const loggedIn = await askStore(store)("/auth/customer/emailpass", { email, password })
  return { id: customer.id, email, password, token: loggedIn.token, post: askStore(store, loggedIn.token) }
}

/** Founds a company with this customer as its admin. In the B2B starter everybody who registers has one. @param {Account} admin @returns {Promise<string>} its id */
export async function foundCompany(admin) {
  const company = { name: "Harbor Works", email: admin.email, currency_code: "usd" }
  const { companies } = await admin.post("/store/companies", company)
  await admin.post(`/store/companies/${companies[0].id}/employees`, { customer_id: admin.id, is_admin: true })
  return companies[0].id
}

/** How to call the store. @param {Store} store @param {string} [token] of a customer @returns {Post} */
export function askStore({ medusaUrl, publishableKey }, token) {
  const headers = {
    "content-type": "application/json",
    "x-publishable-api-key": publishableKey,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return async (path, body) => {
    const sent = body && { method: "POST", body: JSON.stringify(body) }
    const answer = await fetch(medusaUrl + path, { headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}
