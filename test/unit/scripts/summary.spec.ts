import { addCounts, countJest, summaryLine, workersFor } from "../../../scripts/lib/summary.mjs"

const results = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
}

describe("the last line", () => {
  it("names passed and failed", () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed")
  })

  it("names skipped ones only when there are any", () => {
    expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe("12 passed, 1 failed, 2 skipped")
  })

  it("adds up checks and tests", () => {
    const sum = addCounts([
      { passed: 6, failed: 1, skipped: 0 },
      { passed: 10, failed: 2, skipped: 3 },
    ])
    expect(sum).toEqual({ passed: 16, failed: 3, skipped: 3 })
  })
})

describe("what a jest run counts as", () => {
  it("counts the tests of a good run", () => {
    expect(countJest(0, results)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })

  it("counts a file that could not be loaded as a failure", () => {
    expect(countJest(1, { ...results, numRuntimeErrorTestSuites: 1 }).failed).toBe(1)
  })

  it("counts pending and todo tests as skipped", () => {
    expect(countJest(0, { ...results, numPendingTests: 1, numTodoTests: 1 }).skipped).toBe(2)
  })

  it("fails a run that wrote no results", () => {
    expect(countJest(134, undefined)).toMatchObject({ passed: 0, failed: 1 })
  })

  it("fails a run without a test", () => {
    expect(countJest(0, { ...results, numPassedTests: 0 })).toMatchObject({ failed: 1, remark: "no test was run" })
  })

  it("fails a run that ended badly although every test passed", () => {
    expect(countJest(1, results)).toMatchObject({ passed: 3, failed: 1 })
  })
})

describe("how many workers run tests", () => {
  const gigabytes = 1024 ** 3

  it("is one more than there are cores while memory lasts", () => {
    expect(workersFor(2, 16 * gigabytes)).toBe(3)
  })

  it("is bounded by memory", () => {
    expect(workersFor(8, 7 * gigabytes)).toBe(2)
  })

  it("is never none", () => {
    expect(workersFor(1, 1 * gigabytes)).toBe(1)
  })

  it("is four at most", () => {
    expect(workersFor(32, 256 * gigabytes)).toBe(4)
  })
})
