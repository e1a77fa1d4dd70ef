import { isMet, lineOf, toResult } from "./report.mjs"

it.each([
  [{ name: "less is better", goal: 1.1 }, 1.1, true, " 1.10  at most 1.10    less is better"],
  [{ name: "less is better", goal: 1.1 }, 1.1006, false, " 1.10  at most 1.10    less is better  MISSED"],
  [{ name: "more is better", atLeast: 3 }, 3, true, " 3.00  at least 3.00   more is better"],
  [{ name: "more is better", atLeast: 3 }, 2.999, false, " 3.00  at least 3.00   more is better  MISSED"],
])("the result %j at %d is met: %s", (measure, ratio, met, line) => {
  const result = toResult(measure, ratio)
  expect([isMet(result), lineOf(result)]).toEqual([met, line])
})

it("a ratio that is no number is refused", () => {
  expect(() => toResult({ name: "first", goal: 1 }, Number.NaN)).toThrow('"first" was not measured')
})
