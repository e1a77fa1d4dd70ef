import { backoffMs, retryMs } from "../../../../src/modules/lease/outbox/back-off"
import { isExclusive, TASK_KINDS } from "../../../../src/modules/lease/rules/tasks"

const MINUTE = 60_000

describe("when a call without effect is tried again", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 60],
    [7, 60],
    [1000, 60],
  ])("after attempt %i in %i minutes, or up to half of that sooner", (attempts, minutes) => {
    expect(backoffMs(attempts, 1)).toBe(minutes * MINUTE)
    expect(backoffMs(attempts, 0)).toBe((minutes * MINUTE) / 2)
  })

  it("calls that failed together aren't retried together", () => {
    const waits = new Set(Array.from({ length: 50 }, () => backoffMs(1)))
    expect(waits.size).toBeGreaterThan(25)
  })

  it("no retry comes before the time that the service asked for, and not all at once", () => {
    expect(retryMs(1, 20 * MINUTE, 0)).toBe(20 * MINUTE)
    expect(retryMs(1, 20 * MINUTE, 1)).toBe(25 * MINUTE)
    expect(retryMs(1, 100, 1)).toBe(MINUTE)
  })

  it("a retry comes after a day at the latest, whatever the service asked for", () => {
    expect(retryMs(1, 365 * 24 * 60 * MINUTE, 0)).toBe(24 * 60 * MINUTE)
  })
})

it("calls that could conflict at the service or in the cart exclude each other, and those on Medusa's books don't", () => {
  expect(TASK_KINDS.filter(isExclusive)).toEqual([
    "place_order",
    "cancel_contract",
    "confirm_delivery",
    "return_lease",
    "return_lines",
    "send_delivery_date",
  ])
})
