import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { createLeaseClient, fetchTransport } from "../../../packages/storefront/src/index"
import {
  createLeaseRoute,
  createSigningRoute,
  type LeaseRoute,
  type LeaseStore,
} from "../../../packages/storefront/src/next"
import { aView, type LocalStore, startStore } from "./local-store"

const SITE = "https://shop.example.com"
const OWN = "/store/lease-to-own/carts/cart_1"
const COMPLETE = "/store/carts/cart_1/complete"
const COLLECTIONS = "/store/payment-collections"
const SESSIONS = `${COLLECTIONS}/paycol_1/payment-sessions`
const SAME = { "sec-fetch-site": "same-origin" }
const JSON_TYPE = { "content-type": "application/json" }
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

const routeOf = (own: Partial<LeaseStore> = {}) =>
  createLeaseRoute({ backendUrl: store.url, publishableKey: "pk_1", getCartId: () => "cart_1", ...own })

const signingRoute = () =>
  createSigningRoute({ backendUrl: store.url, publishableKey: "pk_1", getCartId: () => "cart_of_now" })

/** A site that serves the route below `/api/lease`. */
async function startSite(route: LeaseRoute) {
  const server = createServer((req, res) => void serve(req, res))
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "", headers } = req
    const body = method === "POST" ? { body: Readable.toWeb(req), duplex: "half" } : {}
    const request = new Request(url + req.url, { method, headers, ...body } as RequestInit)
    const answer = await route[method as keyof LeaseRoute](request)
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }

  return { url, close: () => new Promise((closed) => server.close(closed)) }
}

/** The client as a page of the site has it. */
function clientOf({ url }: { url: string }) {
  const transport = fetchTransport({ baseUrl: `${url}/api/lease`, headers: SAME })
  return createLeaseClient({ cartId: "cart_1", transport, storage: null })
}

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

const piecesOf = (...pieces: string[]) => new Blob(pieces).stream() as unknown as BodyInit

describe("handed on", () => {
  test("a look, with the store's key and without the query", async () => {
    const { status, text } = await get(`${OWN}?fields=*customer`)
    expect([status, JSON.parse(text)]).toEqual([200, aView()])
    expect(store.calls()).toEqual([`GET ${OWN}`])
    expect(store.seen[0]?.headers["x-publishable-api-key"]).toBe("pk_1")
  })

  test("an application, as it was typed", async () => {
    const application = { customer: { firstName: "José ✓", ssn: "000-00-0000" } }
    await post(`${OWN}/application`, { body: JSON.stringify({ application }) })
    expect(store.seen[0]).toMatchObject({ body: { application }, headers: JSON_TYPE })
  })

  test("a body in pieces that are cut within a letter", async () => {
    const bytes = new TextEncoder().encode('{"a":"é✓"}')
    const pieces = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    await post(`${OWN}/application`, { body: pieces })
    expect(store.seen[0]?.body).toEqual({ a: "é✓" })
  })

  test("a body of 32 kB, to the byte", async () => {
    const body = `"${"x".repeat(MAX - 2)}"`
    expect((await post(`${OWN}/application`, { body })).status).toBe(200)
  })

  test.each([
    ["the order", COMPLETE, undefined],
    ["the payment", COLLECTIONS, { cart_id: "cart_1" }],
    ["its session", SESSIONS, { provider_id: "pp_lease-to-own" }],
  ])("%s, by Medusa's own route", async (_, path, body) => {
    store.on(`POST ${path}`, { json: {} })
    expect((await post(path, body && { body: JSON.stringify(body) })).status).toBe(200)
    expect(store.seen[0]?.body).toEqual(body)
  })

  test("the whole client, told to ask this site", async () => {
    const site = await startSite(routeOf())
    const client = clientOf(site)
    await client.apply({}, { consent: { accepted: true, version: "1" } })
    await client.get()
    expect(store.calls()).toEqual([`POST ${OWN}/application`, `GET ${OWN}`])
    expect(store.seen[1]?.headers["x-lease-key"]).toBe("key_1")
    await site.close()
  })

  test("not what a page asks for a cart that another one has replaced in the cookie meanwhile", async () => {
    let cookie = "cart_1"
    const site = await startSite(routeOf({ getCartId: () => cookie }))
    const client = clientOf(site)
    await client.get()
    cookie = "cart_2"
    await expect(client.offer()).rejects.toMatchObject({
      code: "cart_not_found",
      message: "This cart was not found. Reload the page.",
    })
    await expect(client.get()).rejects.toMatchObject({ code: "cart_not_found" })
    expect(store.calls()).toEqual([`GET ${OWN}`])
    await site.close()
  })

  test("wherever the route is, also below a path that is called like the store", async () => {
    expect((await get(OWN, { at: "/store/us/lease" })).status).toBe(200)
    expect(store.calls()).toEqual([`GET ${OWN}`])
  })

  test("the lease key, the network and what the site adds; nothing else of the browser", async () => {
    const browsers = { "x-lease-key": "key_1", "x-forwarded-for": "192.0.2.1", cookie: "_medusa_jwt=t", x: "y" }
    const forged = { authorization: "Bearer forged", "x-publishable-api-key": "pk_2", "x-http-method-override": "PUT" }
    await get(
      OWN,
      { headers: { ...SAME, ...browsers, ...forged } },
      { getHeaders: async () => ({ Authorization: "Bearer t" }) },
    )
    const { headers } = store.seen[0] ?? {}
    expect(headers).toMatchObject({
      "x-lease-key": "key_1",
      "x-forwarded-for": "192.0.2.1",
      authorization: "Bearer t",
      "x-publishable-api-key": "pk_1",
    })
    expect(["cookie", "x", "x-http-method-override"].filter((name) => headers && name in headers)).toEqual([])
  })

  test("no network where the browser's is not known, or where the site knows better", async () => {
    await get(OWN)
    await get(
      OWN,
      { headers: { ...SAME, "x-forwarded-for": "192.0.2.1" } },
      { getHeaders: () => ({ "x-forwarded-for": "192.0.2.7" }) },
    )
    expect(store.seen.map(({ headers }) => headers["x-forwarded-for"])).toEqual([undefined, "192.0.2.7"])
  })
})

