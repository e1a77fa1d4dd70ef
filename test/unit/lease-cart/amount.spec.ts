import { BigNumber, MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"
import { type Amount, cents, formatMoney, isWholeCents, parseAmount, toMajor } from "../../../src/lease-cart"
import { decimalText, isWithinRange, readDecimal, sum, toCents } from "../../../src/lease-cart/amount"
import { decimalOf } from "./builders"

describe("parseAmount", () => {
  test.each<[string, Amount, number]>([
    ["a number", 10.99, 1099],
    ["a whole number", 429, 42900],
    ["numeric text", "10.99", 1099],
    ["text with an exponent", "1.099e+1", 1099],
    ["text with a large exponent", "1099E-2", 1099],
    ["text with spaces", " 10.99 ", 1099],
    ["more digits than are kept", "10.994999999", 1100],
    ["the raw form before the rounded one", { numeric: 10.98, raw: { value: "10.99" } }, 1099],
    ["the serialized raw form before the rounded one", { numeric_: 10.98, raw_: { value: "10.99" } }, 1099],
    ["a serialized BigNumber without its raw form", { numeric_: 10.99 }, 1099],
    ["a raw amount", { value: "10.990000000000000000", precision: 20 }, 1099],
    ["a live BigNumber", new BigNumber("10.99"), 1099],
    ["a serialized BigNumber", { numeric_: 10.99, raw_: { value: "10.99" } }, 1099],
    ["a BigNumber without its raw form", { numeric: 10.99 }, 1099],
    ["a bignumber.js instance", MathBN.convert("10.99"), 1099],
  ])("reads %s", (_form, amount, expected) => {
    expect(parseAmount(amount)).toBe(expected)
  })

  test.each<[Amount, number]>([
    ["1.005", 101],
    ["1.0049", 100],
    ["0.005", 1],
    ["8.325", 833],
    ["-1.005", -101],
    // What a float times 100 gets wrong.
    [1.005, 101],
    [1.115, 112],
    [4.35, 435],
    [1.255, 126],
  ])("rounds %p half up", (amount, expected) => expect(parseAmount(amount)).toBe(expected))

  test.each([
    ["with the noise of a 20-digit division", "9.9949999999999999999", 9.995],
    ["where a large double is out in its tenth decimal", "3201153.07499999995", Number("3201153.07499999995")],
    ["where one of forty million is out in its ninth", "39999999.0049999963", 39_999_999.005],
  ])("one amount reads the same as a double, %s", (_, exact, double) => {
    expect(parseAmount(exact)).toBe(parseAmount(double))
  })

  test.each(["ten", "", "x1", "1x", Number.NaN, Number.POSITIVE_INFINITY, null, undefined, "1000000000000.01"])(
    "throws for %p: what is missing is not 0, and nothing counts beyond a trillion",
    (amount) => expect(() => parseAmount(amount)).toThrow(RangeError),
  )
})

describe("exact amounts", () => {
  test("a fraction of a cent differs from whole cents", () => {
    expect(["10.99", 0, "-10.9900"].map(isWholeCents)).toEqual([true, true, true])
    expect(["10.991", "0.00000001"].map(isWholeCents)).toEqual([false, false])
  })

  test("a trillion major units fit into cents, with either sign, and nothing beyond", () => {
    const fits = (text: string) => isWithinRange(readDecimal(text))
    expect(["1000000000000", "-1000000000000"].map(fits)).toEqual([true, true])
    expect(["1000000000000.00000001", "-1000000000000.00000001"].map(fits)).toEqual([false, false])
  })

  test.each(["12.50000000", "-12.50000000", "0.00000001", "-0.50000000", "0.00000000"])(
    "%s is written as it was read",
    (text) => {
      expect(decimalText(readDecimal(text))).toBe(text)
    },
  )

  test("a sum begins at zero", () => {
    expect(sum([])).toBe(0n)
    expect(toCents(sum([readDecimal("0.005"), readDecimal("0.004")]))).toBe(1)
  })

  test("also rounds half up at zero", () => {
    expect(["0.005", "0.00499999", "-0.00499999"].map((text) => parseAmount(text) + 0)).toEqual([1, 0, 0])
  })
})

describe("cents", () => {
  test("every amount in cents survives JSON with two decimals at most", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (value) => {
        const amount = toMajor(cents(value))
        expect([parseAmount(amount), decimalOf(amount)]).toEqual([value, value])
      }),
    )
  })

  test("cents have no fractions, and are formatted for people", () => {
    expect(() => cents(10.5)).toThrow(RangeError)
    expect(formatMoney(cents(105_000), "usd")).toBe("$1,050.00")
  })
})
