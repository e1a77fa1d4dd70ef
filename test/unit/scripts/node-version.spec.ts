import { nodeVersionProblem } from "../../../scripts/lib/node-version.mjs"

const engines = "^20.19 || >=22.12"

describe("whether the running Node will do", () => {
  it.each(["20.19.0", "20.20.2", "22.12.0", "22.20.1", "24.0.0", "25.1.0"])("takes %s", (version) => {
    expect(nodeVersionProblem(version, engines)).toBeUndefined()
  })

  it.each(["16.20.2", "18.20.8", "20.18.3", "21.7.3", "22.11.0"])("refuses %s", (version) => {
    expect(nodeVersionProblem(version, engines)).toBeDefined()
  })

  it("names the versions that would do, the one that runs, and that nothing was changed", () => {
    const text = nodeVersionProblem("18.20.8", engines)
    expect(text).toContain("needs Node 20.19 (or a later 20) or 22.12 and later")
    expect(text).toContain("this is Node 18.20.8")
    expect(text).toContain("Nothing was changed.")
  })
})
