/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor } from "@testing-library/dom"
import userEvent from "@testing-library/user-event"
import "../../../packages/storefront/src/elements"
import "../../../packages/storefront/src/hosted-element"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { fakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { LeaseStep, TransportRequest } from "../../../packages/storefront/src/index"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { fakeTransport } from "./fake-transport"
import { aView, type LocalStore, startStore } from "./local-store"
import { approval, cart, listed, offline, orderLease, product } from "./moments"

/** Only what is special to custom elements. `same-markup.spec.tsx` compares what they show with React. */
const { steps, screens, buttons, contract } = en.texts
const SSN = "900123456"

const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string) => user.click(screen.getByRole("button", { name }))
const flush = () => new Promise((resolve) => setTimeout(resolve))
const complaints = () => complaint.mock.calls.map(([words]) => words)
let complaint: jest.SpyInstance
let answering: LocalStore | undefined

beforeEach(() => {
  history.replaceState(null, "", "/checkout")
  complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
})
afterEach(async () => {
  document.body.replaceChildren()
  await flush()
  await answering?.close()
  answering = undefined
  complaint.mockRestore()
})

type Name = "lease-checkout" | "lease-hosted" | "lease-message" | "lease-status"

function put<N extends Name>(name: N, options: Partial<HTMLElementTagNameMap[N]> = {}): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), options)
  document.body.append(element)
  return element
}

async function checkoutAt(step: LeaseStep) {
  const client = fakeLeaseClient({ step })
  const element = put("lease-checkout", { client, cart, dictionary: en })
  await heading(steps[step])
  return { client, element }
}

/** The checkout's form with a typed secret. */
async function typed() {
  const all = await checkoutAt("intro")
  await user.click(screen.getByRole("checkbox"))
  await press(buttons.start)
  const secret = screen.getByLabelText<HTMLInputElement>("Social Security number or ITIN")
  await user.type(secret, SSN)
  return { ...all, secret }
}

/** A store with one answer, and the tag that requests it. */
async function tagged(path: string, json: object, tag: string) {
  const store = await startStore()
  answering = store
  store.on(`GET ${path}`, { json })
  document.body.innerHTML = tag.replaceAll("STORE", `backend-url="${store.url}" publishable-key="pk_1"`)
  return store
}

describe("<lease-checkout>", () => {
  test("the checkout dispatches events if the shopper wants another method or the cart", async () => {
    const heard: string[] = []
    for (const name of ["lease-other", "lease-cart"])
      document.body.addEventListener(name, ({ type }) => heard.push(type), { once: true })
    await checkoutAt("over_limit")
    await press(buttons.other)
    await press(buttons.change_cart)
    expect(heard).toEqual(["lease-other", "lease-cart"])
  })

  test("a checkout needs only HTML: it reads the cart of its store, in its language", async () => {
    const path = "/store/lease-to-own/carts/cart_1"
    const tag = '<lease-checkout cart-id="cart_1" STORE locale="es">Elija otro método de pago.</lease-checkout>'
    const store = await tagged(path, aView({ status: "denied", step: "denied" }), tag)
    expect(await heading(es.texts.steps.denied)).toBeTruthy()
    expect(store.calls()).toEqual([`GET ${path}`])
    expect(store.seen[0]?.headers["x-publishable-api-key"]).toBe("pk_1")
    expect(document.body.textContent).not.toContain("Elija")
  })

  test.each<[string, string | null, string]>([
    ["en", null, steps.denied],
    ["es-MX", null, es.texts.steps.denied],
    ["es", "en", steps.denied],
    ["pl", null, steps.denied],
  ])("on a page in %s, a checkout with the locale %s shows %s", async (lang, locale, words) => {
    document.documentElement.lang = lang
    put("lease-checkout", { client: fakeLeaseClient({ step: "denied" }), locale })
    expect(await heading(words)).toBeTruthy()
    document.documentElement.lang = ""
  })

  test("a checkout formats amounts by its locale, in the words of the shop's own dictionary", async () => {
    const dictionary = en.with({ steps: { contract_mismatch: "Not this cart" } })
    const client = fakeLeaseClient({ step: "contract_mismatch", view: { cart_total: 500 } })
    put("lease-checkout", { client, dictionary, locale: "de-DE", cart })
    await heading("Not this cart")
    expect(screen.getAllByText(/^500,00\s\$$/)).toHaveLength(2)
  })

  test("a checkout shows a view that was already read without reading it again", async () => {
    const client = fakeLeaseClient({ step: "offer" })
    put("lease-checkout", { client, view: fakeLeaseView("offer"), dictionary: en })
    await flush()
    expect(screen.getByRole("heading", { name: steps.offer })).toBeTruthy()
    expect(client.calls).toEqual([])
  })

  test("options set before the checkout is defined are used", async () => {
    const client = fakeLeaseClient({ step: "denied" })
    // In a document without a window, the element is undefined. It's upgraded when it enters this page.
    const early = document.implementation.createHTMLDocument().createElement("lease-checkout")
    document.body.append(Object.assign(early, { client, locale: "es" }))
    expect(await heading(es.texts.steps.denied)).toBeTruthy()
    expect([Object.keys(early).includes("client"), early.getAttribute("locale")]).toEqual([false, "es"])
  })

  test("loading the elements' script twice does no harm", () => {
    const before = customElements.get("lease-checkout")
    jest.isolateModules(() => require("../../../packages/storefront/src/elements"))
    expect(customElements.get("lease-checkout")).toBe(before)
  })
})

