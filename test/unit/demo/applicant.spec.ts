import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applicantSecrets, applicantsFrom, inventApplicant } from "../../../demo/applicant.mjs"

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

describe("the applicants of files", () => {
  const folder = mkdtempSync(join(tmpdir(), "applicants-"))
  const file = (name: string, value: unknown) => {
    const path = join(folder, name)
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value))
    return path
  }
  const person = (expected: string, test: unknown = true) => ({ test, expected, application: inventApplicant() })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("are the approved test persons of lease-to-own-conformance, in turn", () => {
    const persons = [person("denied"), person("approved"), person("approved", "yes"), person("approved")]
    const next = applicantsFrom({ applicants: file("persons.json", persons) })
    expect([next(), next(), next()]).toEqual([1, 3, 1].map((index) => persons[index]?.application))
  })

  it("are one person for all, or others each time", () => {
    const one = inventApplicant()
    const next = applicantsFrom({ applicant: file("one.json", one) })
    expect([next(), next()]).toEqual([one, one])
    const invented = applicantsFrom({})
    expect(invented()).not.toEqual(invented())
  })

  it.each([
    ["too few for three leases", { applicants: [person("approved")], "after-order": true }, "three persons"],
    ["one for three leases", { applicant: inventApplicant(), "after-order": true }, "Write --applicants"],
    ["no one who is approved", { applicants: [person("denied")] }, '"expected": "approved"'],
    ["an application without a customer", { applicant: { ssn: "512-68-3097" } }, "customer.emailAddress"],
    ["no JSON", { applicant: '{ "ssn": "512-68-3097" ' }, "is no JSON"],
    ["both", { applicant: inventApplicant(), applicants: [person("approved")] }, "not both"],
  ])("are refused with %s, and nothing of the file is repeated", (_, given, says) => {
    const names = Object.entries(given).map(([name, value]) => [
      name,
      name === "after-order" ? value : file(`${name}.json`, value),
    ])
    const refused = () => applicantsFrom(Object.fromEntries(names))
    expect(refused).toThrow(says)
    expect(refused).not.toThrow("512-68-3097")
  })
})
