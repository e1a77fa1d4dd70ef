import fc from "fast-check"
import { toInvoice } from "../../../src/api/admin/lease-to-own/leases/[id]/invoice/to-invoice"
import type { LeaseInvoice } from "../../../src/api/admin-types"
import { type CartInput, orderToCartInput } from "../../../src/lease-cart"
import type { HistoryRecord, LeaseRecord } from "../../../src/modules/lease/ledger"
import { type Reduction, snapshotOf } from "../../../src/modules/lease/rules/records"
import { anyCart, untaxedCart } from "../lease-cart/arbitraries"
import {
  decimalOf,
  line,
  map,
  orderFrom,
  type PlainCart,
  plainCart,
  refusals,
  shipping,
  totalInCents,
  totalled,
} from "../lease-cart/builders"

const PLACED = new Date("2027-01-10T12:00:00Z")

const SETTINGS = {
  ...{ timeZone: "America/Chicago", feeTaxCodes: [] as string[], resaleCertificates: {} },
  operator: { name: "Acorn Leasing", contact: "help@acorn.example", invoiceAddress: "1 Oak Street\nAustin, TX 78701" },
}

type Made = {
  options?: Record<string, unknown>
  lease?: Partial<LeaseRecord>
  settings?: Partial<typeof SETTINGS>
  history?: HistoryRecord[]
  address?: CartInput["shipping_address"]
  createdAt?: Date
}

/** The invoice for a lease of this cart, made with these options. */
function invoice(plain: PlainCart, made: Made = {}): LeaseInvoice | null {
  const { options, lease, settings, history = [], address, createdAt = PLACED } = made
  const mapped = map(totalled(plain), options)
  const asCart = orderToCartInput(orderFrom(plain))
  const record = {
    ...{ reference: "L-7Q4MX-2KD9P", application_id: "4711", hosted_id: null, test: false, currency_code: "usd" },
    ...{ status: "placed", status_at: PLACED, placed_at: PLACED, canceled_at: null, returned_at: null },
    ...{ snapshot: snapshotOf(mapped), amount: mapped.total, reductions: null, delivery_date: null, ...lease },
  } as LeaseRecord
  const order = { displayId: 1042, createdAt, asCart: { ...asCart, ...(address && { shipping_address: address }) } }
  return toInvoice({ lease: record, order, history, seller: "Harbor & Home", settings: { ...SETTINGS, ...settings } })
}

function written(plain: PlainCart, made?: Made): LeaseInvoice {
  const written = invoice(plain, made)
  if (!written) throw new Error("The lease has no invoice.")
  return written
}

/** An amount in cents. Fails if the amount has more than two decimals. */
const inCents = (amount: number) => (amount < 0 ? -decimalOf(-amount) : decimalOf(amount))

/** Expects that the rows add up to the cart's total in Medusa, and each row to its own total. */
function expectExact(plain: PlainCart, { items, goods, delivery, fees, sales_tax, total }: LeaseInvoice): void {
  for (const item of items) expect(inCents(item.total)).toBe(inCents(item.price) * item.quantity)
  expect(items.reduce((sum, item) => sum + inCents(item.total), 0)).toBe(inCents(goods))
  const parts = [goods, delivery, fees ?? 0, sales_tax]
  expect(parts.reduce((sum, part) => sum + inCents(part), 0)).toBe(inCents(total))
  expect(inCents(total)).toBe(totalInCents(totalled(plain)))
}

const RUNS = { numRuns: 200 }
const BY_OPERATOR = { salesTax: "by_operator" }
const WITH_FEES = { ...BY_OPERATOR, feeTaxCodes: ["TIRE"] }

/** Carts whose tax consists entirely of fees. */
const cartWithFees = anyCart.map((plain) => {
  const asFees = <T extends { tax_lines: { rate: number }[] }>(each: T) => {
    return { ...each, tax_lines: each.tax_lines.map(({ rate }) => ({ rate, code: "TIRE" })) }
  }
  return { ...plain, items: plain.items.map(asFees), shipping_methods: plain.shipping_methods.map(asFees) }
})

describe("an invoice adds up to the lease's amount, which is the order's total, to the cent", () => {
  test.each<[string, typeof anyCart, Record<string, unknown>]>([
    ["with the tax in the cart", anyCart, {}],
    ["with the tax on one line", anyCart, { tax: "one_line" }],
    ["without sales tax", untaxedCart, BY_OPERATOR],
    ["without sales tax, in the reference format", untaxedCart, { ...BY_OPERATOR, cartFormat: "reference" }],
    ["with fees only", cartWithFees, WITH_FEES],
    ["with fees in the cart's tax", cartWithFees, { feeTaxCodes: ["TIRE"] }],
  ])("%s", (_, carts, options) => {
    fc.assert(
      fc.property(carts, (plain) => {
        fc.pre(refusals(totalled(plain), options).length === 0)
        const { feeTaxCodes = [] } = options as { feeTaxCodes?: string[] }
        const made = written(plain, { options, settings: { feeTaxCodes } })
        expectExact(plain, made)
        const isResale = options.salesTax === "by_operator"
        if (isResale) expect(made.sales_tax).toBe(0)
        expect([made.taxed_by, made.fees === null]).toEqual(
          isResale ? ["by_operator", false] : ["in_cart", feeTaxCodes.length > 0],
        )
      }),
      RUNS,
    )
  })

  test("and what remains after reductions is the rest, or nothing once it is canceled or returned", () => {
    const shares = fc.array(fc.double({ min: 0, max: 0.4, noNaN: true }), { maxLength: 3 })
    fc.assert(
      fc.property(anyCart, shares, fc.constantFrom("delivered", "canceled", "returned"), (plain, shares, status) => {
        fc.pre(refusals(totalled(plain)).length === 0)
        let left = totalInCents(totalled(plain))
        const reductions = shares.map((share): Reduction => {
          const amount = Math.floor(left * share)
          left -= amount
          return { amount, lines: [] }
        })
        const { total, changes, rest } = written(plain, { lease: { status, reductions } as Partial<LeaseRecord> })
        expect(inCents(total) + changes.reduce((sum, { amount }) => sum + inCents(amount), 0)).toBe(inCents(rest))
        expect(inCents(rest)).toBe(status === "delivered" ? left : 0)
      }),
      RUNS,
    )
  })
})

