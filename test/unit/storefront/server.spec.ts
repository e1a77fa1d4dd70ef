import { es } from "../../../packages/storefront/src/es"
import { createLeaseServer, type LeaseStore } from "../../../packages/storefront/src/next"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { type Answer, aView, type LocalStore, startStore } from "./local-store"
import { orderLease, product } from "./moments"

/** What a shop's own server reads and does. */
const VIEW = "/store/lease-to-own/carts/cart_1"
const CART = "/store/carts/cart_1?fields=id,completed_at"
const ORDER = "/store/lease-to-own/orders/order_1"
const PRODUCT = "/store/lease-to-own/products/prod_1?region_id=reg_1"
const OPEN = { json: { cart: { id: "cart_1", completed_at: null } } }
const FINISHED = { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } }
const GONE = { backendUrl: "http://127.0.0.1:1" }
const lease = { ...orderLease, says: { code: "order_lease_to_sign", params: {}, message: "…" } }

let store: LocalStore
let cookie: string | undefined
const removeCartId = async () => {
  cookie = undefined
}

beforeEach(async () => {
  store = await startStore()
  cookie = "cart_1"
})
afterEach(() => store.close())

const own = (more: Partial<LeaseStore> = {}) =>
  createLeaseServer({
    ...{ backendUrl: store.url, publishableKey: "pk_1", removeCartId },
    getCartId: async () => cookie,
    getHeaders: () => ({ authorization: "Bearer t" }),
    ...more,
  })
type Server = ReturnType<typeof own>
const ofCart = (server: Server) => server.retrieve()
const ofOrder = (server: Server) => server.retrieveOrder("order_1")
const message = (server: Server) => server.retrieveMessage("prod_1", "reg_1")

// A product's page is for everybody.
describe.each([
  ["the lease of a cart", VIEW, ofCart, aView(), aView(), "Bearer t"],
  [
    "the lease of an order",
    ORDER,
    ofOrder,
    { lease },
    expect.objectContaining({ reference: lease.reference }),
    "Bearer t",
  ],
  ["the message of a product", PRODUCT, message, product, expect.objectContaining({ available: true }), undefined],
])("%s", (_, path, read, json, found, signedIn) => {
  test("is read", async () => {
    store.on(`GET ${path}`, { json })
    expect(await read(own())).toEqual(found)
    const { authorization, "x-publishable-api-key": key } = { ...store.seen[0]?.headers }
    expect([authorization, key]).toEqual([signedIn, "pk_1"])
  })

  test.each<[string, Answer]>([
    ["refuses", { status: 404, json: { code: "cart_not_found", message: "…" } }],
    ["fails", { status: 500, text: "<html>" }],
    ["answers no JSON", { text: "<html>" }],
    ["answers something else", { json: {} }],
    ["leads elsewhere", { status: 302, text: "", headers: { location: "/store/elsewhere" } }],
    ["cuts the connection", "cut"],
  ])("is null where the store %s", async (_what, answer) => {
    store.on("GET /store/elsewhere", { json })
    store.on(`GET ${path}`, answer)
    expect(await read(own())).toBeNull()
  })

  test("is null where the store is gone or a header cannot be sent, and an error where a setting is missing", async () => {
    expect(await read(own(GONE))).toBeNull()
    if (signedIn) expect(await read(own({ getHeaders: () => ({ authorization: "Bearer a\nb" }) }))).toBeNull()
    await expect(read(own({ backendUrl: undefined }))).rejects.toThrow("backendUrl")
    await expect(read(own({ publishableKey: "" }))).rejects.toThrow("publishableKey")
  })
})

describe("the lease of the cookie's cart", () => {
  test.each([undefined, null, "", "..", "cart_1/x"])("asks nothing where the cookie holds %j", async (cartId) => {
    expect(await own({ getCartId: () => cartId }).retrieve()).toBeNull()
    expect(store.seen).toEqual([])
  })

  test("lets the errors pass by which a framework ends a prerender", async () => {
    const bailOut = Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" })
    await expect(own({ getCartId: () => Promise.reject(bailOut) }).retrieve()).rejects.toBe(bailOut)
    await expect(own({ getHeaders: () => Promise.reject(bailOut) }).retrieve()).rejects.toBe(bailOut)
  })
})

