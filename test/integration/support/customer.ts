import type { LeaseStore } from "./lease-store"
import type { Shopper } from "./shopper"

/** Signs in to a new account, which is registered only once for all tests that start with it. */
export async function customer(store: LeaseStore, email: string): Promise<Shopper & { token: string }> {
  const token = await store.begin(`customer ${email}`, () => register(store, email))
  return Object.assign(store.shopper(token), { token })
}

async function register({ http, shopper }: LeaseStore, email: string): Promise<string> {
  const login = { email, password: "only-for-tests" }
  const { body: registered } = await http.post("/auth/customer/emailpass/register", login)
  await shopper()
    .http.with({ authorization: `Bearer ${registered.token}` })
    .post("/store/customers", { email })
  const { body } = await http.post("/auth/customer/emailpass", login)
  return body.token
}
