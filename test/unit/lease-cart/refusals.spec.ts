import { type CartInput, describeReason, toLeaseCart } from "../../../src/lease-cart"
import { cart, line, map, options, type PlainLine, refusals, refusedFields, shipping, sofa } from "./builders"

const withLine = (changes: Partial<PlainLine>) => cart({ items: [line(changes)] })
const withMetadata = (metadata: Record<string, unknown>) =>
  withLine({ product: { ...sofa, metadata: { ...sofa.metadata, ...metadata } } })
const codes = (...args: Parameters<typeof refusals>) => refusals(...args).map((reason) => reason.code)
const withAmounts = (input: CartInput, amounts: object) => ({
  ...input,
  items: (input.items ?? []).map((item) => ({ ...item, ...amounts })),
})
const lines = (...items: Partial<PlainLine>[]) => cart({ items: items.map(line) })

describe("a line is refused", () => {
  const UNCOUNTABLE = withAmounts(withLine({ unit_price: 0 }), { quantity: "9007199254740993" })
  test.each<[string, CartInput, string[]]>([
    ["without a brand", withMetadata({ lease_brand: " " }), ["brand:missing"]],
    ["without a category", withLine({ product: { metadata: sofa.metadata ?? null } }), ["category:missing"]],
    ["without a condition, which is never guessed", withMetadata({ lease_condition: null }), ["condition:missing"]],
    ["with an unknown condition", withMetadata({ lease_condition: "mint" }), ["condition:unknown"]],
    ["of a deleted product", withLine({ product: null }), ["brand:missing", "category:missing", "condition:missing"]],
    ["with too long an identifier", withLine({ variant_sku: "s".repeat(101) }), ["identifier:too_long"]],
    ["with one and a half units", withLine({ quantity: 1.5 }), ["quantity:not_whole"]],
    ["without any unit", withLine({ quantity: 0, unit_price: 0 }), ["quantity:not_whole"]],
    ["with more pieces than can be counted", UNCOUNTABLE, ["quantity:not_whole"]],
    ["discounted below zero", lines({}, { unit_price: 10, adjustments: [{ amount: 12 }] }), ["unitPrice:negative"]],
    ["with a negative tax", withAmounts(cart(), { tax_total: -1 }), ["tax:negative"]],
    ["when its product is not leasable", withMetadata({ lease_leasable: false }), ["leasable:not_leasable"]],
    ['by the text "False" as by false', withMetadata({ lease_leasable: "False" }), ["leasable:not_leasable"]],
    ["when that says neither yes nor no", withMetadata({ lease_leasable: "maybe" }), ["leasable:unknown"]],
    ["when it is a gift card", withLine({ is_giftcard: true }), ["leasable:not_leasable"]],
  ])("%s", (_, input, fields) => expect(refusedFields(input)).toEqual(fields))

  test("when products aren't leasable by default, unless the product allows it", () => {
    const none = { leasableByDefault: false }
    expect(refusedFields(cart(), none)).toEqual(["leasable:not_leasable"])
    for (const lease_leasable of [true, "true", "yes"])
      expect(refusals(withMetadata({ lease_leasable }), none)).toEqual([])
  })

  test("but not for a discount of 100 % that leaves a tiny negative amount", () => {
    const free = line({ unit_price: 1410.88, quantity: 273, adjustments: [{ amount: 385170.24000000005 }] })
    expect(refusals(cart({ items: [line(), free] }))).toEqual([])
  })
})

