import type { LeaseView } from "../../../packages/storefront/src/index"
import {
  createLeaseMessage,
  type LeaseMessageOptions,
  type ProductLeaseView,
} from "../../../packages/storefront/src/message"
import { messageEn } from "../../../packages/storefront/src/words/message-en"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { fakeTransport } from "./fake-transport"
import { aStorage, aView } from "./local-store"
import { approval, listed, operator, product, refusal } from "./moments"

const browser = globalThis as { document?: object }
let store: ReturnType<typeof fakeTransport>
beforeEach(() => {
  store = fakeTransport()
  // On a server, reads are not joined.
  browser.document = {}
})
afterEach(() => {
  delete browser.document
})

const of = (productId: string, amount?: number) => ({
  ...{ productId, regionId: "reg_1" },
  ...(amount !== undefined && { amount }),
})
const QUERY = "products?region_id=reg_1&ids=prod_1"
type Words = Omit<LeaseMessageOptions, "transport">
const messages = (words: Words = {}) => createLeaseMessage({ transport: store.transport, ...words })
const read = (changes: Partial<ProductLeaseView> = {}, words?: Words) => {
  store.on(QUERY, listed(["prod_1"], { ...product, ...changes }))
  return messages(words).read(of("prod_1"))
}

it("the message sends one request, without cart and lease key, and says that lease-to-own is available and what it costs", async () => {
  expect(await read()).toMatchObject({
    available: true,
    headline: "Lease-to-own available",
    costs: "Costs more in total than the cash price.",
    reasons: [],
    limits: null,
    estimate: null,
    product,
  })
  expect(store.sent).toEqual([{ method: "GET", path: `/store/lease-to-own/${QUERY}` }])
})

it.each([
  ["English", "en-US", "This is a lease, not a loan. Harbor Leasing owns"],
  ["Spanish", "es", "Es un arrendamiento, no un préstamo. Los artículos son de Harbor Leasing"],
] as const)("the dialog in %s has the operator's name, and every parameter is filled in", async (...row) => {
  const [, locale, sentence] = row
  const { learnMore } = await read({}, { locale })
  expect(learnMore.disclosure[0]).toContain(sentence)
  expect(learnMore.disclosure.at(-1)).toContain("Harbor Leasing: 555 0100")
  expect(JSON.stringify(learnMore)).not.toMatch(/[{]\w+[}]/)
})

it("a message without a disclosure can't be created", () => {
  expect(() => messages({ words: { disclosure: [] } })).toThrow("disclosure")
})

it("own words replace single texts", async () => {
  const { headline, costs } = await read({}, { locale: "es", words: { available: "A plazos" } })
  expect([headline, costs]).toEqual(["A plazos", messageEs.costs])
})

it.each([
  ["en", messageEn, "Not available with this product.", "This product was not found."],
  ["es", messageEs, "No disponible con este producto.", "No se encontró este producto."],
] as const)("the message explains why a lease isn't available, and why the store refuses (%s)", async (...row) => {
  const [locale, words, reason, message] = row
  const reasons = [{ code: "unavailable_product", params: {}, message: "Not available with this product." }]
  const said = { available: false, headline: words.unavailable, reasons: [reason] }
  expect(await read({ leasable: false, reasons }, { locale })).toMatchObject(said)
  store.on(QUERY, refusal(404, "product_not_found", "This product was not found."))
  await expect(messages({ locale }).read(of("prod_1"))).rejects.toMatchObject({ message })
})

it.each([
  [150, 2000, "For orders from $150.00 to $2,000.00."],
  [150, null, "For orders from $150.00."],
  [null, 2000, "For orders up to $2,000.00."],
  [null, null, null],
])("the message shows the limits %p to %p", async (minimum, maximum, said) => {
  expect((await read({ limits: { minimum, maximum, currency: "usd" } })).limits).toBe(said)
})

describe("message with an estimate", () => {
  const figures = { dueToday: 49, payments: 26, each: 33.03, every: "biWeekly", total: 907.78 } as const
  const disclosure = { en: "An example.", es: "Un ejemplo." }

  it("the estimate is requested for the page's price, to the cent", async () => {
    store.on(`${QUERY}&amounts=499.90`, listed(["prod_1"], { ...product, estimate: { ...figures, disclosure } }))
    expect((await messages().read(of("prod_1", 499.9))).estimate).toEqual({
      figures: [
        { label: "Due today", value: "$49.00" },
        { label: "Then 26 payments, every two weeks", value: "$33.03" },
        { label: "Total to own", value: "$907.78" },
      ],
      disclosure: "An example.",
      language: "en",
    })
  })

  it("the disclosure is in the message's language, or in another one that is named, and without one no figures are shown", async () => {
    const estimateWith = async (given: object) =>
      (await read({ estimate: { ...figures, disclosure: given } }, { locale: "es" })).estimate
    expect(await estimateWith(disclosure)).toMatchObject({ disclosure: "Un ejemplo.", language: "es" })
    expect(await estimateWith({ en: "An example." })).toMatchObject({ disclosure: "An example.", language: "en" })
    expect(await estimateWith({})).toBeNull()
  })
})

