import fc from "fast-check"
import type { PricingLine } from "../../../../src/client"
import {
  isBeforeTax,
  isTotalMissing,
  summaryOf,
  withoutBalances,
} from "../../../../src/modules/lease/rules/offer-summary"

type Sums = Partial<Record<string, number>>
const SUMS: Sums = {
  invoiceTotal: 45_400,
  cashPrice: 45_400,
  costOfLease: 45_400,
  initialPaymentAmount: 4900,
  totalDueAtSigning: 4900,
  periodicPaymentAmount: 3303,
  totalLeasePrice: 90_800,
  sumOfAllPayments: 90_800,
  ninetyDayBuyout: 47_670,
  totalTax: 0,
}

/** The breakdown of a plan in cents, as in the sandbox and reference 5; `more` replaces or removes figures. */
function breakdown({ totalNumberOfPayment = 26, termInMonths = 12, salesTaxRate, ...more }: Sums = {}): PricingLine[] {
  return [
    ...Object.entries({ ...SUMS, ...more }).flatMap(([name, value]): PricingLine[] =>
      value === undefined ? [] : [{ name, kind: "money", value }],
    ),
    { name: "totalNumberOfPayment", kind: "count", value: totalNumberOfPayment },
    { name: "termInMonths", kind: "count", value: termInMonths },
    { name: "paymentFrequency", kind: "text", value: "biWeekly" },
    ...(salesTaxRate === undefined ? [] : [{ name: "salesTaxRate", kind: "percent", value: salesTaxRate } as const]),
  ]
}

const total = (sum: number): Sums => ({ totalLeasePrice: sum, sumOfAllPayments: sum, costOfLease: sum - 45_400 })
const TEN: Sums = { totalNumberOfPayment: 10, periodicPaymentAmount: 8590 }
const withFigure = (lines: PricingLine[], wanted: string, value = 0) =>
  lines.map((line) => (line.name === wanted ? { ...line, value } : line))

const SENT = { invoiceTotal: 45_400, tax: 0, taxedBy: "in_cart" } as const

it("the summary has the cost, all payments, and the price of an early purchase", () => {
  expect(summaryOf(breakdown(), SENT)).toEqual({
    cashPrice: 45_400,
    costOfLease: 45_400,
    total: 90_800,
    allPayments: 27,
    months: 12,
    dueToday: 4900,
    payments: 26,
    each: 3303,
    last: 3325,
    every: "biWeekly",
    tax: { amount: null, dueToday: 0, isFees: false, isComplete: true },
    totalWithTax: null,
    earlyPurchase: { amount: 47_670, days: 90 },
  })
})

it("a lease without a payment at signing has as many payments as follow", () => {
  const lines = breakdown({ initialPaymentAmount: 0, totalDueAtSigning: 0, periodicPaymentAmount: 3492 })
  expect(summaryOf(lines, SENT)).toMatchObject({ dueToday: 0, payments: 26, allPayments: 26, last: 3500 })
})

it.each<[string, Sums, object]>([
  ["a first payment of a cent counts", { initialPaymentAmount: 1, periodicPaymentAmount: 3492 }, { allPayments: 27 }],
  ["a last payment like the others has no figure", { periodicPaymentAmount: 3304, ...total(90_804) }, { last: null }],
  ["cents that rounding cut off are in the last payment", { ...TEN, ...total(90_809) }, { each: 8590, last: 8599 }],
  ["a lease may cost as much as the goods", { ...total(45_400), periodicPaymentAmount: 1557 }, { costOfLease: 0 }],
  [
    "payments may be a cent",
    { ...total(45_426), initialPaymentAmount: 45_400, periodicPaymentAmount: 1 },
    { last: null },
  ],
  ["the total may be named once", { sumOfAllPayments: undefined }, { total: 90_800 }],
  ["the term may be missing", { termInMonths: Number.NaN }, { months: null }],
])("%s", (_, more, expected) => {
  const lines = breakdown(more).filter(({ value }) => !Number.isNaN(value))
  const { initialPaymentAmount } = { ...SUMS, ...more }
  expect(summaryOf(withFigure(lines, "totalDueAtSigning", initialPaymentAmount), SENT)).toMatchObject(expected)
})

it("a figure of another kind isn't read: a total that is only text", () => {
  const text: PricingLine = { name: "totalLeasePrice", kind: "text", value: "on request" }
  const lines = [...breakdown({ totalLeasePrice: undefined }), text]
  expect(summaryOf(lines, SENT)).toMatchObject({ total: 90_800, every: "biWeekly" })
  const unnamed = lines.filter(({ name }) => name !== "paymentFrequency")
  expect(summaryOf(unnamed, SENT)?.every).toBeNull()
})

