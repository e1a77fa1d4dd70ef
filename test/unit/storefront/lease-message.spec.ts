import {
  createLeaseMessage,
  type LeaseMessageOptions,
  type ProductLeaseView,
} from "../../../packages/storefront/src/message"
import { messageEn } from "../../../packages/storefront/src/words/message-en"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { fakeTransport } from "./fake-transport"
import { product, refusal } from "./moments"

let store: ReturnType<typeof fakeTransport>
beforeEach(() => {
  store = fakeTransport()
})

const QUERY = "prod_1?region_id=reg_1"
type Words = Omit<LeaseMessageOptions, "transport">
const messages = (words: Words = {}) => createLeaseMessage({ transport: store.transport, ...words })
const read = (changes: Partial<ProductLeaseView> = {}, words?: Words) => {
  store.on(QUERY, { ...product, ...changes })
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
      product,
    })
    expect(store.sent).toEqual([{ method: "GET", path: `/store/lease-to-own/products/${QUERY}` }])
  })

  it.each([
    ["English", "en-US", "This is a lease, not a loan. Harbor Leasing owns"],
    ["Spanish", "es", "Es un arrendamiento, no un préstamo. Los artículos son de Harbor Leasing"],
  ] as const)("has the dialog in %s with the operator's name, and no place left open", async (_, locale, sentence) => {
    const { learnMore } = await read({}, { locale })
    expect(learnMore.disclosure[0]).toContain(sentence)
    expect(learnMore.disclosure.at(-1)).toContain("Harbor Leasing: 555 0100")
    expect(JSON.stringify(learnMore)).not.toMatch(/[{]\w+[}]/)
  })

  it("cannot be made without its disclosure", () => {
    expect(() => messages({ words: { disclosure: [] } })).toThrow("disclosure")
  })

  it("takes words of the shop's own in place of single ones", async () => {
    const { headline, costs } = await read({}, { locale: "es", words: { available: "A plazos" } })
    expect([headline, costs]).toEqual(["A plazos", messageEs.costs])
  })

  it.each([
    ["en", messageEn, "Not available with this product.", "This product was not found."],
    ["es", messageEs, "No disponible con este producto.", "No se encontró este producto."],
  ] as const)(
    "says in words why there is none, and why the store refuses (%s)",
    async (locale, words, reason, message) => {
      const reasons = [{ code: "unavailable_product", params: {}, message: "Not available with this product." }]
      const said = { available: false, headline: words.unavailable, reasons: [reason] }
      expect(await read({ leasable: false, reasons }, { locale })).toMatchObject(said)
      store.on(QUERY, refusal(404, "product_not_found", "This product was not found."))
      await expect(messages({ locale }).read("prod_1", "reg_1")).rejects.toMatchObject({ message })
    },
  )

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
      store.on(`${QUERY}&amount=499.90`, { ...product, estimate: { ...figures, disclosure } })
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

    it("has the words of its language, or those that there are and which they are; no figure is shown without any", async () => {
      const estimateWith = async (given: object) =>
        (await read({ estimate: { ...figures, disclosure: given } }, { locale: "es" })).estimate
      expect(await estimateWith(disclosure)).toMatchObject({ disclosure: "Un ejemplo.", language: "es" })
      expect(await estimateWith({ en: "An example." })).toMatchObject({ disclosure: "An example.", language: "en" })
      expect(await estimateWith({})).toBeNull()
    })
  })

  describe("of a list", () => {
    const LIST = "products?region_id=reg_1&ids="
    const { leasable, reasons, estimate, ...region } = product
    const none = { leasable: false, reasons, estimate }
    const browser = globalThis as { document?: object }
    beforeEach(() => {
      browser.document = {}
    })
    afterEach(() => {
      delete browser.document
    })

    it("asks once for all products of a moment, and tells each its own", async () => {
      const ids = Array.from({ length: 24 }, (_, at) => `prod_${at}`)
      const products = Object.fromEntries(ids.map((id, at) => [id, at ? { leasable, reasons, estimate } : none]))
      store.on(`${LIST}${ids.join("%2C")}`, { ...region, products })
      // Each place has a reader of its own, as elements do.
      const read = await Promise.all(ids.map((id) => messages().read(id, "reg_1")))
      expect(read.map(({ available }) => available)).toEqual(ids.map((_, at) => at > 0))
      expect(read[1]?.product).toEqual(product)
      expect(store.sent).toHaveLength(1)
    })

    it("asks for the price of each, and for one product once", async () => {
      store.on(`${LIST}a%2Cb&amounts=5.00%2C`, { ...region, products: { a: none, b: none } })
      const { read } = messages()
      await Promise.all([read("a", "reg_1", { amount: 5 }), read("b", "reg_1"), read("a", "reg_1", { amount: 5 })])
      expect(store.sent).toHaveLength(1)
    })

    it("asks apart for another price of a product, and for another region", async () => {
      for (const asked of ["a?region_id=reg_1&amount=5.00", "a?region_id=reg_1&amount=6.00", "a?region_id=reg_2"])
        store.on(asked, product)
      const { read } = messages()
      await Promise.all([read("a", "reg_1", { amount: 5 }), read("a", "reg_1", { amount: 6 }), read("a", "reg_2")])
      expect(store.sent).toHaveLength(3)
    })

    it("refuses only the product that is not sold here, in its reader's language", async () => {
      store.on(`${LIST}a%2Cb`, { ...region, products: { a: none } })
      const [sold, missing] = await Promise.allSettled([
        messages().read("a", "reg_1"),
        messages({ locale: "es" }).read("b", "reg_1"),
      ])
      expect(sold.status).toBe("fulfilled")
      expect(missing).toMatchObject({ reason: { code: "product_not_found", message: "No se encontró este producto." } })
    })

    it("refuses only the product whose price is none, where the store refuses the whole list", async () => {
      const invalid = { status: 400, body: { type: "invalid", code: "query_invalid", message: "Name an amount." } }
      store.on(`${LIST}${encodeURIComponent("a,constructor,b")}&amounts=5.00%2C%2CNaN`, invalid)
      store.on("a?region_id=reg_1&amount=5.00", product)
      store.on("b?region_id=reg_1&amount=NaN", invalid)
      store.on("constructor?region_id=reg_1", product)
      const { read } = messages()
      const asked = [
        read("a", "reg_1", { amount: 5 }),
        read("constructor", "reg_1"),
        read("b", "reg_1", { amount: NaN }),
      ]
      const answers = await Promise.allSettled(asked)
      expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"])
      expect(store.sent).toHaveLength(4)
    })

    it("finds no product in what every answer inherits", async () => {
      store.on(`${LIST}${encodeURIComponent("a,constructor")}`, { ...region, products: { a: none } })
      const { read } = messages()
      const [, inherited] = await Promise.allSettled([read("a", "reg_1"), read("constructor", "reg_1")])
      expect(inherited).toMatchObject({ reason: { code: "product_not_found" } })
    })

    it("asks apart on a server, where each read may be another person's", async () => {
      delete browser.document
      for (const id of ["a", "b"]) store.on(`${id}?region_id=reg_1`, product)
      const { read } = messages()
      await Promise.all([read("a", "reg_1"), read("b", "reg_1")])
      expect(store.sent).toHaveLength(2)
    })
  })

  it("keeps ids in their place, and throws what is no answer of the plugin", async () => {
    const asked = "a%2F..%2Fb?region_id=reg_1%26x%3D1"
    store.on(asked, { product: {} })
    await expect(messages().read("a/../b", "reg_1&x=1")).rejects.toMatchObject({ code: "unexpected_answer" })
    expect(store.sent[0]?.path).toBe(`/store/lease-to-own/products/${asked}`)
  })
})
