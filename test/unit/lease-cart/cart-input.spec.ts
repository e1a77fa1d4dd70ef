import {
  CART_FIELDS,
  ORDER_FIELDS,
  ORDER_FIELDS_TO_LEASE,
  orderToCartInput,
  RECIPIENT_FIELDS,
  recipientOf,
} from "../../../src/lease-cart"
import { cart, line, map, shipping, sofa } from "./builders"

/** Collects the fields that are read from a Medusa object, by their names in its query. */
function watched<T extends object>(value: T, read: Set<string>, path = ""): T {
  return new Proxy(value, {
    get(_target, name) {
      const found = Reflect.get(value, name)
      if (typeof found === "function" || name === "length") return found
      const here = Array.isArray(value) ? path : `${path}${String(name)}`
      if (found instanceof Object && name !== "metadata") return watched(found, read, path === here ? here : `${here}.`)
      read.add(here)
      return found
    },
  })
}

const product = { ...sofa, categories: [{ name: "" }], type: { value: "" }, collection: { title: "Sofas" } }
const custom = { product, title: "", product_title: "", variant_sku: null, variant_id: null, requires_shipping: false }
const withFee = () => ({ tax_lines: [{ rate: 1.5, code: "TIRE" }] })
const address = { country_code: "us", province: "TX" }
const CARTS = [
  cart({
    items: [line({ ...custom, requires_shipping: true, ...withFee() })],
    shipping_methods: [shipping(withFee())],
  }),
  cart({ items: [line(custom)], shipping_methods: [], shipping_address: {}, billing_address: address }),
]

/** What these functions read from carts. */
function fieldsRead(use: (input: (typeof CARTS)[number]) => void): Set<string> {
  const read = new Set<string>()
  for (const input of CARTS) use(watched<typeof input>(JSON.parse(JSON.stringify(input)), read))
  return read
}

describe("the fields requested from Medusa", () => {
  it("are those read from a cart", () => {
    // Callers read the first four, and only whether there is a shipping method.
    const others = ["id", "customer_id", "region_id", "sales_channel_id", "shipping_methods.id"]
    // `unavailableLines` reads this of lines that can't be leased.
    others.push("items.is_custom_price")
    // `withoutSalesTax` reads these, and copies all others.
    others.push("items.is_tax_inclusive", "shipping_methods.is_tax_inclusive")
    const taxed = { salesTax: "by_operator", feeTaxCodes: ["TIRE"] }
    const read = fieldsRead((input) => [map(input, { lineMetadata: true, ...taxed }), recipientOf(input)])
    expect([...CART_FIELDS].sort()).toEqual([...new Set([...read, ...others])].sort())
  })

  it("are, for a recipient, those read from one", () => {
    expect(new Set(RECIPIENT_FIELDS)).toEqual(fieldsRead(recipientOf).add("customer_id"))
  })

  it("are, for an order, the cart's, with whole lines and shipping methods, and tax lines and product data only if it is leased again", () => {
    const whole = ["items.*", "items.detail.*", "shipping_methods.*"]
    const taxLines = ["items.tax_lines.*", "shipping_methods.tax_lines.*"]
    const isProduct = (field: string) => field.startsWith("items.product.")
    const ofCart = CART_FIELDS.filter((field) => !/^(items|shipping_methods)\./.test(field))
    expect(new Set(ORDER_FIELDS)).toEqual(new Set([...ofCart, ...whole]))
    expect(ORDER_FIELDS_TO_LEASE).toEqual([...ORDER_FIELDS, ...taxLines, ...CART_FIELDS.filter(isProduct)])
  })
})

it("an order's line has its quantity and price in itself, or in its detail", () => {
  const items = [
    { id: "a", quantity: 2, unit_price: 5, detail: { quantity: 3, unit_price: 6 } },
    { id: "b", detail: { quantity: 3, unit_price: 6 } },
    { id: "c" },
  ]
  expect(orderToCartInput({ id: "order_1", currency_code: "usd", items }).items).toEqual([
    { id: "a", quantity: 2, unit_price: 5 },
    { id: "b", quantity: 3, unit_price: 6 },
    { id: "c", quantity: 0, unit_price: null },
  ])
})
