import fc from "fast-check"
import { cents, invoiceTotalAgrees, toLeaseCart } from "../../../src/lease-cart"
import { cart, line, map, options, shipping, sofa, specSum, totalInCents } from "./builders"

const onlyItem = (...args: Parameters<typeof map>) => map(...args).cart.items[0]

describe("the lease cart", () => {
  test("of one sofa with delivery is the spec's cart", () => {
    const sofaLine = line({ variant_sku: "SOFA-1", thumbnail: "https://cdn.example.com/sofa.png" })
    expect(map(cart({ items: [sofaLine] })).cart).toEqual({
      deliveryCost: 10.99,
      deliveryCostSalesTax: 0,
      items: [
        {
          brand: "Northwood",
          description: "Sofa",
          category: "Furniture",
          identifier: "SOFA-1",
          imgUrl: "https://cdn.example.com/sofa.png",
          unitPrice: 429,
          tax: 0,
          quantity: 1,
          condition: "new",
        },
      ],
    })
  })

  test("carries the order id that it is given", () => {
    const result = toLeaseCart(cart(), options(), { orderId: "LTO-7" })
    expect(result.ok && result.mapped.cart.orderId).toBe("LTO-7")
  })

  test("has no key orderId without one", () => {
    expect(map(cart()).cart).not.toHaveProperty("orderId")
  })

  test("takes discounts off the unit price", () => {
    const input = cart({ items: [line({ unit_price: 100, quantity: 2, adjustments: [{ amount: 30 }] })] })
    expect(onlyItem(input)?.unitPrice).toBe(85)
  })

  test("takes shipping discounts off the delivery cost", () => {
    const input = cart({ shipping_methods: [shipping({ amount: 10, adjustments: [{ amount: 4 }] })] })
    expect(map(input).cart.deliveryCost).toBe(6)
  })

  test("adds up several shipping methods", () => {
    const input = cart({ shipping_methods: [shipping({ amount: 10 }), shipping({ amount: 5.5 })] })
    expect(map(input).cart.deliveryCost).toBe(15.5)
  })

  test("says the tax of a line for all its pieces together", () => {
    const input = cart({ items: [line({ unit_price: 100, quantity: 3, tax_lines: [{ rate: 7.25 }] })] })
    expect(onlyItem(input)?.tax).toBe(21.75)
  })

  test("takes the tax out of a tax-inclusive price", () => {
    const input = cart({ items: [line({ unit_price: 107.25, is_tax_inclusive: true, tax_lines: [{ rate: 7.25 }] })] })
    expect(onlyItem(input)).toMatchObject({ unitPrice: 100, tax: 7.25 })
  })

  test("says the tax on the delivery in its own field", () => {
    const input = cart({ shipping_methods: [shipping({ amount: 10, tax_lines: [{ rate: 7.25 }] })] })
    expect(map(input).cart.deliveryCostSalesTax).toBe(0.73)
  })

  test("with all tax on one line puts it on the largest", () => {
    const rate = { tax_lines: [{ rate: 10 }] }
    const items = [
      line({ unit_price: 10, ...rate }),
      line({ unit_price: 90, ...rate }),
      line({ unit_price: 20, ...rate }),
    ]
    expect(map(cart({ items }), { tax: "one_line" }).cart.items.map((item) => item.tax)).toEqual([0, 12, 0])
  })

  test("splits a line whose price does not divide, the dearer pieces first", () => {
    const input = cart({ items: [line({ unit_price: 10, quantity: 3, adjustments: [{ amount: 0.01 }] })] })
    expect(map(input).cart.items.map((item) => [item.unitPrice, item.quantity])).toEqual([
      [10, 2],
      [9.99, 1],
    ])
  })

  test("leaves a line alone that divides, whatever its neighbors round to", () => {
    const items = [line({ variant_sku: "CLEAN", unit_price: 10 }), line({ unit_price: 0.333, quantity: 5 })]
    const clean = map(cart({ items })).cart.items.find((item) => item.identifier === "CLEAN")
    expect(clean).toMatchObject({ unitPrice: 10, tax: 0 })
  })

  test("gives a cent left over to the line that lost the largest fraction, not to the dearest", () => {
    const items = [line({ unit_price: 100.002 }), line({ unit_price: 5.008 })]
    const input = cart({ items, shipping_methods: [shipping({ amount: 0 })] })
    expect(map(input).cart.items.map((item) => item.unitPrice)).toEqual([100, 5.01])
  })

  test("with all tax on one line leaves it whole when that line is split", () => {
    const split = { unit_price: 10, quantity: 3, adjustments: [{ amount: 0.01 }], tax_lines: [{ rate: 10 }] }
    expect(map(cart({ items: [line(split)] }), { tax: "one_line" }).cart.items.map((item) => item.tax)).toEqual([3, 0])
  })

  test("splits the tax of a split line by price", () => {
    const split = { unit_price: 10, quantity: 3, adjustments: [{ amount: 0.01 }], tax_lines: [{ rate: 10 }] }
    expect(map(cart({ items: [line(split)] })).cart.items.map((item) => item.tax)).toEqual([2, 1])
  })

  test("carries a free item at 0", () => {
    const items = [line(), line({ variant_sku: "GIFT", unit_price: 25, adjustments: [{ amount: 25 }] })]
    expect(map(cart({ items })).cart.items.find((item) => item.identifier === "GIFT")?.unitPrice).toBe(0)
  })

  test("rounds a total below the cent once, half up", () => {
    const input = cart({
      items: [line({ unit_price: 0.005 }), line({ unit_price: 0.005 })],
      shipping_methods: [shipping({ amount: 0 })],
    })
    expect(map(input).total).toBe(1)
  })

  test("names currency and state of delivery", () => {
    expect(map(cart())).toMatchObject({ currency: "usd", shipToState: "TX" })
  })
})

