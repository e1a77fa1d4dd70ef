import { type FormField, toApplication } from "../../../storefront/src/index"

const field = (path: string, kind: FormField["kind"] = "text"): FormField => ({
  path,
  kind,
  label: path,
  required: true,
  group: "you",
})

test("values by path become the nested application", () => {
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

test.each([
  ["2500", 2500],
  [" $2,500.50 ", 2500.5],
  [2500, 2500],
  ["a lot", "a lot"],
])("money %j is sent as %j", (typed, sent) => {
  expect(toApplication([field("income", "money")], { income: typed })).toEqual({ income: sent })
})

test("a number that is a name stays text", () => {
  expect(toApplication([field("zip")], { zip: "01234" })).toEqual({ zip: "01234" })
})

test.each([undefined, null, "", "  "])("an empty field (%j) is left out", (value) => {
  expect(toApplication([field("a.b")], { "a.b": value })).toEqual({})
})

test("only fields of the form are taken", () => {
  expect(toApplication([field("a")], { a: "1", coupon: "x" })).toEqual({ a: "1" })
})

test("no path reaches outside of the application", () => {
  toApplication([field("__proto__.polluted")], { "__proto__.polluted": "yes" })
  expect({}).not.toHaveProperty("polluted")
})
