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

describe("a request without an answer", () => {
  const hush = (method: "error" | "warn") => jest.spyOn(console, method).mockImplementation(() => undefined)
  let mistakes: jest.SpyInstance
  let hints: jest.SpyInstance

  beforeEach(() => {
    mistakes = hush("error")
    hints = hush("warn")
  })
  afterEach(() => jest.restoreAllMocks())

  test("times out, also in a browser without AbortSignal.timeout", async () => {
    const missing = new TypeError("AbortSignal.timeout is not a function")
    jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      throw missing
    })
    store.on("GET /store/x", { json: { ok: true } }, { json: {}, wait: new Promise(() => {}) })
    const send = transport({ timeoutMs: 50 })
    expect((await send(get)).status).toBe(200)
    await expect(send(get)).rejects.toMatchObject({ code: "store_unreachable", status: 0, retryable: true })
    // This store has answered before, so its address is right.
    expect([mistakes.mock.calls, hints.mock.calls]).toEqual([[], []])
  })

  test("is a lost connection, with a hint for the developer as long as the address has never answered", async () => {
    const { url } = store
    await store.close()
    await expect(fetchTransport({ baseUrl: url })(get)).rejects.toMatchObject({ code: "store_unreachable" })
    expect(hints.mock.calls).toEqual([[expect.stringMatching(`no response from ${url}. Check baseUrl`)]])
    expect(mistakes.mock.calls).toEqual([])
    store = await startStore()
  })

  test.each<[string, () => Partial<Parameters<typeof fetchTransport>[0]>]>([
    ["an address that is none", () => ({ baseUrl: "https://[" })],
    ["a header that can't be sent", () => ({ publishableKey: "pk_\n1" })],
    ["headers that throw", () => ({ headers: () => JSON.parse("{") })],
    ["a function that the browser lacks", () => ({ headers: () => (undefined as never as () => never)() })],
  ])("because of %s is the page's mistake, and in the console", async (_, more) => {
    await expect(transport(more())(get)).rejects.toMatchObject({ code: "page_failed", status: 0, retryable: true })
    expect(mistakes.mock.calls).toEqual([[expect.stringContaining("this page could not contact"), expect.anything()]])
    expect(store.seen).toEqual([])
  })

  test("in a browser without fetch is the page's mistake", async () => {
    jest.spyOn(globalThis, "fetch").mockRejectedValue(new ReferenceError("fetch is not defined"))
    await expect(transport()(get)).rejects.toMatchObject({ code: "page_failed" })
  })
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
