import { type CartInput, describeReason, toLeaseCart } from "../../../src/lease-cart"
import { cart, line, options, type PlainLine, refusals, refusedFields, shipping, sofa } from "./builders"

const withLine = (changes: Partial<PlainLine>) => cart({ items: [line(changes)] })
const withMetadata = (metadata: Record<string, unknown>) =>
  withLine({ product: { ...sofa, metadata: { ...sofa.metadata, ...metadata } } })
const codes = (...args: Parameters<typeof refusals>) => refusals(...args).map((reason) => reason.code)
/** More pieces than numbers can count. */
const countless = (input: CartInput) => ({
  ...input,
  items: (input.items ?? []).map((item) => ({ ...item, quantity: "9007199254740993" })),
})

describe("a line is refused", () => {
  test.each<[string, CartInput, string[]]>([
    ["without a brand", withMetadata({ lease_brand: " " }), ["brand:missing"]],
    ["without a category", withLine({ product: { metadata: sofa.metadata ?? null } }), ["category:missing"]],
    ["without a condition, which is never guessed", withMetadata({ lease_condition: null }), ["condition:missing"]],
    ["with an unknown condition", withMetadata({ lease_condition: "mint" }), ["condition:unknown"]],
    [
      "of a product that no longer exists",
      withLine({ product: null }),
      ["brand:missing", "category:missing", "condition:missing"],
    ],
    ["with a piece and a half", withLine({ quantity: 1.5 }), ["quantity:not_whole"]],
    ["with more pieces than can be counted", countless(withLine({ unit_price: 0 })), ["quantity:not_whole"]],
    ["discounted below nothing", withLine({ unit_price: 10, adjustments: [{ amount: 12 }] }), ["unitPrice:negative"]],
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
  const overDiscounted = cart({ shipping_methods: [shipping({ amount: 5, adjustments: [{ amount: 6 }] })] })
  test.each<[string, CartInput, string]>([
    ["when it is empty", cart({ items: [] }), "items:missing"],
    ["with store credit or a gift card", cart({ credit_lines: [{ amount: 20 }] }), "credit_line_total:not_allowed"],
    ["when its parts do not add up to its total", { ...cart(), total: 500 }, "total:does_not_add_up"],
    ["when they miss it by half", { ...withLine({ unit_price: 10.005 }), total: 20.99 }, "total:does_not_add_up"],
    ["when shipping discounts are above the shipping cost", overDiscounted, "deliveryCost:negative"],
  ])("%s", (_, input, field) => expect(refusedFields(input)).toEqual([field]))

  test("when it exceeds the range of cents, or costs nothing", () => {
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

test("a cart read without its totals throws, and names what is missing", () => {
  for (const field of ["total", "shipping_total", "shipping_tax_total"])
    expect(() => toLeaseCart({ ...cart(), [field]: undefined }, options())).toThrow(field)
  const input = cart()
  const items = (input.items ?? []).map((item) => ({ ...item, total: undefined }))
  expect(() => toLeaseCart({ ...input, items }, options())).toThrow("items.total")
})
