import type { LeaseView } from "../../../packages/storefront/src/index"
import {
  createLeaseMessage,
  type LeaseEstimate,
  type LeaseMessageOptions,
  type MessageWords,
  type ProductLeaseView,
} from "../../../packages/storefront/src/message"
import { messageEn } from "../../../packages/storefront/src/words/message-en"
import { messageEs } from "../../../packages/storefront/src/words/message-es"
import { fakeTransport } from "./fake-transport"
import { aStorage, aView } from "./local-store"
import { approval, estimate, listed, operator, product, refusal } from "./moments"

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
  const { headline, costs } = await read({}, { locale: "es", words: { available: "Arriéndelo" } })
  expect([headline, costs]).toEqual(["Arriéndelo", messageEs.costs])
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

/** With plain spaces, because each part of the line has no-break spaces. */
const spaced = <T>(said: T): T => JSON.parse(JSON.stringify(said).replaceAll("\u00a0", " "))

describe("message with an estimate", () => {
  it("the estimate is requested for the page's price, to the cent, and its payments count the first at signing", async () => {
    store.on(`${QUERY}&amounts=499.90`, listed(["prod_1"], { ...product, estimate }))
    const said = spaced(await messages().read(of("prod_1", 499.9)))
    expect([said.headline, said.zip, said.of]).toEqual([messageEn.figures, null, of("prod_1", 499.9)])
    expect(said.estimate).toEqual({
      line: "$33.03 every two weeks · 27 payments · $907.78 total cost · Rental-purchase, not a loan",
      rows: [
        { name: "cashPrice", label: "Cash price", value: "$499.90" },
        { name: "dueToday", label: "First payment, due today", value: "$49.00" },
        { name: "condition", label: "Condition", value: "New" },
      ],
      notes: [
        "Yours after all 27 payments, or if you buy early. Until then, Harbor Leasing is the owner.",
        "Amounts are before delivery and any sales tax.",
      ],
      disclosure: "An example.",
      language: "en",
    })
  })

  it.each<[string, Partial<LeaseEstimate>, string]>([
    ["nothing is due at signing", { dueToday: 0, allPayments: 26 }, "· 26 payments ·"],
    ["nothing is due at signing", { dueToday: 0, allPayments: 26 }, '"label":"Due today","value":"$0.00"'],
    ["the operator names the months", { months: 12 }, "· 27 payments over 12 months ·"],
    [
      "the operator has its own name for the total",
      { labels: { total: { en: "Rent-to-own price" } } },
      "· Rent-to-own price: $907.78 ·",
    ],
    [
      "the operator has its own name for a row",
      { labels: { dueToday: { en: "Initial payment" } } },
      '"Initial payment","value":"$49.00"',
    ],
    ["items differ in their condition", { conditions: ["new", "refurbished"] }, "New, Refurbished"],
    ["only the tax is left out", { excludes: ["sales_tax"] }, "Amounts are before any sales tax."],
  ])("if %s, the estimate says so", async (_, changes, text) => {
    const said = spaced(await read({ estimate: { ...estimate, ...changes } }))
    expect(JSON.stringify(said.estimate)).toContain(text)
  })

  it("if the amounts are complete, the estimate doesn't mention tax", async () => {
    expect(JSON.stringify((await read({ estimate: { ...estimate, excludes: [] } })).estimate)).not.toContain("tax")
  })

  it("the disclosure is in the message's language, or in another one that is named, and without one no figures are shown", async () => {
    const estimateWith = async (disclosure: Record<string, string>) =>
      spaced(await read({ estimate: { ...estimate, disclosure } }, { locale: "es" })).estimate
    expect(await estimateWith(estimate.disclosure as Record<string, string>)).toMatchObject({
      ...{ disclosure: "Un ejemplo.", language: "es" },
      line: "$33.03 cada dos semanas · 27 pagos · $907.78 de costo total · Arrendamiento con opción a compra, no un préstamo",
    })
    expect(await estimateWith({ en: "An example." })).toMatchObject({ disclosure: "An example.", language: "en" })
    expect(await estimateWith({})).toBeNull()
  })

  it.each<[Partial<MessageWords>, string]>([
    [{ each: "from {each}" }, "{every}"],
    [{ payments: "Payments" }, "{payments}"],
    [{ total: " " }, "{total}"],
    [{ owned: "Yours in the end." }, "{payments} and {operator}"],
    [{ kind: "" }, "empty"],
    [{ conditions: { ...messageEn.conditions, used: "" } }, "empty"],
    [{ conditions: { new: "Brand-new" } } as Partial<MessageWords>, "used and refurbished"],
    [{ every: { weekly: "a week" } } as Partial<MessageWords>, "biWeekly"],
    [{ cashPrice: undefined } as object, "empty"],
  ])("a page's own words can't leave anything out: %j", (words, lacking) => {
    expect(() => messages({ words })).toThrow(lacking)
  })

  it("a page that lets the shopper choose the frequency asks for it", async () => {
    store.on(`${QUERY}&amounts=499.90&frequency=monthly`, listed(["prod_1"], { ...product, estimate }))
    expect((await messages().read({ ...of("prod_1", 499.9), frequency: "monthly" })).estimate).not.toBeNull()
  })
})

