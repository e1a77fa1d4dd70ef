import { shortened } from "../../../demo/walkthrough-print.mjs"

describe("what the walkthrough shows of a request", () => {
  it("hides the applicant's answers", () => {
    expect(shortened({ application: { customer: { ssn: "219-38-4471" } }, attemptId: "a" })).toBe(
      '{"application":"…","attemptId":"a"}',
    )
  })

  it("hides the lease key", () => {
    expect(shortened({ leaseKey: "abc" })).toBe('{"leaseKey":"…"}')
  })

  it("says how long a long list is", () => {
    expect(shortened({ fields: [1, 2, 3, 4] })).toBe('{"fields":"4 entries"}')
  })

  it("names the actions that are allowed", () => {
    expect(shortened({ can: { apply: { allowed: true }, offer: { allowed: false, reason: "no_application" } } })).toBe(
      '{"can":"apply"}',
    )
  })

  it("picks what matters of a cart", () => {
    expect(shortened({ cart: { id: "cart_1", total: 10, items: [] } })).toBe('{"cart":{"id":"cart_1","total":10}}')
  })
})
