import { readMoney } from "../../../packages/storefront/src/client/application"
import { type FormField, toApplication } from "../../../packages/storefront/src/index"
import { TYPED_MONEY } from "../../fixtures/typed-money"

const field = (path: string, kind: FormField["kind"] = "text"): FormField => ({
  path,
  kind,
  label: path,
  required: true,
  group: "you",
})

test("values by path become a nested application", () => {
  const fields = [field("customer.firstName"), field("customer.homeAddress.city"), field("bank.routingNumber")]
  const values = {
    "customer.firstName": "Ana",
    "customer.homeAddress.city": "Austin",
    "bank.routingNumber": "021000021",
  }
  expect(toApplication(fields, values)).toEqual({
    customer: { firstName: "Ana", homeAddress: { city: "Austin" } },
    bank: { routingNumber: "021000021" },
  })
})

test.each(TYPED_MONEY)("money %j typed in %s means %s", (typed, locale, read) => {
  expect(readMoney(typed, locale)).toBe(read)
})

test("money is sent as a number, or as typed if it can't be read", () => {
  const sent = (income: unknown, locale?: string) => toApplication([field("income", "money")], { income }, locale)
  expect([sent("4.200,50", "es-ES"), sent("4.200,50", "en-US"), sent(2500)]).toEqual([
    { income: 4200.5 },
    { income: "4.200,50" },
    { income: 2500 },
  ])
})

test.each([undefined, null, "", "  "])("an empty field (%j) is left out", (value) => {
  expect(toApplication([field("a.b")], { "a.b": value })).toEqual({})
})

test("only fields of the form are sent", () => {
  expect(toApplication([field("a")], { a: "1", coupon: "x" })).toEqual({ a: "1" })
})

test("a path can't reach outside of the application", () => {
  toApplication([field("__proto__.polluted")], { "__proto__.polluted": "yes" })
  expect({}).not.toHaveProperty("polluted")
})