describe("a cart is refused", () => {
  const THIRTY = lines(...Array(30).fill({ unit_price: 10 }))
  const overDiscounted = cart({ shipping_methods: [shipping({ amount: 5, adjustments: [{ amount: 6 }] })] })
  test.each<[string, CartInput, string]>([
    ["when it is empty", cart({ items: [] }), "items:missing"],
    ["with store credit or a gift card", cart({ credit_lines: [{ amount: 20 }] }), "credit_line_total:not_allowed"],
    ["when its parts don't make its total", { ...lines({}, { unit_price: 0 }), total: 500 }, "total:does_not_add_up"],
    ["when they miss it by half", { ...withLine({ unit_price: 10.005 }), total: 20.99 }, "total:does_not_add_up"],
    ["when many parts are off by half a cent together", { ...THIRTY, total: "310.995" }, "total:does_not_add_up"],
    ["when they are off in the other direction", { ...THIRTY, total: "310.9849" }, "total:does_not_add_up"],
    ["when shipping discounts are above the shipping cost", overDiscounted, "deliveryCost:negative"],
    ["when the tax on the delivery is negative", { ...cart(), shipping_tax_total: -1 }, "deliveryCost:negative"],
  ])("%s", (_, input, field) => expect(refusedFields(input)).toEqual([field]))

  test("when doubles leave its total slightly below half a cent: the lines are named, otherwise the total", () => {
    const free = { shipping_methods: [shipping({ amount: 0 })] }
    const half = { unit_price: 750.15, adjustments: [{ amount: 375.07500000000005 }] }
    const inexact = { field: "total", rule: "inexact" }
    expect(refusals(cart({ ...free, items: [line(), line({ ...half, title: "Lamp" })] }))).toMatchObject([
      { code: "unavailable_items", params: { items: "Lamp" }, items: [inexact] },
    ])
    const quarter = { unit_price: 20, adjustments: [{ amount: 9.997500000000002 }] }
    expect(refusals(cart({ ...free, items: [line(quarter), line(quarter)] }))).toMatchObject([
      { params: { items: "this cart's total" }, items: [inexact] },
    ])
  })

  test.each([
    ["439.9904", []],
    ["439.9896", []],
    ["439.99040001", ["total:does_not_add_up"]],
    ["439.98959999", ["total:does_not_add_up"]],
  ])("when its four parts miss its total by more than 0.0001 each: a total of %s", (total, fields) => {
    expect(refusedFields({ ...withLine({ unit_price: 429 }), total })).toEqual(fields)
  })

  test.each([
    ["0.0001", []],
    ["-0.0001", []],
    ["0.00010001", ["credit_line_total:not_allowed"]],
    ["-0.00010001", ["credit_line_total:not_allowed"]],
  ])("with an amount that Medusa's JSON doesn't show as 0: store credit of %s", (credit_line_total, fields) => {
    expect(refusedFields({ ...cart(), credit_line_total })).toEqual(fields)
  })

  test("for one reason when it is empty, exceeds the range of cents, or costs nothing", () => {
    expect(codes(cart({ items: [] }))).toEqual(["unavailable_items"])
    expect(codes(withLine({ unit_price: 5_000_000_000_000 }))).toEqual(["unavailable_maximum"])
    const free = cart({ items: [line({ unit_price: 0 })], shipping_methods: [shipping({ amount: 0 })] })
    expect(codes(free)).toEqual(["unavailable_minimum"])
  })

  test("for all reasons at once", () => {
    const items = [line({ product: null })]
    const bad = cart({ currency_code: "eur", shipping_address: { country_code: "de" }, items })
    expect(codes(bad, { maximum: 100, leasableByDefault: false })).toEqual([
      ...["unavailable_items", "unavailable_place", "unavailable_currency", "unavailable_maximum"],
    ])
  })

  test("with each item and field named, and each item once in the text", () => {
    const items = [line({ id: "a", title: "Rug", product: null }), line({ id: "b", title: "Lamp", quantity: 1.5 })]
    const [reason] = refusals(cart({ items }))
    expect(reason?.items?.map((item) => `${item.id}:${item.title}:${item.field}`)).toEqual([
      ...["a:Rug:brand", "a:Rug:category", "a:Rug:condition", "b:Lamp:quantity"],
    ])
    expect(reason && describeReason(reason)).toBe("Not available with these items in the cart: Rug, Lamp.")
  })
})

test.each([
  ...["total", "shipping_total", "shipping_tax_total"].map((field) => [field, undefined]),
  ...["total", "tax_total", "quantity", "unit_price"].map((field) => [`items.${field}`, undefined]),
  ["credit_line_total", "none"],
])("a cart whose %s is %s throws, and says what to read", (field = "", amount) => {
  const [name = "", ofLine] = field.split(".").reverse()
  const input = ofLine ? withAmounts(cart(), { [name]: amount }) : { ...cart(), [name]: amount }
  const message = `The cart's ${field} is missing or not an amount. Read the cart with CART_FIELDS.`
  expect(() => toLeaseCart(input, options())).toThrow(message)
})

test("a cart may lack its store credit, and without a shipping method the cost of one", () => {
  const none = { credit_line_total: undefined, shipping_total: undefined, shipping_tax_total: undefined }
  const input = cart({ items: [line({ requires_shipping: false })], shipping_methods: [] })
  expect(map({ ...input, ...none }).cart).toMatchObject({ deliveryCost: 0, deliveryCostSalesTax: 0 })
})
