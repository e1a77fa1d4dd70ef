import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { createLeaseServer, type LeaseStore } from "../../../packages/storefront/src/next"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { type Answer, aView, type LocalStore, startStore } from "./local-store"
import { listed, orderLease } from "./moments"

const VIEW = "/store/lease-to-own/carts/cart_1"
const CART = "/store/carts/cart_1?fields=id,completed_at,metadata,items.id,items.variant_id,items.quantity"
const ORDER = "/store/lease-to-own/orders/order_1"
const PRODUCT = "/store/lease-to-own/products?region_id=reg_1&ids=prod_1"
const FINISHED = { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } }
const { screens, buttons } = en.texts
const lease = { ...orderLease, status_message: { code: "order_lease_to_sign", params: {}, message: "…" } }

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

/** Null would mean that the order was paid another way. */
const UNREAD = { summary: null, message: screens.order_unread, retry: buttons.retry }

// A product's page is the same for everybody.
describe.each([
  ["the lease of a cart", VIEW, ofCart, aView(), aView(), "Bearer t", null],
  ["the lease of an order", ORDER, ofOrder, { lease }, { reference: lease.reference }, "Bearer t", UNREAD],
  ["the message of a product", PRODUCT, message, listed(["prod_1"]), { available: true }, undefined, null],
])("%s on the site's server", (_, path, read, json, found, signedIn, unread) => {
  test("a server reads it", async () => {
    store.on(`GET ${path}`, { json })
    expect(await read(own())).toMatchObject(found)
    const { authorization, "x-publishable-api-key": key } = { ...store.seen[0]?.headers }
    expect([authorization, key]).toEqual([signedIn, "pk_1"])
  })

  test.each<[string, Answer]>([
    ["refuses", { status: 404, json: { code: "cart_not_found", message: "…" } }],
    ["fails", { status: 500, text: "<html>" }],
    ["doesn't answer with JSON", { text: "<html>" }],
    ["answers with something else", { json: {} }],
    ["redirects", { status: 302, text: "", headers: { location: "/store/elsewhere" } }],
    ["cuts the connection", "cut"],
  ])("reading returns null, or a lease that says so, if the store %s", async (_what, answer) => {
    store.on("GET /store/elsewhere", { json })
    store.on(`GET ${path}`, answer)
    expect(await read(own())).toEqual(unread)
  })

  test("reading returns the same if a header can't be sent, and throws if a setting is missing or wrong", async () => {
    if (signedIn) expect(await read(own({ getHeaders: () => ({ authorization: "Bearer a\nb" }) }))).toEqual(unread)
    for (const backendUrl of [undefined, "shop.example.com", "localhost:9000"])
      await expect(read(own({ backendUrl }))).rejects.toThrow("backendUrl")
    await expect(read(own({ publishableKey: "" }))).rejects.toThrow("publishableKey")
  })
})

describe("lease of the cookie's cart", () => {
  test.each([undefined, null, "", "..", "cart_1/x"])("nothing is requested if the cookie contains %j", async (id) => {
    expect(await own({ getCartId: () => id }).retrieve()).toBeNull()
    expect(store.seen).toEqual([])
  })

  test("errors with which a framework ends a prerender are passed on", async () => {
    const bailOut = Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" })
    await expect(own({ getCartId: () => Promise.reject(bailOut) }).retrieve()).rejects.toBe(bailOut)
    await expect(own({ getHeaders: () => Promise.reject(bailOut) }).retrieve()).rejects.toBe(bailOut)
  })
})

test("an order's lease can be in other words, is null if the order was paid another way, and an invalid id sends no request", async () => {
  store.on(`GET ${ORDER}`, { json: { lease } }, { json: { lease: null } })
  const found = await own().retrieveOrder("order_1", { locale: "es" })
  expect(found?.summary?.messages).toEqual([es.texts.codes.order_lease_to_sign])
  expect(await own().retrieveOrder("order_1")).toBeNull()
  expect(await own().retrieveOrder("../carts/cart_1")).toBeNull()
  expect(store.seen).toHaveLength(2)
})

test("a product's message is cached for a minute, in the given words and for the given price", async () => {
  store.on(`GET ${PRODUCT}&amounts=499.00`, { json: listed(["prod_1"]) })
  const sent = jest.spyOn(globalThis, "fetch")
  const message = await own().retrieveMessage("prod_1", "reg_1", { locale: "es", amount: 499 })
  expect(message?.headline).toBe(messageEs.available)
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ next: { revalidate: 60 } })
  expect(sent.mock.calls[0]?.[1]).not.toHaveProperty("cache")
  sent.mockRestore()
})

test.each<[string, Answer]>([
  ["is open", { json: { cart: { id: "cart_1", completed_at: null } } }],
  ["is missing in the answer", { json: {} }],
  ["has no completed_at in the answer", { json: { cart: { id: "cart_1" } } }],
  ["doesn't exist", { status: 404, json: { type: "not_found", message: "…" } }],
  ["can't be read", "cut"],
])("a cart that %s is kept and read again the next time, until it has become an order", async (_, answer) => {
  store.on(`GET ${CART}`, answer, FINISHED)
  expect([await own().forgetFinishedCart(), cookie]).toEqual([false, "cart_1"])
  expect([await own().forgetFinishedCart(), cookie]).toEqual([true, undefined])
})

