import { type CartInput, fingerprint, orderToCartInput } from "../../../src/lease-cart"
import { line, map, orderFrom, type PlainCart, type PlainLine, plainCart, shipping, sofa, totalled } from "./builders"

const first = line({ id: "a", variant_id: "variant_a", variant_sku: "A", unit_price: 100, quantity: 2 })
const second = line({ id: "b", variant_id: "variant_b", variant_sku: "B", unit_price: 50, tax_lines: [{ rate: 10 }] })
const ship = shipping({ id: "s", amount: 10 })
const signed = plainCart({ items: [first, second], shipping_methods: [ship] })
const of = (changes: Partial<PlainCart> = {}) => fingerprint(totalled({ ...signed, ...changes }))
const withFirst = (changes: Partial<PlainLine>) => of({ items: [{ ...first, ...changes }, second] })

describe("the fingerprint", () => {
  test("the fingerprint is a SHA-256 in hexadecimal, the same as the mapped cart's", () => {
    expect(of()).toMatch(/^[0-9a-f]{64}$/)
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

  test("the fingerprint changes with the title of a custom line, its only name", () => {
    const custom = { variant_id: null, variant_sku: null }
    expect(withFirst({ ...custom, title: "Old" })).not.toBe(withFirst({ ...custom, title: "Other" }))
  })

  test("the fingerprint doesn't depend on the order of lines that tie for a cent", () => {
    const half = { variant_id: "variant_h", unit_price: 0.005 }
    const [one, two] = [line({ ...half, quantity: 1 }), line({ ...half, quantity: 1, tax_lines: [{ rate: 100 }] })]
    expect(of({ items: [one, two, first] })).toBe(of({ items: [two, one, first] }))
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
