/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { fireEvent, screen, waitFor } from "@testing-library/dom"
import userEvent from "@testing-library/user-event"
import "../../../packages/storefront/src/elements"
import "../../../packages/storefront/src/hosted-element"
import { type FakeLeaseClient, fakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { LeaseView, TransportRequest } from "../../../packages/storefront/src/index"
import { kitTexts, TRANSLATIONS } from "../../support/languages"
import { fakeTransport } from "./fake-transport"
import { aView, startStore } from "./local-store"

const { steps, buttons, screens, contract, codes } = en.texts
const SSN = "900123456"
const cart = { total: 500, currency_code: "usd", email: "ana@example.com", shipping_address: { first_name: "Ana" } }

const user = userEvent.setup()
const heading = (name: string) => screen.findByRole("heading", { name })
const press = (name: string) => user.click(screen.getByRole("button", { name }))
const settle = () => new Promise((resolve) => setTimeout(resolve))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const complaints = () => complaint.mock.calls.map(([words]) => words)
let complaint: jest.SpyInstance

beforeEach(() => {
  history.replaceState(null, "", "/checkout")
  complaint = jest.spyOn(console, "error").mockImplementation(() => undefined)
})
afterEach(async () => {
  document.body.replaceChildren()
  await settle()
  complaint.mockRestore()
})

type Name = "lease-checkout" | "lease-hosted" | "lease-message" | "lease-status"

function put<N extends Name>(name: N, options: Partial<HTMLElementTagNameMap[N]> = {}): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), options)
  document.body.append(element)
  return element
}

/** A checkout at a client that begins with the application, and the events that the page hears of it. */
function checkout(client: FakeLeaseClient = fakeLeaseClient()) {
  const events: [string, unknown][] = []
  for (const name of ["lease-placed", "lease-other", "lease-cart"])
    document.body.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]), { once: true })
  return { client, events, element: put("lease-checkout", { client, cart }) }
}

async function openForm(client?: FakeLeaseClient) {
  const all = checkout(client)
  await heading(steps.intro)
  await user.click(screen.getByRole("checkbox"))
  await press(buttons.start)
  return all
}

async function fillForm() {
  await user.type(field("Social Security number or ITIN"), SSN)
  await user.type(field("Monthly income before taxes"), "4200")
  await user.selectOptions(screen.getByLabelText("How often you are paid"), "weekly")
}

