import { randomBytes } from "node:crypto"
import { fetchTransport } from "lease-to-own-storefront"
import { asking } from "../../demo/store-client.mjs"

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
export function askStore({ medusaUrl: baseUrl, publishableKey }, token) {
  const headers = token && { headers: { authorization: `Bearer ${token}` } }
  const ask = asking(fetchTransport({ baseUrl, publishableKey, ...headers }), () => {})
  return (path, body) => ask("Ask the store", body ? "POST" : "GET", path, body)
}
