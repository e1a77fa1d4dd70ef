import { namesIn } from "../../../demo/scan.mjs"

describe("finding secrets in a text", () => {
  it("names the secret, not its value", () => {
    expect(namesIn("ssn: 219-38-4471", { ssn: ["219-38-4471", "219384471"] })).toEqual(["ssn"])
  })

  it("finds any form in which it may be written", () => {
    expect(namesIn('{"a":"219384471"}', { ssn: ["219-38-4471", "219384471"] })).toEqual(["ssn"])
  })

  it("does not take a part of a longer number for it", () => {
    expect(namesIn("at 1219384471 and 2193844710", { ssn: ["219384471"] })).toEqual([])
  })

  it("goes on behind such a part", () => {
    expect(namesIn("1219384471 219384471", { ssn: ["219384471"] })).toEqual(["ssn"])
  })

  it("passes over a secret without a value", () => {
    expect(namesIn("anything", { password: [""] })).toEqual([])
  })
})
