import { messageEs } from "../../../packages/storefront/src/es"
import { fetchTransport } from "../../../packages/storefront/src/index"
import {
  createLeaseMessage,
  type MessageWords,
  messageEn,
  type ProductLeaseView,
} from "../../../packages/storefront/src/message"
import { startStore } from "./local-store"

let store: Awaited<ReturnType<typeof startStore>>
beforeEach(async () => {
  store = await startStore()
})
afterEach(() => store.close())

const PATH = "/store/lease-to-own/products/prod_1?region_id=reg_1"
const PRODUCT: ProductLeaseView = {
  leasable: true,
  reasons: [],
  limits: { minimum: null, maximum: null, currency: "usd" },
  estimate: null,
  operator: { name: "Harbor Leasing", contact: "555 0100" },
  test: false,
}
const messages = (words?: MessageWords) =>
  createLeaseMessage({
    transport: fetchTransport({ baseUrl: store.url, publishableKey: "pk_1" }),
    ...(words && { words }),
  })
const read = (product: Partial<ProductLeaseView> = {}, words?: MessageWords) => {
  store.on(`GET ${PATH}`, { json: { ...PRODUCT, ...product } })
  return messages(words).read("prod_1", "reg_1")
}

describe("the lease message", () => {
  it("asks once, without a cart and a lease key, and says that lease-to-own is there and what it costs", async () => {
    expect(await read()).toMatchObject({
      available: true,
      headline: "Lease-to-own available",
      costs: "Costs more in total than the cash price.",
      reasons: [],
      limits: null,
      estimate: null,
      product: PRODUCT,
    })
    expect(store.calls()).toEqual([`GET ${PATH}`])
    expect(store.seen[0]?.headers).not.toHaveProperty("x-lease-key")
  })

  it.each([
    ["English", messageEn, "This is a lease, not a loan. Harbor Leasing owns"],
    ["Spanish", messageEs, "Es un arrendamiento, no un préstamo. Los artículos son de Harbor Leasing"],
  ] as const)("has the dialog in %s with the operator's name, and no place left open", async (_, words, sentence) => {
    const { learnMore } = await read({}, words)
    expect(learnMore.disclosure[0]).toContain(sentence)
    expect(learnMore.disclosure.at(-1)).toContain("Harbor Leasing: 555 0100")
    expect(JSON.stringify(learnMore)).not.toMatch(/[{]\w+[}]/)
  })

  it("cannot be made without its disclosure", () => {
    expect(() => messages({ ...messageEn, disclosure: [] })).toThrow("disclosure")
  })

  it.each([
    ["en", messageEn, "Not available with this product.", "This product was not found."],
    ["es", messageEs, "No disponible con este producto.", "No se encontró este producto."],
  ] as const)("says in words why there is none, and why the store refuses (%s)", async (_, words, reason, message) => {
    const reasons = [{ code: "unavailable_product", params: {}, message: "Not available with this product." }]
    const said = { available: false, headline: words.unavailable, reasons: [reason] }
    expect(await read({ leasable: false, reasons }, words)).toMatchObject(said)
    const body = { type: "not_found", code: "product_not_found", message: "This product was not found." }
    store.on(`GET ${PATH}`, { status: 404, json: body })
    await expect(messages(words).read("prod_1", "reg_1")).rejects.toMatchObject({ code: body.code, message })
  })

  it.each([
    [150, 2000, "For orders from $150.00 to $2,000.00."],
    [150, null, "For orders from $150.00."],
    [null, 2000, "For orders up to $2,000.00."],
    [null, null, null],
  ])("names the limits %p to %p", async (minimum, maximum, said) => {
    expect((await read({ limits: { minimum, maximum, currency: "usd" } })).limits).toBe(said)
  })

  describe("with an estimate of the store", () => {
    const figures = { dueToday: 49, payments: 26, each: 33.03, every: "biWeekly", total: 907.78 } as const
    const disclosure = { en: "An example.", es: "Un ejemplo." }

    it("asks for the price of the page, to the cent", async () => {
      const path = `${PATH}&amount=499.90`
      store.on(`GET ${path}`, { json: { ...PRODUCT, estimate: { ...figures, disclosure } } })
      expect((await messages().read("prod_1", "reg_1", { amount: 499.9 })).estimate).toEqual({
        figures: [
          { label: "Due today", value: "$49.00" },
          { label: "Then 26 payments, every two weeks", value: "$33.03" },
          { label: "Total to own", value: "$907.78" },
        ],
        disclosure: "An example.",
        language: "en",
      })
    })

    it.each([
      ["has the words of its language", disclosure, { disclosure: "Un ejemplo.", language: "es" }],
      [
        "has those that there are, and which they are",
        { en: "An example." },
        { disclosure: "An example.", language: "en" },
      ],
    ])("%s", async (_, given, said) => {
      expect((await read({ estimate: { ...figures, disclosure: given } }, messageEs)).estimate).toMatchObject(said)
    })

    it("shows no figure without its words", async () => {
      expect((await read({ estimate: { ...figures, disclosure: {} } })).estimate).toBeNull()
    })
  })

  it("throws what is no answer of the plugin", async () => {
    store.on(`GET ${PATH}`, { json: { product: {} } })
    await expect(messages().read("prod_1", "reg_1")).rejects.toMatchObject({ code: "unexpected_answer" })
  })

  it("keeps ids in their place", async () => {
    const path = "/store/lease-to-own/products/a%2F..%2Fb?region_id=reg_1%26x%3D1"
    store.on(`GET ${path}`, { json: PRODUCT })
    await messages().read("a/../b", "reg_1&x=1")
    expect(store.calls()).toEqual([`GET ${path}`])
  })
})
