import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSecondService } from "../second-service/service"
import { testDatabaseServer } from "../support/database-server"
import { filledEnvironment } from "../support/filled-database"
import { programOf } from "../support/program"
import { person, three } from "../unit/client/conformance/support/test-account"
import { ROOT, runProgram } from "./support/run-program"

const CONFORMANCE = ["-r", join(ROOT, "test/support/no-pauses.cjs"), programOf("src/command.ts"), "conformance"]
const WALKTHROUGH = [join(ROOT, "scripts/run.mjs"), "demo/walkthrough.mjs", "--after-order", "--yes"]
const CONTRACT = /http:\/\/127\.0\.0\.1:\d+\/contracts?\/[\w-]+(?=\s)/g

/** Where others who read the specification differ from the plugin's expectation. */
const WRITTEN = {
  dialect: {
    statusKeys: ["leaseStatus"],
    statusWords: { "Cart Received": "contracts", "Lease Active": "funded" },
    okToDeliverIn: ["lease_accepted"],
  },
}

/**
 * A merchant's first day: conformance detects the account's dialect, then leases use the options that it wrote. Other accounts:
 * `unit/client/conformance/dialects.spec.ts` checks the options written for each, and `dialects` leases with them.
 */
describe("the first day with a service that others wrote from the specification", () => {
  let service: Awaited<ReturnType<typeof startSecondService>>
  let folder: string
  beforeAll(async () => {
    service = await startSecondService()
    folder = mkdtempSync(join(tmpdir(), "first-day-"))
    writeFileSync(join(folder, "persons.json"), JSON.stringify([...three(), person("denied", "denied", "denied")]))
    writeFileSync(join(folder, "options.json"), "{}")
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await service.close()
  })

  it("conformance writes options with which leases are delivered, returned and canceled", async () => {
    const { host } = new URL(service.baseUrl)
    const persons = ["--applicants", join(folder, "persons.json")]
    const all = ["--level", "money", "--account", "test", "--host", host, ...persons, "--yes", "--report", folder]
    const asked = await run([...CONFORMANCE, ...all], join(folder, "options.json"))
    expect(asked).toEqual({ status: 1, said: expect.stringContaining("| 7 return, response |") })
    expect(JSON.parse(readFileSync(join(folder, "lease-options.json"), "utf8"))).toEqual(WRITTEN)
    const options = join(folder, "lease-options.json")
    const walked = await run([...WALKTHROUGH, ...persons], options, await filledEnvironment())
    expect(walked).toEqual({ status: 0, said: expect.stringContaining("All leases ended as expected.") })
  }, 600_000)

  async function run(args: string[], LEASE_OPTIONS: string, filled: object = {}) {
    const { baseUrl: LEASE_BASE_URL, username: LEASE_USERNAME, password: LEASE_PASSWORD } = service
    const DATABASE_URL = (await testDatabaseServer()).url()
    const account = { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, LEASE_OPTIONS, DATABASE_URL }
    return runProgram(args, { ...account, ...filled }, signer())
  }
})

/** Signs each contract that a command shows, as a person would. */
function signer() {
  const signed = new Set<string>()
  return (said: string) => {
    for (const [url] of said.matchAll(CONTRACT)) {
      if (signed.has(url)) continue
      signed.add(url)
      void fetch(url, { method: "POST" })
    }
  }
}