describe("<lease-checkout>", () => {
  test("takes a cart from the application to its order, with one call each", async () => {
    const { client, events } = await openForm()
    await fillForm()
    await press(buttons.apply)
    await heading(steps.offer)
    await press(buttons.sign)
    client.sign()
    await press(contract.close)
    await settle()
    expect(events).toEqual([["lease-placed", { orderId: "order_1" }]])
    expect(client.calls).toEqual(["get", "apply", "offer", "contract", "get", "place"])
    expect(client.applications).toMatchObject([{ customer: { ssn: SSN, firstName: "Ana" } }])
  })

  test("tells the page that the shopper wants another method, or the cart", async () => {
    const { events } = checkout(fakeLeaseClient({ step: "over_limit" }))
    await heading(steps.over_limit)
    await press(buttons.other)
    await press(buttons.change_cart)
    expect(events).toEqual([
      ["lease-other", null],
      ["lease-cart", null],
    ])
  })

  test("is a tag of HTML alone: it asks that store for that cart, in that language", async () => {
    const store = await startStore()
    const path = "/store/lease-to-own/carts/cart_1"
    store.on(`GET ${path}`, { json: aView({ status: "denied", step: "denied" }) })
    document.body.innerHTML = `<lease-checkout cart-id="cart_1" backend-url="${store.url}" publishable-key="pk_1"
      language="es">Elija otro método de pago.</lease-checkout>`
    expect(await heading(es.texts.steps.denied)).toBeTruthy()
    expect(store.calls()).toEqual([`GET ${path}`])
    expect(store.seen[0]?.headers["x-publishable-api-key"]).toBe("pk_1")
    expect(document.body.textContent).not.toContain("Elija")
    await store.close()
  })

  test.each<[string, string | null, string]>([
    ["en", null, steps.denied],
    ["es-MX", null, es.texts.steps.denied],
    ["es", "en", steps.denied],
    ["pl", null, steps.denied],
    ...TRANSLATIONS.map(
      (language) => [language, null, kitTexts(language).dictionary.texts.steps.denied] as [string, null, string],
    ),
  ])("on a page in %s with the attribute %s it says %s", async (lang, language, words) => {
    document.documentElement.lang = lang
    put("lease-checkout", { client: fakeLeaseClient({ step: "denied" }), language })
    expect(await heading(words)).toBeTruthy()
    document.documentElement.lang = ""
  })

  test("writes amounts as its locale does, in the words of a dictionary of the shop's own", async () => {
    const dictionary = en.with({ steps: { contract_mismatch: "Not this cart" } })
    const client = fakeLeaseClient({ step: "contract_mismatch" })
    put("lease-checkout", { client, dictionary, locale: "de-DE", cart })
    await heading("Not this cart")
    expect(screen.getAllByText(/^500,00\s\$$/)).toHaveLength(2)
  })

  test("shows a view that was read before, and does not ask for it", async () => {
    const client = fakeLeaseClient({ step: "offer" })
    put("lease-checkout", { client, view: fakeLeaseView("offer"), dictionary: en })
    await settle()
    expect(screen.getByRole("heading", { name: steps.offer })).toBeTruthy()
    expect(client.calls).toEqual([])
  })

  test("takes options that were set before it was defined", async () => {
    const client = fakeLeaseClient({ step: "denied" })
    // An element of a document without a window is made one of the lease's when it comes into this page.
    const early = document.implementation.createHTMLDocument().createElement("lease-checkout")
    Object.assign(early, { client, language: "es" })
    document.body.append(early)
    expect(await heading(es.texts.steps.denied)).toBeTruthy()
    expect([Object.keys(early).includes("client"), early.getAttribute("language")]).toEqual([false, "es"])
  })

  test("its script may be loaded twice", () => {
    const before = customElements.get("lease-checkout")
    jest.isolateModules(() => require("../../../packages/storefront/src/elements"))
    expect(customElements.get("lease-checkout")).toBe(before)
  })

  test("what is typed is in the controls and in no markup, and gone after the decision", async () => {
    const { client, element } = await openForm()
    await fillForm()
    const typed = field("Social Security number or ITIN")
    await press(`${buttons.show}: Social Security number or ITIN`)
    expect([typed.value, typed.type]).toEqual([SSN, "text"])
    expect(element.innerHTML).not.toContain(SSN)
    client.move("denied")
    await heading(steps.denied)
    expect(typed.value).toBe("")
  })

  test("an application that the store refused is on the form again, filled in", async () => {
    const { client } = await openForm()
    await fillForm()
    const fields = [{ field: "customer.ssn", rule: "format", message: "Check it." }]
    client.failNext("apply", { code: "form_invalid", message: "Please check.", fields })
    await press(buttons.apply)
    const summary = (await screen.findByText("Please check.")).parentElement
    expect(document.activeElement).toBe(summary)
    const typed = field("Social Security number or ITIN")
    expect([typed.value, typed.getAttribute("aria-invalid")]).toEqual([SSN, "true"])
  })

  test("a consent stays ticked as long as its text is shown", async () => {
    const { client } = checkout()
    await heading(steps.intro)
    await user.click(screen.getByRole("checkbox"))
    const isTicked = () => screen.getByRole<HTMLInputElement>("checkbox").checked
    client.move("intro", { messages: [{ code: "x", params: {}, message: "A new word." }] })
    expect([screen.queryByText("A new word.") !== null, isTicked()]).toEqual([true, true])
    client.move("intro", { consent: { text: "Another text.", language: "en", version: "2", texts: {} } })
    expect([screen.queryByText("Another text.") !== null, isTicked()]).toEqual([true, false])
  })

  test("a button does nothing more while its action runs, and keeps the focus", async () => {
    const { client } = checkout(fakeLeaseClient({ step: "undecided" }))
    await heading(steps.undecided)
    await settle()
    const button = screen.getByRole("button", { name: buttons.look })
    button.focus()
    for (const _ of ["once", "again"]) fireEvent.click(button)
    expect([button.getAttribute("aria-disabled"), document.activeElement]).toEqual(["true", button])
    await settle()
    expect(client.calls).toEqual(["get", "check"])
    expect(button.hasAttribute("aria-disabled")).toBe(false)
    expect(screen.getByText(screens.nothing_new).getAttribute("role")).toBe("status")
  })
})