describe("a line's identifier", () => {
  test("is the SKU", () => {
    expect(onlyItem(cart({ items: [line({ variant_sku: "SKU-1", variant_id: "variant_1" })] }))?.identifier).toBe(
      "SKU-1",
    )
  })

  test("is the variant without a SKU", () => {
    expect(onlyItem(cart({ items: [line({ variant_sku: null, variant_id: "variant_1" })] }))?.identifier).toBe(
      "variant_1",
    )
  })

  test("is the line of a custom item", () => {
    const custom = line({ id: "cali_x", variant_sku: null, variant_id: null })
    expect(onlyItem(cart({ items: [custom] }))?.identifier).toBe("cali_x")
  })
})

describe("a line's description", () => {
  test("names the variant", () => {
    expect(onlyItem(cart({ items: [line({ title: "Sofa", variant_title: "Red / L" })] }))?.description).toBe(
      "Sofa (Red / L)",
    )
  })

  test.each(["Default variant", "default", "Sofa", "", null])(
    "leaves out a variant that says nothing: %j",
    (variant_title) => {
      expect(onlyItem(cart({ items: [line({ title: "Sofa", variant_title })] }))?.description).toBe("Sofa")
    },
  )

  test("falls back to the product's title", () => {
    expect(onlyItem(cart({ items: [line({ title: " ", product_title: "Sofa" })] }))?.description).toBe("Sofa")
  })
})

describe("a line's image", () => {
  test.each([
    ["none", null],
    ["a relative path", "/static/sofa.png"],
    ["plain http", "http://cdn.example.com/sofa.png"],
    ["no URL", "sofa"],
    ["a URL with credentials", "https://user:word@cdn.example.com/sofa.png"],
    ["embedded data", "data:image/png;base64,AAAA"],
  ])("is left out when the thumbnail is %s", (_what, thumbnail) => {
    expect(onlyItem(cart({ items: [line({ thumbnail })] }))).not.toHaveProperty("imgUrl")
  })
})