describe("<lease-checkout> in a changing page", () => {
  test("a checkout starts once with all options that a script sets, and starts over only for another cart", async () => {
    const store = fakeTransport()
    store.on({ GET: fakeLeaseView("undecided"), cart_2: fakeLeaseView("denied") })
    const element = put("lease-checkout", { cartId: "cart_1", transport: store.transport, dictionary: en })
    element.setAttribute("locale", "en-CA")
    element.cart = cart
    await heading(steps.undecided)
    // New functions on each render, as frameworks set them.
    Object.assign(element, { cartId: "cart_1", readCart: async () => cart, restore: async () => undefined })
    element.transport = (request) => store.transport(request)
    await flush()
    expect(store.calls()).toEqual(["GET"])
    element.setAttribute("cart-id", "cart_2")
    await heading(steps.denied)
    expect(store.calls()).toEqual(["GET", "cart_2"])
  })

  test("the shop hears when the sales tax leaves the cart, and when it is back, before it shows the other methods", async () => {
    const client = fakeLeaseClient({ view: { sales_tax: { mode: "by_operator", total_changes: true } } })
    const heard: string[] = []
    for (const name of ["lease-total-change", "lease-other"])
      document.body.addEventListener(name, ({ type }) => heard.push(type))
    put("lease-checkout", { client, cart, dictionary: en })
    await heading(steps.intro)
    await flush()
    expect(heard).toEqual(["lease-total-change"])
    await press(buttons.other)
    await flush()
    expect(heard).toEqual(["lease-total-change", "lease-total-change", "lease-other"])
    expect(client.calls).toEqual(["get", "choose", "choose"])
  })

  test("moving a checkout keeps what was typed and sends nothing twice", async () => {
    const { client, element, secret } = await typed()
    const main = document.createElement("main")
    document.body.append(main)
    main.append(element)
    await flush()
    expect(screen.getByLabelText("Social Security number or ITIN")).toBe(secret)
    expect([secret.value, client.calls]).toEqual([SSN, ["get"]])
  })

  test("removing a checkout forgets what was typed and stops everything", async () => {
    const { client, element, secret } = await typed()
    element.remove()
    await flush()
    client.move("offer", { offer: null })
    await flush()
    expect([secret.value, client.calls]).toEqual(["", ["get"]])
  })

  test("a checkout that is put back reads where the lease stands", async () => {
    const { client, element } = await checkoutAt("undecided")
    element.remove()
    await flush()
    client.move("denied")
    document.body.append(element)
    await heading(steps.denied)
    expect(client.calls).toEqual(["get", "get"])
  })

  test("moving a checkout with an open contract gets a new address for the frame", async () => {
    const { client, element } = await checkoutAt("offer")
    await user.click(screen.getByRole("button", { name: buttons.sign }))
    await screen.findByRole("dialog")
    document.body.prepend(element)
    expect(await screen.findByRole("dialog", { name: contract.title })).toBeTruthy()
    await waitFor(() => expect(client.calls.filter((call) => call === "contract")).toHaveLength(2))
  })

  test("removing a checkout closes its open contract", async () => {
    const { element } = await checkoutAt("offer")
    await press(buttons.sign)
    const frame = screen.getByTitle<HTMLIFrameElement>(contract.frame)
    element.remove()
    await flush()
    expect([frame.isConnected, element.querySelector("dialog")]).toEqual([false, null])
  })
})

