import fc from "fast-check"
import { summaryOf } from "../../../src/api/lease-view"
import type { PricingLine } from "../../../src/client"

type Sums = Partial<Record<string, number>>
const SUMS: Sums = {
  invoiceTotal: 45_400,
  cashPrice: 45_400,
  initialPaymentAmount: 4900,
  totalDueAtSigning: 4900,
  periodicPaymentAmount: 3303,
  totalLeasePrice: 90_800,
  sumOfAllPayments: 90_800,
  ninetyDayBuyout: 47_670,
  totalTax: 0,
}

/** The breakdown of a plan in cents, as in the sandbox and reference 5; `more` replaces or removes figures. */
function breakdown({ totalNumberOfPayment = 26, ...more }: Sums = {}): PricingLine[] {
  return [
    ...Object.entries({ ...SUMS, ...more }).flatMap(([name, value]): PricingLine[] =>
      value === undefined ? [] : [{ name, kind: "money", value }],
    ),
    { name: "totalNumberOfPayment", kind: "count", value: totalNumberOfPayment },
    { name: "termInMonths", kind: "count", value: 12 },
    { name: "paymentFrequency", kind: "text", value: "biWeekly" },
  ]
}

const CART = { invoiceTotal: 45_400, tax: 0 }
const cents = (amount: number) => Math.round(amount * 100)

it("the summary has what is due today, what follows, and the cost above the cash price", () => {
  expect(summaryOf(breakdown(), CART, "in_cart")).toEqual({
    dueToday: 49,
    payments: 26,
    each: 33.03,
    last: 33.25,
    every: "biWeekly",
    total: 908,
    months: 12,
    cashPrice: 454,
    overCash: 454,
    earlyPurchase: { amount: 476.7, days: 90 },
    tax: { mode: "in_cart", amount: 0, dueToday: false },
  })
})

it("today's amount and all payments add up to the total, for any plan", () => {
  const plans = fc.record({
    first: fc.integer({ min: 0, max: 100_000 }),
    rest: fc.integer({ min: 10_000, max: 2_000_000 }),
    payments: fc.integer({ min: 1, max: 104 }),
    tax: fc.integer({ min: 0, max: 50_000 }),
    cash: fc.integer({ min: 1, max: 10_000 }),
  })
  fc.assert(
    fc.property(plans, ({ first, rest, payments, tax, cash }) => {
      const lines = breakdown({
        cashPrice: cash,
        initialPaymentAmount: first,
        totalDueAtSigning: first + tax,
        totalTax: tax,
        totalNumberOfPayment: payments,
        periodicPaymentAmount: Math.floor(rest / payments),
        totalLeasePrice: first + rest,
        sumOfAllPayments: first + rest,
      })
      const told = summaryOf(lines, CART, "in_cart")
      if (!told) throw new Error("These figures make a summary.")
      const { dueToday, each, last, total, cashPrice, overCash } = told
      expect(cents(dueToday) + cents(each) * (payments - 1) + cents(last ?? each)).toBe(cents(total))
      expect(cents(cashPrice) + cents(overCash)).toBe(cents(total))
      expect(cents(total)).toBe(first + rest + tax)
    }),
  )
})

it.each<[string, Sums]>([
  ["the payments come to less than the total", { periodicPaymentAmount: 3200 }],
  ["the payments come to more than the total", { periodicPaymentAmount: 3400 }],
  ["the first payment is counted among the others", { totalNumberOfPayment: 27 }],
  ["there is no total", { totalLeasePrice: undefined, sumOfAllPayments: undefined }],
  ["there is no first payment", { initialPaymentAmount: undefined }],
  ["no payment is named", { periodicPaymentAmount: undefined }],
  ["there are no payments", { totalNumberOfPayment: 0 }],
  ["two totals differ", { sumOfAllPayments: 95_000 }],
  ["something unnamed is due at signing", { totalDueAtSigning: 9900 }],
  ["the lease costs less than the goods", { cashPrice: 95_000 }],
])("there is no summary where %s: no figure is made up", (_, more) => {
  expect(summaryOf(breakdown(more), CART, "in_cart")).toBeNull()
})

it("sales tax due at signing is part of today's amount and of both prices", () => {
  const lines = breakdown({ totalTax: 3746, totalDueAtSigning: 8646 })
  expect(summaryOf(lines, { ...CART, tax: 3746 }, "in_cart")).toMatchObject({
    dueToday: 86.46,
    total: 945.46,
    cashPrice: 491.46,
    overCash: 454,
    tax: { mode: "in_cart", amount: 37.46, dueToday: true },
  })
})

it.each([
  ["that of the order where the service names none", { totalTax: undefined }, 3746, "in_cart", 37.46],
  ["not known where the operator adds it to the payments", {}, 0, "by_operator", null],
] as const)("the sales tax is %s", (_, more, tax, mode, amount) => {
  expect(summaryOf(breakdown(more), { ...CART, tax }, mode)?.tax).toEqual({ mode, amount, dueToday: false })
})
