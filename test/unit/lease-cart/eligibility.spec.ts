import { describeReason, LeaseCartOptionsSchema, type Reason, reasonsOfProduct } from "../../../src/lease-cart"
import { cart, line, map, refusals, shipping } from "./builders"

const inPlace = (province: string | null, country_code: string | null = "us") =>
  cart({ shipping_address: { country_code, province } })
const taxed = cart({ items: [line({ tax_lines: [{ rate: 7.25 }] })] })
const costing = (amount: number) =>
  cart({ items: [line({ unit_price: amount })], shipping_methods: [shipping({ amount: 0 })] })
const texts = (reasons: Reason[]) => reasons.map((reason) => describeReason(reason))

describe("the place of delivery", () => {
  test.each(["us-nj", "NJ", "nj", "New Jersey", " new jersey "])(
    "is refused when it is the excluded state as %j",
    (province) => {
      expect(texts(refusals(inPlace(province), { excludedStates: ["NJ"] }))).toEqual([
        "Not available for delivery to New Jersey.",
      ])
    },
  )

  test.each(["us-nj", "NJ", "New Jersey"])("is refused when the option says %j", (entry) => {
    expect(refusals(inPlace("us-nj"), { excludedStates: [entry] })).toHaveLength(1)
  })

  test("is fine in another state", () => {
    expect(refusals(inPlace("us-ny"), { excludedStates: ["NJ"] })).toEqual([])
  })

  test("is refused in another country, by its name", () => {
    expect(texts(refusals(inPlace("on", "ca")))).toEqual(["Not available for delivery to Canada."])
  })

  test("is refused in an excluded province of another country", () => {
    const rules = { countries: ["ca"], excludedStates: ["ca-qc"] }
    expect(texts(refusals(inPlace("QC", "ca"), rules))).toEqual(["Not available for delivery to QC."])
  })

  test("of another country is not taken for the US state of the same letters", () => {
    expect(refusals(inPlace("WA", "au"), { countries: ["us", "au"], excludedStates: ["WA"] })).toEqual([])
  })

  test("no pattern in a country code is run", () => {
    expect(refusals(inPlace("x", "(a+)+")).map((reason) => reason.code)).toEqual(["unavailable_place"])
  })

  test.each([
    ["us-ca", "CA"],
    ["California", "CA"],
    ["dc", "DC"],
    ["District of Columbia", "DC"],
    ["Puerto Rico", "PR"],
    ["Somewhere", "SOMEWHERE"],
    [null, ""],
  ])("%j is kept as %j", (province, state) => {
    expect(map(inPlace(province)).shipToState).toBe(state)
  })
})

describe("the territories of the United States", () => {
  const excluded = { countries: ["us", "pr"], excludedStates: ["PR"] }
  test.each([
    ["us", "PR"],
    ["us", "us-pr"],
    ["us", "Puerto Rico"],
    ["pr", "San Juan"],
    ["pr", null],
  ])("are one place in either spelling: country %j, province %j", (country, province) => {
    expect(texts(refusals(inPlace(province, country), excluded))).toEqual([
      "Not available for delivery to Puerto Rico.",
    ])
    expect(refusals(inPlace(province, country))).toEqual([])
    expect(refusals(inPlace(province, country), { countries: ["pr"] })).toEqual([])
    expect(map(inPlace(province, country)).shipToState).toBe("PR")
  })

  test("are served alone where only they are named", () => {
    expect(refusals(inPlace("TX"), { countries: ["pr"] }).map(({ code }) => code)).toEqual(["unavailable_place"])
  })
})

describe("a state is known by other names:", () => {
  test.each([
    ["D.C.", "DC"],
    ["Washington, D.C.", "DC"],
    ["N.Y.", "NY"],
    ["Virgin Islands", "VI"],
    ["Armed Forces Middle East", "AE"],
  ])("%s", (province, state) => {
    expect(refusals(inPlace(province), { excludedStates: [state] }).map(({ code }) => code)).toEqual([
      "unavailable_place",
    ])
  })
})

describe("a cart of which nothing ships", () => {
  const billed = (province: string, country_code = "us") =>
    cart({
      items: [line({ requires_shipping: false })],
      shipping_methods: [],
      shipping_address: null,
      billing_address: { province, country_code },
    })

  test("is judged by where its shopper is billed", () => {
    expect(refusals(billed("TX"), { excludedStates: ["NJ"] })).toEqual([])
    expect(texts(refusals(billed("NJ"), { excludedStates: ["NJ"] }))).toEqual([
      "Not available for delivery to New Jersey.",
    ])
    expect(texts(refusals(billed("on", "ca")))).toEqual(["Not available for delivery to Canada."])
  })

  test("a bill does not stand in for the address of goods", () => {
    const input = cart({ shipping_address: null, billing_address: { province: "TX", country_code: "us" } })
    expect(refusals(input).map(({ params }) => params.missing)).toEqual(["address"])
  })
})

describe("currency", () => {
  test("other than the allowed ones is refused", () => {
    expect(texts(refusals(cart({ currency_code: "eur" })))).toEqual(["Not available in EUR."])
  })

  test("is compared without case", () => {
    expect(refusals(cart({ currency_code: "USD" }), { currencies: ["Usd"] })).toEqual([])
  })
})

