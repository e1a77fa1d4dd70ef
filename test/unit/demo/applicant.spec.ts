import { applicantSecrets, inventApplicant } from "../../../demo/applicant.mjs"

describe("invented applicants", () => {
  it("each have a social security number of their own", () => {
    const numbers = new Set(Array.from({ length: 20 }, () => inventApplicant().customer.ssn))
    expect(numbers.size).toBe(20)
  })

  it("carry the tag that steers the sandbox", () => {
    expect(inventApplicant({ tag: "denied" }).customer.emailAddress).toMatch(/\+denied@example\.com$/)
  })
})

describe("what must be found nowhere", () => {
  it("is every number that identifies a person or an account", () => {
    expect(Object.keys(applicantSecrets(inventApplicant()))).toEqual([
      "ssn",
      "birthdate",
      "grossIncomeMonthly",
      "routingNumber",
      "accountNumber",
    ])
  })

  it("is looked for with and without dashes", () => {
    const applicant = inventApplicant()
    expect(applicantSecrets(applicant).ssn).toEqual([
      applicant.customer.ssn,
      applicant.customer.ssn.replaceAll("-", ""),
    ])
  })

  it("earn whole cents", () => {
    for (let invented = 0; invented < 500; invented++)
      expect(String(inventApplicant().customer.grossIncomeMonthly)).toMatch(/^\d+(\.\d{1,2})?$/)
  })
})
