import { runProgram } from "./support/run-program"

const WALKTHROUGH = ["scripts/run.mjs", "demo/walkthrough.mjs"]
const RIGHT = { status: 0, said: expect.stringContaining("All leases ended as expected.") }

/** Every call that the service has, each listed once. */
const CALLS = [
  "POST /application",
  "POST /application/cart",
  "GET /application/cart/pricing",
  "GET /application/contract",
  "POST /application/cart/delivery",
  "POST /application/return/availability",
  "POST /application/return",
  "DELETE /application/contract",
  "POST /update-order",
  "POST /update-delivery",
]

/** `first-day.spec.ts` takes it to another service. */
describe("npm run walkthrough", () => {
  it("the walkthrough takes carts through whole leases in both ways, checks every fact and lists each call once", async () => {
    const ended = await runProgram(WALKTHROUGH)
    expect(ended).toEqual(RIGHT)
    expect(ended.said.match(/^(?:GET|POST|DELETE) \/\S+$/gm)).toEqual(CALLS)
  }, 240_000)
})
