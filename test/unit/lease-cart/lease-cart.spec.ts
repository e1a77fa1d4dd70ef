import fc from "fast-check"
import { cents, invoiceTotalAgrees, toLeaseCart } from "../../../src/lease-cart"
import { compareTexts } from "../../../src/lease-cart/cart-amounts"
import {
  cart,
  line,
  map,
  options,
  type PlainLine,
  type PlainShipping,
  shipping,
  sofa,
  specSum,
  totalInCents,
} from "./builders"

/** What is sent for a cart with these lines. */
const sent = (items: Partial<PlainLine>[], changes: Record<string, unknown> = {}) =>
  map(cart({ items: items.map(line) }), changes).cart.items
const only = (item: Partial<PlainLine>, changes?: Record<string, unknown>) => sent([item], changes)[0]
const delivery = (...methods: Partial<PlainShipping>[]) => map(cart({ shipping_methods: methods.map(shipping) })).cart
const ONE_LINE = { tax: "one_line" }
const TEN_PERCENT = { tax_lines: [{ rate: 10 }] }
/** Three units of an indivisible price. */
const UNEVEN = { unit_price: 10, quantity: 3, adjustments: [{ amount: 0.01 }] }

describe("the lease cart", () => {
  test("one sofa with delivery becomes the spec's cart", () => {
    const sofaLine = line({ variant_sku: "SOFA-1", thumbnail: "https://cdn.example.com/sofa.png" })
    const mapped = map(cart({ items: [sofaLine], currency_code: "USD" }))
    expect(mapped.currency).toBe("usd")
    expect(mapped.cart).toEqual({
      deliveryCost: 10.99,
      deliveryCostSalesTax: 0,
      items: [
        {
          ...{ brand: "Northwood", description: "Sofa", category: "Furniture", identifier: "SOFA-1" },
          ...{ imgUrl: "https://cdn.example.com/sofa.png", unitPrice: 429, tax: 0, quantity: 1, condition: "new" },
        },
      ],
    })
  })

  test.each([
    ["us-tx", { country: "us", state: "TX" }],
    ["Somewhere", { country: "us", state: undefined }],
  ])("the country and state of delivery are kept, and no more of the address: %s", (province, place) => {
    const shipping_address = { country_code: "US", province, postal_code: "73301", city: "Austin" }
    expect(map(cart({ shipping_address })).place).toEqual(place)
  })

  test("the lease cart has the given order id", () => {
    const result = toLeaseCart(cart(), options(), { orderId: "LTO-7" })
    expect(result.ok && result.mapped.cart.orderId).toBe("LTO-7")
  })

  const TAXED = { tax_lines: [{ rate: 7.25 }] }
  test.each<[string, Partial<PlainLine>, object]>([
    ["without its discounts", { unit_price: 100, quantity: 2, adjustments: [{ amount: 30 }] }, { unitPrice: 85 }],
    ["with the tax of all its pieces", { unit_price: 100, quantity: 3, ...TAXED }, { tax: 21.75 }],
    ["without included tax", { unit_price: 107.25, is_tax_inclusive: true, ...TAXED }, { unitPrice: 100, tax: 7.25 }],
    ["at 0 when it is free", { unit_price: 25, adjustments: [{ amount: 25 }] }, { unitPrice: 0 }],
  ])("the lease cart has a line %s", (_, item, expected) => {
    expect(sent([{ unit_price: 500 }, { variant_sku: "IT", ...item }])).toContainEqual(
      expect.objectContaining({ identifier: "IT", ...expected }),
    )
  })

  test("delivery is the sum of all methods after discounts, with its tax apart", () => {
    expect(delivery({ amount: 10, adjustments: [{ amount: 4 }] }, { amount: 5.5 })).toMatchObject({
      deliveryCost: 11.5,
    })
    expect(delivery({ amount: 10, tax_lines: [{ rate: 7.25 }] })).toMatchObject({
      deliveryCost: 10,
      deliveryCostSalesTax: 0.73,
    })
  })

  test("all tax on one line goes on the largest, undivided even if that line is split", () => {
    const items = [10, 90, 20].map((unit_price) => ({ unit_price, ...TEN_PERCENT }))
    const shipping_methods = [shipping({ amount: 10, ...TEN_PERCENT })]
    const mapped = map(cart({ items: items.map(line), shipping_methods }), ONE_LINE).cart
    expect([...mapped.items.map(({ tax }) => tax), mapped.deliveryCostSalesTax]).toEqual([0, 12, 0, 1])
    expect(sent([{ ...UNEVEN, ...TEN_PERCENT }], ONE_LINE).map(({ tax }) => tax)).toEqual([3, 0])
  })

  test.each<[string, Partial<PlainLine>]>([
    ["article", { variant_id: "variant_i", variant_sku: "I" }],
    ["quantity", { quantity: 2, unit_price: 5 }],
    ["tax", { title: "Another", tax_lines: [{ rate: 5 }] }],
  ])("of two largest lines that differ in %s, one gets the tax, in whatever order they are", (_, change) => {
    const one = { ...TEN_PERCENT, unit_price: 10, variant_id: "variant_h", variant_sku: "H" }
    const [there, back] = [sent([one, { ...one, ...change }], ONE_LINE), sent([{ ...one, ...change }, one], ONE_LINE)]
    expect(new Set(back)).toEqual(new Set(there))
  })

  test("a line whose price doesn't divide is split, the dearer pieces first, its tax by price", () => {
    const parts = sent([{ ...UNEVEN, ...TEN_PERCENT, variant_sku: "CHAIR" }])
    expect(parts.map(({ identifier, unitPrice, quantity, tax }) => [identifier, unitPrice, quantity, tax])).toEqual([
      ["CHAIR", 10, 2, 2],
      ["CHAIR-2", 9.99, 1, 1],
    ])
    const small = { unit_price: 0.02, quantity: 3, adjustments: [{ amount: 0.01 }], tax_lines: [{ rate: 100 }] }
    expect(sent([{}, small]).map(({ tax }) => tax)).toEqual([0, 0.04, 0.01])
  })

  test("each line of the cart names the lines of the lease cart that its pieces are in", () => {
    const chair = { ...TEN_PERCENT, variant_id: "variant_c", variant_sku: "CHAIR", unit_price: 10 }
    const source = { key: '["variant_c"]', unitPrice: 1000 }
    const items = [line({ ...UNEVEN, ...chair }), line({ ...chair, unit_price: 9.99 })]
    expect(map(cart({ items })).lines).toEqual([
      {
        ...{ ...source, quantity: 3, tax: 300 },
        parts: ["CHAIR", "CHAIR-2"].map((identifier, at) => ({ identifier, quantity: 2 - at })),
      },
      { ...source, unitPrice: 999, quantity: 1, tax: 100, parts: [{ identifier: "CHAIR-2", quantity: 1 }] },
    ])
  })

  test("a line that divides stays one, however its neighbors round", () => {
    const items = sent([
      { variant_sku: "CLEAN", unit_price: 10 },
      { unit_price: 0.333, quantity: 5 },
    ])
    expect(items).toContainEqual(expect.objectContaining({ identifier: "CLEAN", unitPrice: 10, tax: 0 }))
  })

  test("a remaining cent goes to the line that lost the largest fraction, not to the dearest", () => {
    const items = [line({ unit_price: 100.002 }), line({ unit_price: 5.008 })]
    const input = cart({ items, shipping_methods: [shipping({ amount: 0 })] })
    expect(map(input).cart.items.map((item) => item.unitPrice)).toEqual([100, 5.01])
  })

  test("a total with fractions of a cent is rounded once, half up", () => {
    const items = [line({ unit_price: 0.005 }), line({ unit_price: 0.005 })]
    expect(map(cart({ items, shipping_methods: [shipping({ amount: 0 })] })).total).toBe(1)
  })
})

