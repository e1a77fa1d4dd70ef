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
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { applicationFields } from "../../../src/client/messages/application-fields"
import { read, section } from "../docs/markdown"
import "../../../packages/storefront/src/elements"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { clientOf, fakeTransport } from "./fake-transport"
import { fakeWidget, script, widgetAnswer } from "./fake-widget"
import { aView, startStore } from "./local-store"
import { approved, offer, offered, offline, order, orderLease, placed, product, ready } from "./moments"

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

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

let fake: ReturnType<typeof fakeTransport>
beforeEach(() => {
  fake = fakeTransport()
})

describe("the README's flow", () => {
  test.each([
    ["takes a cart to its order", [ready, placed], [["order_1"]], ""],
    ["shows why the store gave no answer", [offline], [], dictionary.en.texts.codes.store_unreachable],
  ])("%s", async (_, looks, orders, words) => {
    fake.on({ GET: looks, complete: order })
    const [showOrder, showScreen] = [jest.fn(), jest.fn()]
    const own = { cartId: "cart_1", transport: fake.transport, showOrder, showScreen }
    await run(README, "flow.subscribe(({", "flow", own)
    await settle()
    expect(showScreen.mock.calls[0]).toEqual([{ view: null, step: null, busy: null, words: "" }])
    expect([showOrder.mock.calls, showScreen.mock.calls.at(-1)[0].words]).toEqual([orders, words])
  })

  test("is a hook of React, and a strict one sends nothing twice", async () => {
    fake.on({ GET: approved, offer: offered })
    const flow = kit.createLeaseFlow({ client: clientOf(fake.transport), onPlaced: jest.fn() })
    type Hook = (given: typeof flow) => kit.LeaseState
    const useLease = await run<Hook>(README, "useSyncExternalStore", "useLease")
    const { result, unmount } = renderHook(() => useLease(flow), { wrapper: react.StrictMode })
    await settle()
    expect(result.current).toMatchObject({ step: "offer", busy: null, view: { status: "offered" } })
    expect(fake.calls()).toEqual(["GET", "offer"])
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

  test("a cart that became an order is forgotten", async () => {
    const removeCartId = jest.fn()
    const completed_at = "2026-11-23T00:00:00Z"
    const readCart = async (fields: string) => (fields === "+completed_at" ? { completed_at } : {})
    expect(await run(README, "forgetFinishedCart(", "cart", { readCart, removeCartId })).toBeNull()
    expect(removeCartId).toHaveBeenCalledTimes(1)
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
  fake.on("GET", aView({ step: "confirming", order_id: "order_1" }), placed)
  element.transport = fake.transport
  document.body.append(element)
  const showOrder = jest.fn()
  await run(inReadme("Sign a new contract"), "checkout.cartId", "checkout", { showOrder })
  await settle()
  expect(element.textContent).toContain(dictionary.en.texts.screens.order_goes_on)
  expect(fake.sent[0]?.headers).toEqual({ "x-lease-key": "key_1" })
  expect(location.href).toMatch(/\/lease\?cart=cart_1$/)
  element.querySelector("button")?.click()
  await settle()
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  document.body.replaceChildren()
})

test("the README's screens are rendered, and a button of theirs leads on", async () => {
  fake.on("GET", aView({ status: "approved", step: "over_limit" }))
  const [render, showCart] = [jest.fn(), jest.fn()]
  const shop = { showOrder: jest.fn(), showMethods: jest.fn(), showCart, render }
  const cart = { total: 1, currency_code: "usd" }
  const own = { client: clientOf(fake.transport), cart, dictionary: dictionary.en, ...shop }
  const checkout = await run<screens.LeaseCheckout>(inReadme("The screens"), "createLeaseCheckout(", "checkout", own)
  await settle()
  const { screen } = render.mock.calls.at(-1)[0] as screens.CheckoutState
  expect(screen.heading).toBe(dictionary.en.texts.steps.over_limit)
  await checkout.press(screen.buttons[0]?.action ?? "look")
  expect(showCart).toHaveBeenCalledTimes(1)
  checkout.stop()
})

test("the README's hosted checkout is rendered, pays by the shop's own card form and empties it", async () => {
  const widget = fakeWidget()
  document.body.innerHTML = '<form><input id="lease-card-cardnumber"></form>'
  const [input] = document.getElementsByTagName("input")
  const kept = aView({ status: "signed", step: "card", way: "widget" })
  const config = { siteConfig: { cardNumber: "#lease-card-cardnumber" } }
  fake.on({ GET: kept, "widget-events": kept, widget: { ...widgetAnswer, config } })
  const tokenize = jest.fn(async () => "tok_1")
  const placeOrder = jest.fn(async () => "order_1")
  const [render, showOrder] = [jest.fn(), jest.fn()]
  const shop = { tokenize, placeOrder, render, showOrder, showMethods: jest.fn(), showCart: jest.fn() }
  const own = { client: clientOf(fake.transport), dictionary: dictionary.en, ...shop }
  const readme = inReadme("The hosted widget")
  const checkout = await run<hosted.HostedCheckout>(readme, "createHostedCheckout(", "checkout", own)
  await settle()
  const opening = checkout.press("start")
  await settle()
  script()?.onload?.(new Event("load"))
  await settle()
  Object.assign(input ?? {}, { value: "4242424242424242" })
  widget.heard.onSuccess({})
  await opening
  expect(render.mock.calls.at(-1)[0]).toMatchObject({ card: "shown" })
  await checkout.press("place")
  expect([tokenize.mock.calls.length, placeOrder.mock.calls, input?.value]).toEqual([1, [["tok_1"]], ""])
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  checkout.stop()
})

describe("the README's pages beside the checkout", () => {
  test("a product's page shows the message in the shopper's language", async () => {
    fake.on("prod_1?region_id=reg_1&amount=499.00", product)
    const showMessage = jest.fn()
    const page = { product: { id: "prod_1" }, region: { id: "reg_1" }, price: 499 }
    const own = { transport: fake.transport, ...page, showMessage }
    await run(inReadme("Before the cart"), "createLeaseMessage(", "message", own)
    expect(showMessage.mock.calls[0][0]).toMatchObject({ available: true, headline: messageEs.available })
  })

  test("an order's page shows where the lease stands, and the offer in words", async () => {
    fake.on("order_1", { lease: orderLease })
    const showLease = jest.fn()
    const own = { transport: fake.transport, order: { id: "order_1" }, showLease }
    await run(inReadme("After the order"), "createLeaseOrder(", "lease", own)
    const { operator, reference } = orderLease
    expect(showLease.mock.calls).toMatchObject([
      [
        {
          payments: spanish.es.say("screens", "paid_to", { operator: operator.name, contact: operator.contact }),
          figures: [{ name: "reference", value: reference }],
        },
      ],
    ])
  })
})

describe("on the shop's server", () => {
  const VIEW = "/store/lease-to-own/carts/cart_1"
  const CART = "/store/carts/cart_1?fields=id,completed_at"
  const SERVER = inReadme("On your server")
  const removeCartId = jest.fn()
  let store: Awaited<ReturnType<typeof startStore>>
  let leaseServer: server.LeaseServer

  beforeEach(async () => {
    removeCartId.mockClear()
    store = await startStore()
    store.on(`GET ${VIEW}`, { json: aView() })
    store.on(`GET ${CART}`, { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } })
    Object.assign(process.env, { MEDUSA_BACKEND_URL: store.url, NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: "pk_1" })
    const getAuthHeaders = async () => ({ authorization: "Bearer t" })
    const cookies = { getAuthHeaders, getCartId: async () => "cart_1", removeCartId }
    leaseServer = await run(PROXY, "publishableKey:", "leaseServer", {}, { "./data/cookies": cookies })
  })
  afterEach(async () => {
    delete process.env.MEDUSA_BACKEND_URL
    delete process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY
    await store.close()
  })

  test.each([
    ["of the cookie's cart", "A proxy on your server", "leaseServer.route", "cart_1", "/store/customers/me"],
    ["that signs a new contract", "Sign a new contract", "leaseServer.signingRoute", "cart_2", "/store/carts/cart_2"],
  ])("a route hands on a request %s, and no other", async (_, heading, sign, cartId, elsewhere) => {
    const view = `/store/lease-to-own/carts/${cartId}`
    store.on(`GET ${view}`, { json: aView() })
    const modules = { "../../../../lib/lease-server": { leaseServer } }
    const text = partOf("docs/storefront.md", heading)
    const { GET } = await run<server.LeaseRoute>(text, sign, "{ GET, POST }", {}, modules)
    const headers = { "sec-fetch-site": "same-origin" }
    const look = (path: string) => GET(new Request(`https://a.example/api/lease${path}`, { headers }))
    expect(await (await look(view)).json()).toEqual(aView())
    expect((await look(elsewhere)).status).toBe(404)
    expect(store.calls()).toEqual([`GET ${view}`])
    expect(store.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "x-publishable-api-key": "pk_1" })
  })

  test("a route may take as long as the store does", async () => {
    const modules = { "../../../../lib/lease-server": { leaseServer } }
    expect(await run(PROXY, "leaseServer.route", "maxDuration", {}, modules)).toBe(90)
  })

  test("the first paint has the view, or none", async () => {
    store.on(`GET ${VIEW}`, { json: aView() }, "cut")
    type Page = (props: { cartId: string }) => Promise<react.ReactElement>
    const own = { leaseServer, Lease: "lease", React: react }
    const Checkout = await run<Page>(SERVER, "leaseServer.retrieve()", "Checkout", own)
    for (const view of [aView(), null])
      expect((await Checkout({ cartId: "cart_1" })).props).toEqual({ cartId: "cart_1", view })
  })

  test.each([
    ["order_1", "/order/order_1/confirmed"],
    [null, "/account/orders"],
  ])("the checkout of the order %s ends at %s", async (orderId, path) => {
    const [revalidatePath, redirect] = [jest.fn(), jest.fn()]
    const modules = { "next/cache": { revalidatePath }, "next/navigation": { redirect } }
    type Action = (orderId: string | null) => Promise<void>
    const showOrder = await run<Action>(SERVER, "leaseServer.finish(", "showOrder", { leaseServer }, modules)
    await showOrder(orderId)
    expect(removeCartId).toHaveBeenCalledTimes(1)
    expect([revalidatePath.mock.calls, redirect.mock.calls]).toEqual([[["/", "layout"]], [[path]]])
  })

  test("a finished cart is forgotten before the cart is taken up", async () => {
    const retrieveCart = async () => (removeCartId.mock.calls.length ? null : { id: "cart_1" })
    const own = { leaseServer, retrieveCart, createCart: async (region: string) => ({ id: "cart_2", region }) }
    type GetOrSetCart = (region: string) => Promise<object>
    const getOrSetCart = await run<GetOrSetCart>(SERVER, "leaseServer.forgetFinishedCart(", "getOrSetCart", own)
    expect(await getOrSetCart("us")).toEqual({ id: "cart_2", region: "us" })
  })
})