describe("the separate cart of a finished cart", () => {
  const OTHER = CART.replace("cart_1", "cart_2")
  const finished = { ...FINISHED.json.cart, metadata: { lease_separate: { cart_id: "cart_2" } } }
  const setCartId = async (id: string) => {
    cookie = id
  }

  test("it becomes the browser's cart", async () => {
    const metadata = { lease_separate_from: "cart_1" }
    store.on(`GET ${CART}`, { json: { cart: finished } })
    store.on(`GET ${OTHER}`, { json: { cart: { id: "cart_2", completed_at: null, metadata } } })
    expect([await own({ setCartId }).forgetFinishedCart(), cookie]).toEqual([true, "cart_2"])
    cookie = "cart_1"
    expect([await own().forgetFinishedCart(), cookie]).toEqual([true, undefined])
  })

  test("the route's link to the cart makes it the browser's cart, and leads to the cart page", async () => {
    const metadata = { lease_separate_from: "cart_1" }
    store.on(`GET ${CART}`, { json: { cart: finished } })
    store.on(`GET ${OTHER}`, { json: { cart: { id: "cart_2", completed_at: null, metadata } } })
    const { status, headers } = await own({ setCartId }).route.GET(new Request("https://shop.example/api/lease/cart"))
    expect([status, headers.get("location"), cookie]).toEqual([303, "/cart", "cart_2"])
    const elsewhere = new Request("https://shop.example/api/lease/store/cart")
    expect((await own({ setCartId }).route.GET(elsewhere)).status).toBe(404)
  })

  test.each<[string, Answer]>([
    ["was ordered", { json: { cart: { completed_at: "2026-11-24", metadata: { lease_separate_from: "cart_1" } } } }],
    ["is another cart's", { json: { cart: { completed_at: null, metadata: { lease_separate_from: "cart_3" } } } }],
    ["is nobody's", { json: { cart: { completed_at: null, metadata: null } } }],
    ["doesn't exist", { status: 404, json: { type: "not_found", message: "…" } }],
  ])("it doesn't become the browser's cart if it %s", async (_, answer) => {
    store.on(`GET ${CART}`, { json: { cart: finished } })
    store.on(`GET ${OTHER}`, answer)
    expect([await own({ setCartId }).forgetFinishedCart(), cookie]).toEqual([true, undefined])
  })

  const line = (id: string, quantity = 1) => ({ id, variant_id: "warranty", quantity })
  const noted = { line_id: "line_1", variant_id: "warranty", quantity: 1 }

  test.each<[string, object[], object[], string | undefined]>([
    ["weren't removed", [line("line_1")], [noted], undefined],
    ["are back in the cart", [line("line_9")], [{ ...noted, before: 0 }], undefined],
    ["are partly removed", [line("line_1")], [noted, { ...noted, line_id: "line_2" }], "cart_2"],
    ["are partly back", [line("line_8")], [{ ...noted, before: 1 }], "cart_2"],
  ])(
    "after the page was closed and the cart was paid another way, items that %s aren't offered twice",
    async (...row) => {
      const [, items, moved, left] = row
      const note = { lease_separate: { cart_id: "cart_2", items: moved } }
      store.on(`GET ${CART}`, { json: { cart: { ...finished, items, metadata: note } } })
      store.on(`GET ${OTHER}`, {
        json: { cart: { id: "cart_2", completed_at: null, metadata: { lease_separate_from: "cart_1" } } },
      })
      expect([await own({ setCartId }).forgetFinishedCart(), cookie]).toEqual([true, left])
    },
  )

  test.each<[string, Answer]>([
    ["is down", { status: 503, json: {} }],
    ["can't be reached", "cut"],
  ])("the finished cart is kept while the store %s, because only it leads to the separate cart", async (_, answer) => {
    const metadata = { lease_separate_from: "cart_1" }
    store.on(`GET ${CART}`, { json: { cart: finished } })
    store.on(`GET ${OTHER}`, answer, { json: { cart: { id: "cart_2", completed_at: null, metadata } } })
    expect([await own({ setCartId }).forgetFinishedCart(), cookie]).toEqual([false, "cart_1"])
    expect([await own({ setCartId }).forgetFinishedCart(), cookie]).toEqual([true, "cart_2"])
  })
})

describe("finish", () => {
  const showOrder = (id: string | null) => (id ? `/order/${id}` : "/orders")

  test.each([
    ["a finished cart", "cart_1", true],
    ["no cart, if it was called before", undefined, false],
  ])("finishing forgets %s, revalidates caches, and shows the order last", async (_, cartId, isForgotten) => {
    cookie = cartId
    store.on(`GET ${CART}`, FINISHED)
    const did: string[] = []
    const path = await own({ removeCartId: () => did.push("forgot") }).finish("order_1", {
      revalidate: async () => void did.push("revalidated"),
      showOrder: (id) => `${showOrder(id)} after ${did.join()}`,
    })
    expect(path).toBe(`/order/order_1 after ${isForgotten ? "forgot," : ""}revalidated`)
  })

  test("finishing treats an invalid id as null", async () => {
    const ids = [null, "", "../evil", "/evil.example", "order_1/../..", "order_1?x", "order_1\n"]
    const shown = await Promise.all(ids.map((id) => own().finish(id, { showOrder })))
    expect(shown).toEqual(ids.map(() => "/orders"))
  })
})