describe("a line", () => {
  test.each<[string, Partial<PlainLine>, string]>([
    ["its SKU", { variant_sku: "SKU-1", variant_id: "variant_1" }, "SKU-1"],
    ["its variant without a SKU", { variant_sku: null, variant_id: "variant_1" }, "variant_1"],
    ["itself as a custom item", { id: "cali_x", variant_sku: null, variant_id: null }, "cali_x"],
  ])("is identified by %s", (_, item, identifier) => expect(only(item)?.identifier).toBe(identifier))

  test.each<[Partial<PlainLine>, string]>([
    [{ title: "Sofa", variant_title: "Red / L" }, "Sofa (Red / L)"],
    ...["Default variant", "default", "Sofa", "", null].map((variant_title): [Partial<PlainLine>, string] => [
      { title: "Sofa", variant_title },
      "Sofa",
    ]),
    ...["Default blue", "Not default"].map((variant_title): [Partial<PlainLine>, string] => [
      { title: "Sofa", variant_title },
      `Sofa (${variant_title})`,
    ]),
    [{ title: "12½ inch\u00a0Comfort™\u200b", variant_title: "Größe ②" }, "12½ inch Comfort™ (Größe ②)"],
    [{ title: "Sofa 12½", variant_title: "Sofa 12 1/2" }, "Sofa 12½"],
    [{ title: " ", product_title: "Sofa" }, "Sofa"],
    [{ title: " ", variant_sku: "SOFA" }, "SOFA"],
    [{ id: "cali_x", title: " ", variant_sku: null }, "cali_x"],
    [{ title: "s".repeat(301) }, `${"s".repeat(300)}…`],
  ])("of %j is described as %s", (item, description) => expect(only(item)?.description).toBe(description))

  test.each([
    ...[null, "/static/sofa.png", "http://cdn.example.com/sofa.png", "sofa", "data:image/png;base64,AAAA"],
    ...["https://user@cdn.example.com/sofa.png", "https://:word@cdn.example.com/sofa.png"],
    `https://cdn.example.com/${"s".repeat(2_000)}.png`,
  ])("has no image with the thumbnail %j", (thumbnail) => expect(only({ thumbnail })).not.toHaveProperty("imgUrl"))
})