it("the cash price and the total may be named in other figures, and nothing else is needed beside the payments", () => {
  const bare = breakdown({
    ...{ invoiceTotal: undefined, cashPrice: undefined, costOfLease: undefined, totalLeasePrice: undefined },
    ...{ totalDueAtSigning: undefined, ninetyDayBuyout: undefined, totalTax: undefined },
  })
  expect(summaryOf(bare, SENT)).toMatchObject({
    ...{ cashPrice: 45_400, costOfLease: 45_400, total: 90_800, dueToday: 4900, earlyPurchase: null },
    tax: { amount: null, dueToday: null },
  })
})

it.each<[string, Sums]>([
  ["the payments come to less than the total", { periodicPaymentAmount: 3200 }],
  ["the payments come to more than the total", { periodicPaymentAmount: 3400 }],
  ["the last payment is more than rounding explains", { ...TEN, periodicPaymentAmount: 8589 }],
  ["there is half a payment", { totalNumberOfPayment: 26.5, periodicPaymentAmount: 3242 }],
  [
    "the first payment is below zero",
    { initialPaymentAmount: -100, totalDueAtSigning: -100, periodicPaymentAmount: 3496 },
  ],
  [
    "the payments are zero",
    { ...total(45_401), initialPaymentAmount: 45_400, totalDueAtSigning: 45_400, periodicPaymentAmount: 0 },
  ],
  [
    "the last payment is zero",
    { ...total(45_425), initialPaymentAmount: 45_400, totalDueAtSigning: 45_400, periodicPaymentAmount: 1 },
  ],
  ["the first payment is counted among the others", { totalNumberOfPayment: 27 }],
  ["there is no total", { totalLeasePrice: undefined, sumOfAllPayments: undefined }],
  ["there is no first payment", { initialPaymentAmount: undefined }],
  ["no payment is named", { periodicPaymentAmount: undefined }],
  ["there are no payments", { totalNumberOfPayment: 0 }],
  ["two totals differ", { sumOfAllPayments: 95_000 }],
  ["two totals differ by a cent", { sumOfAllPayments: 90_801 }],
  ["two taxes differ", { totalTax: 5000, estimatedTax: 7491 }],
  ["something unnamed is due at signing", { totalDueAtSigning: 9900 }],
  ["a hundredth more than the first payment is due at signing", { totalDueAtSigning: 4949 }],
  ["a cent more than the first payment is due at signing", { totalDueAtSigning: 4901 }],
  ["a cent less than the first payment is due at signing", { totalTax: 10, totalDueAtSigning: 4899 }],
  ["less than the first payment is due at signing", { totalDueAtSigning: 4000 }],
  ["the cash price isn't the price of the goods and the delivery", { cashPrice: 49_146 }],
  ["the cost isn't the difference between the total and the cash price", { costOfLease: 41_654 }],
])("there is no summary where %s: no figure is made up", (_, more) => {
  expect(summaryOf(breakdown(more), SENT)).toBeNull()
})

it("a lease for less than the goods has no summary", () => {
  expect(
    summaryOf(breakdown({ cashPrice: 95_000, costOfLease: undefined }), { ...SENT, invoiceTotal: 95_000 }),
  ).toBeNull()
})

type Mode = "in_cart" | "by_operator"
type Tax = { amount: number | null; dueToday: number | null; totalWithTax: number | null; isFees?: true }
/** 8.25 % of the goods, of all payments, and of the first payment, in cents. */
const [OF_GOODS, OF_ALL, OF_FIRST] = [3746, 7491, 404]