test("the lease of an order is read in other words, is null for one that was paid otherwise, and asks nothing for what is no id", async () => {
  store.on(`GET ${ORDER}`, { json: { lease } }, { json: { lease: null } })
  const found = await own().retrieveOrder("order_1", { locale: "es" })
  expect(found?.summary.messages).toEqual([es.texts.codes.order_lease_to_sign])
  expect(await own().retrieveOrder("order_1")).toBeNull()
  expect(await own().retrieveOrder("../carts/cart_1")).toBeNull()
  expect(store.seen).toHaveLength(2)
})

test("the message of a product may be kept for a minute, is in the words that are given, and for a price", async () => {
  store.on(`GET ${PRODUCT}&amount=499.00`, { json: product })
  const sent = jest.spyOn(globalThis, "fetch")
  const message = await own().retrieveMessage("prod_1", "reg_1", { locale: "es", amount: 499 })
  expect(message?.headline).toBe(messageEs.available)
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ next: { revalidate: 60 } })
  expect(sent.mock.calls[0]?.[1]).not.toHaveProperty("cache")
  sent.mockRestore()
  const silent = { words: { disclosure: [] } }
  await expect(own().retrieveMessage("prod_1", "reg_1", silent)).rejects.toThrow("disclosure")
})

describe("forgetFinishedCart", () => {
  test.each<[string, Answer]>([
    ["is open", OPEN],
    ["is not told of", { json: {} }],
    ["is told of without its end", { json: { cart: { id: "cart_1" } } }],
    ["is not there", { status: 404, json: { type: "not_found", message: "…" } }],
    ["is in a store that does not answer", "cut"],
  ])("keeps a cart that %s, and asks again the next time: it forgets one that became an order", async (_, answer) => {
    store.on(`GET ${CART}`, answer, FINISHED)
    expect([await own().forgetFinishedCart(), cookie]).toEqual([false, "cart_1"])
    expect([await own().forgetFinishedCart(), cookie]).toEqual([true, undefined])
  })
})

describe("finish", () => {
  const did: string[] = []
  const finish = (orderId: string | null, more: Partial<LeaseStore> = {}) =>
    own({ removeCartId: () => void did.push("forgot"), ...more }).finish(orderId, {
      revalidate: async () => void did.push("revalidated"),
      showOrder: (id) => {
        did.push("showed")
        return id ? `/order/${id}` : "/orders"
      },
    })
  beforeEach(() => {
    did.length = 0
    store.on(`GET ${CART}`, FINISHED)
  })

  test.each([
    ["forgets the cart", "cart_1", FINISHED, ["forgot", "revalidated", "showed"]],
    ["may be called again", undefined, FINISHED, ["revalidated", "showed"]],
    ["keeps the cart that came after the one of the order", "cart_1", OPEN, ["revalidated", "showed"]],
  ])("%s, has caches read again, and shows the order at last", async (_, cartId, answer, expected) => {
    cookie = cartId
    store.on(`GET ${CART}`, answer)
    expect([await finish("order_1"), did]).toEqual(["/order/order_1", expected])
  })

  test("shows the order also where the store does not answer, and takes what is no id for none", async () => {
    expect(await finish("order_1", GONE)).toBe("/order/order_1")
    for (const orderId of [null, "", "../evil", "/evil.example", "order_1/../..", "order_1?x", "order_1\n"])
      expect([orderId, await finish(orderId)]).toEqual([orderId, "/orders"])
  })

  test("calls what shows the order last, which may throw, as redirect of Next.js does", async () => {
    const redirect = new Error("NEXT_REDIRECT")
    const showOrder = () => {
      throw redirect
    }
    await expect(own().finish("order_1", { showOrder })).rejects.toBe(redirect)
    expect(cookie).toBeUndefined()
  })
})
