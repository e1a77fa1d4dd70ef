import { LEASE_PROVIDER_ID } from "../../../packages/storefront/src/client/provider"
import { CART_FIELDS } from "../../../packages/storefront/src/client/separate-cart"
import { createLeaseServer, type LeaseRoute, type LeaseStore } from "../../../packages/storefront/src/next"
import { clientOf } from "./fake-transport"
import { aView, type LocalStore, startStore } from "./local-store"

const SITE = "https://shop.example.com"
const OWN = "/store/lease-to-own/carts/cart_1"
const COMPLETE = "/store/carts/cart_1/complete"
const COLLECTIONS = "/store/payment-collections"
const SESSIONS = `${COLLECTIONS}/paycol_1/payment-sessions`
const SAME = { "sec-fetch-site": "same-origin" }
const JSON_TYPE = { "content-type": "application/json" }
const LINES = "/store/carts/cart_1/line-items"
const CART = "/store/carts/cart_1"
const READ = `${CART}?fields=${CART_FIELDS}`
const ORDER = "/store/lease-to-own/orders/order_1"
const MAX = 32 * 1024

let store: LocalStore
beforeEach(async () => {
  store = await startStore()
  store.on(`GET ${OWN}`, { json: aView() })
  store.on(`POST ${OWN}/application`, { json: { ...aView(), leaseKey: "key_1" } })
  store.on(`POST ${OWN}/offer`, { json: aView() })
  store.on(`POST ${COMPLETE}`, { json: { type: "order", order: { id: "order_1" } } })
})
afterEach(() => store.close())

const serverOf = (own: Partial<LeaseStore> = {}) => {
  const cart = { getCartId: () => "cart_1", removeCartId: jest.fn() }
  return createLeaseServer({ backendUrl: store.url, publishableKey: "pk_1", ...cart, ...own })
}
const routeOf = (own?: Partial<LeaseStore>) => serverOf(own).route
const signingRoute = () => serverOf({ getCartId: () => "cart_of_now" }).signingRoute

/** A page's client, with a route in place of the network. */
const clientAt = (route: LeaseRoute) =>
  clientOf(async ({ method, path, headers, body }) => {
    const init = { method, headers: { ...SAME, ...JSON_TYPE, ...headers }, body: body && JSON.stringify(body) }
    const { status, text } = await said(
      await route[method](new Request(`${SITE}/api/lease${path}`, init as RequestInit)),
    )
    return { status, body: text ? JSON.parse(text) : undefined }
  })

type Asked = { headers?: Record<string, string>; body?: BodyInit; at?: string }

async function get(path: string, { headers = SAME, at = "/api/lease" }: Asked = {}, own?: Partial<LeaseStore>) {
  return said(await routeOf(own).GET(new Request(`${SITE}${at}${path}`, { headers })))
}

async function post(path: string, { headers = {}, body }: Asked = {}, own?: Partial<LeaseStore>) {
  const init = { method: "POST", headers: { ...SAME, ...(body && JSON_TYPE), ...headers }, body, duplex: "half" }
  return said(await routeOf(own).POST(new Request(`${SITE}/api/lease${path}`, init as RequestInit)))
}

async function said(answer: Response) {
  const text = await answer.text()
  return { status: answer.status, text, headers: answer.headers, code: text ? JSON.parse(text).code : undefined }
}

const none = { status: 404, code: "cart_not_found" }