describe("message with a ZIP code", () => {
  const zip = "78701"
  const answer = (changes: Partial<ProductLeaseView>) =>
    store.on(`${QUERY}&zip_prefix=787`, listed(["prod_1"], { ...product, ...changes }))
  const readFor = () => messages().read({ ...of("prod_1"), zip })

  it("if an estimate depends on the state, the message asks for the ZIP code", async () => {
    const { ask, none: _none, given: _given, ...texts } = messageEn.zip
    expect((await read({ zip: "needed" })).zip).toEqual({ ...texts, isOpen: true, text: ask, value: "" })
  })

  it("only the first three digits are sent, and the figures name the ZIP code that they are for", async () => {
    answer({ estimate, zip: "used" })
    expect((await readFor()).zip).toMatchObject({ isOpen: false, text: "For ZIP code 78701.", value: zip })
    expect(JSON.stringify(store.sent)).not.toContain(zip)
  })

  it.each(["K1A 0B1", "7870", "787&region_id=reg_2"])(
    "nothing is sent of %s, which isn't a ZIP code",
    async (other) => {
      store.on(QUERY, listed(["prod_1"]))
      expect((await messages().read({ ...of("prod_1"), zip: other })).available).toBe(true)
      store.on("GET", aView({ operator, estimate }))
      expect((await messages({ storage: null }).read({ cartId: "cart_1", zip: other })).available).toBe(true)
    },
  )

  it("without an estimate for this ZIP code, the message says so and asks again", async () => {
    answer({ zip: "needed" })
    expect((await readFor()).zip).toMatchObject({ isOpen: true, text: messageEn.zip.none, value: zip })
  })

  it("if the shopper's state is why the product can't be leased, another ZIP code can be entered", async () => {
    answer({ leasable: false, zip: "used" })
    expect(await readFor()).toMatchObject({ available: false, zip: { isOpen: false, value: zip } })
  })

  it("a ZIP code that the answer doesn't depend on isn't mentioned", async () => {
    answer({ estimate })
    expect((await readFor()).zip).toBeNull()
  })

  it("a cart's message has its estimate, and sends the digits, too", async () => {
    store.on("cart_1?zip_prefix=787", aView({ operator, estimate, zip: "used" }))
    const said = await messages({ storage: null }).read({ cartId: "cart_1", zip })
    expect([said.headline, said.estimate?.rows[0]?.value]).toEqual([messageEn.figures, "$499.90"])
  })
})

describe("messages of a list", () => {
  const LIST = "products?region_id=reg_1&ids="
  const { leasable, reasons, estimate, zip, ...region } = product
  const none = { leasable: false, reasons, estimate, zip }

  it("simultaneous messages share one request, and each gets its own product", async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `prod_${at}`)
    const products = Object.fromEntries(ids.map((id, at) => [id, at ? { ...none, leasable } : none]))
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
  const { estimate, zip, ...general } = product
  const region = { ...general, limits: { minimum: 150, maximum: null, currency: "usd" } }
  store.on("products?region_id=reg_1", { ...region, products: {} })
  const products = { a: { leasable: false, reasons: [], estimate, zip } }
  store.on("products?region_id=reg_1&ids=a&amounts=5.00", { ...region, products })
  const { read } = messages()
  const banner = { available: true, limits: "For orders from $150.00.", product: { ...region, estimate, zip } }
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
