import { pollAfter } from "../../../src/api/lease-view"
import type { LeaseRecord } from "../../../src/modules/lease/rules/records"

const NOW = Date.parse("2026-11-22T12:00:00.000Z")
const before = (seconds: number) => new Date(NOW - seconds * 1000)

it.each([
  [0, 2000],
  [9, 2000],
  [10, 5000],
  [60, 10_000],
  [300, 30_000],
  [90_000, 30_000],
])("after %d s of waiting, a decision or first payment is polled after %d ms", (seconds, ms) => {
  const pending = { status: "pending", status_at: before(seconds) } as LeaseRecord
  const paying = {
    status: "signing",
    status_at: before(5000),
    contracts_received_at: before(seconds),
  } as LeaseRecord
  expect(pollAfter(pending, "undecided", NOW)).toBe(ms)
  expect(pollAfter(paying, "first_payment_pending", NOW)).toBe(ms)
})

it("an unanswered application is polled once, when it may be sent again", () => {
  const lease = (seconds: number) => ({ status: "undecided", status_at: before(seconds) }) as LeaseRecord
  expect(pollAfter(lease(20), "undecided", NOW)).toBe(40_250)
  expect(pollAfter(lease(61), "undecided", NOW)).toBeNull()
})

it("nothing is polled while waiting for the shopper", () => {
  expect(pollAfter({ status: "offered", status_at: before(0) } as LeaseRecord, "offer", NOW)).toBeNull()
  expect(pollAfter(null, "intro", NOW)).toBeNull()
})
