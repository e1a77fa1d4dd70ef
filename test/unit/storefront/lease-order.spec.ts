import { orderEs } from "../../../packages/storefront/src/es"
import { createLeaseClient, fetchTransport } from "../../../packages/storefront/src/index"
import { createLeaseOrder, type OrderLease } from "../../../packages/storefront/src/order"
import { aStorage, aView, startStore } from "./local-store"

let store: Awaited<ReturnType<typeof startStore>>
let storage: ReturnType<typeof aStorage>
beforeEach(async () => {
  store = await startStore()
  storage = aStorage()
})
afterEach(() => store.close())

const PATH = "/store/lease-to-own/orders/order_1"
const says = {
  code: "order_lease_ended",
  params: { operator: "Harbor Leasing", contact: "555 0100" },
  message: "Your lease is over. Harbor Leasing answers questions about your payments: 555 0100.",
}
const LEASE: OrderLease = {
  status: "cancelled",
  reference: "L-1",
  test: false,
  way: "application",
  says,
  messages: [],
  operator: { name: "Harbor Leasing", contact: "555 0100" },
  delivery_date: null,
  offer: null,
  sign_cart_id: null,
}
const transport = () => fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })
const orders = (words?: typeof orderEs) =>
  createLeaseOrder({ transport: transport(), storage, ...(words && { words }) })

describe("the lease of an order", () => {
  const kept = () => Object.fromEntries(storage.entries)
  beforeEach(() => store.on(`GET ${PATH}`, { json: { lease: LEASE } }))

  it("is read as the store says it, or in Spanish", async () => {
    expect(await orders().read("order_1")).toEqual(LEASE)
    expect(store.seen[0]?.headers).not.toHaveProperty("x-lease-key")
    expect((await orders(orderEs).read("order_1"))?.says.message).toBe(
      "Su arrendamiento terminó. Harbor Leasing responde a sus preguntas sobre los pagos: 555 0100.",
    )
  })

  it("is null for an order that was paid otherwise", async () => {
    store.on(`GET ${PATH}`, { json: { lease: null } })
    expect(await orders().read("order_1")).toBeNull()
  })

  it.each<["place" | "get"]>([["place"], ["get"]])(
    "is asked for with the lease key of its cart, which the cart keeps no longer after %s has placed or found it",
    async (call) => {
      const collection = { json: { payment_collection: { id: "paycol_1", amount: 1, payment_sessions: [] } } }
      store.on("POST /store/payment-collections", collection)
      store.on("POST /store/payment-collections/paycol_1/payment-sessions", collection)
      store.on("POST /store/carts/cart_1/complete", { json: { type: "order", order: { id: "order_1" } } })
      store.on("GET /store/lease-to-own/carts/cart_1", { json: aView({ step: "placed", order_id: "order_1" }) })
      storage.setItem("lease-to-own:cart_1", "key_1")
      await createLeaseClient({ cartId: "cart_1", transport: transport(), storage })[call]()
      expect(kept()).toEqual({ "lease-to-own:order_1": "key_1" })
      await orders().read("order_1")
      expect(store.seen.at(-1)?.headers).toMatchObject({ "x-lease-key": "key_1" })
    },
  )

  it("throws the store's refusal in words, and what is no answer of the plugin", async () => {
    const body = { type: "not_found", code: "order_not_found", message: "This order was not found." }
    store.on(`GET ${PATH}`, { status: 404, json: body }, { json: {} })
    await expect(orders(orderEs).read("order_1")).rejects.toMatchObject({ message: "No se encontró este pedido." })
    await expect(orders().read("order_1")).rejects.toMatchObject({ code: "unexpected_answer" })
  })

  it.each([
    ["hands its key back to the cart by which its new contract is signed", { order_1: "key_1" }, "key_1"],
    ["leaves the key that a signing link has brought to that cart", { order_1: "key_1", cart_1: "key_2" }, "key_2"],
    ["keeps no key where this browser has none", {}, undefined],
  ])("%s", async (_, keys, after) => {
    for (const [id, key] of Object.entries(keys)) storage.setItem(`lease-to-own:${id}`, key)
    store.on(`GET ${PATH}`, { json: { lease: { ...LEASE, sign_cart_id: "cart_1" } } })
    expect((await orders().read("order_1"))?.sign_cart_id).toBe("cart_1")
    expect(kept()).toEqual(after ? { "lease-to-own:order_1": "key_1", "lease-to-own:cart_1": after } : {})
  })
})
