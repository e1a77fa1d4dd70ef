import type { z } from "zod"
import type { AccountDeps } from "../../../../src/modules/lease/accounts/deps"
import { type EstimateFigures, type EstimateSchema, estimateFor } from "../../../../src/modules/lease/options/consent"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"

const GOOD = {
  baseUrl: "https://leases.example",
  authHash: "aGFzaA==",
  operator: { name: "Harbor Leasing", contact: "help@leasing.example" },
}
const FIGURES: EstimateFigures = { dueToday: 49, payments: 26, each: 33.03, every: "biWeekly", total: 907.78 }
// @ts-expect-error figures need the disclosure that must accompany them
const WITHOUT: z.input<typeof EstimateSchema> = { of: () => FIGURES }
const disclosure = { en: "An example of {operator}.", es: "Un ejemplo de {operator}." }

const parse = (estimate: unknown) => parseOptions({ ...GOOD, estimate })

function ask(of: (amount: number, currency: string) => unknown) {
  const logged: string[] = []
  const log = { warn: (line: unknown) => void logged.push(String(line)) } as unknown as AccountDeps["log"]
  const accountDeps = { options: parse({ of, disclosure }), log } as AccountDeps
  return { estimate: estimateFor(accountDeps, 499.99, "usd"), logged }
}

describe("option estimate", () => {
  it.each([
    ["figures without the required disclosure", WITHOUT],
    ["with empty words", { of: () => FIGURES, disclosure: { en: " " } }],
    ["with no words in any language", { of: () => FIGURES, disclosure: {} }],
    ["with words in a language alone that is none", { of: () => FIGURES, disclosure: { french: "Un exemple." } }],
    ["with a number as the words", { of: () => FIGURES, disclosure: 7 }],
    ["with words alone", { disclosure }],
    ["with figures in place of a function", { of: FIGURES, disclosure }],
    ["as a function alone", () => FIGURES],
  ])("stops the start: %s", (_, estimate) => {
    expect(() => parse(estimate)).toThrow(/- estimate(\.\w+)*: Write (estimate: \{|a language .* disclosure: \{)/)
  })

  it("one text counts as English, and each names the operator", () => {
    expect(parse({ of: () => FIGURES, disclosure: disclosure.en }).estimate?.disclosure).toEqual({
      en: "An example of Harbor Leasing.",
    })
    expect(parse({ of: () => FIGURES, disclosure }).estimate?.disclosure.es).toBe("Un ejemplo de Harbor Leasing.")
  })

  it("there is no estimate without the option", () => {
    expect(estimateFor({ options: parseOptions(GOOD) } as AccountDeps, 499.99, "usd")).toBeNull()
  })
})

describe("an estimate", () => {
  it("an estimate has all figures with their disclosure", () => {
    const asked: unknown[] = []
    const { estimate, logged } = ask((...about) => {
      asked.push(about)
      return FIGURES
    })
    expect(estimate).toMatchObject({ ...FIGURES, disclosure: { en: "An example of Harbor Leasing." } })
    expect(asked).toEqual([[499.99, "usd"]])
    expect(logged).toEqual([])
  })

  it.each([
    ["a last payment that is lower", { total: 900 }],
    ["a last payment that takes the cents cut off the others", { total: 908.04 }],
    ["nothing due today", { dueToday: 0, total: 858.78 }],
    ["one payment", { payments: 1, total: 82.03 }],
    ...["weekly", "semiMonthly", "monthly"].map((every): [string, object] => [every, { every }]),
  ])("an estimate may have %s, and fractions of a cent", (_, more) => {
    const shown = { ...FIGURES, ...more }
    expect(ask(() => ({ ...shown, each: 33.0304 })).estimate).toMatchObject(shown)
  })

  it("no estimate from the merchant's function is not an error", () => {
    expect(ask(() => undefined)).toEqual({ estimate: null, logged: [] })
  })

  it.each([
    ["lacks the total", { total: undefined }],
    ["has a total below its payments", { total: 874.75 }],
    ["has a total above its payments", { total: 908.05 }],
    ["has no payments", { payments: 0, total: 49 }],
    ["has half a payment", { payments: 25.5 }],
    ["has a negative payment", { each: -33.03 }],
    ["has no number", { dueToday: Number.NaN }],
    ["has a period that no text names", { every: "fortnightly" }],
  ])("an estimate that %s is not shown, and logged", (_, wrong) => {
    const { estimate, logged } = ask(() => ({ ...FIGURES, ...wrong }))
    expect(estimate).toBeNull()
    expect(logged).toEqual([expect.stringContaining("option estimate.of")])
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
