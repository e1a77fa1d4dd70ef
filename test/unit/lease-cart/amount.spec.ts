import { BigNumber, MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"
import { type Amount, cents, formatMoney, parseAmount, toMajor } from "../../../src/lease-cart"
import { wireCents } from "./builders"

describe("parseAmount", () => {
  test.each<[string, Amount, number]>([
    ["a number", 10.99, 1099],
    ["a whole number", 429, 42900],
    ["numeric text", "10.99", 1099],
    ["text with an exponent", "1.099e+1", 1099],
    ["a raw amount", { value: "10.990000000000000000", precision: 20 }, 1099],
    ["a live BigNumber", new BigNumber("10.99"), 1099],
    ["a serialized BigNumber", { numeric_: 10.99, raw_: { value: "10.99" } }, 1099],
    ["a BigNumber without its raw form", { numeric: 10.99 }, 1099],
    ["a bignumber.js instance", MathBN.convert("10.99"), 1099],
  ])("reads %s", (_form, amount, expected) => {
    expect(parseAmount(amount)).toBe(expected)
  })

  test.each([
    ["1.005", 101],
    ["1.0049", 100],
    ["0.005", 1],
    ["8.325", 833],
    ["-1.005", -101],
  ])("rounds %s half up", (text, expected) => {
    expect(parseAmount(text)).toBe(expected)
  })

  test("does not fall for what a float times 100 gets wrong", () => {
    expect([1.005, 1.115, 4.35, 1.255].map((amount) => parseAmount(amount))).toEqual([101, 112, 435, 126])
  })

  test("reads one and the same amount alike as a double and with the noise of a 20-digit division", () => {
    expect(parseAmount("9.9949999999999999999")).toBe(parseAmount(9.995))
  })

  test("reads one and the same amount alike as a double and exactly, where a large double is out in its tenth decimal", () => {
    expect(parseAmount("3201153.07499999995")).toBe(parseAmount(Number("3201153.07499999995")))
  })

  test.each([
    ["text", "ten"],
    ["empty text", ""],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
  ])("throws for %s", (_what, amount) => {
    expect(() => parseAmount(amount)).toThrow(RangeError)
  })

  test.each([[null], [undefined]])("throws for %s, for an amount that is missing is not 0", (amount) => {
    expect(() => parseAmount(amount)).toThrow(RangeError)
  })

  test("throws beyond a trillion", () => {
    expect(() => parseAmount("1000000000000.01")).toThrow(RangeError)
  })

  test("gives back the cents of every amount that cents can say", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (value) => {
        expect(parseAmount(toMajor(cents(value)))).toBe(value)
      }),
    )
  })
})

describe("cents", () => {
  test("throws for a fraction of a cent", () => {
    expect(() => cents(10.5)).toThrow(RangeError)
  })
})

describe("toMajor", () => {
  test("gives numbers that JSON writes with two decimals at most", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (value) => {
        expect(wireCents(toMajor(cents(value)))).toBe(value)
      }),
    )
  })
})

describe("formatMoney", () => {
  test("writes an amount as a person reads it", () => {
    expect(formatMoney(cents(105_000), "usd")).toBe("$1,050.00")
  })
})
