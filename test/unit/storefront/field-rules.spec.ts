import { isTaken } from "../../../packages/storefront/src/screens/field-rules"
import { applicationFields } from "../../../src/client"
import { REFUSED, SENT } from "../client/support/form-values"
import { day } from "../client/support/samples"

const LAST = "customer.paymentFrequency.lastPayDate"
/** The store alone knows the states, and the form's own controls read amounts and lists. */
const ELSEWHERE = [
  "customer.homeAddress.state",
  "customer.grossIncomeMonthly",
  "customer.paymentFrequency.payFrequency",
]
const shown = applicationFields.map(({ path }) => path).filter((path) => !ELSEWHERE.includes(path))
const isText = (value: unknown): value is string => typeof value === "string" && value !== ""
const taken = (path: string, value: string) =>
  isTaken(path, (asked) => (asked === path ? value : asked === LAST ? day(-7) : ""))

/** `test/unit/client/application.spec.ts` checks the store's rules with the same values. */
describe("the form's rules are the store's", () => {
  const refused = shown.flatMap((path) => (REFUSED[path] ?? []).filter(isText).map((value) => [path, value] as const))
  const sent = SENT.flatMap(([path, value]) => (shown.includes(path) && isText(value) ? [[path, value] as const] : []))

  test.each(refused)("%s is not taken as %.60j", (path, value) => {
    expect(taken(path, value)).toBe(false)
  })

  test.each(sent)("%s is taken as %j", (path, value) => {
    expect(taken(path, value)).toBe(true)
  })

  test("an income is above 0 and at most 10 million", () => {
    const incomes = [0, -1, 10_000_001, 1, 4217.5, 10_000_000]
    const expected = [false, false, false, true, true, true]
    expect(incomes.map((income) => taken("customer.grossIncomeMonthly", `${income}`))).toEqual(expected)
  })
})