it.each<[string, Mode, tax: number, Sums, Tax]>([
  ["none", "in_cart", 0, {}, { amount: null, dueToday: 0, totalWithTax: null }],
  [
    "the order's, all of it due at signing",
    ...(["in_cart", OF_GOODS, { totalTax: OF_GOODS, totalDueAtSigning: 4900 + OF_GOODS }] as const),
    { amount: OF_GOODS, dueToday: OF_GOODS, totalWithTax: 90_800 + OF_GOODS },
  ],
  [
    "the order's, due at signing and part of the sum of all payments",
    ...(["in_cart", OF_GOODS] as const),
    { totalTax: OF_GOODS, totalDueAtSigning: 4900 + OF_GOODS, sumOfAllPayments: 90_800 + OF_GOODS },
    { amount: OF_GOODS, dueToday: OF_GOODS, totalWithTax: 90_800 + OF_GOODS },
  ],
  [
    "the order's, due at signing without a name",
    ...(["in_cart", OF_GOODS, { totalTax: undefined, totalDueAtSigning: 4900 + OF_GOODS }] as const),
    { amount: OF_GOODS, dueToday: OF_GOODS, totalWithTax: 90_800 + OF_GOODS },
  ],
  [
    "the order's, and not collected at signing",
    ...(["in_cart", OF_GOODS, {}] as const),
    { amount: null, dueToday: 0, totalWithTax: null },
  ],
  [
    "the order's, named, and not collected at signing",
    ...(["in_cart", OF_GOODS, { estimatedTax: OF_GOODS }] as const),
    { amount: OF_GOODS, dueToday: 0, totalWithTax: 90_800 + OF_GOODS },
  ],
  [
    "the order's, a cent, due at signing",
    ...(["in_cart", 1, { totalTax: undefined, totalDueAtSigning: 4901 }] as const),
    { amount: 1, dueToday: 1, totalWithTax: 90_801 },
  ],
  ["a cent, named", "in_cart", 0, { totalTax: 1 }, { amount: 1, dueToday: 0, totalWithTax: 90_801 }],
  [
    "the operator's, without an estimate",
    ...(["by_operator", 0, {}] as const),
    { amount: null, dueToday: 0, totalWithTax: null },
  ],
  [
    "the operator's estimate",
    ...(["by_operator", 0, { totalTax: OF_ALL }] as const),
    { amount: OF_ALL, dueToday: 0, totalWithTax: 90_800 + OF_ALL },
  ],
  [
    "the operator's estimate, in addition to the order's fees",
    ...(["by_operator", 500, { totalTax: OF_ALL }] as const),
    { amount: OF_ALL, dueToday: 0, totalWithTax: 90_800 + OF_ALL },
  ],
  [
    "the operator's estimate, and that of the first payment is due at signing",
    ...(["by_operator", 0, { totalTax: OF_ALL, totalDueAtSigning: 4900 + OF_FIRST }] as const),
    { amount: OF_ALL, dueToday: OF_FIRST, totalWithTax: 90_800 + OF_ALL },
  ],
  [
    "the operator's estimate, and that of the first payment has another name",
    ...(["by_operator", 0, { totalTax: OF_FIRST, estimatedTax: OF_ALL, totalDueAtSigning: 4900 + OF_FIRST }] as const),
    { amount: OF_ALL, dueToday: OF_FIRST, totalWithTax: 90_800 + OF_ALL },
  ],
  [
    "the operator's estimate, a cent of which is due at signing",
    ...(["by_operator", 0, { totalTax: 10, totalDueAtSigning: 4901 }] as const),
    { amount: 10, dueToday: 1, totalWithTax: 90_810 },
  ],
  [
    "the operator's estimate, less than the first payment, and not due at signing",
    ...(["by_operator", 0, { totalTax: OF_FIRST }] as const),
    { amount: OF_FIRST, dueToday: 0, totalWithTax: 90_800 + OF_FIRST },
  ],
  [
    "as much as the first payment, and due at signing",
    ...(["by_operator", 0, { totalTax: 4900, totalDueAtSigning: 9800 }] as const),
    { amount: 4900, dueToday: 4900, totalWithTax: null },
  ],
  [
    "known only as a rate, by which the first payment is taxed at signing",
    ...(["by_operator", 0, { salesTaxRate: 8.25, totalDueAtSigning: 4900 + OF_FIRST }] as const),
    { amount: null, dueToday: OF_FIRST, totalWithTax: null },
  ],
  [
    "named for the signing only, so perhaps that of the first payment",
    ...(["by_operator", 0, { totalTax: OF_FIRST, totalDueAtSigning: 4900 + OF_FIRST }] as const),
    { amount: OF_FIRST, dueToday: OF_FIRST, totalWithTax: null },
  ],
  [
    "named for the signing and too much for the first payment alone",
    ...(["by_operator", 0, { totalTax: OF_ALL, totalDueAtSigning: 4900 + OF_ALL }] as const),
    { amount: OF_ALL, dueToday: OF_ALL, totalWithTax: 90_800 + OF_ALL },
  ],
  [
    "the order's fees, due at signing",
    ...(["by_operator", 500, { totalTax: 500, totalDueAtSigning: 5400 }] as const),
    { amount: 500, dueToday: 500, totalWithTax: 91_300, isFees: true },
  ],
  [
    "named without saying whether it's due at signing, so perhaps that of the first payment",
    ...(["by_operator", 0, { totalTax: OF_FIRST, totalDueAtSigning: undefined }] as const),
    { amount: OF_FIRST, dueToday: null, totalWithTax: null },
  ],
  [
    "the operator's, though the order's would be in the cart, and named for the signing only",
    ...(["in_cart", 0, { totalTax: OF_FIRST, totalDueAtSigning: 4900 + OF_FIRST }] as const),
    { amount: OF_FIRST, dueToday: OF_FIRST, totalWithTax: null },
  ],
])("tax: %s", (_, taxedBy, tax, more, { totalWithTax, isFees = false, ...expected }) => {
  const summary = summaryOf(breakdown(more), { ...SENT, tax, taxedBy })
  expect(summary).toMatchObject({ total: 90_800, cashPrice: 45_400, totalWithTax, tax: { ...expected, isFees } })
  expect(summary?.dueToday).toBe(4900 + (expected.dueToday ?? 0))
})