describe("answered", () => {
  test.each([
    [200, { step: "intro" }],
    [400, { type: "invalid", code: "form_invalid", message: "…", fields: [{ field: "customer.ssn" }] }],
    [429, { code: "too_many_attempts" }],
    [504, { code: "undecided" }],
  ])("with the store's own status and body: %i", async (status, json) => {
    store.on(`GET ${OWN}`, { status, json, headers: { "set-cookie": "connect.sid=1", etag: "x" } })
    const answer = await get(OWN)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, json])
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
  })

  test("as JSON, whatever came: no page of another server is shown as one of this site", async () => {
    store.on(`GET ${OWN}`, { status: 404, text: "<script>", headers: { "content-type": "text/html" } })
    const answer = await routeOf().GET(new Request(SITE + OWN, { headers: SAME }))
    expect([answer.status, await answer.text()]).toEqual([404, "<script>"])
    expect(answer.headers.get("content-type")).toBe("application/json")
  })

  test("without a body where there may be none", async () => {
    store.on(`GET ${OWN}`, { status: 204, text: "" })
    expect(await get(OWN)).toMatchObject({ status: 204, text: "" })
  })

  test.each([
    ["cut the connection", "cut" as const],
    ["leads elsewhere", { status: 302, text: "", headers: { location: "/store/elsewhere" } }],
  ])("that the store was not reached, where it %s", async (_, answer) => {
    store.on(`POST ${OWN}/offer`, answer)
    store.on("GET /store/elsewhere", { json: aView() })
    const told = await post(`${OWN}/offer`, { body: "{}" })
    expect(store.calls()).toEqual([`POST ${OWN}/offer`])
    expect([told.status, JSON.parse(told.text)]).toEqual([
      502,
      {
        type: "unavailable",
        code: "store_unreachable",
        message: "We could not reach the store. Check your connection and try again.",
      },
    ])
  })

  test("the same where a header cannot be sent: its error would quote it", async () => {
    const own = { getHeaders: () => ({ authorization: "Bearer a\nb" }) }
    expect(await get(OWN, {}, own)).toMatchObject({ status: 502, code: "store_unreachable" })
    expect(store.seen).toEqual([])
  })

  test("so that the client may try again, where the store is gone", async () => {
    const site = await startSite(routeOf({ backendUrl: "http://127.0.0.1:1" }))
    const looked = clientOf(site).get()
    await expect(looked).rejects.toMatchObject({ code: "store_unreachable", status: 502, retryable: true })
    await site.close()
  })
})

