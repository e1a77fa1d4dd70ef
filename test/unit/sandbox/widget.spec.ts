import { visitWidget } from "lease-to-own-sandbox"
import { application, Bench, cart, item, type Json } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start({ slowMs: 20 })
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const widgetCart = (changes: Json = {}): Json => {
  const { applicationId: _, orderId: __, ...spec } = cart("1")
  return { ...spec, ...changes }
}
const use = (tag?: string, config: Json = {}) =>
  visitWidget(bench.sandbox.widgetUrl, { config: { cart: widgetCart(), ...config }, application: application(tag) })
const names = ({ events }: Awaited<ReturnType<typeof use>>) => events.map(({ event }) => event)
const post = async (path: string, body: unknown, headers: Json = {}) => {
  const url = new URL(`/widget/sessions${path}`, bench.sandbox.widgetUrl)
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers } as Record<string, string>,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

describe("the widget goes from the application to the card", () => {
  it("and tells it in the documented order", async () => {
    const used = await use()
    expect(names(used)).toEqual(["onApplicationSubmitResponse", "onApproved", "onSuccess"])
    const [response, approved, success] = used.events.map(({ payload }) => payload)
    expect(response).toEqual({ status: "APP_APPROVED", leaseId: approved?.leaseId })
    expect(success).toEqual({
      id: approved?.leaseId,
      deliveryConfirmationUrl: expect.stringContaining("/update-delivery?leaseId="),
      orderConfirmationUrl: expect.stringContaining("/update-order?leaseId="),
    })
    expect(bench.sandbox.lease(String(approved?.leaseId))).toBeUndefined()
    expect(used.card).toEqual({
      cardNumber: "4242424242424242",
      cvv: "123",
      expiration: "12/49",
      name: "Robin Example",
      address: "1 Sandbox Way",
      city: "Austin",
      state: "TX",
      zip: "78701",
    })
  })

  it("and leaves the lease accepted", async () => {
    await use()
    expect(bench.sandbox.leases().map(({ state }) => state)).toEqual(["Lease Accepted"])
  })

  it("and leaves it signed, or ends at one line that cannot be leased, where the dialect says so", async () => {
    bench.sandbox.speak("reference")
    try {
      expect(names(await use()).at(-1)).toBe("onSuccess")
      expect(bench.sandbox.leases().map(({ state }) => state)).toEqual(["Contracts Received"])
      const items = [item(), item({ identifier: "NOLEASE-1" })]
      expect(names(await use(undefined, { cart: widgetCart({ items }) })).at(-1)).toBe("onFailure")
    } finally {
      bench.sandbox.speak("spec")
    }
  })

  it("with the lines that can be leased, and names the others apart", async () => {
    const items = [item(), item({ identifier: "NOLEASE-1", description: "Gift card", unitPrice: 20, tax: 1.5 })]
    const { body } = await post("", { cart: widgetCart({ items }) })
    await post(`/${body.token}/application`, application())
    const contract = await post(`/${body.token}/contract`, {})
    expect(contract.body.apart).toEqual([{ description: "Gift card", amount: 21.5 }])
    expect(bench.sandbox.leases()[0]?.cart?.lines).toHaveLength(1)
  })

  it("and hands out addresses that take the order id and the delivery date", async () => {
    const { success } = await use()
    for (const [url, body] of [
      [success?.orderConfirmationUrl, { orderId: "17" }],
      [success?.deliveryConfirmationUrl, { deliveryDate: "2026-03-01" }],
    ] as const) {
      const headers = { "content-type": "application/json" }
      expect((await fetch(String(url), { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(204)
    }
    expect(bench.sandbox.leases()[0]).toMatchObject({ orderId: "17", state: "Funded" })
  })

  it("in a journal of its own: the merchant made no call", async () => {
    await use()
    expect(bench.sandbox.journal()).toEqual([])
    expect(bench.sandbox.widgetJournal().map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      "POST /widget/sessions 200",
      "POST /widget/sessions/…/application 200",
      "POST /widget/sessions/…/contract 200",
      "POST /widget/sessions/…/card 200",
    ])
    expect(JSON.stringify(bench.sandbox.widgetJournal())).not.toMatch(/212-45|4242|Robin/)
  })

  it("and finds the signed lease of a person who comes back with the same cart", async () => {
    const config = { cart: widgetCart() }
    const person = application()
    const [first, again] = [
      await visitWidget(bench.sandbox.widgetUrl, { config, application: person }),
      await visitWidget(bench.sandbox.widgetUrl, { config, application: person }),
    ]
    expect([again?.success, again?.card]).toEqual([first?.success, first?.card])
    expect(bench.sandbox.leases()).toHaveLength(1)
  })

  it("and gives the same card and addresses when it is opened again in the tab", async () => {
    const { body: first } = await post("", { cart: widgetCart() })
    await post(`/${first.token}/application`, application())
    const { body: contract } = await post(`/${first.token}/contract`, {})
    const { signContract } = await import("lease-to-own-sandbox")
    await signContract(String(contract.url))
    const { body: card } = await post(`/${first.token}/card`, {})
    const again = await post("", { cart: widgetCart(), resume: first.token })
    expect(again.body).toEqual({ token: first.token, phase: "card" })
    expect((await post(`/${first.token}/card`, {})).body).toEqual(card)
    const other = await post("", { cart: widgetCart({ deliveryCost: 1 }), resume: first.token })
    expect(other.body).toMatchObject({ phase: "application" })
  })
})

describe("the widget ends otherwise", () => {
  it.each([
    ["denied", ["onApplicationSubmitResponse", "onCancel"]],
    ["pending", ["onApplicationSubmitResponse", "onCancel"]],
    ["widgetfails", ["onApplicationSubmitResponse", "onApproved", "onFailure"]],
    ["lowlimit", ["onApplicationSubmitResponse", "onApproved", "onFailure"]],
  ])("for the input %s", async (tag, events) => {
    expect(names(await use(tag))).toEqual(events)
  })

  it("with a failure that has a message and, once there is one, the lease's id", async () => {
    const failed = (await use("widgetfails")).events.at(-1)?.payload
    expect(failed).toEqual({ message: expect.stringMatching(/failed/), id: expect.any(String) })
    const before = (await use(undefined, { cart: {} })).events
    expect(before).toEqual([{ event: "onFailure", payload: { message: expect.any(String) } }])
  })

  it("gives no card before the contract is signed", async () => {
    const { body } = await post("", { cart: widgetCart() })
    expect((await post(`/${body.token}/card`, {})).status).toBe(409)
    await post(`/${body.token}/application`, application())
    await post(`/${body.token}/contract`, {})
    expect((await post(`/${body.token}/card`, {})).status).toBe(409)
  })
})

describe("a cart that is not the spec's is refused by name", () => {
  it.each<[string, Json, string]>([
    ["an application id", { applicationId: "1" }, "cart"],
    ["an unknown member", { total: 1 }, "cart"],
    ["no delivery cost", { deliveryCost: undefined }, "cart.deliveryCost"],
    ["no lines", { items: [] }, "cart.items"],
    ["an empty delivery date", { items: [item({ deliveryDate: "" })] }, "cart.items[0].deliveryDate"],
    ["a line without brand", { items: [item({ brand: undefined })] }, "cart.items[0].brand"],
    ["an unknown condition", { items: [item({ condition: "old" })] }, "cart.items[0].condition"],
    ["a third decimal", { items: [item({ unitPrice: 1.234 })] }, "cart.items[0].unitPrice"],
  ])("%s", async (_, changes, field) => {
    const { status, body } = await post("", { cart: widgetCart(changes) })
    expect([status, Object.keys(body.errors as Json)]).toEqual([400, [field]])
  })
})

it("a customer's address is text or absent", async () => {
  const bad = await post("", { cart: widgetCart(), customer: { address: { shipping: { line1: 12 } } } })
  expect(Object.keys(bad.body.errors as Json)).toEqual(["customer.address.shipping.line1"])
})

describe("the widget's page", () => {
  const page = async (query: string) => (await fetch(new URL(`/widget/page${query}`, bench.sandbox.widgetUrl))).text()

  it("is in the language that its script asks for, which the contract follows", async () => {
    const html = await page("?language=es")
    expect(html).toContain('<html lang="es">')
    expect(html).toContain("Cada cuánto le pagan")
    expect(html).toContain('"Rellenar la tarjeta"')
    const own = html.replace(/<style[\s\S]*?<\/style>|<script nonce[\s\S]*/g, "")
    for (const english of ["Lease", "lease", "Apply", "First name", "payday", "You "])
      expect(own).not.toContain(english)
  })

  it.each(["", "?language=fr", "?language=toString"])("is in English for any other: %s", async (query) => {
    expect(await page(query)).toContain('<html lang="en">')
  })
})

it("other pages take no steps", async () => {
  expect((await post("", { cart: widgetCart() }, { origin: "http://shop.test" })).status).toBe(403)
})

describe("faults of the widget", () => {
  const script = () => fetch(bench.sandbox.widgetUrl).then((response) => response.text())

  it("script-blocked cuts the connection, script-empty brings nothing, script-slow comes late", async () => {
    bench.sandbox.fault({ route: "widget", fault: "script-blocked" })
    await expect(script()).rejects.toThrow()
    bench.sandbox.fault({ route: "widget", fault: "script-empty" })
    expect(await script()).toBe("")
    bench.sandbox.fault({ route: "widget", fault: "script-slow" })
    expect(await script()).toContain("startLeaseCheckout")
  })

  it("no-urls and foreign-urls change what onSuccess hands out", async () => {
    bench.sandbox.fault({ route: "widget", fault: "no-urls" })
    expect(Object.keys((await use()).success ?? {})).toEqual(["id"])
    bench.sandbox.fault({ route: "widget", fault: "foreign-urls" })
    expect((await use()).success?.orderConfirmationUrl).toMatch(/^https:\/\/elsewhere\.example\/lease/)
  })

  it("widget-error ends it after the approval", async () => {
    bench.sandbox.fault({ route: "widget", fault: "widget-error" })
    expect(names(await use()).at(-1)).toBe("onFailure")
  })

  it("wait at the widget only", () => {
    expect(() => bench.sandbox.fault({ route: "frame", fault: "no-urls" })).toThrow()
    expect(() => bench.sandbox.fault({ route: "widget", fault: "503" })).toThrow()
  })
})
