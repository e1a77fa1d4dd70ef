import { createLeaseClient, fetchTransport, type LeaseError } from "../../../packages/storefront/src/index"
import { aStorage, aView, type LocalStore, startStore } from "./local-store"

const LOOK = "GET /store/lease-to-own/carts/cart_1"
const COLLECTION = "POST /store/payment-collections"
const SESSION = "POST /store/payment-collections/pay_col_1/payment-sessions"
const COMPLETE = "POST /store/carts/cart_1/complete"

type Session = { id: string; provider_id: string; status: string; amount: number }
const session = (changes: Partial<Session> = {}): Session => ({
  id: "payses_1",
  provider_id: "pp_lease-to-own",
  status: "pending",
  amount: 429,
  ...changes,
})
const collection = (...payment_sessions: Session[]) => ({
  json: { payment_collection: { id: "pay_col_1", amount: 429, payment_sessions } },
})
const order = { json: { type: "order", order: { id: "order_1" } } }
const placed = { json: aView({ step: "placed", order_id: "order_1" }) }
const confirming = { json: aView({ step: "confirming", status: "placing" }) }

let store: LocalStore

beforeEach(async () => {
  store = await startStore()
  store.on(LOOK, { json: aView({ step: "ready", status: "signed" }) })
  store.on(COLLECTION, collection())
  store.on(SESSION, collection(session()))
  store.on(COMPLETE, order)
})
afterEach(() => store.close())

const aClient = (storage = aStorage()) =>
  createLeaseClient({
    cartId: "cart_1",
    transport: fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" }),
    storage,
  })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as LeaseError,
  )

describe("the session", () => {
  test("is made for our provider when the cart has none", async () => {
    await aClient().place()
    expect(store.calls()).toEqual([COLLECTION, SESSION, COMPLETE])
  })

  test("is asked for with the cart id and the provider, and nothing else", async () => {
    await aClient().place()
    expect(store.seen.map(({ body }) => body)).toEqual([
      { cart_id: "cart_1" },
      { provider_id: "pp_lease-to-own" },
      undefined,
    ])
  })

  test.each(["pending", "requires_more", "authorized", "captured", "pending_authorization"])(
    "that is %s is used again",
    async (status) => {
      store.on(COLLECTION, collection(session({ status })))
      await aClient().place()
      expect(store.calls()).toEqual([COLLECTION, COMPLETE])
    },
  )

  test.each([
    ["canceled", [session({ status: "canceled" })]],
    ["in error", [session({ status: "error" })]],
    ["for another amount", [session({ amount: 400 })]],
    ["another provider's", [session({ provider_id: "pp_system_default" })]],
    ["not the only one", [session({ provider_id: "pp_system_default" }), session()]],
  ])("that is %s is replaced", async (_what, sessions) => {
    store.on(COLLECTION, collection(...sessions))
    await aClient().place()
    expect(store.calls()).toContain(SESSION)
  })
})

describe("an order", () => {
  test("is answered with its id", async () => {
    expect(await aClient().place()).toEqual({ type: "order", order_id: "order_1" })
  })

  test("takes the lease key over from its cart", async () => {
    const storage = aStorage()
    storage.setItem("lease-to-own:cart_1", "key_1")
    await aClient(storage).place()
    expect([...storage.entries]).toEqual([["lease-to-own:order_1", "key_1"]])
  })

  test("is told to listeners as soon as the store says so", async () => {
    store.on(LOOK, placed)
    const client = aClient()
    const step = new Promise((resolve) => client.subscribe((view) => resolve(view.step)))
    await client.place()
    expect(await step).toBe("placed")
  })

  test("a double click completes the cart once", async () => {
    const client = aClient()
    await Promise.all([client.place(), client.place()])
    expect(store.calls().filter((call) => call === COMPLETE)).toHaveLength(1)
  })
})

