import doctor from "../../src/scripts/doctor"
import { type LeaseStore, storeRules } from "./support/lease-store"

/** What `lease-to-own-doctor --from` prints of cart, CORS and page, where Medusa is configured to be where the test's store is. */
async function look({ url, container }: LeaseStore, page: string) {
  const config = { ...container.resolve("configModule"), admin: { backendUrl: url } }
  const resolve = (name: string) => (name === "configModule" ? config : container.resolve(name))
  const printed: string[] = []
  const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => !!printed.push(String(text)))
  await doctor({ container: { resolve } as typeof container, args: [page, "/api/lease"] }).finally(() =>
    spy.mockRestore(),
  )
  process.exitCode = undefined
  return printed
    .join("")
    .split("\n")
    .filter((line) => /^(OK|WARN|FAIL) +(cart|route|cors|page): /.test(line))
}

/** `lease-to-own-doctor --from URL` against a real store. */
export const seenFromOutside = storeRules("a storefront, seen by the doctor", (store) => {
  it("the doctor gets a cart to the first screen in a store that is set up, and applies for nothing", async () => {
    expect(await look(store, `${store.url}/health`)).toEqual([
      expect.stringMatching(/^OK {3}cart: A cart with ".+" gets as far as the first screen of lease-to-own\.$/),
      `OK   cors: Browsers at ${store.url} may call the store.`,
      "OK   page: The page's security policy allows what lease-to-own needs.",
    ])
    expect(await store.sql("select id from lease")).toEqual([])
  })
})
