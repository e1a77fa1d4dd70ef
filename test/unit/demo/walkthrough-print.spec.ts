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
})