describe("forwarded requests", () => {
  test("a read is forwarded with the store's key and without the query", async () => {
    const { status, text } = await get(`${OWN}?fields=*customer`)
    expect([status, JSON.parse(text)]).toEqual([200, aView()])
    expect(store.calls()).toEqual([`GET ${OWN}`])
    expect(store.seen[0]?.headers["x-publishable-api-key"]).toBe("pk_1")
  })

  test("a read of Medusa's cart is forwarded with only the fields that moving its lines needs", async () => {
    store.on(`GET ${READ}`, { json: { cart: { id: "cart_1" } } })
    expect((await get(`${CART}?fields=*payment_collection`)).status).toBe(200)
    expect(store.calls()).toEqual([`GET ${READ}`])
  })

  test("a read of products is forwarded without a cart, with what it asks about them and nothing else", async () => {
    const path = "/store/lease-to-own/products"
    const query = "region_id=reg_1&ids=prod_1&amounts=5.00&frequency=monthly&zip_prefix=787"
    store.on(`GET ${path}?${query}`, { json: { products: {} } })
    const own = { getCartId: async () => undefined }
    expect((await get(`${path}?${query}&fields=*customer`, {}, own)).status).toBe(200)
    expect(store.calls()).toEqual([`GET ${path}?${query}`])
    expect(await post(path, {}, own)).toMatchObject(none)
    expect(await get(`${path}/prod_1`, {}, own)).toMatchObject(none)
  })

  test("a read of the cart is forwarded with the ZIP code's first digits", async () => {
    store.on(`GET ${OWN}?zip_prefix=787`, { json: aView() })
    expect((await get(`${OWN}?zip_prefix=787&x=1`)).status).toBe(200)
  })

  test("an application is forwarded as typed, even in chunks that split a character", async () => {
    const application = { customer: { firstName: "José ✓", ssn: "000-00-0000" } }
    const body = JSON.stringify({ application })
    const bytes = [...new TextEncoder().encode(body)].map((byte) => Uint8Array.of(byte))
    for (const sent of [body, new Blob(bytes).stream() as unknown as BodyInit])
      await post(`${OWN}/application`, { body: sent })
    expect(store.seen).toMatchObject(Array(2).fill({ body: { application }, headers: JSON_TYPE }))
  })

  test("the route forwards every call of the client", async () => {
    const address = "https://a.example/"
    const message = { code: "code_sent", params: {}, message: "Sent." }
    const json = { ...aView(), url: address, origins: [], leaseKey: "k", message, scriptUrl: address, config: {} }
    const own = "choice application approval approval-code offer contract signature widget widget-events".split(" ")
    for (const name of own) store.on(`POST ${OWN}/${name}`, { json })
    const lines = [LINES, `${LINES}/line_1`, "/store/carts", CART]
    const items = [{ id: "line_1", title: "Card", variant_id: "variant_1", quantity: 1, unit_price: 25 }]
    for (const path of lines) store.on(`POST ${path}`, { json: { cart: { id: "cart_2", items } } })
    const note = { cart_id: "cart_2", items: [{ line_id: "line_9", variant_id: "variant_1", quantity: 1 }] }
    const noted = { cart: { id: "cart_1", items: [], metadata: { lease_separate: note } } }
    store.on(`GET ${READ}`, ...Array(2).fill({ json: { cart: { id: "cart_1", items } } }), { json: noted })
    for (const path of [COLLECTIONS, SESSIONS])
      store.on(`POST ${path}`, { json: { payment_collection: { id: "paycol_1" } } })
    const client = clientAt(routeOf())
    for (const call of ["get", "askCode", "takeApproval", "offer", "contract", "signature", "widget"] as const)
      await client[call]()
    await client.choose(true)
    await client.apply({}, { consent: { accepted: [], version: "1" } })
    await client.widgetEvent({ token: "t", event: "onCancel" })
    await client.restore([
      { variant_id: "variant_1", quantity: 2 },
      { line_id: "line_1", quantity: 0 },
    ])
    const unfit = [{ id: "line_1", title: "Card", quantity: 1, movable: true }]
    const reasons = [{ code: "unavailable_items", params: {}, message: "No.", lines: unfit }]
    store.on(`GET ${OWN}`, { json: aView({ step: "unavailable", reasons }) })
    await client.separate()
    store.on(`GET ${OWN}`, { json: aView({ separate_cart: { id: "cart_2", items: [] } }) })
    await client.putBack()
    await client.place()
    const posts = [...own.map((name) => `${OWN}/${name}`), ...lines, COLLECTIONS, SESSIONS, COMPLETE]
    expect(new Set(store.calls())).toEqual(
      new Set([`GET ${OWN}`, `GET ${READ}`, ...posts.map((path) => `POST ${path}`)]),
    )
  })

  test("the route forwards a guest's read of an order's lease with the browser's key, once there is no cart", async () => {
    store.on(`GET ${ORDER}`, { json: { lease: null } })
    const asked = { headers: { ...SAME, "x-lease-key": "key_1" } }
    expect(await get(ORDER, asked, { getCartId: () => undefined })).toMatchObject({ status: 200 })
    expect(store.seen[0]?.headers["x-lease-key"]).toBe("key_1")
  })

  test("the route forwards a body of exactly 32 kB", async () => {
    const body = "x".repeat(MAX - 2)
    expect((await post(`${OWN}/application`, { body: JSON.stringify(body) })).status).toBe(200)
    expect(store.seen[0]?.body).toEqual(body)
  })

  test("calls for a cart that another one has replaced in the cookie are not forwarded", async () => {
    let cookie = "cart_1"
    const client = clientAt(routeOf({ getCartId: () => cookie }))
    await client.apply({}, { consent: { accepted: [], version: "1" } })
    await client.get()
    expect(store.seen[1]?.headers["x-lease-key"]).toBe("key_1")
    cookie = "cart_2"
    const message = "This cart was not found. Reload the page."
    await expect(client.offer()).rejects.toMatchObject({ code: "cart_not_found", message })
    await expect(client.get()).rejects.toMatchObject({ code: "cart_not_found" })
    expect(store.calls()).toEqual([`POST ${OWN}/application`, `GET ${OWN}`])
  })

  test("the route works at any path, even below one that is named like the store's", async () => {
    expect((await get(OWN, { at: "/store/us/lease" })).status).toBe(200)
    expect(store.calls()).toEqual([`GET ${OWN}`])
  })

  test("the lease key, the client's network and the site's own headers are forwarded, and nothing else of the browser's", async () => {
    const browsers = { "x-lease-key": "key_1", "x-forwarded-for": "192.0.2.1", cookie: "_medusa_jwt=t", x: "y" }
    const forged = { authorization: "Bearer forged", "x-publishable-api-key": "pk_2", "x-http-method-override": "PUT" }
    const headers = { ...SAME, ...browsers, ...forged }
    await get(OWN, { headers }, { getHeaders: async () => ({ Authorization: "Bearer t" }) })
    await get(OWN, { headers }, { getHeaders: () => ({ "x-forwarded-for": "192.0.2.7" }) })
    await get(OWN)
    const [sent, known, plain] = store.seen.map((request) => request.headers)
    const own = { authorization: "Bearer t", "x-publishable-api-key": "pk_1" }
    expect(sent).toMatchObject({ "x-lease-key": "key_1", "x-forwarded-for": "192.0.2.1", ...own })
    expect(["cookie", "x", "x-http-method-override"].filter((name) => sent && name in sent)).toEqual([])
    expect([known?.["x-forwarded-for"], plain?.["x-forwarded-for"]]).toEqual(["192.0.2.7", undefined])
  })
})

