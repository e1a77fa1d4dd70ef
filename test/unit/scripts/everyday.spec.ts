import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { EVERYDAY_ONLY, FULL_ONLY, testPlan } from "../../../scripts/lib/everyday.mjs"

const TEST = join(__dirname, "../..")
const specs = readdirSync(TEST, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.spec\.tsx?$/.test(file))
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
const isFullOnly = (spec: string) => FULL_ONLY.some((part) => new RegExp(part).test(spec))
const everyday = specs.filter((spec) => !isFullOnly(spec))
const read = (spec: string) => readFileSync(join(TEST, "..", spec), "utf8")
const importing = (module: string) => (spec: string) => new RegExp(`from ".*/${module}(\\.mjs)?"`).test(read(spec))

describe("the everyday tests", () => {
  it("are unit tests, the ledger's, faults and one Medusa that is booted", () => {
    const folders = new Set(everyday.map((spec) => spec.split("/")[1]))
    expect([...folders].sort()).toEqual(["bench", "everyday", "faults", "integration", "unit"])
    expect(everyday.filter(importing("lease-store"))).toEqual(["test/everyday/whole-lease.spec.ts"])
  })

  it.each(["describe-in-browser", "find-browser", "find-redis", "readme-install", "several"])(
    "start neither a browser nor another process of Medusa by %s",
    (module) => {
      expect(specs.filter(importing(module))).not.toEqual([])
      expect(everyday.filter(importing(module))).toEqual([])
    },
  )

  it.each(FULL_ONLY)("leave tests to the full run: %s", (part) => {
    expect(specs.filter((spec) => new RegExp(part).test(spec))).not.toEqual([])
  })
})

describe("the test command", () => {
  it("leaves out what is of the full run only", () => {
    expect(testPlan([])).toEqual({
      checks: true,
      jest: FULL_ONLY.map((part) => `--testPathIgnorePatterns=<rootDir>/${part}`),
    })
  })

  it("leaves out nothing when asked for all but the store of every day, whose rules another one has", () => {
    expect(EVERYDAY_ONLY.map((part) => specs.filter((spec) => spec.startsWith(part)))).toEqual([
      ["test/everyday/whole-lease.spec.ts"],
    ])
    expect(testPlan(["--all"])).toEqual({ checks: true, jest: ["--testPathIgnorePatterns=<rootDir>/test/everyday/"] })
    expect(importing("everyday/everyday")("test/integration/orders.spec.ts")).toBe(true)
  })

  it("runs what is named, in whichever run it is", () => {
    const named = ["test/processes", "--verbose"]
    expect(testPlan(named)).toEqual({ checks: false, jest: named })
  })
})
