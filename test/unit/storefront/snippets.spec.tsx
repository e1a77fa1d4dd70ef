/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, renderHook } from "@testing-library/react"
import * as react from "react"
import * as ts from "typescript"
import * as dictionary from "../../../packages/storefront/src/en"
import * as spanish from "../../../packages/storefront/src/es"
import * as kit from "../../../packages/storefront/src/flow"
import * as hosted from "../../../packages/storefront/src/hosted"
import * as client from "../../../packages/storefront/src/index"
import * as message from "../../../packages/storefront/src/message"
import * as server from "../../../packages/storefront/src/next"
import * as orderPage from "../../../packages/storefront/src/order"
import * as screens from "../../../packages/storefront/src/screens"
import { applicationFields } from "../../../src/lease-service/messages/application-fields"
import { read, section } from "../docs/markdown"
import "../../../packages/storefront/src/elements"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { fakeTransport } from "./fake-transport"
import { aView, startStore } from "./local-store"
import { approved, offer, offered, offline, order, placed, ready } from "./moments"

/** The code that the documentation shows is run here as it stands. */
const partOf = (file: string, heading: string) => section(read(file), heading)
const inReadme = (heading: string) => partOf("packages/storefront/README.md", heading)
const README = inReadme("The flow")
const PROXY = partOf("docs/storefront.md", "A proxy on your server")

const MODULES = {
  "lease-to-own-storefront": client,
  "lease-to-own-storefront/en": dictionary,
  "lease-to-own-storefront/es": spanish,
  "lease-to-own-storefront/flow": kit,
  "lease-to-own-storefront/hosted": hosted,
  "lease-to-own-storefront/screens": screens,
  "lease-to-own-storefront/next": server,
  "lease-to-own-storefront/message": message,
  "lease-to-own-storefront/order": orderPage,
  react,
}

type Own = Record<string, unknown>

