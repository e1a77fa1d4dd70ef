import { cents } from "../../../../src/lease-cart"
import { limitOf, overLimit } from "../../../../src/modules/lease/rules/approval"

const cartOf = (amount: number) => ({ invoiceTotal: cents(amount), currency: "usd" })

it.each([undefined, 0, -5, 2 ** 31])("%s is not a valid limit of an approval", (amount) => {
  expect(limitOf(amount)).toBeNull()
})

it("a cart over the limit is reported with both amounts, to the cent", () => {
  expect(overLimit({ approval_amount: 15_000 }, cartOf(15_001))).toEqual({ approved: "$150.00", total: "$150.01" })
  expect(overLimit({ approval_amount: 15_000 }, cartOf(15_000))).toBeNull()
  expect(overLimit({ approval_amount: null }, cartOf(15_001))).toBeNull()
})
