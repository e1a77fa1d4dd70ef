/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act } from "@testing-library/react"
import * as ts from "typescript"
import * as dictionary from "../../../packages/storefront/src/en"
import * as spanish from "../../../packages/storefront/src/es"
import * as kit from "../../../packages/storefront/src/flow"
import * as client from "../../../packages/storefront/src/index"
import * as message from "../../../packages/storefront/src/message"
import * as server from "../../../packages/storefront/src/next"
import * as orderPage from "../../../packages/storefront/src/order"
import * as screens from "../../../packages/storefront/src/screens"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { read, section } from "../docs/markdown"
import "../../../packages/storefront/src/elements"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { clientOf, fakeTransport } from "./fake-transport"
import { aView, startStore } from "./local-store"
import { listed, orderLease, placed } from "./moments"

/** The code that the documentation shows is run here as it stands. */
const partOf = (file: string, heading: string) => section(read(file), heading)
const inReadme = (heading: string) => partOf("packages/storefront/README.md", heading)
const inGuide = (heading: string) => partOf("docs/storefront.md", heading)

const MODULES = {
  "lease-to-own-storefront": client,
  "lease-to-own-storefront/flow": kit,
  "lease-to-own-storefront/screens": screens,
  "lease-to-own-storefront/next": server,
  "lease-to-own-storefront/message": message,
  "lease-to-own-storefront/order": orderPage,
}

type Own = Record<string, unknown>