describe("elements without required options", () => {
  const STORE = "backend-url and publishable-key (or the property transport)"

  test.each<[Name, string]>([
    ["lease-checkout", `cart-id and ${STORE}`],
    ["lease-hosted", `cart-id and ${STORE} and amount and the property card and the property pay`],
    ["lease-message", `region-id or cart-id and ${STORE}`],
    ["lease-status", `order-id and ${STORE}`],
  ])("<%s> reports missing options to the developer, and keeps its own content", async (name, needs) => {
    const element = put(name)
    element.textContent = "Choose another way to pay."
    const words = `<${name}> needs ${needs}. It shows no lease until it has that.`
    await waitFor(() => expect(complaints()).toEqual([words]))
    expect(element.textContent).toBe("Choose another way to pay.")
  })

  test("a checkout without its own content also tells the shopper", async () => {
    put("lease-checkout", { locale: "es" })
    expect((await screen.findByRole("alert")).textContent).toBe(es.texts.codes.unavailable_off)
  })

  test("an option that a script sets a moment later is not reported, and removing one shows the element's own content again", async () => {
    const store = fakeTransport()
    store.on("GET", fakeLeaseView("denied"))
    const element = put("lease-checkout", { dictionary: en })
    element.textContent = "Choose another way to pay."
    await Promise.resolve()
    Object.assign(element, { cartId: "cart_1", transport: store.transport })
    await heading(steps.denied)
    await flush()
    expect(complaints()).toEqual([])
    element.cartId = null
    await screen.findByText("Choose another way to pay.")
    expect(screen.queryByRole("heading")).toBeNull()
  })
})

test("<lease-hosted> empties the card form when it is removed, and leaves it in the shop's page", async () => {
  const clear = jest.fn()
  const card = { isFilled: () => false, clear, tokenize: async () => "tok_1" }
  const element = put("lease-hosted", { client: fakeLeaseClient(), card, pay: jest.fn(), amount: "$1.00" })
  const number = document.createElement("input")
  element.append(number)
  await screen.findByRole("button", { name: buttons.open_widget })
  element.remove()
  await flush()
  expect([clear.mock.calls.length, element.contains(number)]).toEqual([1, true])
  document.body.append(element)
  await flush()
  expect([number.isConnected, number.closest("[hidden]") !== null]).toEqual([true, true])
})

