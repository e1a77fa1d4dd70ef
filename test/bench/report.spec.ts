import { isMet, tableLines, toResults, wanted } from "./report.mjs"

describe("toResults", () => {
  it("answers name, ratio and goal, rounded to three decimals, in the order of the measures", () => {
    const measures = { one: { name: "first", goal: 1.1 }, two: { name: "second", goal: 2 } }
    expect(toResults(measures, { two: 1.23456, one: 1 })).toEqual([
      { name: "first", ratio: 1, goal: 1.1 },
      { name: "second", ratio: 1.235, goal: 2 },
    ])
  })

  it("says atLeast instead of goal where more is better", () => {
    const results = toResults({ one: { name: "leases a second", atLeast: 3 } }, { one: 4 })
    expect(results).toEqual([{ name: "leases a second", ratio: 4, atLeast: 3 }])
  })

  it.each([
    ["is missing", {}],
    ["is no number", { one: Number.NaN }],
  ])("refuses a ratio that %s", (_, ratios) => {
    expect(() => toResults({ one: { name: "first", goal: 1 } }, ratios)).toThrow('"first" was not measured')
  })
})

describe("isMet", () => {
  it.each([
    [1.1, true],
    [1.101, false],
  ])("a goal of 1.1 at most is met by %d: %s", (ratio, met) => {
    expect(isMet({ name: "less is better", ratio, goal: 1.1 })).toBe(met)
  })

  it.each([
    [3, true],
    [2.999, false],
  ])("a goal of 3 at least is met by %d: %s", (ratio, met) => {
    expect(isMet({ name: "more is better", ratio, atLeast: 3 })).toBe(met)
  })
})

describe("wanted", () => {
  it("tells either kind of goal in words", () => {
    const either = [wanted({ name: "", goal: 1.1 }), wanted({ name: "", atLeast: 3 })]
    expect(either).toEqual(["at most 1.10", "at least 3.00"])
  })
})

describe("tableLines", () => {
  it("has a line for each result under a head, and says which is missed", () => {
    const lines = tableLines([
      { name: "short", ratio: 1.114, goal: 1.1 },
      { name: "longer name", ratio: 12.5, atLeast: 3 },
    ])
    expect(lines).toEqual([
      "             ratio  goal",
      "short         1.11  at most 1.10  MISSED",
      "longer name  12.50  at least 3.00",
    ])
  })
})
