import { type CartInput, describeReason, toLeaseCart } from "../../../src/lease-cart"
import { cart, line, options, type PlainLine, refusals, refusedFields, shipping, sofa } from "./builders"

const withLine = (changes: Partial<PlainLine>) => cart({ items: [line(changes)] })
const withMetadata = (metadata: Record<string, unknown>) =>
  withLine({ product: { ...sofa, metadata: { ...sofa.metadata, ...metadata } } })
const codes = (...args: Parameters<typeof refusals>) => refusals(...args).map((reason) => reason.code)

describe("a line is refused", () => {
  test("without a brand", () => {
    expect(refusedFields(withMetadata({ lease_brand: " " }))).toEqual(["brand:missing"])
  })

  test("without a category", () => {
    expect(refusedFields(withLine({ product: { metadata: sofa.metadata ?? null } }))).toEqual(["category:missing"])
  })

  test("without a condition, which is never guessed", () => {
    expect(refusedFields(withMetadata({ lease_condition: null }))).toEqual(["condition:missing"])
  })

  test("with a condition that the service does not know", () => {
    expect(refusedFields(withMetadata({ lease_condition: "mint" }))).toEqual(["condition:unknown"])
  })

  test("of a product that no longer exists", () => {
    expect(refusedFields(withLine({ product: null }))).toEqual([
      "brand:missing",
      "category:missing",
      "condition:missing",
    ])
  })

  test.each([1.5, 0.5])("with a quantity of %d", (quantity) => {
    expect(refusedFields(withLine({ quantity }))).toEqual(["quantity:not_whole"])
  })

  test("with a quantity that numbers cannot count", () => {
    const input = withLine({ unit_price: 0 })
    const items = (input.items ?? []).map((item) => ({ ...item, quantity: "9007199254740993" }))
    expect(refusedFields({ ...input, items })).toEqual(["quantity:not_whole"])
  })

  test("with discounts above its price", () => {
    expect(refusedFields(withLine({ unit_price: 10, adjustments: [{ amount: 12 }] }))).toEqual(["unitPrice:negative"])
  })

  test("when its product is not leasable", () => {
    expect(refusedFields(withMetadata({ lease_leasable: false }))).toEqual(["leasable:not_leasable"])
  })

  test('by the text "false" as by false', () => {
    expect(refusedFields(withMetadata({ lease_leasable: "False" }))).toEqual(["leasable:not_leasable"])
  })

  test("when its metadata says neither yes nor no", () => {
    expect(refusedFields(withMetadata({ lease_leasable: "maybe" }))).toEqual(["leasable:unknown"])
  })

  test("when products are not leasable by default and its product says nothing", () => {
    expect(refusedFields(cart(), { leasableByDefault: false })).toEqual(["leasable:not_leasable"])
  })

  test("when it is a gift card", () => {
    expect(refusedFields(withLine({ is_giftcard: true }))).toEqual(["leasable:not_leasable"])
  })

  test("with a delivery date that is none", () => {
    expect(refusedFields(withLine({ metadata: { lease_delivery_date: "soon" } }), { lineMetadata: true })).toEqual([
      "deliveryDate:invalid",
    ])
  })
})

describe("a line is not refused", () => {
  test.each([true, "true", "yes"])(
    "when its product says lease_leasable: %j, whatever the default",
    (lease_leasable) => {
      expect(refusals(withMetadata({ lease_leasable }), { leasableByDefault: false })).toEqual([])
    },
  )

  test("for a discount of 100 % that leaves a crumb below zero", () => {
    const free = line({ unit_price: 1410.88, quantity: 273, adjustments: [{ amount: 385170.24000000005 }] })
    expect(refusals(cart({ items: [line(), free] }))).toEqual([])
  })
})

describe("a cart is refused", () => {
  test("when it is empty", () => {
    expect(refusedFields(cart({ items: [] }))).toEqual(["items:missing"])
  })

  test("with store credit or a gift card applied", () => {
    expect(refusedFields(cart({ credit_lines: [{ amount: 20 }] }))).toEqual(["credit_line_total:not_allowed"])
  })

  test("when its parts do not add up to its total", () => {
    expect(refusedFields({ ...cart(), total: 500 })).toEqual(["total:does_not_add_up"])
  })

  test("when its parts miss its total by half a cent", () => {
    const input = cart({ items: [line({ unit_price: 10.005 })] })
    expect(refusedFields({ ...input, total: 20.99 })).toEqual(["total:does_not_add_up"])
  })

  test("when shipping discounts are above the shipping cost", () => {
    const input = cart({ shipping_methods: [shipping({ amount: 5, adjustments: [{ amount: 6 }] })] })
    expect(refusedFields(input)).toEqual(["deliveryCost:negative"])
  })

  test("when it costs more than cents can count", () => {
    const input = withLine({ unit_price: 5_000_000_000_000 })
    expect(codes(input)).toEqual(["unavailable_maximum"])
  })

  test("when it costs nothing", () => {
    const input = cart({ items: [line({ unit_price: 0 })], shipping_methods: [shipping({ amount: 0 })] })
    expect(codes(input)).toEqual(["unavailable_minimum"])
  })

  test("for all reasons at once", () => {
    const bad = cart({
      currency_code: "eur",
      shipping_address: { country_code: "de" },
      items: [line({ product: null })],
    })
    const restricted = { maximum: 100, leasableByDefault: false }
    expect(codes(bad, restricted)).toEqual([
      "unavailable_items",
      "unavailable_place",
      "unavailable_currency",
      "unavailable_maximum",
    ])
  })

  test("naming each item and field", () => {
    const items = [line({ id: "a", title: "Rug", product: null }), line({ id: "b", title: "Lamp", quantity: 1.5 })]
    const [reason] = refusals(cart({ items }))
    expect(reason?.items?.map((item) => `${item.id}:${item.title}:${item.field}`)).toEqual([
      "a:Rug:brand",
      "a:Rug:category",
      "a:Rug:condition",
      "b:Lamp:quantity",
    ])
  })

  test("naming each item once in the text", () => {
    const items = [line({ title: "Rug", product: null }), line({ title: "Lamp", quantity: 1.5 })]
    const [reason] = refusals(cart({ items }))
    expect(reason && describeReason(reason)).toBe("Not available with these items in the cart: Rug, Lamp.")
  })
})

describe("a cart that was read without its totals", () => {
  test.each<keyof CartInput>(["total", "shipping_total", "shipping_tax_total"])("throws, naming %s", (field) => {
    expect(() => toLeaseCart({ ...cart(), [field]: undefined }, options())).toThrow(field)
  })

  test("throws for a line without a total", () => {
    const input = cart()
    const items = (input.items ?? []).map((item) => ({ ...item, total: undefined }))
    expect(() => toLeaseCart({ ...input, items }, options())).toThrow("items.total")
  })
})