describe("lines of one identifier", () => {
  const chair = { variant_sku: "CHAIR", title: "Chair", unit_price: 10 }
  const of = (...items: ReturnType<typeof line>[]) => map(cart({ items })).cart.items
  const said = (...items: ReturnType<typeof line>[]) =>
    of(...items).map(({ identifier, quantity, unitPrice }) => [identifier, quantity, unitPrice])

  test("are told apart in the parts of a split line, the dearer first", () => {
    expect(said(line({ ...chair, quantity: 3, adjustments: [{ amount: 0.01 }] }))).toEqual([
      ["CHAIR", 2, 10],
      ["CHAIR-2", 1, 9.99],
    ])
  })

  test("become one where price and tax of a unit are equal", () => {
    const taxed = { ...chair, tax_lines: [{ rate: 10 }] }
    expect(of(line({ ...taxed, quantity: 2 }), line(taxed))).toMatchObject([
      { identifier: "CHAIR", quantity: 3, unitPrice: 10, tax: 3 },
    ])
  })

  test.each([
    ["another price", { unit_price: 12 }],
    ["another tax", { tax_lines: [{ rate: 5 }] }],
    ["another title", { title: "Chair, oiled" }],
  ])("stay two with %s", (_, change) => {
    expect(
      of(line(chair), line({ ...chair, ...change }))
        .map((item) => item.identifier)
        .sort(),
    ).toEqual([...["CHAIR", "CHAIR-2"]])
  })

  test("never take the identifier of another line", () => {
    const items = [line(chair), line({ ...chair, unit_price: 9 }), line({ variant_sku: "CHAIR-2", title: "Other" })]
    expect(of(...items).map((item) => item.identifier)).toEqual(["CHAIR", "CHAIR-3", "CHAIR-2"])
  })

  test("are named by what they say, not by where they stand", () => {
    const [dear, cheap] = [line({ ...chair, unit_price: 12 }), line(chair)]
    const names = (items: ReturnType<typeof of>) => items.map((item) => `${item.identifier} ${item.unitPrice}`).sort()
    expect(names(of(dear, cheap))).toEqual(names(of(cheap, dear)))
  })

  test("there are none, and the cart's total is what it was, for any cart with one article in many lines", () => {
    const lines = fc.array(
      fc.record({
        unit_price: fc.nat(500).map((price) => price / 10),
        quantity: fc.integer({ min: 1, max: 4 }),
        rate: fc.nat(20),
        off: fc.nat(3),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, (given) => {
        const items = given.map(({ rate, off, ...rest }) =>
          line({
            ...chair,
            ...rest,
            unit_price: rest.unit_price + 1,
            tax_lines: [{ rate }],
            adjustments: [{ amount: off / 100 }],
          }),
        )
        const input = cart({ items })
        const { cart: sent, total } = map(input)
        expect(new Set(sent.items.map((item) => item.identifier)).size).toBe(sent.items.length)
        expect([specSum(sent), total]).toEqual([totalInCents(input), totalInCents(input)])
        const pieces = sent.items.reduce((sum, item) => sum + item.quantity, 0)
        expect(pieces).toBe(given.reduce((sum, { quantity }) => sum + quantity, 0))
      }),
    )
  })
})

describe("brand, category and condition", () => {
  const bare = {
    ...sofa,
    metadata: { maker: "Eastfield" },
    type: { value: "Seating" },
    collection: { title: "Autumn" },
  }
  const withOptions = (product: Record<string, unknown>) =>
    onlyItem(cart({ items: [line({ product: bare })] }), {
      product: { brand: { value: "House" }, condition: { value: "new" }, ...product },
    })

  test("come from the product's metadata first", () => {
    const product = { metadata: { lease_brand: "Own", lease_category: "Chairs", lease_condition: "Used " } }
    const item = onlyItem(cart({ items: [line({ product })] }), {
      product: { brand: { value: "House" }, category: { value: "Things" }, condition: { value: "new" } },
    })
    expect(item).toMatchObject({ brand: "Own", category: "Chairs", condition: "used" })
  })

  test("come from a metadata key of the option", () => {
    expect(withOptions({ brand: { metadata: "maker" } })?.brand).toBe("Eastfield")
  })

  test.each([
    ["type", "Seating"],
    ["collection", "Autumn"],
    ["category", "Furniture"],
  ])("come from the product's %s", (from, expected) => {
    expect(withOptions({ brand: { from } })?.brand).toBe(expected)
  })

  test("come from a fixed value", () => {
    expect(withOptions({ condition: { value: "refurbished" } })?.condition).toBe("refurbished")
  })

  test.each(["brand", "category", "condition"])(
    "of several sources of a %s the first that finds something counts",
    (field) => {
      const sources = [{ metadata: "nothing" }, { metadata: "said" }, { value: "used" }]
      const item = (product: typeof bare | object) =>
        onlyItem(cart({ items: [line({ product })] }), {
          product: { brand: { value: "House" }, condition: { value: "new" }, [field]: sources },
        })
      expect(item({ ...bare, metadata: { said: "refurbished" } })).toMatchObject({ [field]: "refurbished" })
      expect(item(bare)).toMatchObject({ [field]: "used" })
    },
  )

  test("of several categories the first by name is taken", () => {
    const product = { ...sofa, categories: [{ name: "Sofas" }, { name: "Furniture" }] }
    expect(onlyItem(cart({ items: [line({ product })] }))?.category).toBe("Furniture")
  })

  test("a category where the option's place says nothing is the product's own, as without the option", () => {
    const product = { ...sofa, type: null }
    const item = onlyItem(cart({ items: [line({ product })] }), { product: { category: { from: "type" } } })
    expect(item?.category).toBe("Furniture")
  })

  test("an unset category is the product's type when it has no categories", () => {
    const product = { ...sofa, categories: [], type: { value: "Seating" } }
    expect(onlyItem(cart({ items: [line({ product })] }))?.category).toBe("Seating")
  })
})

describe("pricing's invoiceTotal", () => {
  const mapped = map(cart({ items: [line({ unit_price: 429, tax_lines: [{ rate: 10 }] })] }))

  test("agrees when it is goods and delivery without tax", () => {
    expect(invoiceTotalAgrees(mapped, cents(43_999))).toBe(true)
  })

  test("does not agree when it is a cent away", () => {
    expect(invoiceTotalAgrees(mapped, cents(44_000))).toBe(false)
  })

  test("agrees when the answer has none", () => {
    expect(invoiceTotalAgrees(mapped, undefined)).toBe(true)
  })
})