describe("<lease-message>", () => {
  function message(options: Partial<HTMLElementTagNameMap["lease-message"]> = {}, body: object = listed(["prod_1"])) {
    const answer = () => (body instanceof Error ? Promise.reject(body) : Promise.resolve({ status: 200, body }))
    const transport = jest.fn((_: TransportRequest) => answer())
    const element = put("lease-message", { productId: "prod_1", regionId: "reg_1", transport, ...options })
    return { element, transport }
  }

  test("messages need only HTML: they reserve their space, then show the store's answer, in one request", async () => {
    const path = "/store/lease-to-own/products?region_id=reg_1&ids=prod_1%2Cprod_2&amounts=499.00%2C"
    const tag = '<lease-message product-id="prod_1" region-id="reg_1" amount="499" STORE locale="es"></lease-message>'
    const other = tag.replace('prod_1" region-id="reg_1" amount="499"', 'prod_2" region-id="reg_1"')
    const store = await tagged(path, listed(["prod_1", "prod_2"]), tag + other)
    await flush()
    expect(document.querySelectorAll('[data-lease-message="waiting"]')).toHaveLength(2)
    await waitFor(() => expect(screen.getAllByText(messageEs.available)).toHaveLength(2))
    expect(document.querySelector('[data-lease-message="waiting"]')).toBeNull()
    expect(store.calls()).toEqual([`GET ${path}`])
  })

  test("moving a message sends no request, and closes its dialog, which would no longer be above the page", async () => {
    const { element, transport } = message()
    await user.click(await screen.findByRole("button"))
    document.body.prepend(element)
    expect(screen.queryByRole("dialog")).toBeNull()
    element.remove()
    await flush()
    document.body.append(element)
    await flush()
    expect(screen.getByText("Lease-to-own available")).toBeTruthy()
    expect(transport).toHaveBeenCalledTimes(1)
  })

  test("a message on a page that Back brings back is read again, and a page that is copied has no open dialog", async () => {
    const { transport } = message()
    await user.click(await screen.findByRole("button"))
    document.dispatchEvent(new Event("turbo:before-cache"))
    expect(screen.queryByRole("dialog")).toBeNull()
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
    await waitFor(() => expect(transport).toHaveBeenCalledTimes(2))
    expect(await screen.findByText("Lease-to-own available")).toBeTruthy()
  })

  test.each([
    ["the product cannot be leased", listed(["prod_1"], { ...product, leasable: false }), []],
    ["the store does not answer, and says so to the developer", offline, ["<lease-message> shows nothing:"]],
  ])("a message shows nothing if %s", async (_, answer, told) => {
    const { element } = message({}, answer)
    await waitFor(() => expect(element.querySelector("[data-lease-message]")).not.toBeNull())
    await waitFor(() => expect(element.firstChild).toBeNull())
    expect(complaints()).toEqual(told)
  })

  test("a cart's message uses the shopper's lease key, reads again for another total, and shows nothing if the cart can't be leased", async () => {
    localStorage.setItem("lease-to-own:cart_1", "key_1")
    const given = { productId: null, regionId: null, cartId: "cart_1", amount: "499" }
    const { element, transport } = message(given, aView({ step: "offer", approval }))
    await screen.findByText("You're approved for up to $3,000.00 until February 24, 2027.")
    transport.mockResolvedValue({ status: 200, body: aView({ step: "unavailable" }) })
    element.amount = "9"
    await waitFor(() => expect(element.firstChild).toBeNull())
    expect(transport.mock.calls.map(([{ headers }]) => headers?.["x-lease-key"])).toEqual(["key_1", "key_1"])
    localStorage.clear()
  })

  test("a message reads again for another price, and reports an invalid amount to the developer", async () => {
    const { element, transport } = message({ amount: "499" })
    await screen.findByText("Lease-to-own available")
    element.amount = "650"
    await flush()
    await screen.findByText("Lease-to-own available")
    expect(transport.mock.calls.map(([{ path }]) => path.split("amounts=")[1])).toEqual(["499.00", "650.00"])
    element.amount = "$499"
    await waitFor(() => expect(complaints()[0]).toContain("<lease-message> needs an amount such as 499.00."))
    element.amount = null
    element.productId = ""
    await waitFor(() => expect(complaints()[1]).toContain("<lease-message> needs product-id."))
  })
})

describe("<lease-status>", () => {
  test("the status shows the order's lease in the page's language", async () => {
    const status_message = { code: "awaiting", params: { operator: "Harbor Leasing" }, message: "Being confirmed." }
    const tag = '<lease-status order-id="order_1" STORE locale="es"></lease-status>'
    await tagged("/store/lease-to-own/orders/order_1", { lease: { ...orderLease, status_message } }, tag)
    await screen.findByText("Harbor Leasing aún está confirmando su contrato. Su pedido se envía después.")
    expect(document.body.textContent).toContain("L-ABCDEFGH12345")
  })

  test("the status on a page that Back brings back is read again", async () => {
    const leases = [{ ...orderLease, status: "signing" as const, reference: "L-OLD" }, orderLease]
    const transport = async () => ({ status: 200, body: { lease: leases.shift() } })
    put("lease-status", { orderId: "order_1", transport })
    await screen.findByText("L-OLD")
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
    await screen.findByText(orderLease.reference)
  })

  test("the status shows nothing for an order paid another way", async () => {
    const transport = async () => ({ status: 200, body: { lease: null } })
    const element = put("lease-status", { orderId: "order_1", transport })
    element.textContent = "One moment"
    await waitFor(() => expect(element.firstChild).toBeNull())
  })

  test.each([
    ["doesn't answer", undefined],
    ["didn't answer the shop's server", { summary: null, message: "…", retry: "…" } as const],
  ])("if the store %s, the status says so, and a button reads the lease again", async (_, lease) => {
    const answer = { status: 200, body: { lease: orderLease } }
    const transport = jest.fn().mockRejectedValueOnce(offline).mockResolvedValue(answer)
    const element = put("lease-status", { orderId: "order_1", transport, lease })
    await screen.findByText(screens.order_unread)
    await press(buttons.retry)
    await screen.findByText(orderLease.reference)
    expect(document.activeElement).toBe(element.firstChild)
    expect(complaints().join()).toContain("<lease-status> could not read the lease")
  })
})
