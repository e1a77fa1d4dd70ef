import { describeReason, type Reason, reasonsOfProduct, recipientOf } from "../../../src/lease-cart"
import { cart, line, options, type PlainCart, refusals, shipping } from "./builders"

const inPlace = (province: string | null, country_code: string | null = "us") =>
  cart({ shipping_address: { country_code, province } })
const costing = (goods: number, delivery = 0) =>
  cart({ items: [line({ unit_price: goods })], shipping_methods: [shipping({ amount: delivery })] })
const texts = (reasons: Reason[]) => reasons.map((reason) => describeReason(reason))
const codes = (...args: Parameters<typeof refusals>) => refusals(...args).map(({ code }) => code)
const NEW_JERSEY = ["Not available for delivery to New Jersey."]

describe("the place of delivery", () => {
  test.each([
    ["us-nj", "NJ"],
    ["NJ", "us-nj"],
    ["nj", "New Jersey"],
    ["New Jersey", "NJ"],
    [" new jersey ", "NJ"],
    ["D.C.", "DC"],
    ["Washington, D.C.", "DC"],
    ["N.Y.", "NY"],
    ["Virgin Islands", "VI"],
    ["Armed Forces Middle East", "AE"],
  ])("a place %j is refused when %j is excluded, and no other", (province, entry) => {
    expect(codes(inPlace(province), { excludedStates: [entry] })).toEqual(["unavailable_place"])
    expect(refusals(inPlace("us-tx"), { excludedStates: [entry] })).toEqual([])
  })

  test("delivery to another country, or to an excluded province, is refused by name", () => {
    expect(texts(refusals(inPlace("on", "ca")))).toEqual(["Not available for delivery to Canada."])
    const rules = { countries: ["ca"], excludedStates: [" CA- qc "] }
    expect(texts(refusals(inPlace("QC", "ca"), rules))).toEqual(["Not available for delivery to QC."])
  })

  test("a country isn't mistaken for the US state with the same letters, and no pattern in its code runs", () => {
    expect(refusals(inPlace("WA", "au"), { countries: ["us", "au"], excludedStates: ["WA"] })).toEqual([])
    const western = refusals(inPlace("WA", "au"), { countries: ["au"], excludedStates: ["au-wa"] })
    expect(texts(western)).toEqual(["Not available for delivery to WA."])
    expect(codes(inPlace("DE"), { countries: ["de"] })).toEqual(["unavailable_place"])
    expect(codes(inPlace("PR", "br"), { countries: ["pr"] })).toEqual(["unavailable_place"])
    expect(texts(refusals(inPlace("x", "(a+)+")))).toEqual(["Not available for delivery to (A+)+."])
  })

  test.each([
    ["us-ca", "CA"],
    ["California", "CA"],
    ["dc", "DC"],
    ["District of Columbia", "DC"],
    ["Puerto Rico", "PR"],
    [" Somewhere ", "SOMEWHERE"],
    [null, ""],
  ])("the state %j is stored as %j", (province, state) => expect(recipientOf(inPlace(province)).state).toBe(state))

  test.each([
    ["us", "PR"],
    ["us", "us-pr"],
    ["us", "Puerto Rico"],
    ["pr", "San Juan"],
    ["pr", null],
  ])("a territory is one place in either spelling: country %j, province %j", (country, province) => {
    const input = inPlace(province, country)
    const excluded = { countries: ["us", "pr"], excludedStates: ["PR"] }
    expect(texts(refusals(input, excluded))).toEqual(["Not available for delivery to Puerto Rico."])
    for (const countries of [["us"], ["pr"]]) expect(refusals(input, { countries })).toEqual([])
    expect(recipientOf(input).state).toBe("PR")
    expect(codes(inPlace("TX"), { countries: ["pr"] })).toEqual(["unavailable_place"])
  })

  test("the billing address counts only if nothing ships", () => {
    const billed = (province: string, change: Partial<PlainCart> = {}, country_code = "us") =>
      cart({
        ...{ items: [line({ requires_shipping: false })], shipping_methods: [], shipping_address: null },
        ...{ billing_address: { province, country_code }, ...change },
      })
    expect(refusals(billed("TX"), { excludedStates: ["NJ"] })).toEqual([])
    expect(texts(refusals(billed("NJ"), { excludedStates: ["NJ"] }))).toEqual(NEW_JERSEY)
    expect(texts(refusals(billed("on", {}, "ca")))).toEqual(["Not available for delivery to Canada."])
    const goods = billed("TX", { items: [line()], shipping_methods: [shipping()] })
    expect(refusals(goods).map(({ params }) => params.missing)).toEqual(["address"])
  })
})

describe("currency and sales tax", () => {
  test("a currency other than the allowed ones is refused, compared without case", () => {
    expect(texts(refusals(cart({ currency_code: "eur" })))).toEqual(["Not available in EUR."])
    expect(refusals(cart({ currency_code: "USD" }), { currencies: ["cad", "Usd"] })).toEqual([])
  })

  test("tax in the cart or on its delivery is refused if the operator taxes, with a hint for the merchant", () => {
    const tax_lines = [{ rate: 7.25 }]
    const taxed = cart({ items: [line(), line({ tax_lines })] })
    for (const input of [taxed, cart({ shipping_methods: [shipping({ tax_lines })] })])
      expect(refusals(input, { salesTax: "by_operator" })).toMatchObject([
        { code: "unavailable_tax", hint: expect.stringContaining("the tax provider of the country") },
      ])
    const inclusive = { tax_lines, is_tax_inclusive: true }
    for (const input of [cart({ items: [line(inclusive)] }), cart({ shipping_methods: [shipping(inclusive)] })])
      expect(refusals(input, { salesTax: "by_operator" })).toMatchObject([
        { code: "unavailable_tax", hint: expect.stringContaining("prices without tax") },
      ])
    expect([...refusals(taxed), ...refusals(cart(), { salesTax: "by_operator" })]).toEqual([])
    expect(describeReason({ code: "unavailable_tax", params: {} }, { operator: "Leasewell" })).toBe(
      "Leasewell does not lease orders that include sales tax. Choose another payment method.",
    )
  })
})