describe("sales tax", () => {
  test("is refused when the operator taxes the payments", () => {
    expect(refusals(taxed, { salesTax: "by_operator" }).map((reason) => reason.code)).toEqual(["unavailable_tax"])
  })

  test("on the delivery alone is refused too", () => {
    const input = cart({ shipping_methods: [shipping({ tax_lines: [{ rate: 7.25 }] })] })
    expect(refusals(input, { salesTax: "by_operator" })).toHaveLength(1)
  })

  test("is refused with words for the merchant that point to the tax-exempt region", () => {
    expect(refusals(taxed, { salesTax: "by_operator" })[0]?.hint).toContain("tax-exempt region")
  })

  test("is fine in the cart", () => {
    expect(refusals(taxed)).toEqual([])
  })
})

describe("the smallest and the largest order", () => {
  test("a cent below the minimum is refused", () => {
    expect(texts(refusals(costing(49.99), { minimum: 50 }))).toEqual([
      "Available when the items come to $50.00 or more.",
    ])
  })

  test("the minimum is measured on the goods, not on their delivery", () => {
    const input = cart({ items: [line({ unit_price: 49.99 })], shipping_methods: [shipping({ amount: 500 })] })
    expect(refusals(input, { minimum: 50 }).map(({ code }) => code)).toEqual(["unavailable_minimum"])
  })

  test("goods that cost nothing are no lease, whatever their delivery costs", () => {
    const input = cart({ items: [line({ unit_price: 0 })], shipping_methods: [shipping({ amount: 30 })] })
    expect(texts(refusals(input))).toEqual(["Available when the items come to $0.01 or more."])
  })

  test("the minimum itself is fine", () => {
    expect(refusals(costing(50), { minimum: 50 })).toEqual([])
  })

  test("a cent above the maximum is refused", () => {
    expect(texts(refusals(costing(1000.01), { maximum: 1000 }))).toEqual(["Available for orders up to $1,000.00."])
  })

  test("the maximum itself is fine", () => {
    expect(refusals(costing(1000), { maximum: 1000 })).toEqual([])
  })
})

describe("a cart that is not complete yet", () => {
  const missing = (...args: Parameters<typeof refusals>) => refusals(...args).map((reason) => reason.params.missing)

  test("has no address", () => {
    expect(missing(cart({ shipping_address: null }))).toEqual(["address"])
  })

  test("has an address without a country", () => {
    expect(missing(inPlace("us-tx", null))).toEqual(["address"])
  })

  test("has no shipping method while something ships", () => {
    expect(missing(cart({ shipping_methods: [] }))).toEqual(["shipping_method"])
  })

  test("needs no shipping method when nothing ships", () => {
    expect(refusals(cart({ items: [line({ requires_shipping: false })], shipping_methods: [] }))).toEqual([])
  })

  test.each([null, "Somewhere"])("has no readable state (%j) where states are excluded", (province) => {
    expect(missing(inPlace(province), { excludedStates: ["NJ"] })).toEqual(["state"])
  })

  test("needs no state where none is excluded", () => {
    expect(refusals(inPlace(null))).toEqual([])
  })

  test("says so in words", () => {
    expect(texts(refusals(cart({ shipping_address: null })))).toEqual([
      "Enter your address and choose a shipping method first.",
    ])
  })
})

describe("describeReason", () => {
  test("names the operator", () => {
    expect(describeReason({ code: "unavailable_tax", params: {} }, { operator: "Leasewell" })).toBe(
      "Leasewell does not lease orders that include sales tax. Choose another payment method.",
    )
  })
})

describe("a product, before there is a cart", () => {
  const SOURCES = { brand: { value: "Harbor" }, category: { value: "Sofas" }, condition: { value: "new" } } as const
  const options = (more: object = {}) => LeaseCartOptionsSchema.parse({ product: SOURCES, ...more })
  const us = { currency_code: "usd", countries: ["us"] }
  const judge = (region: object = {}, more: object = {}, metadata: Record<string, unknown> = {}, is_giftcard = false) =>
    texts(reasonsOfProduct({ product: { metadata }, is_giftcard }, { ...us, ...region }, options(more)))

  test("can be leased where nothing is in the way", () => {
    expect(judge()).toEqual([])
  })

  test.each([
    ["is not offered for lease", {}, { lease_leasable: false }, false],
    ["lacks a brand", { product: { ...SOURCES, brand: undefined } }, {}, false],
    ["has a condition that the service does not know", {}, { lease_condition: "worn" }, false],
    ["is a gift card", {}, {}, true],
    ["says nothing, and options lease nothing by default", { leasableByDefault: false }, {}, false],
  ])("cannot where it %s, which is said without naming a field", (_, more, metadata, isGiftCard) => {
    expect(judge({}, more, metadata, isGiftCard)).toEqual(["Not available with this product."])
  })

  test("cannot in a region of which no country is served, by their names", () => {
    expect(judge({ countries: ["se", "de"] })).toEqual(["Not available for delivery to Germany, Sweden."])
  })

  test.each([[["US"]], [["ca", "us"]], [[]]])(
    "can in the countries %j: which of them it is, the address tells",
    (countries) => {
      expect(judge({ countries })).toEqual([])
    },
  )

  test("cannot in another currency", () => {
    expect(judge({ currency_code: "EUR" })).toEqual(["Not available in EUR."])
  })

  test("is told all reasons at once", () => {
    expect(judge({ currency_code: "eur", countries: ["de"] }, {}, { lease_leasable: "no" })).toHaveLength(3)
  })

  test.each([
    ["lease_leasable", { lease_leasable: false }],
    ["lease_condition", { lease_condition: "worn" }],
  ])("means the same as its cart: %s", (_, metadata) => {
    const inCart = refusals(cart({ items: [line({ product: { metadata } })] }), { product: SOURCES })
    expect(inCart.map(({ code }) => code)).toEqual(["unavailable_items"])
    expect(judge({}, {}, metadata)).toHaveLength(1)
  })
})
