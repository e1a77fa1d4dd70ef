import { visitWidget } from "lease-to-own-sandbox"
import { application, cart, freshBench, item, type Json } from "./support"

const bench = freshBench({ slowMs: 20 })

const widgetCart = (changes: Json = {}): Json => {
  const { applicationId: _, orderId: __, ...spec } = cart("1")
  return { ...spec, ...changes }
}
const use = (tag?: string, config: Json = {}, person = application(tag)) =>
  visitWidget(bench().sandbox.widgetUrl, { config: { cart: widgetCart(), ...config }, application: person })
const names = ({ events }: Awaited<ReturnType<typeof use>>) => events.map(({ event }) => event)
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(`/widget/sessions${path}`, bench().sandbox.widgetUrl), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Json }
}
const states = () =>
  bench()
    .sandbox.leases()
    .map(({ state }) => state)

it("the widget has its own journal without personal data, and the merchant makes no call", async () => {
  await use()
  const entries = bench().sandbox.widgetJournal()
  expect([bench().sandbox.journal(), entries.map(({ path, status }) => `${path} ${status}`)]).toEqual([
    [],
    ["", "/…/application", "/…/contract", "/…/card"].map((path) => `/widget/sessions${path} 200`),
  ])
  expect(JSON.stringify(entries)).not.toMatch(/212-45|4242|Robin/)
})

describe("widget of the reference dialect", () => {
  beforeEach(() => bench().sandbox.speak("reference"))
  afterEach(() => bench().sandbox.speak("spec"))

  it("one line that can't be leased ends the widget", async () => {
    const items = [item(), item({ identifier: "NOLEASE-1" })]
    expect(names(await use(undefined, { cart: widgetCart({ items }) })).at(-1)).toBe("onFailure")
  })

  it("the widget succeeds as soon as the contract is signed", async () => {
    expect(names(await use()).at(-1)).toBe("onSuccess")
    expect(states()).toEqual(["Contracts Received"])
  })
})

it("the lines that can be leased are leased, and the others are named separately; no card comes before the signature", async () => {
  const items = [item(), item({ identifier: "NOLEASE-1", description: "Gift card", unitPrice: 20, tax: 1.5 })]
  const { body } = await post("", { cart: widgetCart({ items }) })
  await post(`/${body.token}/application`, application())
  const contract = await post(`/${body.token}/contract`, {})
  expect((await post(`/${body.token}/card`, {})).status).toBe(409)
  expect(contract.body.apart).toEqual([{ description: "Gift card", amount: 21.5 }])
  expect(bench().sandbox.leases()[0]?.cart?.lines).toHaveLength(1)
})

it("the contract in the widget doesn't repeat the widget's notice that nothing is binding", async () => {
  const textOf = async (url: string) => (await fetch(url)).text()
  const { body } = await post("", { cart: widgetCart() })
  await post(`/${body.token}/application`, application())
  const { url } = (await post(`/${body.token}/contract`, {})).body
  const pages = await Promise.all([new URL("/widget/page", bench().sandbox.widgetUrl).href, String(url)].map(textOf))
  expect(pages.map((page) => page.includes("nothing here is binding"))).toEqual([true, false])
})

it("the signed lease of a returning person with the same cart is found", async () => {
  const person = application()
  const first = await use(undefined, {}, person)
  const again = await use(undefined, {}, person)
  expect([again.success, again.card]).toEqual([first.success, first.card])
  expect(states()).toHaveLength(1)
})

it.each([
  ["approved", ["onApproved", "onSuccess"], "Lease Accepted"],
  ["denied", ["onCancel"], "Denied"],
  ["pending", ["onCancel"], "Pending"],
  ["widgetfails", ["onApproved", "onFailure"], "Approved"],
  ["lowlimit", ["onApproved", "onFailure"], "Approved"],
])("the input %s ends the widget with %j", async (tag, events, state) => {
  expect(names(await use(tag))).toEqual(["onApplicationSubmitResponse", ...events])
  expect(states()).toEqual([state])
})

it("a failure has a message and, once there is one, the lease's id", async () => {
  const failed = (await use("widgetfails")).events.at(-1)?.payload
  expect(failed).toEqual({ message: expect.stringMatching(/failed/), id: expect.any(String) })
  const before = (await use(undefined, { cart: {} })).events
  expect(before).toEqual([{ event: "onFailure", payload: { message: expect.any(String) } }])
})

it("steps from other pages are refused", async () => {
  expect((await post("", { cart: widgetCart() }, { origin: "http://shop.test" })).status).toBe(403)
})

it.each<[string, Json, string]>([
  ["an application id", { cart: widgetCart({ applicationId: "1" }) }, "cart"],
  ["an unknown member", { cart: widgetCart({ total: 1 }) }, "cart"],
  ["no delivery cost", { cart: widgetCart({ deliveryCost: undefined }) }, "cart.deliveryCost"],
  ["a line without brand", { cart: widgetCart({ items: [item({ brand: undefined })] }) }, "cart.items[0].brand"],
  [
    "an address that isn't text",
    { cart: widgetCart(), customer: { address: { shipping: { line1: 12 } } } },
    "customer.address.shipping.line1",
  ],
])("an invalid configuration is refused with the name of its field: %s", async (_, config, field) => {
  const { status, body } = await post("", config)
  expect([status, Object.keys(body.errors as Json)]).toEqual([400, [field]])
})

it.each([
  ["?language=es", "es", "Rellenar la tarjeta"],
  ["?language=fr", "en", "Fill in the card"],
])("the widget's page for %s is in %s", async (query, language, words) => {
  const html = await (await fetch(new URL(`/widget/page${query}`, bench().sandbox.widgetUrl))).text()
  for (const text of [`<html lang="${language}">`, words]) expect(html).toContain(text)
})

it("a fault blocks, empties or delays the script, changes the result of onSuccess, or ends the widget after the approval", async () => {
  const fault = (
    name: "script-blocked" | "script-empty" | "script-slow" | "no-urls" | "foreign-urls" | "widget-error",
  ) => bench().sandbox.fault({ route: "widget", fault: name })
  const script = () => fetch(bench().sandbox.widgetUrl).then((response) => response.text())
  fault("script-blocked")
  await expect(script()).rejects.toThrow()
  fault("script-empty")
  expect(await script()).toBe("")
  fault("script-slow")
  expect(await script()).toContain("startLeaseCheckout")
  fault("no-urls")
  expect(Object.keys((await use()).success ?? {})).toEqual(["id"])
  fault("foreign-urls")
  expect((await use()).success?.orderConfirmationUrl).toMatch(/^https:\/\/elsewhere\.example\/lease/)
  fault("widget-error")
  expect(names(await use()).at(-1)).toBe("onFailure")
})