describe("route answers", () => {
  test.each([
    [200, { step: "intro" }],
    [400, { type: "invalid", code: "form_invalid", message: "…", fields: [{ field: "customer.ssn" }] }],
    [504, { code: "undecided" }],
  ])("the store's own status and body are returned: %i", async (status, json) => {
    store.on(`GET ${OWN}`, { status, json, headers: { "set-cookie": "connect.sid=1", etag: "x" } })
    const answer = await get(OWN)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, json])
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
  })

  test("every answer is JSON, so a page of another server never appears as one of this site", async () => {
    const html = { status: 404, text: "<script>", headers: { "content-type": "text/html" } }
    store.on(`GET ${OWN}`, html, { status: 204, text: "" })
    const answer = await routeOf().GET(new Request(SITE + OWN, { headers: SAME }))
    expect([answer.status, await answer.text()]).toEqual([404, "<script>"])
    expect(answer.headers.get("content-type")).toBe("application/json")
    // Some statuses may have no body.
    expect(await get(OWN)).toMatchObject({ status: 204, text: "" })
  })

  test.each([
    ["cuts the connection", "cut" as const, {}, 1, "UND_ERR_SOCKET"],
    ["redirects", { status: 302, text: "", headers: { location: "/store/elsewhere" } }, {}, 1, "REDIRECTED"],
    // The error of such a header would quote it.
    ["gets a broken header", "cut" as const, { getHeaders: () => ({ authorization: "Bearer a\nb" }) }, 0, "TypeError"],
  ])("the client may retry if the store %s, and the log has the reason", async (_, answer, own, calls, reason) => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    store.on(`GET ${OWN}`, answer)
    store.on("GET /store/elsewhere", { json: aView() })
    const told = { code: "store_unreachable", status: 502, retryable: true }
    const message = "We could not reach the store. Check your connection and try again."
    await expect(clientAt(routeOf(own)).get()).rejects.toMatchObject({ ...told, message })
    expect(store.calls()).toHaveLength(calls)
    expect(logged.mock.calls).toEqual([[`Lease-to-own: no response from backendUrl (${reason}).`]])
    logged.mockRestore()
  })
})