describe("a refusal", () => {
  const refusedByProvider = {
    json: {
      type: "cart",
      cart: {},
      error: { message: "Your contract is not signed yet.", name: "Error", type: "payment_authorization_error" },
    },
  }

  test("that arrives as 200 with the cart is answered with its words", async () => {
    store.on(COMPLETE, refusedByProvider)
    expect(await aClient().place()).toEqual({
      type: "refused",
      code: "payment_authorization_error",
      message: "Your contract is not signed yet.",
    })
  })

  test("200 with the cart and no error is a refusal with words", async () => {
    store.on(COMPLETE, { json: { type: "cart", cart: {} } })
    expect(await aClient().place()).toMatchObject({
      type: "refused",
      message: expect.stringContaining("not be placed"),
    })
  })

  test.each([
    ["completion", COMPLETE],
    ["the session", SESSION],
    ["the collection", COLLECTION],
  ])("of %s as 400 is answered with its code and words", async (_what, route) => {
    store.on(route, {
      status: 400,
      json: { type: "not_allowed", code: "contract_mismatch", message: "Restore the cart." },
    })
    expect(await aClient().place()).toEqual({
      type: "refused",
      code: "contract_mismatch",
      message: "Restore the cart.",
    })
  })

  test("shows listeners the screen to go on from", async () => {
    store.on(COMPLETE, refusedByProvider)
    store.on(LOOK, { json: aView({ step: "order_failed", status: "signed" }) })
    const client = aClient()
    const steps: string[] = []
    client.subscribe((view) => steps.push(view.step))
    await client.place()
    expect(steps).toEqual(["order_failed"])
  })

  test("of a cart that was ordered elsewhere meanwhile is its order", async () => {
    store.on(SESSION, { status: 400, json: { type: "not_allowed", code: "store_payment_locked", message: "Paid." } })
    store.on(LOOK, placed)
    expect(await aClient().place()).toEqual({ type: "order", order_id: "order_1" })
  })

  test("stays a refusal when the look after it fails", async () => {
    store.on(COMPLETE, refusedByProvider)
    store.on(LOOK, "cut")
    expect(await aClient().place()).toMatchObject({ type: "refused" })
  })

  test("can be tried again, with the session that is there", async () => {
    store.on(COLLECTION, collection(), collection(session()))
    store.on(COMPLETE, refusedByProvider, order)
    const client = aClient()
    await client.place()
    expect(await client.place()).toEqual({ type: "order", order_id: "order_1" })
    expect(store.calls().filter((call) => call === SESSION)).toHaveLength(1)
  })
})

describe("a lost answer", () => {
  test("is the order when the store says placed", async () => {
    store.on(COMPLETE, "cut")
    store.on(LOOK, placed)
    expect(await aClient().place()).toEqual({ type: "order", order_id: "order_1" })
  })

  test("of an order that is still being placed is an error, and may be asked for again", async () => {
    store.on(COMPLETE, "cut")
    store.on(LOOK, confirming)
    expect(await failure(aClient().place())).toMatchObject({ code: "store_unreachable", retryable: true })
  })

  test("is not resent automatically", async () => {
    store.on(COMPLETE, "cut")
    await failure(aClient().place())
    expect(store.calls().filter((call) => call === COMPLETE)).toHaveLength(1)
  })

  test("with no way to look stays the error it was", async () => {
    store.on(COMPLETE, {
      status: 500,
      json: { type: "unexpected_state", code: "service_unreachable", message: "Again." },
    })
    store.on(LOOK, "cut")
    expect(await failure(aClient().place())).toMatchObject({ code: "service_unreachable", retryable: true })
  })

  test("that is another completion at work may be asked for again", async () => {
    const conflict = { type: "conflict", code: "invalid_state_error", message: "Idempotency-Key" }
    store.on(COMPLETE, { status: 409, json: conflict })
    store.on(LOOK, confirming)
    expect(await failure(aClient().place())).toMatchObject({ code: "busy", retryable: true })
  })
})
