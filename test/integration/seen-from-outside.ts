import { checkStorefront } from "../../src/setup/check-storefront"
import { servePages } from "../support/serve-pages"
import { type LeaseStore, storeRules } from "./support/lease-store"

/** What the doctor finds from outside of a store that is configured to be where the test's store is. */
async function look(store: LeaseStore, page: string) {
  const config = { admin: { backendUrl: store.url } }
  const resolve = (name: string) => (name === "configModule" ? config : store.container.resolve(name))
  const container = { resolve } as typeof store.container
  const findings = await checkStorefront(container, { page: new URL(page), route: "/api/lease" })
  return findings.map(({ key, state, says }) => `${state} ${key}: ${says}`)
}

/** `lease-to-own-doctor --from URL` against a real store. */
export const seenFromOutside = storeRules("a storefront, seen by the doctor", (store) => {
  it("gets a cart to the first screen in a store that is set up, and sends the service nothing", async () => {
    expect(await look(store, `${store.url}/health`)).toEqual([
      expect.stringMatching(/^ok cart: A cart with ".+" gets as far as the first screen of lease-to-own\.$/),
      `ok cors: Browsers at ${store.url} may call the store.`,
      "ok page: The page's security policy allows what lease-to-own needs.",
    ])
    expect(store.calls()).toEqual([])
    expect(await store.sql("select id from lease")).toEqual([])
  })

  it("is named where the store does not let its browsers in, and tries no cart where no region has lease-to-own", async () => {
    await store.sql("delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'")
    const { url, close } = await servePages({ "/checkout": {} })
    const found = await look(store, `${url}/checkout`).finally(close)
    expect(found[0]).toBe(
      `failed cors: Browsers at ${url} may not call the store at ${store.url}, and the storefront has no route at /api/lease.`,
    )
  })
})