describe("requests from other sites", () => {
  const elsewhere = (headers: Record<string, string>) => ({ "sec-fetch-site": "", ...headers })

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another site that claims to be this one", { "sec-fetch-site": "cross-site", origin: SITE }],
    ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["another origin, in an old browser", elsewhere({ origin: "https://evil.example" })],
    ["a frame without an origin", elsewhere({ origin: "null" })],
    ["an origin that begins like ours", elsewhere({ origin: "https://shop.example.com.evil.example" })],
    ["another port", elsewhere({ origin: "https://shop.example.com:8443" })],
  ])("the route refuses a request from %s", async (_, headers) => {
    expect(await get(OWN, { headers })).toMatchObject({ status: 403, code: "other_site" })
    expect(await post(COMPLETE, { headers })).toMatchObject({ status: 403, code: "other_site" })
    const signing = await signingRoute().GET(new Request(`${SITE}/api/sign${OWN}`, { headers }))
    expect([signing.status, store.seen]).toEqual([403, []])
  })

  const behindProxy = { origin: "https://a.example", "x-forwarded-host": "a.example, b.example" }
  test.each([
    ["from its own page is forwarded", elsewhere({ origin: SITE }), 200],
    ["from its own page is forwarded behind a proxy", elsewhere(behindProxy), 200],
    ["from the page of Host is forwarded", elsewhere({ origin: "https://a.example", host: "a.example" }), 200],
    ["without Origin is refused", elsewhere({}), 403],
  ])("a POST of an old browser %s", async (_, headers, status) => {
    expect((await post(COMPLETE, { headers })).status).toBe(status)
    expect((await get(OWN, { headers })).status).toBe(200)
  })

  test.each([
    ["text", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["nearly JSON", "application/json-patch+json"],
  ])("the route refuses a content type that a form can send: %s", async (_, type) => {
    const refused = { status: 415, code: "body_not_json" }
    for (const body of ['{"hint":"requested"}', ""])
      expect(await post(`${OWN}/signature`, { headers: { "content-type": type }, body })).toMatchObject(refused)
    expect(store.seen).toEqual([])
  })
})

describe("route for orders with a link", () => {
  test("the signing route opens the lease of a cart that isn't in the cookie", async () => {
    store.on(`POST ${OWN}/contract`, { json: { url: "https://sign.example.com/c/1", origins: [] } })
    store.on(`POST ${OWN}/signature`, { json: { ...aView(), signature: "verified" } })
    const client = clientAt(signingRoute())
    await client.get()
    await client.offer()
    await client.contract()
    await client.signature("done")
    const posts = ["offer", "contract", "signature"].map((name) => `POST ${OWN}/${name}`)
    expect(store.calls()).toEqual([`GET ${OWN}`, ...posts])
  })

  test("the signing route forwards nothing else", async () => {
    const posts = ["/approval", "/widget", "", "/../../orders/order_1/offer", "%2foffer"]
    const reads = [`${OWN}/offer`, "/store/lease-to-own/orders/order_1", "/store/customers/me", "/store/carts/cart_1"]
    const asked = [
      ...[...posts.map((path) => OWN + path), COMPLETE, COLLECTIONS].map((path) => ["POST", path] as const),
      ...reads.map((path) => ["GET", path] as const),
    ]
    for (const [method, path] of asked) {
      const answer = await signingRoute()[method](new Request(`${SITE}/api/sign${path}`, { method, headers: SAME }))
      expect([method, path, answer.status, store.seen]).toEqual([method, path, 404, []])
    }
  })
})