describe("<lease-checkout> in a page that changes", () => {
  function atStore(views: Record<string, LeaseView>) {
    const store = fakeTransport()
    for (const [cartId, view] of Object.entries(views)) store.on(cartId === "cart_1" ? "GET" : cartId, view)
    const element = put("lease-checkout", { cartId: "cart_1", transport: store.transport, dictionary: en })
    return { element, asked: () => store.sent.map(({ path }) => path.split("/").at(-1)) }
  }

  test("all that a script sets at once begins it once", async () => {
    const { element, asked } = atStore({ cart_1: fakeLeaseView("denied") })
    element.setAttribute("locale", "en-CA")
    element.cart = cart
    await heading(steps.denied)
    expect(asked()).toEqual(["cart_1"])
  })

  test("another cart starts over, and nothing else that is set again", async () => {
    const { element, asked } = atStore({ cart_1: fakeLeaseView("undecided"), cart_2: fakeLeaseView("denied") })
    await heading(steps.undecided)
    const { transport } = element
    // New functions at each rendering, as frameworks set them.
    Object.assign(element, { cartId: "cart_1", readCart: async () => cart, restore: async () => undefined })
    element.transport = (request) => transport?.(request) ?? Promise.reject(request)
    await settle()
    expect(asked()).toEqual(["cart_1"])
    element.setAttribute("cart-id", "cart_2")
    await heading(steps.denied)
    expect(asked()).toEqual(["cart_1", "cart_2"])
  })

  test("moved, it keeps what was typed and sends nothing twice", async () => {
    const { client, element } = await openForm()
    await fillForm()
    const typed = field("Social Security number or ITIN")
    document.body.append(document.createElement("main"))
    document.querySelector("main")?.append(element)
    await settle()
    expect(field("Social Security number or ITIN")).toBe(typed)
    expect(typed.value).toBe(SSN)
    await press(buttons.apply)
    await heading(steps.offer)
    expect(client.calls).toEqual(["get", "apply", "offer"])
  })

  test("moved while the contract is open, it fetches a fresh address for the frame", async () => {
    const { client, element } = checkout(fakeLeaseClient({ step: "offer" }))
    await heading(steps.offer)
    await press(buttons.sign)
    await screen.findByRole("dialog")
    document.body.prepend(element)
    await settle()
    expect(screen.getByRole("dialog", { name: contract.title })).toBeTruthy()
    expect(client.calls).toEqual(["get", "contract", "contract"])
  })

  test("taken away, it forgets what was typed and nothing goes on", async () => {
    const { client, element } = await openForm()
    await fillForm()
    const typed = field("Social Security number or ITIN")
    element.remove()
    await settle()
    client.move("offer", { offer: null })
    await settle()
    expect(typed.value).toBe("")
    expect(client.calls).toEqual(["get"])
  })

  test("put back, it looks where the lease stands by now", async () => {
    const { client, element } = checkout(fakeLeaseClient({ step: "undecided" }))
    await heading(steps.undecided)
    element.remove()
    await settle()
    client.move("denied")
    document.body.append(element)
    await heading(steps.denied)
    expect(client.calls).toEqual(["get", "get"])
  })

  test("taken away with the contract open, it closes that, too", async () => {
    const { element } = checkout(fakeLeaseClient({ step: "offer" }))
    await heading(steps.offer)
    await press(buttons.sign)
    const frame = screen.getByTitle<HTMLIFrameElement>(contract.frame)
    element.remove()
    await settle()
    expect([frame.isConnected, element.querySelector("dialog")]).toEqual([false, null])
  })
})

