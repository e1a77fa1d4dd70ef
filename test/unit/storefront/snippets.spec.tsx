/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, renderHook } from "@testing-library/react"
import * as react from "react"
import * as dictionary from "../../../packages/storefront/src/en"
import * as kit from "../../../packages/storefront/src/flow"
import * as client from "../../../packages/storefront/src/index"
import * as message from "../../../packages/storefront/src/message"
import * as order from "../../../packages/storefront/src/order"
import { applicationFields } from "../../../src/lease-service/messages/application-fields"
import { read, section } from "../docs/markdown"
import { fakeTransport } from "./fake-transport"
import { aStorage, aView, startStore } from "./local-store"

/** The code that the documentation shows is run here as it stands. */
const README = section(read("packages/storefront/README.md"), "The flow")
const BEFORE = section(read("packages/storefront/README.md"), "Before the cart")
const AFTER = section(read("packages/storefront/README.md"), "After the order")
const PROXY = section(read("docs/storefront.md"), "A proxy on your server")

const MODULES = {
  "lease-to-own-storefront": client,
  "lease-to-own-storefront/en": dictionary,
  "lease-to-own-storefront/flow": kit,
  "lease-to-own-storefront/message": message,
  "lease-to-own-storefront/order": order,
  react,
}

/** Runs the code block that holds `sign`, with the names that are the shop's own, and answers what it declares as `name`. */
async function run<T>(text: string, sign: string, name: string, own: Record<string, unknown> = {}): Promise<T> {
  const blocks = [...text.matchAll(/```jsx?\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
  const [code = "", ...more] = blocks.filter((block) => block.includes(sign))
  expect([code !== "", more]).toEqual([true, []])
  const plain = code.replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = modules[$2]").replace(/^export /gm, "")
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  return AsyncFunction("modules", ...Object.keys(own), `${plain}\nreturn ${name}`)(MODULES, ...Object.values(own))
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

describe("the README's flow", () => {
  test("takes a cart to its order", async () => {
    const store = fakeTransport()
    const [showOrder, showScreen] = [jest.fn(), jest.fn()]
    store.on("GET", aView({ status: "signed", step: "ready" }), aView({ step: "placed", order_id: "order_1" }))
    store.on("complete", { type: "order", order: { id: "order_1" } })
    const own = { cartId: "cart_1", transport: store.transport, showOrder, showScreen }
    await run(README, "flow.subscribe(({", "flow", own)
    await settle()
    expect(showOrder.mock.calls).toEqual([["order_1"]])
    expect(showScreen.mock.calls[0]).toEqual([{ view: null, step: null, busy: null, words: "" }])
    expect(showScreen.mock.calls.map(([{ busy }]) => busy)).toEqual(expect.arrayContaining(["look", "place"]))
  })

  test("shows why the store gave no answer", async () => {
    const store = fakeTransport()
    const showScreen = jest.fn()
    store.on("GET", new TypeError("fetch failed"))
    const own = { cartId: "cart_1", transport: store.transport, showOrder: jest.fn(), showScreen }
    await run(README, "flow.subscribe(({", "flow", own)
    await settle()
    expect(showScreen.mock.calls.at(-1)[0].words).toBe(dictionary.en.texts.codes.store_unreachable)
  })

  test("is a hook of React, and a strict one sends nothing twice", async () => {
    const store = fakeTransport()
    store.on("GET", aView({ status: "approved", step: "offer" }))
    store.on("offer", aView({ status: "offered", step: "offer", offer: {} as never }))
    const leaseClient = client.createLeaseClient({ cartId: "cart_1", transport: store.transport, storage: aStorage() })
    const flow = kit.createLeaseFlow({ client: leaseClient, onPlaced: jest.fn() })
    type Hook = (given: typeof flow) => kit.LeaseState
    const useLease = await run<Hook>(README, "useSyncExternalStore", "useLease")
    const { result, unmount } = renderHook(() => useLease(flow), { wrapper: react.StrictMode })
    await settle()
    expect(result.current).toMatchObject({ step: "offer", busy: null, view: { status: "offered" } })
    expect(store.calls()).toEqual(["GET", "offer"])
    unmount()
  })
})

describe("around the README's flow", () => {
  test("the form and the offer begin with what is known", async () => {
    const fields = applicationFields.map((field) => ({ ...field, group: "x", required: true }))
    const tax = { mode: "in_cart", amount: 0, dueToday: false } as const
    const figures = { dueToday: 10, payments: 9, each: 10, last: null, every: null, total: 100, months: null }
    const summary = { ...figures, cashPrice: 60, overCash: 40, earlyPurchase: null, tax }
    const view = aView({
      form: { fields },
      offer: { currency: "usd", cash_price: 60, summary, lines: [], priced_at: "2026-11-23T00:00:00Z" },
    })
    const cart = { email: "ana@example.com", shipping_address: { first_name: "Ana" } }
    const [showRow, showText] = [jest.fn(), jest.fn()]
    const values = await run(README, "prefill(", "values", { view, cart, showRow, showText })
    expect(values).toEqual({ "customer.firstName": "Ana", "customer.emailAddress": "ana@example.com" })
    expect(showRow.mock.calls.map(([, value]) => value)).toEqual(["$10.00", "$10.00", "$100.00", "$40.00"])
    expect(showText.mock.calls).toEqual([[dictionary.en.texts.screens.tax_none]])
  })

  test.each([
    [null, { completed_at: null }, 0],
    ["2026-11-23T00:00:00Z", null, 1],
  ])("a cart that was completed at %s is kept or forgotten", async (completed_at, kept, times) => {
    const removeCartId = jest.fn()
    const readCart = async (fields: string) => (fields === "+completed_at" ? { completed_at } : {})
    expect(await run(README, "forgetFinishedCart(", "cart", { readCart, removeCartId })).toEqual(kept)
    expect(removeCartId).toHaveBeenCalledTimes(times)
  })
})

describe("the README's pages beside the checkout", () => {
  const operator = { name: "Harbor Leasing", contact: "555 0100" }

  test("a product's page shows the message in the shopper's language", async () => {
    const store = fakeTransport()
    const limits = { minimum: null, maximum: null, currency: "usd" }
    const answer = { leasable: true, reasons: [], limits, estimate: null, operator, test: false }
    store.on("prod_1?region_id=reg_1&amount=499.00", answer)
    const showMessage = jest.fn()
    const own = {
      transport: store.transport,
      product: { id: "prod_1" },
      region: { id: "reg_1" },
      price: 499,
      showMessage,
    }
    await run(BEFORE, "createLeaseMessage(", "message", own)
    expect(showMessage.mock.calls[0][0]).toMatchObject({ available: true, headline: message.messageEs.available })
  })

  test("an order's page shows where the lease stands, and the offer in words", async () => {
    const store = fakeTransport()
    const lease = { says: { code: "x", params: {}, message: "Signed." }, messages: [], operator, offer: null }
    store.on("order_1", { lease })
    const showLease = jest.fn()
    await run(AFTER, "createLeaseOrder(", "lease", { transport: store.transport, order: { id: "order_1" }, showLease })
    expect(showLease.mock.calls).toEqual([[lease]])
    expect(client.offerSummary(showLease.mock.calls[0][0], dictionary.en)).toBeNull()
  })
})

describe("the proxy of docs/storefront.md", () => {
  const PATH = "/store/lease-to-own/carts/cart_1"
  let store: Awaited<ReturnType<typeof startStore>>
  let ask: (path: string, init?: RequestInit) => Promise<Response>

  beforeEach(async () => {
    store = await startStore()
    type Handler = (request: Request, own: Record<string, unknown>) => Promise<Response>
    const lease = await run<Handler>(PROXY, "isLeasePath(", "lease")
    const own = { storeUrl: store.url, cartId: "cart_1", headers: { authorization: "Bearer t" } }
    ask = (path, init) => lease(new Request(`https://shop.example.com/api/lease${path}`, init), own)
  })
  afterEach(() => store.close())

  test("hands on a request of this cart, and its answer as it is", async () => {
    store.on(`POST ${PATH}/application`, { status: 400, json: { code: "form_invalid" } })
    const headers = { "x-lease-key": "key_1", "x-forwarded-for": "192.0.2.1", "sec-fetch-site": "same-origin", x: "y" }
    const body = JSON.stringify({ application: {} })
    const answer = await ask(`${PATH}/application`, { method: "POST", headers, body })
    expect([answer.status, await answer.json()]).toEqual([400, { code: "form_invalid" }])
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const { authorization, "x-lease-key": key, "x-forwarded-for": from, x } = store.seen[0]?.headers ?? {}
    expect([authorization, key, from, x]).toEqual(["Bearer t", "key_1", "192.0.2.1", undefined])
    expect(store.seen[0]?.body).toEqual({ application: {} })
  })

  test("carries the client, told to ask this site", async () => {
    store.on(`GET ${PATH}`, { json: aView() })
    const answer = await ask(PATH)
    expect(await answer.json()).toEqual(aView())
  })

  test.each([
    ["another cart", "/store/lease-to-own/carts/cart_2", {}],
    ["another route", "/store/customers/me", {}],
    ["a query", `${PATH}?fields=x`, {}],
    ["another site", PATH, { headers: { "sec-fetch-site": "cross-site" } }],
  ])("hands on nothing of %s", async (_, path, init) => {
    expect((await ask(path, init)).status).toBe(404)
    expect(store.seen).toEqual([])
  })

  test("a body that is no JSON is in no error", async () => {
    store.on(`POST ${PATH}/application`, { status: 400, json: {} })
    const answer = await ask(`${PATH}/application`, { method: "POST", body: "900-12-3456" })
    expect(answer.status).toBe(400)
    expect(store.seen[0]?.body).toBeUndefined()
  })
})
