import type { PayoutLease } from "../../../../src/modules/lease/ledger"
import type { PayoutLine } from "../../../../src/scripts/payouts/lines"
import { factsOf, orderNumberOf, Total } from "../../../../src/scripts/payouts/totals"

const LEASE = {
  ...{
    id: "lease_1",
    reference: "L-1",
    application_id: "A1",
    hosted_id: null,
    order_display_id: 1042,
    account_id: null,
  },
  ...{ status: "delivered", flow: "api", amount: 1000, reductions: null, currency_code: "usd" },
  ...{ placed_at: new Date(1), created_at: new Date(1), delivered_at: new Date(1) },
  ...{ delivered_on: "2026-10-15", changed_on: "2026-10-20" },
} as PayoutLease

const LINE: PayoutLine = { line: 2, lease: "A1", order: "", paid: 0, fee: 0, day: "2026-11-01", id: "", reason: "" }

function totalOf(...lines: Partial<PayoutLine>[]): Total {
  const total = new Total(factsOf(LEASE))
  for (const line of lines) total.add({ ...LINE, ...line })
  return total
}

it("adds up a lease's lines", () => {
  const { paid, fees, lines, difference } = totalOf({ paid: 700, fee: 20 }, { paid: 200, fee: 5 })
  expect({ paid, fees, lines, difference }).toEqual({ paid: 900, fees: 25, lines: 2, difference: -100 })
})

it.each([
  [999, "short"],
  [1000, "matched"],
  [1001, "over"],
])("%i cents of 1000 are %s", (paid, list) => {
  expect(totalOf({ paid }).list).toBe(list)
})

it("the day is that of the last payment", () => {
  const days = (...lines: [paid: number, day: string | null][]) =>
    totalOf(...lines.map(([paid, day]) => ({ paid, day }))).day
  expect(days([1, "2026-11-02"], [1, "2026-11-05"], [1, "2026-11-03"], [-1, "2026-11-09"], [0, "2026-11-08"])).toBe(
    "2026-11-05",
  )
  expect(days([1, null])).toBeNull()
  expect(days([-1, "2026-11-02"])).toBeNull()
})

it("the sums of negative lines, by reason", () => {
  expect(totalOf({ paid: 100, reason: "Funding" }, { reason: "Nothing" }, { paid: -5 }).taken).toEqual(new Map())
  const lines = [{ paid: -5 }, { paid: -7, fee: -2 }, { paid: 0, fee: 1 }].map((line) => ({
    ...line,
    reason: "Damage",
  }))
  expect(totalOf(...lines, { paid: -1, reason: "Other" }).taken).toEqual(
    new Map([
      ["Damage", -11],
      ["Other", -1],
    ]),
  )
})

it.each(["canceled", "returned", "delivered", "placed", "expired"] as const)("a lease that is %s", (status) => {
  const ended = status === "canceled" || status === "returned" ? "2026-10-20" : null
  expect(factsOf({ ...LEASE, status })).toEqual({
    ...{ reference: "L-1", order: 1042, operator_id: "A1", status, flow: "api", currency: "usd" },
    ...{ due: status === "delivered" ? 1000 : 0, delivered: "2026-10-15", ended },
  })
})

it.each([
  ["1042", 1042],
  ["#1042", 1042],
  ["# 1042", 1042],
  ["A1042", null],
  ["1042-1", null],
  ["1234567890", null],
  ["", null],
])("the order's number in %j is %j", (text, number) => {
  expect(orderNumberOf(text)).toBe(number)
})