describe("an element without all its options", () => {
  test.each<[Name, string]>([
    [
      "lease-checkout",
      "<lease-checkout> needs cart-id and backend-url and publishable-key (or the property transport). Nothing of the lease is shown until it has that.",
    ],
    [
      "lease-hosted",
      "<lease-hosted> needs cart-id and backend-url and publishable-key (or the property transport) and amount and the property card and the property pay. Nothing of the lease is shown until it has that.",
    ],
    [
      "lease-message",
      "<lease-message> needs product-id and region-id and backend-url and publishable-key (or the property transport). Nothing of the lease is shown until it has that.",
    ],
    [
      "lease-status",
      "<lease-status> needs order-id and backend-url and publishable-key (or the property transport). Nothing of the lease is shown until it has that.",
    ],
  ])("tells the developer of <%s>, and keeps its own content", async (name, words) => {
    const element = put(name)
    element.textContent = "Choose another way to pay."
    await waitFor(() => expect(complaints()).toEqual([words]))
    expect(element.textContent).toBe("Choose another way to pay.")
  })

  test("tells the shopper, too, where the checkout has no content of its own", async () => {
    put("lease-checkout", { language: "es" })
    expect((await screen.findByRole("alert")).textContent).toBe(es.texts.codes.unavailable_off)
  })

  test("complains of nothing that the page's script gives a moment later, and begins then", async () => {
    const element = put("lease-checkout", { dictionary: en })
    await Promise.resolve()
    element.client = fakeLeaseClient({ step: "denied" })
    await heading(steps.denied)
    await settle()
    expect(complaints()).toEqual([])
  })

  test("shows its own content again when an option is taken away", async () => {
    const store = fakeTransport()
    store.on("GET", fakeLeaseView("denied"))
    const element = put("lease-checkout", { cartId: "cart_1", transport: store.transport, dictionary: en })
    element.textContent = "Choose another way to pay."
    await heading(steps.denied)
    element.cartId = null
    await screen.findByText("Choose another way to pay.")
    expect(screen.queryByRole("heading")).toBeNull()
  })
})

describe("<lease-hosted>", () => {
  const NUMBER = "4242424242424242"
  const begin = screens.hosted_method.replace("{operator}", "Example Leasing")

  /** The hosted way around a card form, whose number `tokenize` is given. */
  function hosted(client = fakeLeaseClient()) {
    const number = Object.assign(document.createElement("input"), { id: "lease-card-cardnumber", readOnly: true })
    const clear = () => {
      number.value = ""
    }
    const tokenize = jest.fn(async (_: string) => "tok_1")
    const card = { isFilled: () => number.value !== "", clear, tokenize: () => tokenize(number.value) }
    const pay = jest.fn(async (_token: string) => "order_1")
    const element = Object.assign(document.createElement("lease-hosted"), { client, card, pay, amount: "$500.00" })
    element.append(number)
    document.body.append(element)
    const placed = jest.fn()
    element.addEventListener("lease-placed", ({ detail }) => placed(detail))
    return { element, client, number, tokenize, pay, placed }
  }

  test("leases a cart and pays with its virtual card, with one call each", async () => {
    const { client, number, tokenize, pay, placed } = hosted()
    await heading(begin)
    expect(number.closest("[hidden]")).not.toBeNull()
    await press(buttons.open_widget)
    await settle()
    client.finishWidget("success")
    await heading(steps.card)
    expect(number.closest("[hidden]")).toBeNull()
    await press("Pay $500.00 with the virtual card")
    await settle()
    expect([tokenize.mock.calls, pay.mock.calls]).toEqual([[[NUMBER]], [["tok_1"]]])
    expect([placed.mock.calls, number.value]).toEqual([[[{ orderId: "order_1" }]], ""])
  })

  test("taken away, it empties the card form, which stays the shop's", async () => {
    const { element, client, number } = hosted()
    await heading(begin)
    await press(buttons.open_widget)
    await settle()
    client.finishWidget("success")
    await heading(steps.card)
    element.remove()
    await settle()
    expect([number.value, element.contains(number)]).toEqual(["", true])
    document.body.append(element)
    await settle()
    expect([number.isConnected, number.closest("[hidden]") !== null]).toEqual([true, true])
  })
})

