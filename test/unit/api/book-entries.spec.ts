import { bookEntries } from "../../../src/api/admin/lease-to-own/leases/export/book-entries"
import type { ExportedLease, HistoryRecord } from "../../../src/modules/lease/ledger"

const PLACED = new Date("2027-01-10T12:00:00Z")
const ENDED = new Date("2027-03-01T12:00:00Z")

/** A placed lease of $540: goods for 500, delivery for 30, tax or fees of 10. */
function lease(changes: Partial<ExportedLease> = {}): ExportedLease {
  const amounts = { amount: 54_000, tax: 1000, delivery: 3000, taxed_by: "in_cart", reductions: null }
  const dates = { placed_at: PLACED, status_at: ENDED, canceled_at: null, returned_at: null }
  return { ...amounts, ...dates, status: "delivered", ...changes } as ExportedLease
}

function entry(type: string, at: string, detail: Record<string, unknown> = {}): HistoryRecord {
  return { type, created_at: new Date(at), detail } as HistoryRecord
}

const SALE = { entry: "sale", at: PLACED, parts: { goods: 50_000, delivery: 3000, tax: 1000 } }
const line = (action: "return" | "lower", tax: number) => ({
  ...{ action, number: 1, identifier: "CHAIR", quantity: 1, price: 10_000, tax },
})
const REDUCTIONS = [
  { amount: 10_200, lines: [line("return", 200)] },
  { amount: 2500, lines: [line("lower", 0)] },
]

test("a lease without an order has no entries", () => {
  expect(bookEntries(lease({ placed_at: null, status: "approved" }), [])).toEqual([])
})

test("a placed lease is one sale", () => {
  for (const status of ["placed", "delivered", "canceling", "returning"] as const)
    expect(bookEntries(lease({ status }), [])).toEqual([SALE])
})

test("a canceled or returned lease has the sale, and all of it again with a minus on its own day", () => {
  const parts = { goods: -50_000, delivery: -3000, tax: -1000 }
  const at = new Date("2027-02-01T12:00:00Z")
  expect(bookEntries(lease({ status: "canceled", canceled_at: at }), [])).toEqual([
    SALE,
    { entry: "cancellation", at, parts },
  ])
  expect(bookEntries(lease({ status: "returned", returned_at: at }), [])).toEqual([
    SALE,
    { entry: "return", at, parts },
  ])
  // The service reported the end by itself.
  expect(bookEntries(lease({ status: "canceled" }), [])[1]).toEqual({ entry: "cancellation", at: ENDED, parts })
})

test("partial returns and lowered prices are dated by the history, even if staff resolved one, and a later return has the rest", () => {
  const history = [
    entry("resolved_by_hand", "2027-01-15T12:00:00Z", { outcome: "delivered" }),
    entry("reduced", "2027-02-01T12:00:00Z"),
    entry("resolved_by_hand", "2027-02-10T12:00:00Z", { outcome: "reduced" }),
  ]
  const entries = bookEntries(lease({ status: "returned", returned_at: ENDED, reductions: REDUCTIONS }), history)
  expect(entries).toEqual([
    SALE,
    { entry: "reduction", at: new Date("2027-02-01T12:00:00Z"), parts: { goods: -10_000, delivery: 0, tax: -200 } },
    { entry: "reduction", at: new Date("2027-02-10T12:00:00Z"), parts: { goods: -2500, delivery: 0, tax: 0 } },
    { entry: "return", at: ENDED, parts: { goods: -37_500, delivery: -3000, tax: -800 } },
  ])
  for (const part of ["goods", "delivery", "tax"] as const)
    expect(entries.reduce((sum, { parts }) => sum + (parts?.[part] ?? 0), 0)).toBe(0)
})

test("without the cart as sent, the entries have no amounts", () => {
  const unknown = lease({ status: "canceled", canceled_at: ENDED, tax: null, delivery: null })
  expect(bookEntries(unknown, []).map(({ parts }) => parts)).toEqual([null, null])
})