describe("messages of a list", () => {
  const LIST = "products?region_id=reg_1&ids="
  const { leasable, reasons, estimate, ...region } = product
  const none = { leasable: false, reasons, estimate }

  it("simultaneous messages share one request, and each gets its own product", async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `prod_${at}`)
    const products = Object.fromEntries(ids.map((id, at) => [id, at ? { leasable, reasons, estimate } : none]))
    store.on(`${LIST}${ids.join("%2C")}`, { ...region, products })
    // Each message has its own reader, as elements do.
    const read = await Promise.all(ids.map((id) => messages().read(of(id))))
    expect(read.map(({ available }) => available)).toEqual(ids.map((_, at) => at > 0))
    expect(read[1]?.product).toEqual(product)
    expect(store.sent).toHaveLength(1)
  })

  it("the request has each product's price, and each product once", async () => {
    store.on(`${LIST}a%2Cb&amounts=5.00%2C`, { ...region, products: { a: none, b: none } })
    const { read } = messages()
    await Promise.all([read(of("a", 5)), read(of("b")), read(of("a", 5))])
    expect(store.sent).toHaveLength(1)
  })

  it("another price of the same product and another region have their own requests", async () => {
    for (const asked of ["reg_1&ids=a&amounts=5.00", "reg_1&ids=a&amounts=6.00", "reg_2&ids=a"])
      store.on(`products?region_id=${asked}`, listed(["a"]))
    const { read } = messages()
    await Promise.all([read(of("a", 5)), read(of("a", 6)), read({ productId: "a", regionId: "reg_2" })])
    expect(store.sent).toHaveLength(3)
  })

  it("only a product that isn't sold here is refused, in the reader's language", async () => {
    store.on(`${LIST}a%2Cb`, { ...region, products: { a: none } })
    const missed = messages({ locale: "es" }).read(of("b"))
    const [sold, missing] = await Promise.allSettled([messages().read(of("a")), missed])
    expect(sold.status).toBe("fulfilled")
    expect(missing).toMatchObject({ reason: { code: "product_not_found", message: "No se encontró este producto." } })
  })

  it("if the store refuses the whole list, only the product with the invalid price is refused", async () => {
    const invalid = { status: 400, body: { type: "invalid", code: "query_invalid", message: "Name an amount." } }
    store.on(`${LIST}a%2Cb&amounts=5.00%2CNaN`, invalid)
    store.on(`${LIST}a&amounts=5.00`, listed(["a"]))
    store.on(`${LIST}b&amounts=NaN`, invalid)
    const { read } = messages()
    const answers = await Promise.allSettled([read(of("a", 5)), read(of("b", NaN))])
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
    expect(store.sent).toHaveLength(3)
  })

  it("on a server, each message has its own request, because it may be for another person", async () => {
    delete browser.document
    for (const id of ["a", "b"]) store.on(`${LIST}${id}`, listed([id]))
    const { read } = messages()
    await Promise.all([read(of("a")), read(of("b"))])
    expect(store.sent).toHaveLength(2)
  })
})

it("a region's message says whether anything can be leased there, with the limits, in the request of the page's list", async () => {
  const { estimate, ...general } = product
  const region = { ...general, limits: { minimum: 150, maximum: null, currency: "usd" } }
  store.on("products?region_id=reg_1", { ...region, products: {} })
  const products = { a: { leasable: false, reasons: [], estimate } }
  store.on("products?region_id=reg_1&ids=a&amounts=5.00", { ...region, products })
  const { read } = messages()
  const banner = { available: true, limits: "For orders from $150.00.", product: { ...region, estimate: null } }
  expect(await read({ regionId: "reg_1" })).toMatchObject(banner)
  const [ofRegion, ofProduct] = await Promise.all([read({ regionId: "reg_1" }), read(of("a", 5))])
  expect([ofRegion.available, ofProduct.available, store.sent.length]).toEqual([true, false, 2])
})

