import { clientOf, fakeTransport } from "./fake-transport"
import { aView, failure } from "./local-store"
import { offline, order, placed, ready, refusal } from "./moments"

type Session = { id: string; provider_id: string; status: string; amount: number }
const OURS = { id: "payses_1", provider_id: "pp_lease-to-own", status: "pending", amount: 429 }
const session = (changes: Partial<Session> = {}): Session => ({ ...OURS, ...changes })
const collection = (...payment_sessions: Session[]) => ({
  payment_collection: { id: "paycol_1", amount: 429, payment_sessions },
})
const confirming = aView({ step: "confirming", status: "placing" })
const ORDERED = { type: "order", order_id: "order_1" }
const error = { message: "Your contract is not signed yet.", name: "Error", type: "payment_authorization_error" }
const refusedByProvider = { type: "cart", cart: {}, error }

let store: ReturnType<typeof fakeTransport>

beforeEach(() => {
  store = fakeTransport()
  store.on({ GET: ready, "payment-collections": collection(), "payment-sessions": collection(session()) })
  store.on("complete", order)
})

const aClient = () => clientOf(store.transport)
const countOf = (name: string) => store.sent.filter(({ path }) => path.endsWith(`/${name}`)).length

test("placing an order creates only a session of the lease provider, and completes the cart", async () => {
  expect(await aClient().place()).toEqual(ORDERED)
  expect(store.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/store/payment-collections", { cart_id: "cart_1" }],
    ["POST", "/store/payment-collections/paycol_1/payment-sessions", { provider_id: "pp_lease-to-own" }],
    ["POST", "/store/carts/cart_1/complete", undefined],
  ])
})

test.each([
  ...["pending", "requires_more", "authorized", "captured", "pending_authorization"].map(
    (status): [string, Session[], number] => [`is ${status} is reused`, [session({ status })], 0],
  ),
  ["is canceled is replaced", [session({ status: "canceled" })], 1],
  ["is for another amount is replaced", [session({ amount: 400 })], 1],
  ["is another provider's is replaced", [session({ provider_id: "pp_system_default" })], 1],
  ["is not the only one is replaced", [session({ provider_id: "pp_system_default" }), session()], 1],
])("a session that %s", async (_, sessions, made) => {
  store.on("payment-collections", collection(...sessions))
  await aClient().place()
  expect([countOf("payment-sessions"), countOf("complete")]).toEqual([made, 1])
})

test("listeners get the order as soon as the store has it", async () => {
  store.on("GET", placed)
  const client = aClient()
  const step = new Promise((resolve) => client.subscribe((view) => resolve(view.step)))
  await client.place()
  expect(await step).toBe("placed")
})

test("a double click completes the cart once", async () => {
  const client = aClient()
  await Promise.all([client.place(), client.place()])
  expect(countOf("complete")).toBe(1)
})

describe("refused order", () => {
  const refused = refusal(400, "contract_mismatch", "The cart could not be placed.")
  const { code, message } = refused.body

  test.each<[string, string, object, object]>([
    ["as 200 with the cart", "complete", refusedByProvider, { code: error.type, message: error.message }],
    ["as 200 without a message", "complete", { type: "cart" }, { message: expect.stringContaining("not be placed") }],
    ["of the completion", "complete", refused, { code, message }],
    ["of the session", "payment-sessions", refused, { code, message }],
    ["of the collection", "payment-collections", refused, { code, message }],
  ])("a refusal %s is returned with its code and message", async (_, call, answer, words) => {
    store.on(call, answer)
    expect(await aClient().place()).toMatchObject({ type: "refused", ...words })
  })

  test("after a refusal, listeners get the next screen, and the same session can be tried again", async () => {
    store.on("payment-collections", collection(), collection(session()))
    store.on({ complete: [refusedByProvider, order], GET: aView({ step: "order_failed", status: "signed" }) })
    const client = aClient()
    const steps: string[] = []
    client.subscribe((view) => steps.push(view.step))
    await client.place()
    expect(steps).toEqual(["order_failed"])
    expect(await client.place()).toEqual(ORDERED)
    expect(countOf("payment-sessions")).toBe(1)
  })

  test("a refusal stays a refusal if the read after it fails", async () => {
    store.on({ complete: refusedByProvider, GET: offline })
    expect(await aClient().place()).toMatchObject({ type: "refused" })
  })
})

describe("order without an answer", () => {
  test.each([
    ["a lost answer", "complete", offline],
    ["a refusal after an order elsewhere", "payment-sessions", refusal(400, "store_payment_locked", "Paid.")],
  ])("%s becomes the order if the store's view is at placed", async (_, call, answer) => {
    store.on({ [call]: answer, GET: placed })
    expect(await aClient().place()).toEqual(ORDERED)
  })

  test.each([
    ["of an order that is still being placed", offline, confirming, "store_unreachable"],
    ["with a failing read", refusal(500, "service_unreachable", "Again."), offline, "service_unreachable"],
    ["because of another running completion", refusal(409, "invalid_state_error", "Key"), confirming, "busy"],
  ])("a lost answer %s is a retryable error and isn't resent automatically", async (_, answer, read, code) => {
    store.on({ complete: answer, GET: read })
    expect(await failure(aClient().place())).toMatchObject({ code, retryable: true })
    expect(countOf("complete")).toBe(1)
  })
})
