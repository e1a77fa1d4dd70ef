import { dropFinishedCart, finishLease, type LeaseStore, retrieveLease } from "../../../packages/storefront/src/next"
import { aView, type LocalStore, startStore } from "./local-store"

const VIEW = "/store/lease-to-own/carts/cart_1"
const CART = "/store/carts/cart_1?fields=id,completed_at"
const OPEN = { json: { cart: { id: "cart_1", completed_at: null } } }
const FINISHED = { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } }

let store: LocalStore
let cookie: string | undefined
const removeCartId = jest.fn(async () => {
  cookie = undefined
})

beforeEach(async () => {
  store = await startStore()
  cookie = "cart_1"
  removeCartId.mockClear()
})
afterEach(() => store.close())

const own = (more: Partial<LeaseStore> = {}) => ({
  backendUrl: store.url,
  publishableKey: "pk_1",
  getCartId: async () => cookie,
  getHeaders: () => ({ authorization: "Bearer t" }),
  removeCartId,
  ...more,
})

describe("retrieveLease", () => {
  test("reads the view of the cookie's cart, as the signed-in customer", async () => {
    store.on(`GET ${VIEW}`, { json: aView() })
    expect(await retrieveLease(own())).toEqual(aView())
    expect(store.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "x-publishable-api-key": "pk_1" })
  })

  test.each([undefined, null, "", "..", "cart_1/x"])("asks nothing where the cookie holds %j", async (cartId) => {
    expect(await retrieveLease(own({ getCartId: () => cartId }))).toBeNull()
    expect(store.seen).toEqual([])
  })

  test.each([
    ["refuses", { status: 404, json: { code: "cart_not_found", message: "…" } }],
    ["fails", { status: 500, text: "<html>" }],
    ["answers no JSON", { text: "<html>" }],
    ["answers null", { text: "null" }],
    ["answers no view", { json: {} }],
    ["leads elsewhere", { status: 302, text: "", headers: { location: "/store/elsewhere" } }],
    ["cuts the connection", "cut" as const],
  ])("is null where the store %s", async (_, answer) => {
    store.on("GET /store/elsewhere", { json: aView() })
    store.on(`GET ${VIEW}`, answer)
    expect(await retrieveLease(own())).toBeNull()
  })

  test("is null where the store is gone", async () => {
    expect(await retrieveLease(own({ backendUrl: "http://127.0.0.1:1" }))).toBeNull()
  })

  test("is null where a header cannot be sent", async () => {
    expect(await retrieveLease(own({ getHeaders: () => ({ authorization: "Bearer a\nb" }) }))).toBeNull()
  })

  test("lets the errors pass by which a framework ends a prerender", async () => {
    const bailOut = Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" })
    await expect(retrieveLease(own({ getCartId: () => Promise.reject(bailOut) }))).rejects.toBe(bailOut)
    await expect(retrieveLease(own({ getHeaders: () => Promise.reject(bailOut) }))).rejects.toBe(bailOut)
  })
})

describe("dropFinishedCart", () => {
  test("forgets a cart that became an order", async () => {
    store.on(`GET ${CART}`, FINISHED)
    expect([await dropFinishedCart(own()), cookie]).toEqual([true, undefined])
  })

  test.each([
    ["is open", OPEN],
    ["is not told of", { json: {} }],
    ["is told of without its end", { json: { cart: { id: "cart_1" } } }],
    ["is not there", { status: 404, json: { type: "not_found", message: "…" } }],
    ["is in a store that does not answer", "cut" as const],
  ])("keeps a cart that %s", async (_, answer) => {
    store.on(`GET ${CART}`, answer)
    expect([await dropFinishedCart(own()), cookie]).toEqual([false, "cart_1"])
  })

  test("asks each time: the store may have placed the order since", async () => {
    store.on(`GET ${CART}`, OPEN, FINISHED)
    expect([await dropFinishedCart(own()), await dropFinishedCart(own())]).toEqual([false, true])
  })
})

describe("finishLease", () => {
  const did: string[] = []
  const finish = (orderId: string | null, more: Partial<LeaseStore> = {}) =>
    finishLease(orderId, {
      ...own(more),
      removeCartId: () => void did.push("forgot"),
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

  test("forgets the cart, has caches read again, and shows the order at last", async () => {
    expect(await finish("order_1")).toBe("/order/order_1")
    expect(did).toEqual(["forgot", "revalidated", "showed"])
  })

  test("may be called again", async () => {
    cookie = undefined
    expect(await finish("order_1")).toBe("/order/order_1")
    expect(did).toEqual(["revalidated", "showed"])
  })

  test("keeps the cart that came after the one of the order", async () => {
    store.on(`GET ${CART}`, OPEN)
    expect(await finish("order_1")).toBe("/order/order_1")
    expect(did).toEqual(["revalidated", "showed"])
  })

  test("shows the order also where the store does not answer", async () => {
    expect(await finish("order_1", { backendUrl: "http://127.0.0.1:1" })).toBe("/order/order_1")
  })

  test.each([null, "", "../evil", "/evil.example", "order_1/../..", "order_1?x", "order_1\n"])(
    "takes %j for an order without a name",
    async (orderId) => {
      expect(await finish(orderId)).toBe("/orders")
    },
  )

  test("what shows the order may throw, as redirect of Next.js does, and is called last", async () => {
    const redirect = new Error("NEXT_REDIRECT")
    const showOrder = (): never => {
      throw redirect
    }
    await expect(finishLease("order_1", { ...own(), showOrder })).rejects.toBe(redirect)
    expect(cookie).toBeUndefined()
  })
})