/** Runs the code block that holds `sign`, with the names and modules that are the shop's own, and answers what it declares as `name`. */
async function run<T>(text: string, sign: string, name: string, own: Own = {}, modules: Own = {}): Promise<T> {
  const blocks = [...text.matchAll(/```jsx?\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
  const [code = "", ...more] = blocks.filter((block) => block.includes(sign))
  expect([code !== "", more]).toEqual([true, []])
  const plain = code.replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = modules[$2]").replace(/^export /gm, "")
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  const options = { jsx: ts.JsxEmit.React, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const runnable = ts.transpile(`${plain}\nreturn ${name}`, options)
  return AsyncFunction("modules", ...Object.keys(own), runnable)({ ...MODULES, ...modules }, ...Object.values(own))
}

const clientOf = ({ transport }: ReturnType<typeof fakeTransport>) =>
  client.createLeaseClient({ cartId: "cart_1", transport, storage: null })
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

describe("the README's flow", () => {
  let store: ReturnType<typeof fakeTransport>
  beforeEach(() => {
    store = fakeTransport()
  })

  async function shown() {
    const [showOrder, showScreen] = [jest.fn(), jest.fn()]
    const own = { cartId: "cart_1", transport: store.transport, showOrder, showScreen }
    await run(README, "flow.subscribe(({", "flow", own)
    await settle()
    return { orders: showOrder.mock.calls, screens: showScreen.mock.calls.map(([screen]) => screen) }
  }

  test("takes a cart to its order", async () => {
    store.on({ GET: [ready, placed], complete: order })
    const { orders, screens } = await shown()
    expect([orders, screens[0]]).toEqual([[["order_1"]], { view: null, step: null, busy: null, words: "" }])
    expect(screens.map(({ busy }) => busy)).toEqual(expect.arrayContaining(["look", "place"]))
  })

  test("shows why the store gave no answer", async () => {
    store.on("GET", offline)
    expect((await shown()).screens.at(-1).words).toBe(dictionary.en.texts.codes.store_unreachable)
  })

  test("is a hook of React, and a strict one sends nothing twice", async () => {
    store.on({ GET: approved, offer: offered })
    const flow = kit.createLeaseFlow({ client: clientOf(store), onPlaced: jest.fn() })
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
    const view = aView({ form: { fields }, offer: { ...offer, cash_price: 60, summary } })
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

test("the README's page leads from its tag to the order, by its own script", async () => {
  const [, tag = ""] = /(<lease-checkout[\s\S]*<\/lease-checkout>)/.exec(inReadme("Three elements")) ?? []
  document.body.innerHTML = tag
  const [element] = document.getElementsByTagName("lease-checkout")
  if (element) element.client = fakeLeaseClient({ step: "ready" })
  const [showOrder, showMethods, showCart] = [jest.fn(), jest.fn(), jest.fn()]
  const own = { cart: { total: 1, currency_code: "usd" }, showOrder, showMethods, showCart }
  expect(await run(inReadme("Three elements"), "lease-placed", "checkout", own)).toBe(element)
  await settle()
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  for (const event of ["lease-other", "lease-cart"]) element?.dispatchEvent(new CustomEvent(event))
  expect([showMethods, showCart].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  document.body.replaceChildren()
})

test("the README's page signs the new contract of the cart in its address", async () => {
  history.replaceState(null, "", "/lease?cart=cart_1#lease-key=key_1")
  const element = Object.assign(document.createElement("lease-checkout"), { dictionary: dictionary.en })
  const store = fakeTransport()
  store.on("GET", aView({ step: "confirming", order_id: "order_1" }), placed)
  element.transport = store.transport
  document.body.append(element)
  const showOrder = jest.fn()
  await run(inReadme("Sign a new contract"), "checkout.cartId", "checkout", { showOrder })
  await settle()
  expect(element.textContent).toContain(dictionary.en.texts.screens.order_goes_on)
  expect(store.sent[0]?.headers).toEqual({ "x-lease-key": "key_1" })
  expect(location.href).toMatch(/\/lease\?cart=cart_1$/)
  element.querySelector("button")?.click()
  await settle()
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  document.body.replaceChildren()
})

test("the README's screens are rendered, and a button of theirs leads on", async () => {
  const store = fakeTransport()
  const leaseClient = clientOf(store)
  store.on("GET", aView({ status: "approved", step: "over_limit" }))
  const [render, showCart] = [jest.fn(), jest.fn()]
  const shop = { showOrder: jest.fn(), showMethods: jest.fn(), showCart, render }
  const cart = { total: 1, currency_code: "usd" }
  const own = { client: leaseClient, cart, dictionary: dictionary.en, ...shop }
  const checkout = await run<screens.LeaseCheckout>(inReadme("The screens"), "createLeaseCheckout(", "checkout", own)
  await settle()
  const { screen } = render.mock.calls.at(-1)[0] as screens.CheckoutState
  expect(screen.heading).toBe(dictionary.en.texts.steps.over_limit)
  await checkout.press(screen.buttons[0]?.action ?? "look")
  expect(showCart).toHaveBeenCalledTimes(1)
  checkout.stop()
})

test("the README's hosted checkout is rendered, pays by the shop's own card form and empties it", async () => {
  document.body.innerHTML = '<form><input id="lease-card-cardnumber"></form>'
  const [input] = document.getElementsByTagName("input")
  const store = fakeTransport()
  const leaseClient = clientOf(store)
  const kept = aView({ status: "signed", step: "card", way: "widget" })
  store.on({ GET: kept, "widget-events": kept })
  const config = { siteConfig: { cardNumber: "#lease-card-cardnumber" } }
  const script = { scriptUrl: "https://pay.test/w.js", startFunction: "openWidget" }
  store.on("widget", { token: "t1", ...script, config, reference: "L-1" })
  let succeed = (_payload: object) => {}
  const openWidget = ({ onSuccess }: { onSuccess: typeof succeed }) => {
    succeed = onSuccess
  }
  Object.assign(globalThis, { openWidget })
  const tokenize = jest.fn(async () => "tok_1")
  const placeOrder = jest.fn(async () => "order_1")
  const [render, showOrder] = [jest.fn(), jest.fn()]
  const own = { client: leaseClient, dictionary: dictionary.en, tokenize, placeOrder, render, showOrder }
  const ways = { showMethods: jest.fn(), showCart: jest.fn() }
  const checkout = await run<hosted.HostedCheckout>(
    inReadme("The hosted widget"),
    "createHostedCheckout(",
    "checkout",
    { ...own, ...ways },
  )
  await settle()
  const opening = checkout.press("start")
  await settle()
  document.head.querySelector("script")?.onload?.(new Event("load"))
  await settle()
  Object.assign(input ?? {}, { value: "4242424242424242" })
  succeed({})
  await opening
  expect(render.mock.calls.at(-1)[0]).toMatchObject({ card: "shown" })
  await checkout.press("place")
  expect([tokenize.mock.calls.length, placeOrder.mock.calls, input?.value]).toEqual([1, [["tok_1"]], ""])
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  checkout.stop()
})

describe("the README's pages beside the checkout", () => {
  const operator = { name: "Harbor Leasing", contact: "555 0100" }

  test("a product's page shows the message in the shopper's language", async () => {
    const store = fakeTransport()
    const limits = { minimum: null, maximum: null, currency: "usd" }
    const answer = { leasable: true, reasons: [], limits, estimate: null, operator, test: false }
    store.on("prod_1?region_id=reg_1&amount=499.00", answer)
    const showMessage = jest.fn()
    const page = { product: { id: "prod_1" }, region: { id: "reg_1" }, price: 499 }
    const own = { transport: store.transport, ...page, showMessage }
    await run(inReadme("Before the cart"), "createLeaseMessage(", "message", own)
    expect(showMessage.mock.calls[0][0]).toMatchObject({ available: true, headline: spanish.messageEs.available })
  })

  test("an order's page shows where the lease stands, and the offer in words", async () => {
    const store = fakeTransport()
    const lease = { says: { code: "x", params: {}, message: "Signed." }, messages: [], operator, offer: null }
    store.on("order_1", { lease })
    const showLease = jest.fn()
    await run(inReadme("After the order"), "createLeaseOrder(", "lease", {
      transport: store.transport,
      order: { id: "order_1" },
      showLease,
    })
    expect(showLease.mock.calls).toEqual([[lease]])
    expect(client.offerSummary(showLease.mock.calls[0][0], dictionary.en)).toBeNull()
  })
})

describe("on the shop's server", () => {
  const VIEW = "/store/lease-to-own/carts/cart_1"
  const CART = "/store/carts/cart_1?fields=id,completed_at"
  const FINISHED = { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } }
  const SAME = { "sec-fetch-site": "same-origin" }
  const removeCartId = jest.fn()
  let store: Awaited<ReturnType<typeof startStore>>
  let leaseStore: server.CartStore

  beforeEach(async () => {
    removeCartId.mockClear()
    store = await startStore()
    Object.assign(process.env, { MEDUSA_BACKEND_URL: store.url, NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: "pk_1" })
    const getAuthHeaders = async () => ({ authorization: "Bearer t" })
    const cookies = { getAuthHeaders, getCartId: async () => "cart_1", removeCartId }
    leaseStore = await run(PROXY, "publishableKey:", "leaseStore", {}, { "./data/cookies": cookies })
  })
  afterEach(async () => {
    delete process.env.MEDUSA_BACKEND_URL
    delete process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY
    await store.close()
  })

  test("the route hands on a request of the cookie's cart, and no other", async () => {
    store.on(`GET ${VIEW}`, { json: aView() })
    const modules = { "../../../../lib/lease-store": { leaseStore } }
    type Route = server.LeaseRoute & { time: number }
    const exported = "{ GET, POST, time: maxDuration }"
    const { GET, time } = await run<Route>(PROXY, "createLeaseRoute(", exported, {}, modules)
    const look = (path: string) => GET(new Request(`https://a.example/api/lease${path}`, { headers: SAME }))
    expect(await (await look(VIEW)).json()).toEqual(aView())
    expect((await look("/store/customers/me")).status).toBe(404)
    expect(store.calls()).toEqual([`GET ${VIEW}`])
    expect(store.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "x-publishable-api-key": "pk_1" })
    expect(time).toBe(90)
  })

  test("the second route hands on what signs a new contract", async () => {
    store.on("GET /store/lease-to-own/carts/cart_2", { json: aView() })
    const modules = { "../../../../lib/lease-store": { leaseStore } }
    const { GET } = await run<server.LeaseRoute>(
      partOf("docs/storefront.md", "Sign a new contract"),
      "createSigningRoute(",
      "{ GET, POST }",
      {},
      modules,
    )
    const look = (path: string) => GET(new Request(`https://a.example/api/sign${path}`, { headers: SAME }))
    expect((await look("/store/lease-to-own/carts/cart_2")).status).toBe(200)
    expect((await look("/store/carts/cart_2")).status).toBe(404)
    expect(store.calls()).toEqual(["GET /store/lease-to-own/carts/cart_2"])
  })

  test("the first paint has the view, or none", async () => {
    store.on(`GET ${VIEW}`, { json: aView() }, "cut")
    type Page = (props: { cartId: string }) => Promise<react.ReactElement>
    const own = { leaseStore, Lease: "lease", React: react }
    const Checkout = await run<Page>(inReadme("On your server"), "retrieveLease(", "Checkout", own)
    expect((await Checkout({ cartId: "cart_1" })).props).toEqual({ cartId: "cart_1", view: aView() })
    expect((await Checkout({ cartId: "cart_1" })).props).toEqual({ cartId: "cart_1", view: null })
  })

  test.each([
    ["order_1", "/order/order_1/confirmed"],
    [null, "/account/orders"],
  ])("the checkout of the order %s ends at %s", async (orderId, path) => {
    store.on(`GET ${CART}`, FINISHED)
    const [revalidatePath, redirect] = [jest.fn(), jest.fn()]
    const modules = { "next/cache": { revalidatePath }, "next/navigation": { redirect } }
    type Action = (orderId: string | null) => Promise<void>
    const showOrder = await run<Action>(
      inReadme("On your server"),
      "finishLease(",
      "showOrder",
      { leaseStore },
      modules,
    )
    await showOrder(orderId)
    expect(removeCartId).toHaveBeenCalledTimes(1)
    expect(revalidatePath.mock.calls).toEqual([["/", "layout"]])
    expect(redirect.mock.calls).toEqual([[path]])
  })

  test("a finished cart is forgotten before the cart is taken up", async () => {
    store.on(`GET ${CART}`, FINISHED)
    const retrieveCart = async () => (removeCartId.mock.calls.length ? null : { id: "cart_1" })
    const own = { leaseStore, retrieveCart, createCart: async (region: string) => ({ id: "cart_2", region }) }
    type GetOrSetCart = (region: string) => Promise<object>
    const getOrSetCart = await run<GetOrSetCart>(inReadme("On your server"), "dropFinishedCart(", "getOrSetCart", own)
    expect(await getOrSetCart("us")).toEqual({ id: "cart_2", region: "us" })
  })
})
