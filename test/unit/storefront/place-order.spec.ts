import { createLeaseClient, fetchTransport } from "../../../packages/storefront/src/index"
import { aStorage, aView, failure, type LocalStore, startStore } from "./local-store"

const LOOK = "GET /store/lease-to-own/carts/cart_1"
const COLLECTION = "POST /store/payment-collections"
const SESSION = "POST /store/payment-collections/pay_col_1/payment-sessions"
const COMPLETE = "POST /store/carts/cart_1/complete"

type Session = { id: string; provider_id: string; status: string; amount: number }
const OURS = { id: "payses_1", provider_id: "pp_lease-to-own", status: "pending", amount: 429 }
const session = (changes: Partial<Session> = {}): Session => ({ ...OURS, ...changes })
const collection = (...payment_sessions: Session[]) => ({
  json: { payment_collection: { id: "pay_col_1", amount: 429, payment_sessions } },
})
const order = { json: { type: "order", order: { id: "order_1" } } }
const placed = { json: aView({ step: "placed", order_id: "order_1" }) }
const confirming = { json: aView({ step: "confirming", status: "placing" }) }
const ORDERED = { type: "order", order_id: "order_1" }
const error = { message: "Your contract is not signed yet.", name: "Error", type: "payment_authorization_error" }
const refusedByProvider = { json: { type: "cart", cart: {}, error } }

let store: LocalStore

beforeEach(async () => {
  store = await startStore()
  store.on(LOOK, { json: aView({ step: "ready", status: "signed" }) })
  store.on(COLLECTION, collection())
  store.on(SESSION, collection(session()))
  store.on(COMPLETE, order)
})
afterEach(() => store.close())

function aClient() {
  const transport = fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" })
  return createLeaseClient({ cartId: "cart_1", transport, storage: aStorage() })
}
const countOf = (route: string) => store.calls().filter((call) => call === route).length

test("an order takes a session of our provider, asked for with nothing else, and the cart's completion", async () => {
  expect(await aClient().place()).toEqual(ORDERED)
  expect(store.calls()).toEqual([COLLECTION, SESSION, COMPLETE])
  expect(store.seen.map(({ body }) => body)).toEqual([
    { cart_id: "cart_1" },
    { provider_id: "pp_lease-to-own" },
    undefined,
  ])
})

test.each([
  ...["pending", "requires_more", "authorized", "captured", "pending_authorization"].map(
    (status): [string, Session[], number] => [`is ${status} is used again`, [session({ status })], 0],
  ),
  ["is canceled is replaced", [session({ status: "canceled" })], 1],
  ["is in error is replaced", [session({ status: "error" })], 1],
  ["is for another amount is replaced", [session({ amount: 400 })], 1],
  ["is another provider's is replaced", [session({ provider_id: "pp_system_default" })], 1],
  ["is not the only one is replaced", [session({ provider_id: "pp_system_default" }), session()], 1],
])("a session that %s", async (_, sessions, made) => {
  store.on(COLLECTION, collection(...sessions))
  await aClient().place()
  expect([countOf(SESSION), countOf(COMPLETE)]).toEqual([made, 1])
})

test("an order is told to listeners as soon as the store says so", async () => {
  store.on(LOOK, placed)
  const client = aClient()
  const step = new Promise((resolve) => client.subscribe((view) => resolve(view.step)))
  await client.place()
  expect(await step).toBe("placed")
})

test("a double click completes the cart once", async () => {
  const client = aClient()
  await Promise.all([client.place(), client.place()])
  expect(countOf(COMPLETE)).toBe(1)
})

describe("a refusal", () => {
  const mismatch = { type: "not_allowed", code: "contract_mismatch", message: "Restore the cart." }
  const refused = { status: 400, json: mismatch }
  const { code, message } = mismatch

  test.each([
    ["as 200 with the cart", COMPLETE, refusedByProvider, { code: error.type, message: error.message }],
    ["as 200 with the cart and no words", COMPLETE, { json: { type: "cart", cart: {} } }, {}],
    ["of the completion", COMPLETE, refused, { code, message }],
    ["of the session", SESSION, refused, { code, message }],
    ["of the collection", COLLECTION, refused, { code, message }],
  ])("%s is answered with its code and words", async (_, route, answer, words) => {
    store.on(route, answer)
    const message = expect.stringContaining("not be placed")
    expect(await aClient().place()).toMatchObject({ type: "refused", message, ...words })
  })

  test("shows listeners the screen to go on from, and can be tried again with the session that is there", async () => {
    store.on(COLLECTION, collection(), collection(session()))
    store.on(COMPLETE, refusedByProvider, order)
    store.on(LOOK, { json: aView({ step: "order_failed", status: "signed" }) })
    const client = aClient()
    const steps: string[] = []
    client.subscribe((view) => steps.push(view.step))
    await client.place()
    expect(steps).toEqual(["order_failed"])
    expect(await client.place()).toEqual(ORDERED)
    expect(countOf(SESSION)).toBe(1)
  })

  test("of a cart that was ordered elsewhere meanwhile is its order", async () => {
    store.on(SESSION, { status: 400, json: { type: "not_allowed", code: "store_payment_locked", message: "Paid." } })
    store.on(LOOK, placed)
    expect(await aClient().place()).toEqual(ORDERED)
  })

  test("stays a refusal when the look after it fails", async () => {
    store.on(COMPLETE, refusedByProvider)
    store.on(LOOK, "cut")
    expect(await aClient().place()).toMatchObject({ type: "refused" })
  })
})

describe("a lost answer", () => {
  const conflict = { status: 409, json: { type: "conflict", code: "invalid_state_error", message: "Idempotency-Key" } }
  const away = { status: 500, json: { type: "unexpected_state", code: "service_unreachable", message: "Again." } }

  test("is the order when the store says placed", async () => {
    store.on(COMPLETE, "cut")
    store.on(LOOK, placed)
    expect(await aClient().place()).toEqual(ORDERED)
  })

  test.each([
    ["of an order that is still being placed", "cut" as const, confirming, "store_unreachable"],
    ["with no way to look", away, "cut" as const, "service_unreachable"],
    ["that is another completion at work", conflict, confirming, "busy"],
  ])("%s is an error, may be asked for again and is not resent automatically", async (_, answer, look, code) => {
    store.on(COMPLETE, answer)
    store.on(LOOK, look)
    expect(await failure(aClient().place())).toMatchObject({ code, retryable: true })
    expect(countOf(COMPLETE)).toBe(1)
  })
})