describe("<lease-message>", () => {
  const limits = { minimum: 150, maximum: null, currency: "usd" }
  const operator = { name: "Harbor Leasing", contact: "555 0100" }
  const product = { leasable: true, reasons: [], limits, estimate: null, operator, test: false }
  const ids = { productId: "prod_1", regionId: "reg_1" }

  test("is a tag of HTML alone: keeps its place, then says what the store answers", async () => {
    const store = await startStore()
    const path = "/store/lease-to-own/products/prod_1?region_id=reg_1&amount=499.00"
    store.on(`GET ${path}`, { json: product })
    document.body.innerHTML = `<lease-message product-id="prod_1" region-id="reg_1" amount="499" backend-url="${store.url}"
      publishable-key="pk_1"></lease-message>`
    await settle()
    expect(document.querySelector('[data-lease-message="waiting"]')).not.toBeNull()
    await screen.findByText("Lease-to-own available")
    expect(document.querySelector('[data-lease-message="waiting"]')).toBeNull()
    expect(store.calls()).toEqual([`GET ${path}`])
    await store.close()
  })

  test("says in Spanish that it costs more, and opens the whole disclosure", async () => {
    put("lease-message", { ...ids, language: "es", transport: async () => ({ status: 200, body: product }) })
    await screen.findByText(/En total cuesta más que el precio al contado\. Para pedidos desde/)
    await user.click(screen.getByRole("button"))
    const dialog = screen.getByRole("dialog")
    expect(dialog.textContent).toContain("Es un arrendamiento, no un préstamo.")
    expect(document.activeElement?.tagName).toBe("H2")
    fireEvent.keyDown(dialog, { key: "Escape" })
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  test("moved, it closes its dialog, which would no longer lie above the page", async () => {
    const element = put("lease-message", { ...ids, transport: async () => ({ status: 200, body: product }) })
    await user.click(await screen.findByRole("button"))
    document.body.prepend(element)
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(screen.getByText("Lease-to-own available")).toBeTruthy()
  })

  test("shows nothing where the product cannot be leased", async () => {
    const element = put("lease-message", {
      ...ids,
      transport: async () => ({ status: 200, body: { ...product, leasable: false } }),
    })
    await waitFor(() => expect(element.firstChild).toBeNull())
    expect(complaints()).toEqual([])
  })

  test("shows nothing where the store does not answer, and says so to the developer", async () => {
    const element = put("lease-message", { ...ids, transport: () => Promise.reject(new TypeError("fetch failed")) })
    await waitFor(() => expect(element.querySelector("[data-lease-message]")).not.toBeNull())
    await waitFor(() => expect(element.firstChild).toBeNull())
    expect(complaints()).toEqual(["<lease-message> shows nothing:"])
  })

  test("asks again for another price, and shows no figures of the price before", async () => {
    const transport = jest.fn(async (_: TransportRequest) => ({ status: 200, body: product }))
    const element = put("lease-message", { ...ids, amount: "499", transport })
    await screen.findByText("Lease-to-own available")
    element.amount = "650"
    await settle()
    await screen.findByText("Lease-to-own available")
    expect(transport.mock.calls.map(([{ path }]) => path.split("amount=")[1])).toEqual(["499.00", "650.00"])
  })

  test("moved about, it asks nothing again", async () => {
    const transport = jest.fn(async () => ({ status: 200, body: product }))
    const element = put("lease-message", { ...ids, transport })
    await screen.findByText("Lease-to-own available")
    element.remove()
    await settle()
    document.body.append(element)
    await settle()
    expect(screen.getByText("Lease-to-own available")).toBeTruthy()
    expect(transport).toHaveBeenCalledTimes(1)
  })

  test("an amount that is none is told to the developer", async () => {
    put("lease-message", { ...ids, amount: "$499", transport: async () => ({ status: 200, body: product }) })
    await waitFor(() => expect(complaints()[0]).toContain("<lease-message> needs an amount such as 499.00."))
  })
})

describe("<lease-status>", () => {
  const operator = { name: "Harbor Leasing", contact: "555 0100" }
  const says = { code: "awaiting", params: { operator: "Harbor Leasing" }, message: "Being confirmed." }
  const lease = { reference: "L-ABCDEFGH12345", says, messages: [], operator }

  test("reads the lease of the order, in the page's language", async () => {
    const store = await startStore()
    store.on("GET /store/lease-to-own/orders/order_1", { json: { lease } })
    document.body.innerHTML = `<lease-status order-id="order_1" backend-url="${store.url}" publishable-key="pk_1"
      language="es"></lease-status>`
    await screen.findByText("Harbor Leasing aún está confirmando su contrato. Su pedido se envía después.")
    expect(document.body.textContent).toContain("L-ABCDEFGH12345")
    await store.close()
  })

  test("shows nothing for an order that was paid otherwise", async () => {
    const transport = jest.fn(async () => ({ status: 200, body: { lease: null } }))
    const element = put("lease-status", { orderId: "order_1", transport })
    element.textContent = "One moment"
    await waitFor(() => expect(element.firstChild).toBeNull())
  })

  test("says so where the store does not answer", async () => {
    put("lease-status", { orderId: "order_1", transport: () => Promise.reject(new TypeError("fetch failed")) })
    expect((await screen.findByRole("alert")).textContent).toBe(codes.store_unreachable)
  })
})