/** Runs the code block that holds `sign`, with the names and modules that are the shop's own, and answers what it declares as `name`. */
async function run<T>(text: string, sign: string, name: string, own: Own = {}, modules: Own = {}): Promise<T> {
  const blocks = [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
  const [code = "", ...more] = blocks.filter((block) => block.includes(sign))
  expect([code !== "", more]).toEqual([true, []])
  const plain = code.replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = modules[$2]").replace(/^export /gm, "")
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 }
  const runnable = ts.transpile(`${plain}\nreturn ${name}`, options)
  return AsyncFunction("modules", ...Object.keys(own), runnable)({ ...MODULES, ...modules }, ...Object.values(own))
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

let fake: ReturnType<typeof fakeTransport>
beforeEach(() => {
  fake = fakeTransport()
})

test("the README's code forgets a cart that became an order", async () => {
  const removeCartId = jest.fn()
  const completed_at = "2026-11-23T00:00:00Z"
  const readCart = async (fields: string) => (fields === "+completed_at" ? { completed_at } : {})
  const other = inGuide("Any other storefront").replace(/^ {3}/gm, "")
  expect(await run(other, "forgetFinishedCart(", "cart", { readCart, removeCartId })).toBeNull()
  expect(removeCartId).toHaveBeenCalledTimes(1)
})

test("the README's page leads from its tag to the order with its own script", async () => {
  const [, tag = ""] = /(<lease-checkout[\s\S]*<\/lease-checkout>)/.exec(inReadme("Start")) ?? []
  document.body.innerHTML = tag
  const [element] = document.getElementsByTagName("lease-checkout")
  if (element) element.client = fakeLeaseClient({ step: "ready" })
  const [showOrder, showMethods, showCart] = [jest.fn(), jest.fn(), jest.fn()]
  const own = { cart: { total: 1, currency_code: "usd" }, showOrder, showMethods, showCart }
  expect(await run(inReadme("Start"), "lease-placed", "checkout", own)).toBe(element)
  await settle()
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  for (const event of ["lease-other", "lease-cart"]) element?.dispatchEvent(new CustomEvent(event))
  expect([showMethods, showCart].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  document.body.replaceChildren()
})

test("the guide's page signs the new contract of the cart in its address", async () => {
  history.replaceState(null, "", "/lease?cart=cart_1#lease-key=key_1")
  const element = Object.assign(document.createElement("lease-checkout"), { dictionary: dictionary.en })
  fake.on("GET", aView({ step: "confirming", order_id: "order_1" }), placed)
  element.transport = fake.transport
  document.body.append(element)
  const showOrder = jest.fn()
  await run(inGuide("Lease an order by link"), "checkout.cartId", "checkout", { showOrder })
  await settle()
  expect(element.textContent).toContain(dictionary.en.texts.screens.order_goes_on)
  expect(fake.sent[0]?.headers).toEqual({ "x-lease-key": "key_1" })
  expect(location.href).toMatch(/\/lease\?cart=cart_1$/)
  element.querySelector("button")?.click()
  await settle()
  expect(showOrder.mock.calls).toEqual([["order_1"]])
  document.body.replaceChildren()
})

test("the README's code renders the screens, and one of its buttons works", async () => {
  fake.on("GET", aView({ status: "approved", step: "over_limit" }))
  const [render, showCart] = [jest.fn(), jest.fn()]
  const shop = { showOrder: jest.fn(), showMethods: jest.fn(), showCart, render }
  const cart = { total: 1, currency_code: "usd" }
  const own = { client: clientOf(fake.transport), cart, dictionary: dictionary.en, ...shop }
  const checkout = await run<screens.LeaseCheckout>(inReadme("Screens"), "createLeaseCheckout(", "checkout", own)
  await settle()
  const { screen } = render.mock.calls.at(-1)[0] as screens.CheckoutState
  expect(screen.heading).toBe(dictionary.en.texts.steps.over_limit)
  await checkout.press(screen.buttons[0]?.action ?? "look")
  expect(showCart).toHaveBeenCalledTimes(1)
  checkout.stop()
})

describe("the README's pages beside the checkout", () => {
  test("the README's product page shows the message in the shopper's language", async () => {
    fake.on("products?region_id=reg_1&ids=prod_1&amounts=499.00", listed(["prod_1"]))
    const showMessage = jest.fn()
    const page = { product: { id: "prod_1" }, region: { id: "reg_1" }, price: 499 }
    const own = { transport: fake.transport, ...page, showMessage }
    await run(inReadme("Messages"), "createLeaseMessage(", "message", own)
    expect(showMessage.mock.calls[0][0]).toMatchObject({ available: true, headline: messageEs.available })
  })

  test("the README's order page shows the lease's status and the offer in words", async () => {
    fake.on("order_1", { lease: orderLease })
    const showLease = jest.fn()
    const own = { transport: fake.transport, order: { id: "order_1" }, showLease }
    await run(inReadme("Order status"), "createLeaseOrder(", "lease", own)
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

describe("the guide's code on the shop's server", () => {
  const VIEW = "/store/lease-to-own/carts/cart_1"
  const CART = "/store/carts/cart_1?fields=id,completed_at"
  const SETTINGS = (url: string) => ({
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: url,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: "pk_1",
  })
  const removeCartId = jest.fn()
  let store: Awaited<ReturnType<typeof startStore>>
  let leaseServer: server.LeaseServer

  beforeEach(async () => {
    removeCartId.mockClear()
    store = await startStore()
    store.on(`GET ${VIEW}`, { json: aView() })
    store.on(`GET ${CART}`, { json: { cart: { id: "cart_1", completed_at: "2026-11-23T00:00:00Z" } } })
    Object.assign(process.env, SETTINGS(store.url))
    const getAuthHeaders = async () => ({ authorization: "Bearer t" })
    const cookies = { getAuthHeaders, getCartId: async () => "cart_1", removeCartId }
    const text = inGuide("2. Connect to the store")
    leaseServer = await run(text, "publishableKey:", "leaseServer", {}, { "@lib/data/cookies": cookies })
  })
  afterEach(async () => {
    for (const name of Object.keys(SETTINGS(""))) delete process.env[name]
    await store.close()
  })

  test.each([
    ["for the cookie's cart", "3. Add the route", "leaseServer.route", "cart_1", "/store/customers/me"],
    [
      "that signs a new contract",
      "Lease an order by link",
      "leaseServer.signingRoute",
      "cart_2",
      "/store/carts/cart_2",
    ],
  ])("the guide's route forwards a request %s, and no other", async (_, heading, sign, cartId, elsewhere) => {
    const view = `/store/lease-to-own/carts/${cartId}`
    store.on(`GET ${view}`, { json: aView() })
    const modules = { "@lib/lease-server": { leaseServer } }
    const { GET } = await run<server.LeaseRoute>(inGuide(heading), sign, "{ GET, POST }", {}, modules)
    const headers = { "sec-fetch-site": "same-origin" }
    const look = (path: string) => GET(new Request(`https://a.example/api/lease${path}`, { headers }))
    expect(await (await look(view)).json()).toEqual(aView())
    expect((await look(elsewhere)).status).toBe(404)
    expect(store.calls()).toEqual([`GET ${view}`])
    expect(store.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "x-publishable-api-key": "pk_1" })
  })

  test("the guide's route may take as long as the store", async () => {
    const modules = { "@lib/lease-server": { leaseServer } }
    expect(await run(inGuide("3. Add the route"), "leaseServer.route", "maxDuration", {}, modules)).toBe(90)
  })

  test.each([
    ["order_1", "/us/order/order_1/confirmed"],
    [null, "/us/account/orders"],
  ])("the guide's checkout for the order %s ends at %s", async (orderId, path) => {
    const edits = inGuide("6. Finish the checkout")
      .replace(/^```diff$/gm, "```ts")
      .replace(/^\+/gm, "")
    const [revalidateTag, redirect] = [jest.fn(), jest.fn()]
    const own = { leaseServer, revalidateTag, redirect, getCacheTag: async (name: string) => `${name}-1` }
    type Action = (orderId: string | null, country: string) => Promise<void>
    const showLeaseOrder = await run<Action>(edits, "leaseServer.finish(", "showLeaseOrder", own)
    await showLeaseOrder(orderId, "us")
    expect(removeCartId).toHaveBeenCalledTimes(1)
    expect([revalidateTag.mock.calls, redirect.mock.calls]).toEqual([[["orders-1"]], [[path]]])
  })
})
