import fc from "fast-check"
import type { Adjustment, PlainCart, PlainLine, PlainShipping } from "./builders"
import { line, plainCart, shipping } from "./builders"

/** Prices in cents, and with up to four decimals. */
const price = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 500_000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000_000 }).map((units) => units / 10_000) },
)

const quantity = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 999 }))

const rates = fc.array(fc.constantFrom(0, 1, 2.5, 4, 6.25, 7.25, 8.875, 10.1, 20), { maxLength: 3 })

/** Discounts as fractions of a line's price: percentages, shares of a fixed amount, all of it. */
const fractions: fc.Arbitrary<number[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<number[]>([]) },
  { weight: 2, arbitrary: fc.constantFrom(0.05, 0.1, 0.15, 1 / 3, 0.5).map((fraction) => [fraction]) },
  { weight: 2, arbitrary: fc.array(fc.double({ min: 0, max: 0.33, noNaN: true }), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant<number[]>([1]) },
)

type Priced = {
  amount: number
  inclusive: boolean
  rates: number[]
  fractions: number[]
  toCents: boolean
  own: boolean
}

/** Adjustments as promotions create them: with tax if the price has it, or (`own: false`) always without tax. */
function adjustments({ amount, inclusive, rates, fractions, toCents, own }: Priced): Adjustment[] {
  const taxed = 1 + rates.reduce((total, rate) => total + rate, 0) / 100
  const most = inclusive && !own ? amount / taxed : amount
  return fractions.map((fraction) => {
    const exact = most * fraction
    return { amount: toCents ? Math.floor(exact * 100) / 100 : exact, is_tax_inclusive: inclusive && own }
  })
}

const priced = (taxed: boolean) =>
  fc.record({
    unit: price,
    quantity,
    rates: taxed ? rates : fc.constant<number[]>([]),
    inclusive: fc.boolean(),
    fractions,
    toCents: fc.boolean(),
    own: fc.boolean(),
  })

const lineArbitrary = (taxed: boolean): fc.Arbitrary<PlainLine> =>
  priced(taxed).map(({ unit, quantity, inclusive, rates, ...discount }) =>
    line({
      unit_price: unit,
      quantity,
      is_tax_inclusive: inclusive,
      tax_lines: rates.map((rate) => ({ rate })),
      adjustments: adjustments({ amount: unit * quantity, inclusive, rates, ...discount }),
    }),
  )

const shippingArbitrary = (taxed: boolean): fc.Arbitrary<PlainShipping> =>
  priced(taxed).map(({ unit, inclusive, rates, quantity, ...discount }) =>
    shipping({
      amount: unit / 10,
      is_tax_inclusive: inclusive,
      tax_lines: rates.map((rate) => ({ rate })),
      adjustments: adjustments({ amount: unit / 10, inclusive, rates, ...discount }),
    }),
  )

const carts = (taxed: boolean): fc.Arbitrary<PlainCart> =>
  fc
    .record({
      items: fc.array(lineArbitrary(taxed), { minLength: 1, maxLength: 6 }),
      shipping_methods: fc.array(shippingArbitrary(taxed), { minLength: 1, maxLength: 2 }),
    })
    .map((parts) => plainCart(parts))

/** Carts of every kind: discounts, tax-inclusive and exclusive prices, several rates, shipping discounts, sub-cent totals. */
export const anyCart = carts(true)

/** The same carts in a tax-exempt region. */
export const untaxedCart = carts(false)
