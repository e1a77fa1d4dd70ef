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

test("sends the publishable key", async () => {
  await fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })(get)
  expect(store.seen[0]?.headers["x-publishable-api-key"]).toBe("pk_1")
})

test("sends no key where a proxy of the site's own has it", async () => {
  await fetchTransport({ baseUrl: store.url })(get)
  expect(store.seen[0]?.headers).not.toHaveProperty("x-publishable-api-key")
})

test("an address with a slash at its end is the same address", async () => {
  await fetchTransport({ baseUrl: `${store.url}//`, publishableKey: "pk_1" })(get)
  expect(store.calls()).toEqual(["GET /store/x"])
})

test("headers may be a function, asked for each request", async () => {
  let token = "one"
  const send = fetchTransport({
    baseUrl: store.url,
    publishableKey: "pk_1",
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
  await send(get)
  token = "two"
  await send(get)
  expect(store.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer one", "Bearer two"])
})

test("a body goes as JSON", async () => {
  await fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })({
    method: "POST",
    path: "/store/x",
    body: { a: 1 },
  })
  expect(store.seen[0]).toMatchObject({ headers: { "content-type": "application/json" }, body: { a: 1 } })
})

test("every status is an answer", async () => {
  store.on("GET /store/x", { status: 500, json: { message: "no" } })
  const answer = await fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })(get)
  expect(answer).toEqual({ status: 500, body: { message: "no" } })
})

test("what is not JSON has no body", async () => {
  store.on("GET /store/x", { status: 502, text: "<html>" })
  expect(await fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })(get)).toEqual({
    status: 502,
    body: undefined,
  })
})

test("what a shopper typed is never sent on by a redirect", async () => {
  const elsewhere = await startStore()
  try {
    store.on("POST /store/x", { status: 307, json: {}, headers: { location: `${elsewhere.url}/store/x` } })
    const send = fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })
    await send({ method: "POST", path: "/store/x", body: { ssn: "900-12-3456" } }).catch(() => undefined)
    expect(elsewhere.seen).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test("a store that does not answer is given up", async () => {
  store.on("GET /store/x", { json: {}, wait: new Promise(() => {}) })
  const send = fetchTransport({ baseUrl: store.url, publishableKey: "pk_1", timeoutMs: 20 })
  await expect(send(get)).rejects.toMatchObject({ name: "TimeoutError" })
})