describe("asked by another site", () => {
  const elsewhere = (headers: Record<string, string>) => ({ "sec-fetch-site": "", ...headers })

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another site that claims to be this one", { "sec-fetch-site": "cross-site", origin: SITE }],
    ["a neighbor", { "sec-fetch-site": "same-site" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["another origin, in an old browser", elsewhere({ origin: "https://evil.example" })],
    ["a frame without an origin", elsewhere({ origin: "null" })],
    ["an origin that begins like ours", elsewhere({ origin: "https://shop.example.com.evil.example" })],
    ["another port", elsewhere({ origin: "https://shop.example.com:8443" })],
    ["a proxy's own host", elsewhere({ origin: "https://evil.example", host: "shop.example.com" })],
  ])("nothing is done: %s", async (_, headers) => {
    expect(await get(OWN, { headers })).toMatchObject({ status: 403, code: "other_site" })
    expect(await post(COMPLETE, { headers })).toMatchObject({ status: 403, code: "other_site" })
    expect(store.seen).toEqual([])
  })

  test.each([
    ["its own page, in an old browser", elsewhere({ origin: SITE })],
    [
      "its own page, behind a proxy",
      elsewhere({ origin: "https://a.example", "x-forwarded-host": "a.example, b.example" }),
    ],
    ["its own page, by the host that was asked", elsewhere({ origin: "https://a.example", host: "a.example" })],
  ])("a post is handed on: %s", async (_, headers) => {
    expect((await post(COMPLETE, { headers })).status).toBe(200)
  })

  test("a look of an old browser says nothing of its site; a post without a word is refused", async () => {
    expect((await get(OWN, { headers: {} })).status).toBe(200)
    expect((await post(COMPLETE, { headers: elsewhere({}) })).status).toBe(403)
  })

  test.each([
    ["text", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["a form with files", "multipart/form-data; boundary=x"],
    ["nearly JSON", "application/json-patch+json"],
  ])("what a form can send is no JSON: %s", async (_, type) => {
    for (const body of ['{"hint":"asked"}', ""])
      expect(await post(`${OWN}/signature`, { headers: { "content-type": type }, body })).toMatchObject({
        status: 415,
        code: "body_not_json",
      })
    expect(store.seen).toEqual([])
  })
})

describe("the route that signs an order's new contract", () => {
  test("takes the client to the contract of a cart that is not the browser's", async () => {
    store.on(`POST ${OWN}/contract`, { json: { url: "https://sign.example.com/c/1", origins: [] } })
    store.on(`POST ${OWN}/signature`, { json: { ...aView(), signature: "verified" } })
    const site = await startSite(signingRoute())
    const client = clientOf(site)
    await client.get()
    await client.offer()
    await client.contract()
    await client.signature("done")
    expect(store.calls()).toEqual([
      `GET ${OWN}`,
      ...["offer", "contract", "signature"].map((name) => `POST ${OWN}/${name}`),
    ])
    await site.close()
  })

  test.each([
    ["POST", `${OWN}/application`],
    ["POST", `${OWN}/approval`],
    ["POST", `${OWN}/widget`],
    ["POST", OWN],
    ["POST", COMPLETE],
    ["POST", COLLECTIONS],
    ["POST", `${OWN}/../../orders/order_1/offer`],
    ["POST", `${OWN}%2foffer`],
    ["GET", `${OWN}/offer`],
    ["GET", "/store/lease-to-own/orders/order_1"],
    ["GET", "/store/customers/me"],
    ["GET", "/store/carts/cart_1"],
  ] as const)("hands on nothing else: %s %s", async (method, path) => {
    const answer = await signingRoute()[method](new Request(`${SITE}/api/sign${path}`, { method, headers: SAME }))
    expect([answer.status, store.seen]).toEqual([404, []])
  })

  test("is for pages of this site, too", async () => {
    const request = new Request(`${SITE}/api/sign${OWN}`, { headers: { "sec-fetch-site": "cross-site" } })
    expect((await signingRoute().GET(request)).status).toBe(403)
    expect(store.seen).toEqual([])
  })
})

describe("no open proxy", () => {
  const none = { status: 404, code: "cart_not_found" }

  test.each([
    ["another cart", "/store/lease-to-own/carts/cart_2"],
    ["a longer cart id", `${OWN}2`],
    ["an encoded slash", "/store/lease-to-own%2fcarts/cart_1"],
    ["an encoded slash behind", `${OWN}%2f..%2fcart_2`],
    ["a backslash", `${OWN}/..%5ccart_2`],
    ["a way out", `${OWN}/../cart_2`],
    ["a way out, encoded", `${OWN}/%2e%2e/cart_2`],
    ["a way out, encoded twice", `${OWN}/%252e%252e/cart_2`],
    ["a double slash", "/store/lease-to-own//carts/cart_1"],
    ["a slash at the end", `${OWN}/`],
    ["an encoded letter", "/store/lease-to-own/carts/c%61rt_1"],
    ["a null byte", `${OWN}%00`],
    ["another host", "//evil.example/store"],
    ["an account", "/store/customers/me"],
    ["the cart itself", "/store/carts/cart_1"],
    ["the dashboard", "/admin/orders"],
    ["nothing", ""],
    ["an order by a look", COMPLETE],
    ["an offer by a look", `${OWN}/offer`],
  ])("no look at %s", async (_, path) => {
    expect(await get(path)).toMatchObject(none)
    expect(store.seen).toEqual([])
  })

  test.each([
    ["a look", OWN, undefined],
    ["another route", `${OWN}/cancel`, {}],
    ["another cart's application", "/store/lease-to-own/carts/cart_2/application", {}],
    ["another cart's order", "/store/carts/cart_2/complete", undefined],
    ["an order with a body", COMPLETE, { _method: "delete" }],
    ["another cart's payment", COLLECTIONS, { cart_id: "cart_2" }],
    ["a payment with more", COLLECTIONS, { cart_id: "cart_1", metadata: {} }],
    ["a payment of a list", COLLECTIONS, ["cart_1"]],
    ["another provider", SESSIONS, { provider_id: "pp_system_default" }],
    ["a session with data", SESSIONS, { provider_id: "pp_lease-to-own", data: { lease_id: "x" } }],
  ])("no post: %s", async (_, path, body) => {
    expect(await post(path, body && { body: JSON.stringify(body) })).toMatchObject(none)
    expect(store.seen).toEqual([])
  })

  test.each([undefined, null, "", "..", "cart_1/../cart_2", "cart_1?x", "cart_1#"])(
    "nothing where the cookie holds %j",
    async (cartId) => {
      const own = { getCartId: async () => cartId }
      expect(await get(OWN, {}, own)).toMatchObject(none)
      expect(await get(`/store/lease-to-own/carts/${cartId}`, {}, own)).toMatchObject(none)
      expect(
        await post("/store/payment-collections", { body: JSON.stringify({ cart_id: cartId }) }, own),
      ).toMatchObject(none)
      expect(store.seen).toEqual([])
    },
  )

  test("the cart of the cookie is asked for each request", async () => {
    const carts = ["cart_1", "cart_2"]
    const own = { getCartId: () => carts.shift() }
    const route = routeOf(own)
    const ask = () => route.GET(new Request(SITE + OWN, { headers: SAME }))
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 404])
  })
})

