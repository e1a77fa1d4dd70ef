import fc from "fast-check"
import { type Decimal, decimalOf, readCents, signOf } from "../../../../src/scripts/payouts/amount-text"

it.each<[string, Decimal | "either" | null, number | null, number | null]>([
  ["1,234.56", ".", 123_456, null],
  ["1.234,56", ",", null, 123_456],
  ["1,234", "either", 123_400, null],
  ["1.234", "either", null, 123_400],
  ["1,234,567.00", ".", 123_456_700, null],
  ["1.234.567", ",", null, 123_456_700],
  ["1 234,56", ",", null, 123_456],
  ["1\u2009234.56", ".", 123_456, null],
  ["1\u00a0234.56", ".", 123_456, null],
  ["1\u202f234,5", ",", null, 123_450],
  ["1'234.56", ".", 123_456, null],
  ["1’234,56", ",", null, 123_456],
  ["12", null, 1200, 1200],
  ["12.5", ".", 1250, null],
  [".5", ".", 50, null],
  ["12.", ".", 1200, null],
  ["12.3400", ".", 1234, null],
  ["12.345", "either", null, 1_234_500],
  ["0.125", ".", null, null],
  ["1234.567", ".", null, null],
  ["0,125", ",", null, null],
  ["12,34.56", ".", null, null],
  ["1,2345", ",", null, null],
  ["12,3,456.00", ".", null, null],
  ["1.234.56", ",", null, null],
  ["10,000,000.01", ".", null, null],
  ["", null, null, null],
  ["–", null, null, null],
  ["n/a", null, null, null],
  ["12 CR", null, null, null],
  ["1e5", null, null, null],
  ["10%", null, null, null],
  ["10,000,000.00", ".", 1_000_000_000, null],
  ["-0.01", ".", -1, null],
  [".5x", null, null, null],
  ["12 34.56", ".", null, null],
  ["12’34.56", ".", null, null],
  ["1’234’567.00", ".", 123_456_700, null],
  ["12.00 12.00", ",", null, null],
])("%j has the decimal separator %j and reads as %j or %j", (text, decimal, withPoint, withComma) => {
  expect([decimalOf(text), readCents(text, "."), readCents(text, ",")]).toEqual([decimal, withPoint, withComma])
})

it.each([
  ["-12.00", -1],
  ["12.00-", -1],
  ["12.00 -", -1],
  ["\u221212.00", -1],
  ["(12.00)", -1],
  ["$(12.00)", -1],
  ["($12.00)", -1],
  ["-$12.00", -1],
  ["$-12.00", -1],
  ["- $ 12.00", -1],
  ["-US$12.00", -1],
  ["-12.00 USD", -1],
  ["USD -12.00", -1],
  ["-12.00 €", -1],
  ["$12.00", 1],
  ["+12.00", 1],
  [" C$ 12.00 ", 1],
  ["$12.00 USD", 1],
  ["usd 12.00", 1],
  ["12.00 usd", 1],
  ["- USD 12.00", -1],
])("the sign of %j is %j", (text, sign) => {
  expect([readCents(text, "."), signOf(text)]).toEqual([sign * 1200, sign])
})

it.each(["(-12.00)", "-12.00-", "-(12.00)", "(12.00", "12.00)", "(12.00)5", "1-2", "1+2.00", "1$2.00"])(
  "%j is no amount",
  (text) => {
    expect([readCents(text, "."), signOf(text)]).toEqual([null, null])
  },
)

it("zero has no sign, however it is written", () => {
  for (const text of ["0", "-0.00", "(0)", "$0.00"]) expect([readCents(text, "."), signOf(text)]).toEqual([0, 0])
})

/** An amount as operators write it. */
const anyAmount = fc.record({
  cents: fc.integer({ min: -999_999_999, max: 999_999_999 }),
  decimal: fc.constantFrom<Decimal>(".", ","),
  group: fc.constantFrom("", "other", " ", "\u2009", "'"),
  sign: fc.constantFrom("-#", "#-", "(#)", "-$#", "$(#)", "($#)", "-# USD"),
  decimals: fc.constantFrom(2, 4),
})

function written({
  cents,
  decimal,
  group,
  sign,
  decimals,
}: typeof anyAmount extends fc.Arbitrary<infer One> ? One : never) {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  const separator = group === "other" ? (decimal === "." ? "," : ".") : group
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, separator)
  const number = `${whole}${decimal}${digits.slice(-2).padEnd(decimals, "0")}`
  return cents < 0 ? sign.replace("#", number) : number
}

it("an amount is read to the cent in every style, and shows its decimal separator", () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      const text = written(amount)
      expect([text, readCents(text, amount.decimal), decimalOf(text)]).toEqual([text, amount.cents, amount.decimal])
    }),
    { numRuns: 500 },
  )
})

it("an amount never reads as two different sums unless it is said to", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-($]?\d{0,4}[.,]?\d{0,3}[., ]?\d{0,3}\)?$/), (text) => {
      const [withPoint, withComma] = [readCents(text, "."), readCents(text, ",")]
      const differ = withPoint !== null && withComma !== null && withPoint !== withComma
      expect(differ && decimalOf(text) !== "either" ? text : "").toBe("")
      expect(Math.sign(withPoint ?? withComma ?? 0) * Math.abs(signOf(text) ?? 1)).toBe(
        withPoint === null && withComma === null ? 0 : signOf(text),
      )
    }),
    { numRuns: 2000 },
  )
})
