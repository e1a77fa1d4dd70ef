import type { LeaseStore } from "./lease-store"
import type { Shopper } from "./shopper"

/** Somebody who is signed in to an account of their own. */
export async function customer(store: LeaseStore, email: string): Promise<Shopper & { token: string }> {
  const login = { email, password: "only-for-tests" }
  const { body: registered } = await store.http.post("/auth/customer/emailpass/register", login)
  await store
    .shopper()
    .http.with({ authorization: `Bearer ${registered.token}` })
    .post("/store/customers", { email })
  const { body } = await store.http.post("/auth/customer/emailpass", login)
  return Object.assign(store.shopper(body.token), { token: body.token as string })
}
