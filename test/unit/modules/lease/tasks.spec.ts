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

  it("not together with what failed at the same moment", () => {
    const waits = new Set(Array.from({ length: 50 }, () => backoffMs(1)))
    expect(waits.size).toBeGreaterThan(25)
  })

  it("not before the service asked for, nor all at that moment", () => {
    expect(retryMs(1, 20 * MINUTE, 0)).toBe(20 * MINUTE)
    expect(retryMs(1, 20 * MINUTE, 1)).toBe(25 * MINUTE)
    expect(retryMs(1, 100, 1)).toBe(MINUTE)
  })

  it("after a day at the latest, whatever the service asked for", () => {
    expect(retryMs(1, 365 * 24 * 60 * MINUTE, 0)).toBe(24 * 60 * MINUTE)
  })
})

it("excludes what would cross each other at the service or in the cart, and nothing of Medusa's books", () => {
  expect(TASK_KINDS.filter(isExclusive)).toEqual([
    "place_order",
    "cancel_contract",
    "confirm_delivery",
    "return_lease",
    "return_lines",
    "send_delivery_date",
  ])
})