describe("message with a cart", () => {
  const english = "You're approved for up to $3,000.00 until February 24, 2027."
  const spanish = "Su aprobación es de hasta $3,000.00 y es válida hasta el 24 de febrero de 2027."
  const untilOnly = "You're approved until February 24, 2027."
  const general = messageEn.available
  const { actions } = aView()
  const hosted = { ...actions, widget: { allowed: true } } as const
  const cart = (changes: Partial<LeaseView> = {}) => store.on("GET", aView({ operator, ...changes }))
  const reason = (code: string) => ({ code, params: {}, message: "…" })
  const [early, excluded] = [reason("unavailable_incomplete"), reason("unavailable_place")]
  const inCart = { cartId: "cart_1" }

  it.each<[string, Partial<LeaseView>, string | null]>([
    ["before the application", { step: "intro" }, general],
    ["with an approval of another cart", { step: "intro", approval: { ...approval, elsewhere: true } }, english],
    ["without a decision yet", { step: "undecided" }, general],
    ["with an offer", { step: "offer", approval }, english],
    ["whose approval has ended", { step: "offer" }, general],
    ["with an approval of unknown amount", { step: "offer", approval: { ...approval, amount: null } }, untilOnly],
    ["with an approval of unknown end", { step: "offer", approval: { ...approval, until: null } }, general],
    ["above its approval", { step: "over_limit", approval }, english],
    ["without an address", { step: "unavailable", reasons: [early] }, general],
    ["that is excluded, even without an address", { step: "unavailable", reasons: [early, excluded] }, null],
    ["whose contract is being canceled", { step: "unavailable" }, null],
    ["that only the operator's widget accepts", { step: "unavailable", actions: hosted }, general],
    ["of somebody else's application", { step: "in_progress" }, null],
    ["after a denial", { step: "denied" }, null],
    ["with a signed contract", { step: "ready", approval }, null],
    ["with a card of the widget", { step: "card", actions: hosted }, null],
    ["that is an order", { step: "placed", order_id: "order_1" }, null],
    ["at a step of a newer store", { step: "new" as LeaseView["step"], approval }, null],
  ])("in a cart %s, the message says what its view allows", async (_, view, headline) => {
    cart(view)
    const said = await messages({ storage: null }).read(inCart)
    expect(said.available ? said.headline : null).toBe(headline)
    expect([said.costs, said.limits, said.product]).toEqual([messageEn.costs, null, null])
    expect(said.reasons).toHaveLength(view.reasons?.length ?? 0)
    expect(said.learnMore.disclosure[0]).toContain("Harbor Leasing owns")
  })

  it.each([
    ["en", { minimum: 150, maximum: null }, english, null],
    ["es", { minimum: 150, maximum: 3000 }, spanish, null],
    ["en", { minimum: 150, maximum: 2000 }, english, "For orders from $150.00 to $2,000.00."],
  ])("beside a product, the headline is the approval with its last day (%s, %j)", async (...row) => {
    const [locale, given, headline, limits] = row
    cart({ step: "unavailable", approval })
    store.on(QUERY, listed(["prod_1"], { ...product, limits: { ...given, currency: "usd" } }))
    const read = await messages({ locale, storage: null }).read({ ...of("prod_1"), ...inCart })
    expect(read).toMatchObject({ available: true, headline, limits })
  })

  it.each<[string, object, object | null, string]>([
    ["for a product that cannot be leased", { leasable: false }, { step: "offer", approval }, messageEn.unavailable],
    ["in another currency", { limits: { ...product.limits, currency: "cad" } }, { step: "offer", approval }, general],
    ["that was used to sign", {}, { step: "ready", approval }, general],
    ["for an order that waits for its new contract", {}, { step: "offer", approval, order_id: "order_1" }, general],
    ["if the cart can't be read", {}, null, general],
  ])("beside a product, the message doesn't show an approval %s", async (_, ofProduct, view, headline) => {
    if (view) cart(view)
    store.on(QUERY, listed(["prod_1"], { ...product, ...ofProduct }))
    expect((await messages({ storage: null }).read({ ...of("prod_1"), ...inCart })).headline).toBe(headline)
  })

  it("simultaneous messages of a cart share one request, with the stored lease key", async () => {
    cart({ step: "offer", approval })
    store.on("products?region_id=reg_1&ids=a%2Cb", listed(["a", "b"]))
    const storage = aStorage()
    storage.setItem("lease-to-own:cart_1", "key_1")
    const { read } = messages({ storage })
    const places = [{ ...of("a"), ...inCart }, { ...of("b"), ...inCart }, inCart, { product, ...inCart }]
    const said = await Promise.all(places.map(read))
    expect(said.map(({ headline }) => headline)).toEqual(places.map(() => english))
    expect(store.calls().sort()).toEqual(["GET", "products?region_id=reg_1&ids=a%2Cb"])
    expect(store.sent.map(({ headers }) => headers)).toContainEqual({ "x-lease-key": "key_1" })
    await read(inCart)
    expect(store.sent).toHaveLength(3)
  })

  it("only a refusal for the cart alone is thrown, in its language", async () => {
    store.on("GET", refusal(404, "cart_not_found", "This cart was not found."))
    await expect(messages({ storage: null }).read(inCart)).rejects.toMatchObject({ code: "cart_not_found" })
  })
})

it("ids are encoded, and an answer that isn't the plugin's is an error", async () => {
  const asked = "products?region_id=reg_1%26x%3D1&ids=a%2F..%2Fb"
  store.on(asked, { product: {} })
  await expect(messages().read({ productId: "a/../b", regionId: "reg_1&x=1" })).rejects.toMatchObject({
    code: "unexpected_answer",
  })
  expect(store.sent[0]?.path).toBe(`/store/lease-to-own/${asked}`)
})
