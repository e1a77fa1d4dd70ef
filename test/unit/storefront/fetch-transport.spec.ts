import { sharedTransport } from "../../../packages/storefront/src/client/transport"
import { fetchTransport } from "../../../packages/storefront/src/index"
import { type LocalStore, startStore } from "./local-store"

let store: LocalStore

beforeEach(async () => {
  store = await startStore()
  store.on("GET /store/x", { json: { ok: true } })
  store.on("POST /store/x", { json: { ok: true } })
})
afterEach(() => store.close())

const get = { method: "GET", path: "/store/x" } as const
const transport = (more: Partial<Parameters<typeof fetchTransport>[0]> = {}) =>
  fetchTransport({ baseUrl: store.url, publishableKey: "pk_1", ...more })

test("the publishable key is sent, unless the site's own proxy adds it", async () => {
  await transport()(get)
  await fetchTransport({ baseUrl: store.url })(get)
  expect(store.seen.map(({ headers }) => headers["x-publishable-api-key"])).toEqual(["pk_1", undefined])
})

test("an address with a slash at its end is the same address", async () => {
  await transport({ baseUrl: `${store.url}//` })(get)
  expect(store.calls()).toEqual(["GET /store/x"])
})

test("headers can be a function, which is called for each request", async () => {
  const tokens = ["one", "two"]
  const send = transport({ headers: () => ({ authorization: `Bearer ${tokens.shift()}` }) })
  await send(get)
  await send(get)
  expect(store.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer one", "Bearer two"])
})

test("a body is sent as JSON", async () => {
  await transport()({ method: "POST", path: "/store/x", body: { a: 1 } })
  expect(store.seen[0]).toMatchObject({ headers: { "content-type": "application/json" }, body: { a: 1 } })
})

test("every HTTP status is an answer, without a body if it isn't JSON", async () => {
  store.on("GET /store/x", { status: 500, json: { message: "no" } }, { status: 502, text: "<html>" })
  expect(await transport()(get)).toEqual({ status: 500, body: { message: "no" } })
  expect(await transport()(get)).toEqual({ status: 502, body: undefined })
})

test("a redirect never forwards what a shopper typed", async () => {
  const elsewhere = await startStore()
  try {
    store.on("POST /store/x", { status: 307, json: {}, headers: { location: `${elsewhere.url}/store/x` } })
    await transport()({ method: "POST", path: "/store/x", body: { ssn: "900-12-3456" } }).catch(() => undefined)
    expect(elsewhere.seen).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test("a request to a store that doesn't answer times out", async () => {
  store.on("GET /store/x", { json: {}, wait: new Promise(() => {}) })
  await expect(transport({ timeoutMs: 20 })(get)).rejects.toMatchObject({ name: "TimeoutError" })
})

test.each([
  ["carts as their shopper, and keep nothing", "carts/cart_1", { cache: "no-store", credentials: "include" }],
  ["products as anybody, from the cache", "products?ids=a", { cache: "default", credentials: "omit" }],
])("the elements of a page read %s", async (_, name, how) => {
  const path = `/store/lease-to-own/${name}`
  const sent = jest.spyOn(globalThis, "fetch")
  await sharedTransport({ baseUrl: store.url })({ method: "GET", path })
  expect(sent.mock.calls).toEqual([[store.url + path, expect.objectContaining(how)]])
  sent.mockRestore()
})