describe("bodies", () => {
  test.each([
    ["at once", `"${"x".repeat(MAX)}"`],
    [
      "in pieces",
      piecesOf(
        '"',
        ..."x"
          .repeat(200)
          .split("")
          .map((x) => x.repeat(1024)),
        '"',
      ),
    ],
    ["with a length that is made up", piecesOf("x".repeat(2 * MAX))],
  ])("one of more than 32 kB is refused: %s", async (how, body) => {
    const headers: Record<string, string> = how.includes("made up") ? { "content-length": "2" } : {}
    const told = await post(`${OWN}/application`, { headers, body })
    expect(told).toMatchObject({ status: 413, code: "body_too_large" })
    expect(store.seen).toEqual([])
  })

  test.each([
    ["half of it", '{"ssn":"000-00-0000"'],
    ["no JSON", "ssn=000-00-0000"],
  ])("one that cannot be read is refused and not repeated: %s", async (_, body) => {
    const { status, code, text } = await post(`${OWN}/application`, { body })
    expect([status, code, text.includes("000")]).toEqual([400, "body_invalid", false])
    expect(store.seen).toEqual([])
  })

  test("one that was broken off is refused", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("aborted")) })
    expect(await post(`${OWN}/application`, { body })).toMatchObject({ status: 400, code: "body_invalid" })
  })

  test("deep JSON costs nothing", async () => {
    const body = "[".repeat(MAX / 2) + "]".repeat(MAX / 2)
    expect(await post(COLLECTIONS, { body })).toMatchObject({ status: 404 })
  })
})

test.each([{ backendUrl: undefined }, { publishableKey: "" }])(
  "a site without a setting is told so: %j",
  async (own) => {
    await expect(get(OWN, {}, own)).rejects.toThrow("settings name no backendUrl or no publishableKey")
  },
)

test("an error of the site's own is its own", async () => {
  const own = { getCartId: () => Promise.reject(new Error("cookies() was called outside a request")) }
  await expect(get(OWN, {}, own)).rejects.toThrow("outside a request")
})
