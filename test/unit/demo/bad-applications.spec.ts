import { applicantSecrets, inventApplicant } from "../../../demo/applicant.mjs"
import { badApplications } from "../../../demo/bad-applications.mjs"
import { namesIn } from "../../../demo/scan.mjs"

describe("applications that no form sends", () => {
  const applicant = inventApplicant()

  it.each(badApplications(applicant, "1"))("$title: the applicant's numbers are inside", ({ body }) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    expect(namesIn(text, applicantSecrets(applicant))).toContain("ssn")
  })
})
