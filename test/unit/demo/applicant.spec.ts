import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { applicantsFrom, inventApplicant } from "../../../demo/applicant.mjs"

describe("the applicants of files", () => {
  const folder = mkdtempSync(join(tmpdir(), "applicants-"))
  const file = (name: string, value: unknown) => {
    const path = join(folder, name)
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value))
    return path
  }
  const person = (expected: string, test: unknown = true) => ({ test, expected, application: inventApplicant() })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("are the approved test persons in turn, one person for all, or new ones each time", () => {
    const persons = [person("denied"), person("approved"), person("approved", "yes"), person("approved")]
    const inTurn = applicantsFrom({ applicants: file("persons.json", persons) })
    expect([inTurn(), inTurn(), inTurn()]).toEqual([1, 3, 1].map((index) => persons[index]?.application))
    const one = inventApplicant()
    const same = applicantsFrom({ applicants: file("one.json", one) })
    expect([same(), same()]).toEqual([one, one])
    const invented = applicantsFrom({})
    expect(invented().customer.ssn).not.toBe(invented().customer.ssn)
  })

  it.each([
    ["too few for three leases", [person("approved")], true, "three persons"],
    ["one for three leases", inventApplicant(), true, "three persons"],
    ["no one who is approved", [person("denied")], false, '"expected": "approved"'],
    ["an application without a customer", { ssn: "512-68-3097" }, false, "customer.emailAddress"],
    ["no JSON", '{ "ssn": "512-68-3097" ', false, "isn't JSON"],
  ])("are refused with %s, and nothing of the file is repeated", (_, given, isWhole, says) => {
    const refused = () => applicantsFrom({ applicants: file("given.json", given), "after-order": isWhole })
    expect(refused).toThrow(says)
    expect(refused).not.toThrow("512-68-3097")
  })
})
