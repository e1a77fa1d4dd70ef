import type { AccountDeps } from "../../../../src/modules/lease/accounts/deps"
import { type EstimateFigures, type EstimateInput, estimateFor } from "../../../../src/modules/lease/options/estimate"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"

const GOOD = {
  baseUrl: "https://leases.example",
  authHash: "aGFzaA==",
  operator: { name: "Harbor Leasing", contact: "help@leasing.example" },
}
const FIGURES: EstimateFigures = { dueToday: 49, payments: 26, each: 33.03, every: "biWeekly", total: 907.78 }
const MESSAGE = { default: { en: "An example of {operator}." }, NY: { en: "An example in New York." } }

const parse = (estimate: unknown, message: object = MESSAGE) =>
  parseOptions({ ...GOOD, estimate, disclosures: { message, labels: { NY: { total: { en: "Total of payments" } } } } })

const INPUT: EstimateInput = {
  ...{ amount: 499.99, currency: "usd", state: undefined, frequency: undefined, condition: "new" },
  item: { product_id: "prod_1", title: "Sofa", category: "Furniture", brand: "Harbor" },
}

function ask(of: (input: EstimateInput) => unknown, state?: string, message?: object) {
  const logged: string[] = []
  const log = { warn: (line: unknown) => void logged.push(String(line)) } as unknown as AccountDeps["log"]
  const accountDeps = { options: parse({ of }, message), log } as AccountDeps
  return { estimate: estimateFor(accountDeps, { ...INPUT, state }), logged }
}

describe("option estimate", () => {
  it.each([
    ["with figures in place of a function", { of: FIGURES }],
    ["as a function alone", () => FIGURES],
  ])("stops the start: %s", (_, estimate) => {
    expect(() => parse(estimate)).toThrow(/- estimate(\.of)?: Set estimate: \{/)
  })

  it("stops the start without any text of the operator's to go with the figures", () => {
    expect(() => parse({ of: () => FIGURES }, {})).toThrow("- estimate: Set disclosures: { message:")
  })

  it("there is no estimate without the option", () => {
    expect(estimateFor({ options: parseOptions(GOOD) } as AccountDeps, INPUT)).toBeNull()
  })
})

describe("an estimate", () => {
  it("an estimate has all figures with their disclosure", () => {
    const asked: unknown[] = []
    const { estimate, logged } = ask((...about) => {
      asked.push(about)
      return FIGURES
    })
    const disclosure = { en: "An example of Harbor Leasing." }
    expect(estimate).toEqual({ ...FIGURES, allPayments: 27, months: null, cashPrice: 499.99, disclosure, labels: {} })
    expect(asked).toEqual([[INPUT]])
    expect(logged).toEqual([])
  })

  it.each([
    ["a last payment that is lower", { total: 900 }],
    ["a last payment that takes the cents cut off the others", { total: 908.04 }],
    ["nothing due today", { dueToday: 0, total: 858.78, allPayments: 26 }],
    ["a cent due today", { dueToday: 0.01, total: 858.79, allPayments: 27 }],
    ["one payment", { dueToday: 480, payments: 1, total: 513.03 }],
    ["a total that is the cash price", { dueToday: 466.96, payments: 1, total: 499.99 }],
    ...["weekly", "semiMonthly", "monthly"].map((every): [string, object] => [every, { every }]),
  ])("an estimate may have %s, and fractions of a cent", (_, more) => {
    const shown = { ...FIGURES, ...more }
    expect(ask(() => ({ ...shown, each: 33.0304 })).estimate).toMatchObject(shown)
  })

  it("an estimate has the operator's texts and names for the state", () => {
    const texts = { disclosure: { en: "An example in New York." }, labels: { total: { en: "Total of payments" } } }
    expect(ask(() => FIGURES, "NY").estimate).toMatchObject(texts)
  })

  it.each([undefined, "TX"])("if only another state has a text, the estimate for %s needs that state", (state) => {
    expect(ask(() => FIGURES, state, { NY: MESSAGE.NY })).toEqual({ estimate: "state", logged: [] })
    expect(ask(() => undefined, state, { NY: MESSAGE.NY })).toEqual({ estimate: null, logged: [] })
  })

  it("no estimate from the merchant's function is not an error", () => {
    expect(ask(() => undefined)).toEqual({ estimate: null, logged: [] })
    expect(ask(() => undefined, "TX")).toEqual({ estimate: null, logged: [] })
  })

  it("an estimate may need the state, and says so, too, if there is none for the given one", () => {
    const of = ({ state }: EstimateInput) => (!state ? "state" : state === "TX" ? FIGURES : undefined)
    expect(ask(of).estimate).toBe("state")
    expect(ask(of, "NJ")).toEqual({ estimate: "state", logged: [] })
    expect(ask(of, "TX").estimate).toMatchObject(FIGURES)
  })

  it.each([
    ["lacks the total", { total: undefined }],
    ["has a total below its payments", { total: 874.75 }],
    ["has a total above its payments", { total: 908.05 }],
    ["has a total below the cash price", { dueToday: 49, payments: 1, each: 49, total: 98 }],
    ["has no payments", { payments: 0, total: 49 }],
    ["has half a payment", { payments: 25.5 }],
    ["has a negative payment", { each: -33.03 }],
    ["has no number", { dueToday: Number.NaN }],
    ["has a period that no text names", { every: "fortnightly" }],
  ])("an estimate that %s is not shown, and logged", (_, wrong) => {
    const { estimate, logged } = ask(() => ({ ...FIGURES, ...wrong }))
    expect(estimate).toBeNull()
    expect(logged).toEqual([expect.stringContaining("estimate.of option")])
  })

  it("if the estimate's function fails, the page appears without it", () => {
    const { estimate, logged } = ask(() => {
      throw new Error("no table")
    })
    expect(estimate).toBeNull()
    expect(logged).toEqual([expect.stringContaining("no table")])
  })

  it("an asynchronous function gives no estimate, and its failure doesn't crash the store", async () => {
    const { estimate, logged } = ask(() => Promise.reject(new Error("no answer")))
    expect(estimate).toBeNull()
    expect(logged).toHaveLength(1)
    // Node reports an unhandled rejection after the microtasks.
    await new Promise(setImmediate)
  })
})
