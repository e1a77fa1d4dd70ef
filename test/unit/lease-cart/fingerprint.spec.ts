import { type CartInput, fingerprint, orderToCartInput } from "../../../src/lease-cart"
import { line, map, orderFrom, type PlainCart, type PlainLine, plainCart, shipping, sofa, totalled } from "./builders"

const first = line({ id: "a", variant_id: "variant_a", variant_sku: "A", unit_price: 100, quantity: 2 })
const second = line({ id: "b", variant_id: "variant_b", variant_sku: "B", unit_price: 50, tax_lines: [{ rate: 10 }] })
const ship = shipping({ id: "s", amount: 10 })
const signed = plainCart({ items: [first, second], shipping_methods: [ship] })
const of = (changes: Partial<PlainCart> = {}) => fingerprint(totalled({ ...signed, ...changes }))
const withFirst = (changes: Partial<PlainLine>) => of({ items: [{ ...first, ...changes }, second] })

describe("the fingerprint", () => {
  test("a release leaves the fingerprints of signed carts as they are, and the mapped cart has the same one", () => {
    expect(of()).toBe("4661d0ca92c478eab9b65790dceb1cdfdea59c976b4bdd026b6408e0a5b10e09")
    expect(map(totalled(signed)).fingerprint).toBe(of())
  })

  test.each<[string, string | undefined]>([
    ["another quantity", withFirst({ quantity: 3 })],
    ["another price", withFirst({ unit_price: 100.01 })],
    ["another quantity at an equal line total", withFirst({ quantity: 4, unit_price: 50 })],
    ["another variant at an equal price", withFirst({ variant_id: "variant_c" })],
    ["a discount", withFirst({ adjustments: [{ amount: 1 }] })],
    ["another tax", withFirst({ tax_lines: [{ rate: 5 }] })],
    ["a line less", of({ items: [first] })],
    ["a free line more", of({ items: [first, second, line({ unit_price: 0 })] })],
    ["another delivery cost", of({ shipping_methods: [shipping({ amount: 11 })] })],
    ["tax on the delivery", of({ shipping_methods: [shipping({ amount: 10, tax_lines: [{ rate: 5 }] })] })],
    ["another currency", of({ currency_code: "cad" })],
    ["another state", of({ shipping_address: { country_code: "us", province: "us-nj" } })],
    ["another country", of({ shipping_address: { country_code: "ca", province: "ca-tx" } })],
    [
      "price and delivery cost traded at an equal total",
      of({ items: [{ ...first, unit_price: 101 }, second], shipping_methods: [shipping({ amount: 8 })] }),
    ],
  ])("the fingerprint changes with %s", (_what, changed) => {
    expect(changed).not.toBe(of())
  })

  test.each<[string, string | undefined]>([
    ["the order of the lines", of({ items: [second, first] })],
    ["line ids", withFirst({ id: "ordli_1" })],
    ["the cart's id", of({ id: "order_1" })],
    ["an image", withFirst({ thumbnail: "https://cdn.example.com/a.png" })],
    ["a delivery date", withFirst({ metadata: { lease_delivery_date: "2027-03-05" } })],
    ["the title of a variant's line", withFirst({ title: "Couch" })],
    ["product data", withFirst({ product: { ...sofa, metadata: null } })],
    ["the spelling of the state", of({ shipping_address: { country_code: "US", province: "Texas" } })],
    ["the case of the currency", of({ currency_code: "USD" })],
  ])("the fingerprint doesn't change with %s", (_what, same) => {
    expect(same).toBe(of())
  })

  test.each([{ title: "Other" }, { variant_sku: "OTHER" }, { product_id: "prod_other" }])(
    "the fingerprint changes with %j of a line without a variant",
    (change) => expect(withFirst({ variant_id: null, ...change })).not.toBe(withFirst({ variant_id: null })),
  )

  test.each<[string, Partial<PlainLine>, Partial<PlainLine>]>([
    ["article", {}, { variant_id: "variant_i" }],
    ["quantity", {}, { quantity: 2, unit_price: 0.0025 }],
    ["tax", {}, { tax_lines: [{ rate: 100 }] }],
    ["price", { unit_price: 0.05, tax_lines: [{ rate: 10 }] }, { unit_price: 0.1, tax_lines: [{ rate: 5 }] }],
  ])("the order of lines that tie for a cent and differ in %s doesn't change the fingerprint", (_, ...changes) => {
    const [one, two] = changes.map((change) => line({ variant_id: "variant_h", unit_price: 0.005, ...change }))
    expect(of({ items: [one, two, first] as PlainLine[] })).toBe(of({ items: [two, one, first] as PlainLine[] }))
  })

  test("a cart that doesn't add up, or has a negative delivery cost, has no fingerprint", () => {
    expect(of({ credit_lines: [{ amount: 20 }] })).toBeUndefined()
    expect(of({ shipping_methods: [shipping({ amount: 5, adjustments: [{ amount: 6 }] })] })).toBeUndefined()
  })

  test("an order has its cart's fingerprint, even with a custom line, which gets a new id", () => {
    const custom = plainCart({ items: [line({ variant_id: null, variant_sku: null, title: "Made to measure" })] })
    expect(fingerprint(orderToCartInput(orderFrom(custom)))).toBe(fingerprint(totalled(custom)))
  })

  test("an order has a fingerprint without its products, and with quantities only in the lines' detail", () => {
    const order = orderFrom(signed)
    const input: CartInput = orderToCartInput(order)
    const gone = (input.items ?? []).map((item) => ({ ...item, product: null }))
    expect(fingerprint({ ...input, items: gone })).toBe(of())
    const items = (order.items ?? []).map(({ quantity, ...item }) => item)
    expect(fingerprint(orderToCartInput({ ...order, items }))).toBe(of())
  })
})