describe("the minimum and the maximum order", () => {
  test.each([
    ["a cent below the minimum", costing(49.99), ["Available when the items come to $50.00 or more."]],
    ["goods below it, whatever their delivery costs", costing(49.99, 500), [expect.stringContaining("$50.00")]],
    ["the minimum itself", costing(50), []],
    ["the maximum itself", costing(1000), []],
    ["a cent above the maximum", costing(1000.01), ["Available for orders up to $1,000.00."]],
  ])("of %s", (_, input, reasons) => {
    expect(texts(refusals(input, { minimum: 50, maximum: 1000 }))).toEqual(reasons)
  })

  test("free goods can't be leased, whatever their delivery costs", () => {
    expect(texts(refusals(costing(0, 30)))).toEqual(["Available when the items come to $0.01 or more."])
  })
})

describe("a cart that is not complete yet", () => {
  const excluded = { excludedStates: ["NJ"] }
  const partlyShipped = { items: [line(), line({ requires_shipping: false })], shipping_methods: [] }
  test.each<[string, Parameters<typeof refusals>, string[]]>([
    ["has no address", [cart({ shipping_address: null })], ["address"]],
    ["has neither", [cart({ shipping_address: null, shipping_methods: [] })], ["address, shipping_method"]],
    ["has an address without a country", [inPlace("us-tx", null)], ["address"]],
    ["has no shipping method while something ships", [cart(partlyShipped)], ["shipping_method"]],
    ["needs none where none does", [cart({ items: [line({ requires_shipping: false })], shipping_methods: [] })], []],
    ["has no state where some are excluded", [inPlace(null), excluded], ["state"]],
    ["has no readable state there", [inPlace("Somewhere"), excluded], ["state"]],
    ["needs no state where none is excluded", [inPlace(null)], []],
  ])("%s", (_, given, missing) => {
    expect(refusals(...given).map((reason) => reason.params.missing)).toEqual(missing)
  })

  test("has a text for it", () => {
    const words = "Enter your address and choose a shipping method first."
    expect(texts(refusals(cart({ shipping_address: null })))).toEqual([words])
  })
})

describe("a product, before there is a cart,", () => {
  const SOURCES = { brand: { value: "Harbor" }, category: { value: "Sofas" }, condition: { value: "new" } } as const
  const reasonsOf = (
    region: object = {},
    more: object = {},
    metadata: Record<string, unknown> = {},
    is_giftcard = false,
  ) =>
    texts(
      reasonsOfProduct(
        { product: { metadata }, is_giftcard },
        { currency_code: "usd", countries: ["us"], ...region },
        options({ product: SOURCES, ...more }),
        new Date("2026-11-23T12:00:00Z"),
      ),
    )

  test.each([
    ["is not offered for lease", {}, { lease_leasable: false }, false],
    ["lacks a brand", { product: { ...SOURCES, brand: undefined } }, {}, false],
    ["has a condition that the service does not know", {}, { lease_condition: "worn" }, false],
    ["is a gift card", {}, {}, true],
    ["says nothing, and options lease nothing by default", { leasableByDefault: false }, {}, false],
  ])("can't be leased if it %s, with a reason that names no field", (_, more, metadata, isGiftCard) => {
    expect(reasonsOf({}, more, metadata, isGiftCard)).toEqual(["Not available with this product."])
    const inCart = cart({ items: [line({ product: { metadata }, is_giftcard: isGiftCard })] })
    expect(codes(inCart, { product: SOURCES, ...more })).toEqual(["unavailable_items"])
  })

  test.each([
    [{ countries: ["se", "de"] }, ["Not available for delivery to Germany, Sweden."]],
    [{ countries: ["US"] }, []],
    [{ countries: ["ca", "us"] }, []],
    [{ countries: [] }, []],
    [{ currency_code: "EUR" }, ["Not available in EUR."]],
  ])("has these reasons in the region %j: %j", (region, reasons) => expect(reasonsOf(region)).toEqual(reasons))

  test.each([
    ["TX", { excludedStates: ["NJ"] }, []],
    ["NJ", { excludedStates: ["New Jersey"] }, NEW_JERSEY],
    ["NJ", { salesTax: { default: "in_cart", states: { NJ: "refuse" } } }, NEW_JERSEY],
    ["NJ", { salesTax: "by_operator", requireResaleCertificate: true }, NEW_JERSEY],
    ["PR", { excludedStates: ["PR"] }, ["Not available for delivery to Puerto Rico."]],
  ])("has these reasons in the state %s with %j: %j", (state, more, reasons) =>
    expect(reasonsOf({ state }, more)).toEqual(reasons),
  )

  test("a product is refused with all reasons at once", () => {
    expect(reasonsOf({ currency_code: "eur", countries: ["de"] }, {}, { lease_leasable: "no" })).toHaveLength(3)
  })
})
