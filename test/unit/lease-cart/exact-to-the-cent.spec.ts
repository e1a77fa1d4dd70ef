import fc from "fast-check"
import { type CartInput, fingerprint, orderToCartInput, type Reason } from "../../../src/lease-cart"
import { anyCart, untaxedCart } from "./arbitraries"
import {
  decimalOf,
  line,
  map,
  orderFrom,
  plainCart,
  referenceSum,
  refusals,
  specSum,
  totalInCents,
  totalled,
} from "./builders"

const RUNS = { numRuns: 300 }

/** The cents of the total that Medusa's dashboard and storefronts show: they format the number in its JSON. */
function shownInCents({ total }: CartInput): number {
  const shown = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  })
  return Number(shown.format(JSON.parse(JSON.stringify(total))).replace(".", ""))
}

/** Carts with a consistent total above zero: others are refused by their own rules. */
function isWorthALease(cart: CartInput): boolean {
  const isInexact = ({ items = [] }: Reason) => items.some(({ rule }) => rule === "inexact")
  return !refusals(cart).some((reason) => reason.code === "unavailable_minimum" || isInexact(reason))
}

function holds(carts: typeof anyCart, rule: (cart: CartInput) => void): void {
  fc.assert(
    fc.property(carts, (plain) => {
      const cart = totalled(plain)
      fc.pre(isWorthALease(cart))
      rule(cart)
    }),
    RUNS,
  )
}

describe("a lease cart made from a cart that Medusa totaled", () => {
  test.each(["per_line", "one_line"])("it adds up to the cart's total in whole cents, with tax %s", (tax) => {
    holds(anyCart, (cart) => expect(specSum(map(cart, { tax }).cart)).toBe(totalInCents(cart)))
  })

  test("the reference format, without tax, adds up to the cart's total", () => {
    const byOperator = { salesTax: "by_operator", cartFormat: "reference" }
    holds(untaxedCart, (cart) => expect(referenceSum(map(cart, byOperator).cart)).toBe(totalInCents(cart)))
  })

  test("a cart without tax becomes a lease cart without tax, however it rounds", () => {
    holds(untaxedCart, (cart) => {
      const { items, deliveryCostSalesTax } = map(cart).cart
      expect([...items.map((item) => item.tax), deliveryCostSalesTax].every((tax) => tax === 0)).toBe(true)
    })
  })

  test("total, invoiceTotal and tax are the sums of their parts", () => {
    holds(anyCart, (cart) => {
      const { cart: sent, total, invoiceTotal, tax } = map(cart)
      const taxes = [...sent.items.map((item) => item.tax), sent.deliveryCostSalesTax]
      expect({ total, invoiceTotal, tax }).toEqual({
        total: specSum(sent),
        invoiceTotal: referenceSum(sent),
        tax: taxes.reduce((sum, amount) => sum + decimalOf(amount), 0),
      })
    })
  })

  test("a line's units stay in at most two lines, one cent apart, with the same net price and tax", () => {
    holds(anyCart, (cart) => {
      const { items } = map(cart).cart
      for (const line of cart.items ?? []) {
        const parts = items.filter(({ identifier }) => identifier.replace(/-2$/, "") === line.variant_sku)
        const prices = parts.map((part) => decimalOf(part.unitPrice))
        expect(parts.length).toBeLessThanOrEqual(2)
        expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(Number(line.quantity))
        expect(Math.max(...prices) - Math.min(...prices)).toBe(parts.length - 1)
        const net = parts.reduce((sum, part) => sum + decimalOf(part.unitPrice) * part.quantity, 0)
        const tax = parts.reduce((sum, part) => sum + decimalOf(part.tax), 0)
        const exactTax = Number(line.tax_total) * 100
        const exactNet = Number(line.total) * 100 - exactTax
        expect(Math.abs(net - exactNet)).toBeLessThan(1.01)
        expect(Math.abs(tax - exactTax)).toBeLessThan(1.01)
      }
    })
  })

  test("the contract is never a cent above what Medusa shows, whatever noise doubles leave in discounts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_001, max: 900_000 }), fc.integer({ min: -4, max: 4 }), (cents, noise) => {
        const half = cents / 200
        const discounted = line({
          unit_price: cents / 100,
          adjustments: [{ amount: half + noise * Number.EPSILON * half }],
        })
        const cart = totalled(plainCart({ items: [discounted] }))
        const rules = refusals(cart).flatMap(({ items = [] }) => items.map(({ rule }) => rule))
        if (rules.length > 0) expect([noise > 0, rules]).toEqual([true, ["inexact"]])
        else expect(map(cart).total).toBe(shownInCents(cart))
      }),
      RUNS,
    )
  })

  test("a cart and its order have the same fingerprint", () => {
    fc.assert(
      fc.property(anyCart, (plain) => {
        expect(fingerprint(orderToCartInput(orderFrom(plain)))).toBe(fingerprint(totalled(plain)))
      }),
      RUNS,
    )
  })
})