test("no text of a lease cart is longer than its bound, however long the texts of the shop are", () => {
  const long = "s".repeat(300_000)
  const product = { categories: [{ name: long }], metadata: { lease_brand: long, lease_condition: "new" } }
  const texts = { title: long, product_title: long, variant_title: long, thumbnail: `https://cdn.example.com/${long}` }
  const sent = map(cart({ items: [line({ ...texts, product, variant_sku: "s".repeat(100) })] })).cart
  expect(Math.max(...Object.values(sent.items[0] ?? {}).map((value) => String(value).length))).toBe(301)
})

describe("lines of one identifier", () => {
  const chair = { variant_sku: "CHAIR", title: "Chair", unit_price: 10 }

  test("lines of one identifier become one if unit price and tax are equal", () => {
    const taxed = { ...chair, ...TEN_PERCENT }
    expect(
      sent([
        { ...taxed, quantity: 2 },
        { ...taxed, quantity: 3 },
      ]),
    ).toMatchObject([{ identifier: "CHAIR", quantity: 5, unitPrice: 10, tax: 5 }])
  })

  test.each<[string, Partial<PlainLine>]>([
    ["another price", { unit_price: 12 }],
    ["another tax", { tax_lines: [{ rate: 5 }] }],
    ["another title", { title: "Chair, oiled" }],
  ])("lines of one identifier stay two with %s", (_, change) => {
    const identifiers = sent([chair, { ...chair, ...change }]).map(({ identifier }) => identifier)
    expect(identifiers.sort()).toEqual(["CHAIR", "CHAIR-2"])
  })

  test("a line never gets another line's identifier, and its name doesn't depend on its position", () => {
    const items = [chair, { ...chair, unit_price: 9 }, { variant_sku: "CHAIR-2", title: "Other" }]
    expect(sent(items).map(({ identifier }) => identifier)).toEqual(["CHAIR", "CHAIR-3", "CHAIR-2"])
    const names = (of: Partial<PlainLine>[]) =>
      sent(of)
        .map((item) => `${item.identifier} ${item.unitPrice}`)
        .sort()
    const dear = { ...chair, unit_price: 12 }
    for (const two of [names([dear, chair]), names([chair, dear])]) expect(two).toEqual(["CHAIR 12", "CHAIR-2 10"])
    const oiled = { ...chair, title: "Chair, oiled" }
    expect(sent([oiled, chair]).reverse()).toEqual(sent([chair, oiled]))
    expect(["Chair", "chair", "Chairs"].map((text) => compareTexts(text, "Chairs"))).toEqual([-1, 1, 0])
  })

  test("any cart with one item in many lines has unique identifiers and the same total", () => {
    const lines = fc.array(
      fc.record({ price: fc.nat(500), quantity: fc.integer({ min: 1, max: 4 }), rate: fc.nat(20), off: fc.nat(3) }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, (given) => {
        const items = given.map(({ price, quantity, rate, off }) =>
          line({
            ...{ ...chair, quantity, unit_price: price / 10 + 1 },
            ...{ tax_lines: [{ rate }], adjustments: [{ amount: off / 100 }] },
          }),
        )
        const input = cart({ items })
        const { cart: mapped, total } = map(input)
        expect(new Set(mapped.items.map((item) => item.identifier)).size).toBe(mapped.items.length)
        expect([specSum(mapped), total]).toEqual([totalInCents(input), totalInCents(input)])
        const pieces = (of: { quantity: number }[]) => of.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(pieces(mapped.items)).toBe(pieces(given))
      }),
    )
  })
})