describe("an invoice", () => {
  const chairs = line({
    title: "Chair",
    variant_sku: "CHAIR",
    quantity: 3,
    unit_price: 33.34,
    adjustments: [{ amount: 0.02 }],
  })
  const cart = plainCart({ items: [chairs], shipping_methods: [shipping({ amount: 30 })] })

  test("has the operator's lines, with the order's own SKUs", () => {
    const custom = line({ title: "Assembly", variant_id: null, variant_sku: null, product_id: null, unit_price: 20 })
    const { items } = written({ ...cart, items: [chairs, custom] })
    expect(items).toEqual([
      // 100.00 isn't divisible by three, so one unit costs a cent more.
      { name: "Chair", sku: "CHAIR", quantity: 1, price: 33.34, total: 33.34 },
      { name: "Chair", sku: "CHAIR", quantity: 2, price: 33.33, total: 66.66 },
      { name: "Assembly", sku: null, quantity: 1, price: 20, total: 20 },
    ])
  })

  test("names the order, the lease, the parties and the dates, in the store's time zone", () => {
    const address = {
      ...{ first_name: "Jordan", last_name: "Sample", address_1: "5 Elm Street", address_2: "", city: "Waco" },
      ...{ province: "us-tx", postal_code: "76701", country_code: "us" },
    }
    const createdAt = new Date("2027-01-11T03:00:00Z")
    expect(written(cart, { address, createdAt, lease: { delivery_date: "2027-01-14" } })).toMatchObject({
      ...{ number: 1042, reference: "L-7Q4MX-2KD9P", operator_id: "4711", test: false, currency_code: "usd" },
      ...{ ordered_on: "2027-01-10", delivered_on: "2027-01-14", seller: "Harbor & Home" },
      sold_to: { name: "Acorn Leasing", address: "1 Oak Street\nAustin, TX 78701" },
      shipped_to: {
        ...{ name: "Jordan Sample", address: ["5 Elm Street"], city: "Waco", state: "TX" },
        ...{ postal_code: "76701", country_code: "us" },
      },
    })
  })

  test("names the resale certificate of the state that the goods ship to, if it was valid when the order was placed", () => {
    const certificateOf = (resaleCertificates: object, options: object = BY_OPERATOR) =>
      written(cart, { options: { ...options }, settings: { resaleCertificates } as Partial<typeof SETTINGS> })
        .certificate
    expect(certificateOf({ Texas: { until: "2027-01-10", number: "3-20461-9" } })).toBe("3-20461-9")
    expect(certificateOf({ TX: { until: "2027-01-09", number: "3-20461-9" } })).toBeNull()
    expect(certificateOf({ TX: { until: "2027-12-31" } })).toBeNull()
    expect(certificateOf({ OK: { until: "2027-12-31", number: "OK-1" } })).toBeNull()
    expect(certificateOf({ TX: { until: "2027-12-31", number: "3-20461-9" } }, {})).toBeNull()
  })

  test("lists later changes with their dates and items", () => {
    const reduced = (at: string) => ({ type: "reduced", created_at: new Date(at), detail: {} }) as HistoryRecord
    const of = (action: "return" | "lower", amount: number): Reduction => {
      const unit = { number: 1, identifier: "CHAIR", quantity: 1, price: 3334, tax: 0 }
      return { amount, lines: [{ action, ...unit }] }
    }
    const { changes, total, rest } = written(cart, {
      lease: {
        ...{ status: "returned", returned_at: new Date("2027-03-01T12:00:00Z") },
        reductions: [of("return", 3334), of("lower", 500)],
      },
      // The second one's time isn't known.
      history: [reduced("2027-02-01T03:00:00Z")],
    })
    const items = [{ name: "Chair", quantity: 1 }]
    expect(changes).toEqual([
      { kind: "items_returned", on: "2027-01-31", items, amount: -33.34 },
      { kind: "price_lowered", on: null, items, amount: -5 },
      { kind: "return", on: "2027-03-01", items: [], amount: -91.66 },
    ])
    expect([total, rest]).toEqual([130, 0])
    const canceled = { status: "canceled", canceled_at: new Date("2027-01-12T12:00:00Z") } as const
    expect(written(cart, { lease: canceled }).changes).toEqual([
      { kind: "cancellation", on: "2027-01-12", items: [], amount: -130 },
    ])
  })

  test("is not written if the cart isn't known, or comes to another amount than the lease", () => {
    expect(invoice(cart, { lease: { snapshot: null } })).toBeNull()
    expect(invoice(cart, { lease: { amount: 12_999 } })).toBeNull()
  })

  test("for goods that aren't shipped has no recipient", () => {
    const digital = { ...cart, items: [{ ...chairs, requires_shipping: false }], shipping_address: null }
    expect(written({ ...digital, billing_address: { country_code: "us", province: "us-tx" } }).shipped_to).toBeNull()
  })
})
