import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSecondService } from "../second-service/service.mjs"
import { person, three } from "../unit/conformance/support/test-account"

const ROOT = join(__dirname, "../..")
const SIGNING = /http:\/\/127\.0\.0\.1:\d+\/contracts\/[\w-]+(?=\s)/g

/** A merchant's first day with a service that somebody else wrote from the specification. */
describe("a service that others wrote", () => {
  let service: Awaited<ReturnType<typeof startSecondService>>
  let folder: string
  beforeAll(async () => {
    service = await startSecondService()
    folder = mkdtempSync(join(tmpdir(), "second-service-"))
    writeFileSync(join(folder, "persons.json"), JSON.stringify([...three(), person("denied", "denied", "denied")]))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await service.close()
  })

  it("is asked how it speaks, and is leased from with the options that this writes, to the end of each lease", async () => {
    const { host } = new URL(service.baseUrl)
    const persons = join(folder, "persons.json")
    const command = ["-r", require.resolve("ts-node/register/transpile-only"), join(ROOT, "src/conformance/command.ts")]
    const all = ["--level", "money", "--account", "test", "--host", host, "--applicants", persons, "--yes"]
    const asked = await run([...command, ...all, "--report", folder])
    expect(asked).toEqual({ status: 1, said: expect.stringContaining("| 7 return, answer |") })
    const options = JSON.parse(readFileSync(join(folder, "lease-options.json"), "utf8"))
    expect(options).toEqual({
      wire: {
        statusKeys: ["leaseStatus"],
        statusWords: { "Cart Received": "contracts", "Lease Active": "funded" },
        okToDeliverIn: ["lease_accepted"],
      },
    })

    const walk = [join(ROOT, "scripts/run.mjs"), "walkthrough", "--after-order", "--yes", "--applicants", persons]
    const walked = await run(walk, { LEASE_OPTIONS: join(folder, "lease-options.json") })
    expect(walked).toEqual({ status: 0, said: expect.stringContaining("Everything is as it should be.") })
  }, 600_000)

  async function run(args: string[], more: NodeJS.ProcessEnv = {}) {
    const { npm_lifecycle_event: _, NODE_OPTIONS: __, ...env } = process.env
    const { baseUrl: LEASE_BASE_URL, username: LEASE_USERNAME, password: LEASE_PASSWORD } = service
    const account = { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD }
    const tsNode = { TS_NODE_PROJECT: join(ROOT, "tsconfig.json") }
    const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...env, ...tsNode, ...account, ...more } })
    return heard(child)
  }
})

/** Reads all that a command says, and signs each contract that it shows, as a person does who presses the button. */
async function heard(child: ChildProcess) {
  let said = ""
  const signed = new Set<string>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", async (text) => {
      said += text
      for (const [url] of said.matchAll(SIGNING)) {
        if (signed.has(url)) continue
        signed.add(url)
        await fetch(url, { method: "POST" })
      }
    })
  const [status] = await once(child, "close")
  return { status, said }
}
