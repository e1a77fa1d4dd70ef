import type { Finding } from "../../../../src/client/conformance/finding"
import { readPersons } from "../../../../src/client/conformance/persons"
import { driftOf, EXIT, exitOf, leaksOf, type Report, tableOf } from "../../../../src/client/conformance/report"
import { shapeOf } from "../../../../src/client/conformance/shape"

const finding = (change: Partial<Finding> = {}): Finding => ({
  row: "4 shape",
  assumed: "spec",
  seen: "spec",
  verdict: "same",
  ...change,
})
const report = (change: Partial<Report> = {}): Report => ({
  format: 2,
  host: "api.leasing.example",
  at: "2026-11-20T10:00:00.000Z",
  level: "read",
  findings: [finding()],
  shapes: { "GET pricing 404": { title: "text" } },
  ...change,
})

describe("a shape", () => {
  it("has the kind of each value by its path, and no value", () => {
    const answer = {
      id: "712",
      ok: "true",
      sum: 12.5,
      none: null,
      items: [{ sku: "SOFA" }, { sku: "LAMP", n: 1 }],
      left: [],
    }
    expect(shapeOf(answer)).toEqual({
      id: "number as text",
      ok: "true or false as text",
      sum: "number",
      none: "null",
      "items[].sku": "text",
      "items[].n": "number",
      "left[]": "empty list",
    })
  })

  it("has no field name that may be a value", () => {
    expect(Object.keys(shapeOf({ "robin@shopper.example": 1, "512-68-3097": 1, a9999: 1, status: 1 }))).toEqual([
      "…",
      "status",
    ])
  })

  it("is limited in depth and width", () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field_${n % 1000}_${n}`, n]))
    expect(Object.keys(shapeOf(wide)).length).toBeLessThanOrEqual(200)
  })
})

it.each([
  [EXIT.same, [finding(), finding({ verdict: "new" }), finding({ verdict: "skipped" })]],
  [EXIT.differs, [finding(), finding({ verdict: "differs" })]],
  [EXIT.contradicts, [finding({ verdict: "differs" }), finding({ verdict: "contradicts" })]],
])("the exit status is %i", (status, findings) => {
  expect(exitOf(findings)).toBe(status)
})

describe("drift", () => {
  it("is a changed finding, and a field that is new, gone or of another kind", () => {
    const shapes = { "GET pricing 404": { title: "number", detail: "text" } }
    const now = report({ findings: [finding({ seen: "reference", verdict: "differs" })], shapes })
    expect(driftOf(report(), now)).toEqual([
      "4 shape: spec → reference",
      "GET pricing 404, title: text → number",
      "GET pricing 404, detail: absent → text",
    ])
  })

  it("isn't what differs from run to run", () => {
    const timed = (seen: string) => report({ findings: [finding({ row: "1 timeout", seen, varies: true })] })
    expect(driftOf(timed("0.1 s"), timed("3.0 s"))).toEqual([])
  })

  it("is reported for each case of a row", () => {
    const of = (seen: string) => finding({ row: "6 DELETE contract, allowed", of: "signed", seen })
    const drift = driftOf(report({ findings: [of("204")] }), report({ findings: [of("409")] }))
    expect(drift).toEqual(["6 DELETE contract, allowed (signed): 204 → 409"])
  })

  it("isn't a row that only one of the runs includes", () => {
    const more = report({
      findings: [finding(), finding({ row: "9 Contracts" })],
      shapes: { "POST cart 200": { a: "text" } },
    })
    expect(driftOf(report(), more)).toEqual([])
    expect(driftOf(more, report())).toEqual([])
  })
})

it("a table has a row for each finding, followed by what to ask", () => {
  const table = tableOf(
    report({
      findings: [finding({ seen: "a | b", verdict: "differs", write: { cartFormat: "reference" }, advice: "Ask." })],
    }),
  )
  expect(table).toContain('| 4 shape | spec | a \\| b | differs | `"cartFormat":"reference"` |')
  expect(table).toContain("- **4 shape**: Ask.")
})

it("a table begins with why the run stopped, and ends with what only the operator can answer", () => {
  const table = tableOf(report({ stopped: "The service did not respond." }))
  expect(table.split("\n").slice(0, 3)).toEqual([expect.stringMatching(/^# /), "", "The service did not respond."])
  expect(table).toContain("## Ask the operator")
  expect(table).toContain("- In which states do you not offer leases? (14 MN, NJ, VT, WI, WY)")
})

it("a leak is reported by its source", () => {
  const secrets = { "the credentials": ["secret-password", "us"], "a test person": ["512-68-3097"] }
  expect(leaksOf("seen: 512-68-3097, us", secrets)).toEqual(["a test person"])
  expect(leaksOf("nothing of it", secrets)).toEqual([])
})

describe("the file of test applicants", () => {
  const person = {
    test: true,
    name: "approved",
    expected: "approved",
    application: { customer: { ssn: "512-68-3097" } },
  }

  it("is read", () => {
    expect(readPersons(JSON.stringify([person]))).toEqual([person])
  })

  it("is read with the characters that editors and real names add", () => {
    const odd = { ...person, application: { customer: { lastName: "O’Brien-Müller", ssn: 512683097 }, "x.y": [[]] } }
    expect(readPersons(`\uFEFF${JSON.stringify([odd])}\r\n`)).toEqual([odd])
  })

  it.each([
    ["a text instead of true", JSON.stringify([{ ...person, test: "true" }]), '"test": true'],
    ["an application that is a list", JSON.stringify([{ ...person, application: [] }]), "It must look like this: ["],
    ["one person without a list", JSON.stringify(person), "It must look like this: ["],
    ["invalid JSON", "{", "is not valid JSON"],
    [
      "a name that may be real",
      JSON.stringify([{ ...person, name: "Robin Example" }]),
      "Each name must be a short word",
    ],
    ["an unknown outcome", JSON.stringify([{ ...person, expected: "maybe" }]), "It must look like this: ["],
    ["nobody", "[]", "It must look like this: ["],
    ["two with one name", JSON.stringify([person, person]), "needs a different name"],
    ["more than a run allows", JSON.stringify(Array(7).fill(person)), "at most 6 test applicants"],
  ])("is refused with %s, without repeating any of it", (_, text, says) => {
    const refused = () => readPersons(text)
    expect(refused).toThrow(says)
    expect(refused).not.toThrow("512-68-3097")
  })
})