describe("brand, category and condition", () => {
  const bare = {
    ...sofa,
    ...{
      metadata: { maker: "Eastfield", since: 1847, long: "l".repeat(101) },
      type: { value: "Seating" },
      collection: { title: "Autumn" },
    },
  }
  const HOUSE = { brand: { value: "House" }, category: { value: "Things" }, condition: { value: "new" } }

  test("product facts come from the product's metadata first", () => {
    const product = { metadata: { lease_brand: "Own", lease_category: "Chairs", lease_condition: "Used " } }
    const own = { brand: "Own", category: "Chairs", condition: "used" }
    expect(only({ product }, { product: HOUSE })).toMatchObject(own)
  })

  test.each([
    [{ metadata: "maker" }, "Eastfield"],
    [{ metadata: "since" }, "1847"],
    [{ metadata: "long" }, `${"l".repeat(100)}…`],
    [{ from: "type" }, "Seating"],
    [{ from: "collection" }, "Autumn"],
    [{ from: "category" }, "Furniture"],
    [{ value: "Fixed" }, "Fixed"],
  ])("product facts come from the option's source: %j", (brand, expected) => {
    expect(only({ product: bare }, { product: { ...HOUSE, brand } })?.brand).toBe(expected)
  })

  test.each(["brand", "category", "condition"])("the first source that has a %s counts", (field) => {
    const sources = [{ metadata: "nothing" }, { metadata: "said" }, { value: "used" }]
    const of = (product: PlainLine["product"]) => only({ product }, { product: { ...HOUSE, [field]: sources } })
    expect(of({ ...bare, metadata: { said: "refurbished" } })).toMatchObject({ [field]: "refurbished" })
    expect(of(bare)).toMatchObject({ [field]: "used" })
  })

  test("a category is the first by name, otherwise the product's type or collection, even if the option's source is empty", () => {
    const categories = [{ name: "Sofas" }, { name: "Furniture" }]
    expect(only({ product: { ...sofa, categories } })?.category).toBe("Furniture")
    const fromType = { product: { category: { from: "type" } } }
    expect(only({ product: { ...sofa, type: null } }, fromType)?.category).toBe("Furniture")
    expect(only({ product: { ...bare, ...sofa, categories: [] } })?.category).toBe("Seating")
    expect(only({ product: { ...bare, ...sofa, categories: [], type: null } })?.category).toBe("Autumn")
  })
})

test.each([
  [43_999, true],
  [44_000, false],
  [undefined, true],
])("a pricing's invoiceTotal of %s agrees with goods and delivery without tax: %s", (total, agrees) => {
  const mapped = map(cart({ items: [line({ unit_price: 429, ...TEN_PERCENT })] }))
  expect(invoiceTotalAgrees(mapped, total === undefined ? undefined : cents(total))).toBe(agrees)
})
