import { nextStep, type Step } from "../../../packages/storefront/src/index"

const STEPS: Step[] = [
  "unavailable",
  "intro",
  "deciding",
  "undecided",
  "in_progress",
  "denied",
  "over_limit",
  "offer",
  "cart_changed",
  "settling",
  "confirming",
  "ready",
  "order_failed",
  "contract_mismatch",
  "card",
  "placed",
]
const ofANewerServer = (step: string) => step as Step

test.each(STEPS)("%s is the screen the server says", (step) => {
  expect(nextStep({ step, order_id: null })).toBe(step)
})

test.each(["handed_over", "constructor"])("%s, unknown here, leaves the other payment methods usable", (step) => {
  expect(nextStep({ step: ofANewerServer(step), order_id: null })).toBe("unavailable")
})

test("a step unknown here, with an order, is placed", () => {
  expect(nextStep({ step: ofANewerServer("handed_over"), order_id: "order_1" })).toBe("placed")
})