it.each<[string, Sums]>([
  ["less", { totalTax: 2000 }],
  ["more", { totalTax: OF_ALL }],
  ["only that of the first payment, due at signing", { totalTax: OF_FIRST, totalDueAtSigning: 4900 + OF_FIRST }],
])("there is no summary if the service names another tax than the order's: %s", (_, more) => {
  expect(summaryOf(breakdown(more), { ...SENT, tax: OF_GOODS })).toBeNull()
})

it.each([
  [404, true],
  [406, true],
  [407, false],
])(
  "the tax on the first payment, 404.25 cents, may be rounded, but not by more than its payments explain: %d",
  (due, isTax) => {
    const lines = breakdown({ totalTax: OF_ALL, totalDueAtSigning: 4900 + due })
    expect(summaryOf(lines, { ...SENT, taxedBy: "by_operator" }) !== null).toBe(isTax)
  },
)

it("a difference of exactly what rounding could explain is too much", () => {
  const plan = { initialPaymentAmount: 4540, totalNumberOfPayment: 20, periodicPaymentAmount: 4313, totalTax: 8000 }
  const due = (tax: number) =>
    summaryOf(breakdown({ ...plan, totalDueAtSigning: 4540 + tax }), { ...SENT, taxedBy: "by_operator" })
  expect([due(401)?.tax.dueToday, due(402)]).toEqual([401, null])
})

it("a fee that is due at signing isn't taken for tax, whatever tax is named", () => {
  const fees = fc.record({ fee: fc.integer({ min: 500, max: 50_000 }), tax: fc.integer({ min: 0, max: 10_000 }) })
  fc.assert(
    fc.property(fees, ({ fee, tax }) => {
      // A fee of the tax's amount, or of the first payment's part of it, can't be told from tax.
      fc.pre(Math.abs(fee - tax) > 2 && Math.abs(fee - (tax * 4900) / 90_800) > 3)
      const lines = breakdown({ totalTax: tax, totalDueAtSigning: 4900 + fee })
      expect(summaryOf(lines, { ...SENT, taxedBy: "by_operator" })).toBeNull()
    }),
  )
})

it.each<[string, Sums, object, boolean]>([
  ["nobody charges any", {}, {}, false],
  ["nobody charges any, and the service names no tax", { totalTax: undefined }, {}, false],
  ["the operator may charge it", {}, { taxedBy: "by_operator" }, true],
  ["the order has it", {}, { tax: 1 }, true],
  ["the service names it", { totalTax: 1 }, {}, true],
  ["the service estimates it", { estimatedTax: 1 }, {}, true],
  ["the service names only its rate", { salesTaxRate: 8.25 }, {}, true],
])("whether prices are before tax, if %s", (_, more, sent, expected) => {
  expect(isBeforeTax(breakdown(more), { ...SENT, ...sent })).toBe(expected)
})

it("balances aren't rows: some are more than is ever paid", () => {
  const balances = { initialBalance: 95_700, initialBalancePlusEstimatedTax: 99_446, invoiceRemaining: 45_400 }
  const names = (more: Sums) => withoutBalances(breakdown({ ...balances, ...more })).map(({ name }) => name)
  expect(names({ effectiveLeaseBalance: 90_800 })).toEqual(breakdown().map(({ name }) => name))
  for (const once of ["totalLeasePrice", "sumOfAllPayments"])
    expect(names({ effectiveLeaseBalance: 90_800, [once]: undefined })).not.toContain("effectiveLeaseBalance")
  expect(names({ effectiveLeaseBalance: 85_000 })).toContain("effectiveLeaseBalance")
})

it.each<[string, Sums, boolean]>([
  ["names a total", { sumOfAllPayments: undefined }, false],
  ["names the same total twice", {}, false],
  ["names a total with and without tax", { totalTax: 7491, sumOfAllPayments: 98_291 }, false],
  ["names a total, though its payments don't agree", { periodicPaymentAmount: 3200 }, false],
  ["names two totals that don't agree", { sumOfAllPayments: 95_000 }, true],
  ["names no total", { totalLeasePrice: undefined, sumOfAllPayments: undefined }, true],
])("option requireTotal, and a service that %s", (_, more, isMissing) => {
  const lease = { pricing: breakdown(more), snapshot: { ...SENT, taxedBy: "by_operator" as const } }
  expect(isTotalMissing({ options: { requireTotal: true } }, lease)).toBe(isMissing)
  expect(isTotalMissing({ options: { requireTotal: false } }, lease)).toBe(false)
})
