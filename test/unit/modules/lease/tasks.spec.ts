import {
  backoffMs,
  EXCLUSIVE_KINDS,
  isExclusive,
  isOpen,
  TASK_KINDS,
  type TaskState,
} from "../../../../src/modules/lease/tasks"

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
  ])("after attempt %i in %i minutes", (attempts, minutes) => {
    expect(backoffMs(attempts)).toBe(minutes * MINUTE)
  })
})

it.each<[TaskState, boolean]>([
  ["due", true],
  ["running", true],
  ["unknown", true],
  ["done", false],
  ["refused", false],
  ["settled", false],
])("a call that is %s is open: %s", (state, open) => {
  expect(isOpen({ state })).toBe(open)
})

it("excludes what would cross each other at the service or in the cart, and nothing of Medusa's books", () => {
  expect(TASK_KINDS.filter(isExclusive)).toEqual([
    "place_order",
    "confirm_delivery",
    "cancel_contract",
    "return_lease",
    "send_delivery_date",
  ])
  expect([...EXCLUSIVE_KINDS].sort()).toEqual(TASK_KINDS.filter(isExclusive).sort())
})
