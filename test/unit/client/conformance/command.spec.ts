import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, type SandboxOptions, startSandbox } from "lease-to-own-sandbox"
import { main } from "../../../../src/client/conformance/command"
import { EXIT } from "../../../../src/client/conformance/report"
import { programOf } from "../../../support/program"
import { person } from "./support/test-account"

const PASSWORD = "hunter2-hunter2"
const NO_PAUSES = join(__dirname, "../../../support/no-pauses.cjs")

const accountAt = ({ baseUrl, username, password }: Sandbox) => {
  return { LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: password }
}

/** The command as a person types it, without Medusa. */
describe("conformance command", () => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-command-"))
  const GIVEN = join(folder, "given.json")
  let sandbox: Sandbox
  let program: string
  beforeAll(async () => {
    program = programOf("src/command.ts")
    // A user name that is also a field name.
    sandbox = await startSandbox({ username: "detail", password: PASSWORD })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  })

  /** Runs the command. `onOutput` gets the whole output so far, each time it grows. */
  async function run(
    args: string[],
    env: Record<string, string> = {},
    onOutput: (output: string, child: ChildProcess) => void = () => {},
  ) {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("LEASE_")))
    const command = ["-r", NO_PAUSES, program, "conformance", ...args]
    const child = spawn(process.execPath, command, { cwd: folder, env: { ...own, ...accountAt(sandbox), ...env } })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
        onOutput(output, child)
      })
    const status = await new Promise<number | null>((resolve) => child.on("close", resolve))
    return { status, output }
  }
  const host = () => new URL(sandbox.baseUrl).host

  it("prints its help", async () => {
    const { status, output } = await run(["--help"], { LEASE_BASE_URL: "" })
    expect([status, output]).toEqual([0, expect.stringContaining("cleanup")])
  })

  /** HERE names the test account, SURE also answers yes, PERSONS also names the persons, and GIVEN is the test's file. */
  function argsOf(line: string): string[] {
    const here = ["--account", "test", "--host", host()]
    const sure = [...here, "--yes"]
    const words = { HERE: here, SURE: sure, PERSONS: [...sure, "--applicants", GIVEN], GIVEN: [GIVEN] }
    return line.split(" ").flatMap((word) => words[word as keyof typeof words] ?? (word || []))
  }
  const UNREAD = /^\S+ is gone\.json, which cannot be read \(ENOENT\)\.$/
  const OTHER_REPORT = "a report.json from this version"
  const stranger = [{ name: "robin", expected: "approved", application: {} }]
  const REPORT = { format: 2, host: "api.example", at: "", level: "read", findings: [], shapes: {} }
  type Given = { env?: Record<string, string>; file?: unknown }

  it.each<[string, string, string | RegExp, Given]>([
    ["no address", "", "Set LEASE_BASE_URL", { env: { LEASE_BASE_URL: "" } }],
    ["no password", "", "Set LEASE_USERNAME and LEASE_PASSWORD, or LEASE_AUTH_HASH", { env: { LEASE_PASSWORD: "" } }],
    ["an unknown level", "--level deliver", "--level must be one of read, refuse, apply, sign, money.", {}],
    ["an account that may be real", "--level apply", "add --account test", {}],
    ["another host", "--level apply --account test --host api.example", "Set --host", {}],
    ["an unknown command", "cleaning", "The only command is cleanup.", {}],
    ["nobody to answer", "--level refuse HERE", /^Nothing was sent\. .*--yes/, {}],
    ["no file of persons", "--level apply SURE --applicants gone.json", UNREAD, {}],
    ["no report to compare with", "SURE --against gone.json", UNREAD, {}],
    ["no file of options", "SURE", UNREAD, { env: { LEASE_OPTIONS: "gone.json" } }],
    ["half a file", "", "is not valid JSON.", { env: { LEASE_OPTIONS: GIVEN }, file: `{ "password": "${PASSWORD}" ` }],
    ["no test applicants", "--level apply SURE", "Add --applicants FILE", {}],
    ["persons who may be real", "--level apply PERSONS", 'Each applicant needs "test": true', { file: stranger }],
    [
      "nobody approved",
      "--level sign PERSONS",
      "Level sign needs one approved applicant for each lease: 1.",
      { file: [person("one", "denied")] },
    ],
    [
      "too few for money",
      "--level money PERSONS",
      "Level money needs one approved applicant for each lease: 3.",
      { file: [person("one")] },
    ],
    ["an older report", "--against GIVEN", OTHER_REPORT, { file: { format: 1, findings: [] } }],
    ["half a report", "--against GIVEN", OTHER_REPORT, { file: { format: 2, findings: [] } }],
    ["null for a report", "--against GIVEN", OTHER_REPORT, { file: "null" }],
    ["the report of another account", "--against GIVEN", "is a report on api.example", { file: REPORT }],
    ["a report that it would overwrite", "--against conformance/report.json", "Choose another folder", {}],
    [
      "options that hold the password, which it would write down",
      "",
      "LEASE_OPTIONS file contains the password",
      { env: { LEASE_OPTIONS: GIVEN }, file: { dialect: { headers: { "x-gateway-key": PASSWORD } } } },
    ],
  ])("the command sends nothing with %s", async (_, line, says, { env, file = "" }) => {
    writeFileSync(GIVEN, typeof file === "string" ? file : JSON.stringify(file))
    const before = sandbox.journal().length
    // Nobody can answer questions.
    process.stdin.isTTY = false
    const failed = await main(argsOf(line), { ...accountAt(sandbox), ...env }).catch((error: Error) => error.message)
    expect(failed).toEqual(typeof says === "string" ? expect.stringContaining(says) : expect.stringMatching(says))
    expect(failed).not.toContain(PASSWORD)
    expect(sandbox.journal()).toHaveLength(before)
  })

  it("prints how far it went, and the verdicts", async () => {
    writeFileSync(GIVEN, JSON.stringify([person()]))
    const { output } = await run(argsOf("--level apply PERSONS"), { LEASE_PASSWORD: "another-password" })
    expect(output).toMatch(/Level read: \d+ same, 1 differs.*The run ended after level read\./s)
  })

  describe("searches the report for secrets", () => {
    /** Runs level apply for a person whose application contains this value. */
    async function searched(value: string, options: SandboxOptions = {}) {
      const service = await startSandbox(options)
      const report = mkdtempSync(join(folder, "searched-"))
      const { application, ...rest } = person()
      writeFileSync(join(report, "one.json"), JSON.stringify([{ ...rest, application: { ...application, value } }]))
      const account = ["--account", "test", "--host", new URL(service.baseUrl).host, "--yes"]
      try {
        const files = ["--applicants", join(report, "one.json"), "--report", report]
        const ran = await run(["--level", "apply", ...account, ...files], accountAt(service))
        return { ...ran, written: readdirSync(report) }
      } finally {
        await service.close()
      }
    }
    const calls = (word: string): SandboxOptions => ({ dialect: { statuses: { words: { Contracts: word } } } })

    it("and writes none if a person's data are used as a name", async () => {
      const { status, output, written } = await searched("Wintergreen", calls("Wintergreen"))
      expect([status, output]).toEqual([EXIT.failed, expect.stringContaining("part of a test applicant's data")])
      expect(output).not.toContain("Wintergreen")
      expect(written.sort()).toEqual(["journal.ndjson", "one.json"])
    })

    it.each([
      ["a word as short as a state's", "Docs Out", calls("Docs Out")],
      ["the day of the run", new Date().toISOString().slice(0, 10), {}],
      ["a word of the options that it writes", "reference", { dialect: { requests: { cart: "reference" } } }],
      ["a password that is a word of its own texts", "–", { password: "test" }],
    ] as const)("and ignores %s", async (_, value, options) => {
      const { status, written } = await searched(value, options as SandboxOptions)
      expect(status).toBeLessThan(EXIT.failed)
      expect(written).toContain("report.json")
    })
  })

  it("says what to do if a person interrupts it at the signature, and cleans up in the next run", async () => {
    writeFileSync(GIVEN, JSON.stringify([person()]))
    const cut = await run(argsOf("--level sign PERSONS --report cut"), {}, (output, child) => {
      if (/without a frame: +\S+\n$/.test(output)) child.kill("SIGINT")
    })
    expect([cut.status, cut.output]).toEqual([
      EXIT.failed,
      expect.stringContaining("Interrupted. No report was written. Run cleanup"),
    ])
    const cleaned = await run(argsOf("cleanup HERE --report cut"))
    expect([cleaned.status, cleaned.output]).toEqual([
      EXIT.same,
      expect.stringMatching(/cannot be canceled\. They will expire/),
    ])
    // The contract's address was only printed.
    const [, address = ""] = /without a frame: +(\S+)/.exec(cut.output) ?? []
    expect(address).toContain(sandbox.contractOrigin)
    const files = readdirSync(join(folder, "cut")).map((name) => readFileSync(join(folder, "cut", name), "utf8"))
    expect(files.filter((text) => text.includes(address))).toEqual([])
  }, 90_000)

  it("names what cleanup leaves, and keeps the given options", async () => {
    const id = "7120001"
    mkdirSync(join(folder, "left"), { recursive: true })
    writeFileSync(join(folder, "left/journal.ndjson"), `${JSON.stringify({ about: "delivered", id, at: "" })}\n{"abo`)
    const { status, output } = await run(argsOf("cleanup HERE --report left"))
    expect([status, output]).toEqual([EXIT.differs, expect.stringContaining(`Application ${id} is left (delivered)`)])
    const kept = { cartFormat: "reference", allowedOrigins: ["https://a.example"], salesTax: "by_operator" }
    const given = { ...kept, baseUrl: "https://b.example", maxAttempts: 5 }
    writeFileSync(join(folder, "given.json"), JSON.stringify(given))
    await run(["--report", "left"], { LEASE_OPTIONS: "given.json" })
    expect(JSON.parse(readFileSync(join(folder, "left/lease-options.json"), "utf8"))).toEqual(kept)
  }, 60_000)

  it("writes table, report, options and dialect, and later distinguishes drift from an outage", async () => {
    const { status, output } = await run([])
    expect(status).toBe(EXIT.same)
    expect(output).toContain("| 1 paths | prefix and version before every path | exists, returns 404 | same | – |")
    const file = join(folder, "conformance/report.json")
    for (const empty of ["lease-options.json", "dialect.json"])
      expect(JSON.parse(readFileSync(join(folder, "conformance", empty), "utf8"))).toEqual({})
    const report = JSON.parse(readFileSync(file, "utf8"))
    report.findings[0].seen = "exists, returns 409"
    writeFileSync(join(folder, "earlier.json"), JSON.stringify(report))
    const drift = await run(["--against", "earlier.json"])
    expect([drift.status, drift.output]).toEqual([
      EXIT.drift,
      expect.stringContaining("changed: 1 paths: exists, returns 409 → exists, returns 404"),
    ])
    sandbox.fault({ route: "POST /application/cart", fault: "503" })
    const stopped = await run(argsOf("--against earlier.json --level refuse SURE"))
    expect([stopped.status, stopped.output]).toEqual([
      EXIT.drift,
      expect.stringMatching(/The service did not respond.*changed: 1 paths/s),
    ])
    writeFileSync(join(folder, "earlier.json"), JSON.stringify({ ...report, host: "127.0.0.1:9" }))
    const away = await run(["--against", "earlier.json"], { LEASE_BASE_URL: "http://127.0.0.1:9/lease" })
    expect([away.status, away.output]).toEqual([
      EXIT.same,
      expect.stringContaining("The service did not respond (GET nowhere: ECONNREFUSED)"),
    ])
    expect((await run([], { LEASE_BASE_URL: "http://127.0.0.1:9/lease" })).status).toBe(EXIT.failed)
  }, 60_000)
})
