import { messageEs, orderEs } from "../../../packages/storefront/src/es"
import { type LeaseStore, retrieveLeaseMessage, retrieveOrderLease } from "../../../packages/storefront/src/next"
import { type LocalStore, startStore } from "./local-store"

const ORDER = "/store/lease-to-own/orders/order_1"
const PRODUCT = "/store/lease-to-own/products/prod_1?region_id=reg_1"
const operator = { name: "Harbor Leasing", contact: "555 0100" }
const CODE = Object.keys(orderEs)[0] ?? ""
const lease = { reference: "L-1", says: { code: CODE, params: {}, message: "…" }, messages: [], operator, offer: null }
const limits = { minimum: null, maximum: null, currency: "usd" }
const product = { leasable: true, reasons: [], limits, estimate: null, operator, test: false }

let store: LocalStore
beforeEach(async () => {
  store = await startStore()
})
afterEach(() => store.close())

const own = (more: Partial<LeaseStore> = {}) => ({
  backendUrl: store.url,
  publishableKey: "pk_1",
  getCartId: async () => "cart_1",
  getHeaders: () => ({ authorization: "Bearer t" }),
  ...more,
})

const BAD_ANSWERS = [
  ["refuses", { status: 404, json: { code: "order_not_found", message: "…" } }],
  ["fails", { status: 500, text: "<html>" }],
  ["answers no JSON", { text: "<html>" }],
  ["cuts the connection", "cut" as const],
] as const

describe("the lease of an order", () => {
  test("is read as the signed-in customer, in the store's words", async () => {
    store.on(`GET ${ORDER}`, { json: { lease } })
    expect(await retrieveOrderLease("order_1", own())).toEqual(lease)
    expect(store.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "x-publishable-api-key": "pk_1" })
  })

  test("is read in another language", async () => {
    store.on(`GET ${ORDER}`, { json: { lease } })
    const found = await retrieveOrderLease("order_1", { ...own(), words: { [CODE]: "Firmado." } })
    expect(found?.says.message).toBe("Firmado.")
  })

  test("is null for an order that was paid otherwise", async () => {
    store.on(`GET ${ORDER}`, { json: { lease: null } })
    expect(await retrieveOrderLease("order_1", own())).toBeNull()
  })

  test.each(BAD_ANSWERS)("is null where the store %s", async (_, answer) => {
    store.on(`GET ${ORDER}`, answer)
    expect(await retrieveOrderLease("order_1", own())).toBeNull()
  })

  test("asks nothing for what is no id", async () => {
    expect(await retrieveOrderLease("../carts/cart_1", own())).toBeNull()
    expect(store.seen).toEqual([])
  })

  test("throws where a setting is missing", async () => {
    await expect(retrieveOrderLease("order_1", own({ backendUrl: undefined }))).rejects.toThrow("backendUrl")
  })
})

describe("the message of a product", () => {
  test("is asked as anybody would, and may be kept for a minute", async () => {
    store.on(`GET ${PRODUCT}`, { json: product })
    const sent = jest.spyOn(globalThis, "fetch")
    const message = await retrieveLeaseMessage("prod_1", "reg_1", own())
    expect(message).toMatchObject({ available: true, headline: "Lease-to-own available" })
    expect(store.seen[0]?.headers).not.toHaveProperty("authorization")
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ next: { revalidate: 60 } })
    expect(sent.mock.calls[0]?.[1]).not.toHaveProperty("cache")
    sent.mockRestore()
  })

  test("is in the words that are given, and for a price", async () => {
    store.on(`GET ${PRODUCT}&amount=499.00`, { json: product })
    const message = await retrieveLeaseMessage("prod_1", "reg_1", { ...own(), words: messageEs, amount: 499 })
    expect(message?.headline).toBe(messageEs.available)
  })

  test.each(BAD_ANSWERS)("is null where the store %s", async (_, answer) => {
    store.on(`GET ${PRODUCT}`, answer)
    expect(await retrieveLeaseMessage("prod_1", "reg_1", own())).toBeNull()
  })

  test("throws for words without a disclosure, and where a setting is missing", async () => {
    const silent = { ...own(), words: { ...messageEs, disclosure: [] } }
    await expect(retrieveLeaseMessage("prod_1", "reg_1", silent)).rejects.toThrow("disclosure")
    await expect(retrieveLeaseMessage("prod_1", "reg_1", own({ publishableKey: "" }))).rejects.toThrow("publishableKey")
  })
})
