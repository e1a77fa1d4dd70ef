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
  it("is read as the store says it", async () => {
    store.on(`GET ${PATH}`, { json: { lease: LEASE } })
    expect(await orders().read("order_1")).toEqual(LEASE)
    expect(store.seen[0]?.headers).not.toHaveProperty("x-lease-key")
  })

  it("is said in Spanish", async () => {
    store.on(`GET ${PATH}`, { json: { lease: LEASE } })
    expect((await orders(orderEs).read("order_1"))?.says.message).toBe(
      "Su arrendamiento terminó. Harbor Leasing responde a sus preguntas sobre los pagos: 555 0100.",
    )
  })

  it("is null for an order that was paid otherwise", async () => {
    store.on(`GET ${PATH}`, { json: { lease: null } })
    expect(await orders().read("order_1")).toBeNull()
  })

  it.each([
    [
      "placed here",
      async () => {
        store.on("POST /store/payment-collections", {
          json: { payment_collection: { id: "paycol_1", amount: 1, payment_sessions: [] } },
        })
        store.on("POST /store/payment-collections/paycol_1/payment-sessions", {
          json: { payment_collection: { id: "paycol_1" } },
        })
        store.on("POST /store/carts/cart_1/complete", { json: { type: "order", order: { id: "order_1" } } })
        await createLeaseClient({ cartId: "cart_1", transport: transport(), storage }).place()
      },
    ],
    [
      "placed by the store meanwhile",
      async () => {
        store.on("GET /store/lease-to-own/carts/cart_1", { json: aView({ step: "placed", order_id: "order_1" }) })
        await createLeaseClient({ cartId: "cart_1", transport: transport(), storage }).get()
      },
    ],
  ])("that was %s is asked for with the lease key of its cart, which the cart keeps no longer", async (_, place) => {
    storage.setItem("lease-to-own:cart_1", "key_1")
    await place()
    expect([...storage.entries]).toEqual([["lease-to-own:order_1", "key_1"]])
    store.on(`GET ${PATH}`, { json: { lease: LEASE } })
    await orders().read("order_1")
    expect(store.seen.at(-1)?.headers).toMatchObject({ "x-lease-key": "key_1" })
  })

  it("throws the store's refusal in words", async () => {
    const body = { type: "not_found", code: "order_not_found", message: "This order was not found." }
    store.on(`GET ${PATH}`, { status: 404, json: body })
    await expect(orders(orderEs).read("order_1")).rejects.toMatchObject({ message: "No se encontró este pedido." })
  })

  it("throws what is no answer of the plugin", async () => {
    store.on(`GET ${PATH}`, { json: {} })
    await expect(orders().read("order_1")).rejects.toMatchObject({ code: "unexpected_answer" })
  })

  it.each([
    ["hands its key back to the cart by which its new contract is signed", undefined, "key_1"],
    ["leaves the key that a signing link has brought to that cart", "key_2", "key_2"],
  ])("%s", async (_, before, after) => {
    storage.setItem("lease-to-own:order_1", "key_1")
    if (before) storage.setItem("lease-to-own:cart_1", before)
    store.on(`GET ${PATH}`, { json: { lease: { ...LEASE, sign_cart_id: "cart_1" } } })
    await orders().read("order_1")
    expect([storage.getItem("lease-to-own:order_1"), storage.getItem("lease-to-own:cart_1")]).toEqual(["key_1", after])
  })

  it("keeps no key where this browser has none", async () => {
    store.on(`GET ${PATH}`, { json: { lease: { ...LEASE, sign_cart_id: "cart_1" } } })
    expect((await orders().read("order_1"))?.sign_cart_id).toBe("cart_1")
    expect([...storage.entries]).toEqual([])
  })
})