describe("no open proxy", () => {
  test.each([
    ["another cart", "/store/lease-to-own/carts/cart_2"],
    ["an encoded slash", "/store/lease-to-own%2fcarts/cart_1"],
    ["a path out of the cart", `${OWN}/../cart_2`],
    ["an encoded path out of the cart", `${OWN}/%2e%2e/cart_2`],
    ["a slash at the end", `${OWN}/`],
    ["another host", "//evil.example/store"],
    ["an account", "/store/customers/me"],
    ["another cart itself", "/store/carts/cart_2"],
    ["all carts", "/store/carts"],
    ["the dashboard", "/admin/orders"],
    ["an order", COMPLETE],
    ["an offer", `${OWN}/offer`],
    ["an order itself", "/store/orders/order_1"],
    ["a path below an order", `${ORDER}/offer`],
  ])("the route doesn't forward a GET for %s", async (_, path) => {
    expect(await get(path)).toMatchObject(none)
    expect(store.seen).toEqual([])
  })

  test.each([
    ["a view", OWN, undefined],
    ["a longer path", `${OWN}/offer/x`, {}],
    ["another action", `${OWN}/cancel`, {}],
    ["another cart whose id begins like this one's", `${OWN}2/offer`, {}],
    ["another cart's order", "/store/carts/cart_2/complete", undefined],
    ["an order with a body", COMPLETE, { _method: "delete" }],
    ["another cart's payment", COLLECTIONS, { cart_id: "cart_2" }],
    ["a payment without a body", COLLECTIONS, undefined],
    ["a payment with more fields", COLLECTIONS, { cart_id: "cart_1", metadata: {} }],
    ["a payment with a list as body", COLLECTIONS, ["cart_1"]],
    ["another provider", SESSIONS, { provider_id: "pp_system_default" }],
    ["a session with data", SESSIONS, { provider_id: LEASE_PROVIDER_ID, data: { lease_id: "x" } }],
    ["another cart's line", "/store/carts/cart_2/line-items", { variant_id: "variant_1", quantity: 1 }],
    ["a line with more fields", LINES, { variant_id: "variant_1", quantity: 1, unit_price: 1 }],
    ["a line's metadata", `${LINES}/line_1`, { quantity: 1, metadata: {} }],
    ["the cart's other fields", CART, { email: "eve@example.com" }],
    ["the cart's other metadata", CART, { metadata: { lease_separate: "", x: 1 } }],
    ["the cart's metadata and more", CART, { metadata: { lease_separate: "" }, email: "eve@example.com" }],
    ["another cart's metadata", "/store/carts/cart_2", { metadata: { lease_separate: "" } }],
    ["a new cart", "/store/carts", { region_id: "reg_1" }],
    ["a new cart for another cart's items", "/store/carts", { metadata: { lease_separate_from: "cart_2" } }],
    ["a new cart with codes", "/store/carts", { metadata: { lease_separate_from: "cart_1" }, promo_codes: ["TEN"] }],
    [
      "a new cart with other data",
      "/store/carts",
      { metadata: { lease_separate_from: "cart_1" }, additional_data: {} },
    ],
    ["a line without a quantity", LINES, { variant_id: "variant_1" }],
    ["another variant for a line", `${LINES}/line_1`, { variant_id: "variant_1", quantity: 1 }],
    ["a path out of a line", `${LINES}/line_1/x`, { quantity: 1 }],
    ["an order's lease", ORDER, undefined],
    ["a session at another path", `${COLLECTIONS}/a%2f..%2fb/payment-sessions`, { provider_id: LEASE_PROVIDER_ID }],
  ])("the route doesn't forward a POST for %s", async (_, path, body) => {
    expect(await post(path, body && { body: JSON.stringify(body) })).toMatchObject(none)
    expect(store.seen).toEqual([])
  })

  const wrong = [undefined, "", "..", "cart_1/../cart_2", "cart_1?x"]

  test.each(wrong)("the route forwards nothing if the cookie contains %j", async (id) => {
    const own = { getCartId: async () => id }
    const body = JSON.stringify({ cart_id: id })
    expect(await get(OWN, {}, own)).toMatchObject(none)
    expect(await get(`/store/lease-to-own/carts/${id}`, {}, own)).toMatchObject(none)
    expect(await post(COLLECTIONS, { body }, own)).toMatchObject(none)
    expect(store.seen).toEqual([])
  })
})

const pieces = (...parts: string[]) => new Blob(parts).stream() as unknown as BodyInit
const large = { status: 413, code: "body_too_large" }
const unreadable = { status: 400, code: "body_invalid" }

test.each<[string, BodyInit, object, string?]>([
  ["more than 32 kB at once", `"${"x".repeat(MAX)}"`, large],
  ["more than 32 kB in chunks", pieces('"', ...Array(200).fill("x".repeat(1024)), '"'), large],
  ["more than 32 kB with a false length", pieces("x".repeat(2 * MAX)), large, "2"],
  ["incomplete JSON", '{"ssn":"000-00-0000"', unreadable],
  ["plain text", "ssn=000-00-0000", unreadable],
  ["an aborted stream", new ReadableStream({ start: (it) => it.error(new Error("aborted")) }), unreadable],
])("the route refuses, without repeating it, a body of %s", async (...[, body, refused, length]) => {
  const headers: Record<string, string> = typeof length === "string" ? { "content-length": length } : {}
  const told = await post(`${OWN}/application`, { headers, body })
  expect(told).toMatchObject(refused)
  expect([told.text.includes("000"), store.seen]).toEqual([false, []])
})

const reject = () => Promise.reject(new Error("cookies() was called outside a request"))
test.each([
  [{ backendUrl: undefined }, "settings have no backendUrl or no publishableKey"],
  [{ publishableKey: "" }, "settings have no backendUrl or no publishableKey"],
  [{ getCartId: reject }, "outside a request"],
])("a route throws its own site's errors (%#)", async (own, words) => {
  await expect(get(OWN, {}, own)).rejects.toThrow(words)
})
