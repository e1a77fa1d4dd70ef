import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FaultSpec, type Sandbox, type SandboxOptions, startSandbox } from "lease-to-own-sandbox"
import { inventApplicant } from "../../../demo/applicant.mjs"
import type { Finding, Level } from "../../../src/conformance/finding"
import { Journal } from "../../../src/conformance/journal"
import type { TestPerson } from "../../../src/conformance/persons"
import { EXIT, exitOf, optionsOf } from "../../../src/conformance/report"
import { cleanUp, conform } from "../../../src/conformance/run"
import { NoAnswer } from "../../../src/conformance/wire"
import { LeaseService, type LeaseServiceOptions, toApplicationId, toSettings } from "../../../src/lease-service"

const APPLICATION = "POST /application"
const CART = "POST /application/cart"
const CANCEL = "DELETE /application/contract"

/** Questions to the sandbox over HTTP, as to an operator's test account. */
describe("conformance", () => {
  let sandbox: Sandbox
  let folder: string
  let journal: Journal
  const open = async (options: SandboxOptions = {}) => {
    await sandbox?.close()
    sandbox = await startSandbox({ port: 0, contractPort: 0, dialect: { rules: { cancel: "unshipped" } }, ...options })
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "conformance-"))
    journal = new Journal(join(folder, "journal.ndjson"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  afterAll(() => sandbox.close())

  const account = (more: Partial<LeaseServiceOptions> = {}): LeaseServiceOptions => {
    const { baseUrl, username, password } = sandbox
    return { baseUrl, username, password, timeoutMs: 2000, ...more }
  }
  const person = (name = "approved", expected: TestPerson["expected"] = "approved", tag?: string): TestPerson => ({
    test: true,
    name,
    expected,
    application: inventApplicant(tag ? { tag } : {}),
  })
  type More = { persons?: TestPerson[]; may?: () => boolean; options?: object; faults?: FaultSpec[] }
  /** `faults` are there from level apply on. */
  const run = (level: Level, { persons = [person()], may = () => true, options, faults = [] }: More = {}) =>
    conform({
      settings: toSettings(account(options)),
      level,
      persons,
      journal,
      may: async (next) => {
        if (next === "apply") for (const fault of faults) sandbox.fault(fault)
        return may()
      },
      apartMs: 0,
    })
  const rowsOf = (findings: Finding[], ...verdicts: string[]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict)).map(({ row }) => row)
  const of = (findings: Finding[], row: string) => findings.find((finding) => finding.row.startsWith(row))

  describe("of a service that is as assumed", () => {
    beforeEach(() => open())

    it("finds nothing at any level, with nothing to write", async () => {
      const { findings, level } = await run("apply")
      expect(rowsOf(findings, "differs", "contradicts", "new")).toEqual([])
      expect(exitOf(findings)).toBe(EXIT.same)
      expect(optionsOf(findings)).toEqual({})
      expect(level).toBe("apply")
    })

    it("leaves nothing behind: what was recorded is canceled, once", async () => {
      await run("apply")
      expect(sandbox.journal().filter(({ route, done }) => route === CANCEL && done)).toHaveLength(1)
      expect(journal.open()).toEqual([])
    })

    it("at level read makes nothing, and sends no application", async () => {
      await run("read")
      expect(sandbox.journal().some(({ done }) => done)).toBe(false)
      expect(sandbox.journal().some(({ route }) => route === APPLICATION)).toBe(false)
    })

    it("at level refuse makes nothing", async () => {
      await run("refuse")
      expect(sandbox.journal().some(({ done }) => done)).toBe(false)
    })

    it("goes no further than a person allows", async () => {
      const { level } = await run("apply", { may: () => false })
      expect(level).toBe("read")
      expect(sandbox.journal().some(({ route }) => route === APPLICATION)).toBe(false)
    })

    it("says of each test person whether it got the answer that was promised", async () => {
      const persons = [person("denied", "denied", "denied"), person("other", "denied")]
      const { findings } = await run("apply", { persons })
      expect(of(findings, "3 answer to denied")).toMatchObject({ seen: "denied", verdict: "same" })
      expect(of(findings, "3 answer to other")).toMatchObject({ seen: "approved", verdict: "differs" })
    })

    it("holds no value of a person, an id, a page or the credentials", async () => {
      const someone = person()
      const report = JSON.stringify(await run("apply", { persons: [someone] }))
      const { customer, bank } = someone.application as ReturnType<typeof inventApplicant>
      const [lease] = sandbox.leases()
      const secrets = [customer.ssn, customer.emailAddress, customer.birthdate, bank.accountNumber, sandbox.password]
      const addresses = [lease?.applicationId ?? "", new URL(sandbox.contractOrigin).host]
      expect([...secrets, ...addresses].filter((secret) => report.includes(secret))).toEqual([])
    })

    it("stops at twelve applications in a day, before the first of a run", async () => {
      for (let count = 0; count < 12; count++) journal.write({ about: "apply", person: "approved" })
      await expect(run("apply")).rejects.toThrow("Nothing was sent. Go on tomorrow.")
      expect(sandbox.journal().some(({ route, done }) => route === APPLICATION && done)).toBe(false)
    })
  })

  it("sends nothing to an account that refuses the credentials", async () => {
    await open()
    const { findings, level } = await run("apply", { options: { password: "another" } })
    expect(level).toBe("read")
    expect(of(findings, "5 application")).toMatchObject({ seen: "401", verdict: "differs" })
  })

  /** Each way to speak otherwise is found, and the client reads the account with the options that are proposed. */
  describe("of a service that speaks otherwise", () => {
    it("finds another spelling of the contract's key, which the client reads anyway", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: "GET /application/contract", fault: "esign-key" }] })
      expect(of(findings, "6 address")).toMatchObject({ seen: "EsignURL, http", verdict: "same" })
    })

    it.each([
      ["no-appstatus", "8 appStatus", "differs"],
      ["bool-as-text", "8 appStatus", "new"],
      ["older-names", "5 names", "new"],
      ["plural-payments", "5 names", "new"],
    ] as const)("finds %s in the pricing", async (fault, row, verdict) => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: "GET /application/cart/pricing", fault }] })
      expect(of(findings, row)).toMatchObject({ verdict })
    })

    it("finds ids that are numbers", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: APPLICATION, fault: "id-as-number" }] })
      expect(of(findings, "1 applicationId")).toMatchObject({ seen: "number", verdict: "new" })
      expect(of(findings, "4 cart")).toMatchObject({ verdict: "same" })
    })

    it("finds a status that the specification does not name, and goes no further with that person", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: APPLICATION, fault: "unknown-status" }] })
      expect(of(findings, "3 answer")).toMatchObject({ seen: "unknown", verdict: "differs" })
      expect(sandbox.journal().some(({ route, done }) => route === CART && done)).toBe(false)
    })

    it("finds a contract that cannot be canceled before the lease is accepted, and asks once", async () => {
      await open({ dialect: "spec" })
      const { findings } = await run("apply")
      expect(of(findings, "6 cancellation")).toMatchObject({ seen: "409: refused", verdict: "same" })
      expect(sandbox.journal().filter(({ route }) => route === CANCEL)).toHaveLength(1)
    })

    it("tries no other shape of the cart after a refusal that is no word about the body", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: CART, fault: "409" }] })
      expect(of(findings, "4 cart")).toMatchObject({ seen: "spec: 409", verdict: "differs" })
      expect(sandbox.journal().filter(({ route, fault }) => route === CART && fault === undefined)).toHaveLength(1)
    })

    it("finds that only the short paths are known, and asks on by them", async () => {
      await open({ dialect: { requests: { paths: "any" }, rules: { cancel: "unshipped" } } })
      const short = await shortPaths(sandbox.baseUrl)
      try {
        const settings = toSettings(account({ baseUrl: short.url }))
        const { findings } = await conform({
          settings,
          level: "read",
          persons: [],
          journal,
          may: async () => true,
          apartMs: 0,
        })
        expect(of(findings, "1 paths")).toMatchObject({ verdict: "differs", write: { wire: { paths: "literal" } } })
        expect(of(findings, "5 application")).toMatchObject({ seen: "404", verdict: "same" })
        expect(optionsOf(findings)).toEqual({ wire: { paths: "literal" } })
      } finally {
        short.close()
      }
    })

    it.each([
      ["application/json", (type: string) => type === "application/json"],
      ["application/json-patch+json", (type: string) => type === "application/json-patch+json"],
    ])("finds that %s alone is taken", async (type, takes) => {
      await open()
      const picky = await pickyAbout(takes, sandbox.baseUrl)
      try {
        const settings = toSettings(account({ baseUrl: picky.url }))
        const { findings } = await conform({
          settings,
          level: "refuse",
          persons: [],
          journal,
          may: async () => true,
          apartMs: 0,
        })
        expect(optionsOf(findings)).toEqual({ wire: { contentType: type } })
      } finally {
        picky.close()
      }
    })
  })

  it("proposes options that the client takes", async () => {
    await open()
    const write = optionsOf([
      { row: "a", assumed: "", seen: "", verdict: "differs", write: { wire: { paths: "literal" } } },
      { row: "b", assumed: "", seen: "", verdict: "differs", write: { wire: { contentType: "application/json" } } },
      { row: "c", assumed: "", seen: "", verdict: "differs", write: { cartFormat: "reference" } },
    ])
    expect(write).toEqual({ cartFormat: "reference", wire: { paths: "literal", contentType: "application/json" } })
    expect(() => toSettings(account(write))).not.toThrow()
  })

  describe("that is cut off", () => {
    beforeEach(() => open())

    it("repeats nothing, and says whose application is unknown", async () => {
      const cut = run("apply", { persons: [person("first")], faults: [{ route: APPLICATION, fault: "drop-after" }] })
      await expect(cut).rejects.toThrow(NoAnswer)
      expect(sandbox.journal().filter(({ route, done }) => route === APPLICATION && done)).toHaveLength(1)
      expect(journal.unanswered()).toEqual(["first"])
    })

    it("reads back a cancellation whose answer was lost, and does not send it again", async () => {
      await expect(run("apply", { faults: [{ route: CANCEL, fault: "drop-after" }] })).rejects.toThrow(NoAnswer)
      const cleaned = await cleanUp({ settings: toSettings(account()), journal, apartMs: 0 })
      expect(cleaned).toEqual({ canceled: 1, open: 0, unanswered: [] })
      expect(sandbox.journal().filter(({ route }) => route === CANCEL)).toHaveLength(1)
    })

    it("is cleaned up after, and a second time changes nothing", async () => {
      const faults: FaultSpec[] = [{ route: "GET /application/contract", fault: "drop-after" }]
      await expect(run("apply", { faults })).rejects.toThrow(NoAnswer)
      expect(journal.open()).toHaveLength(1)
      const clean = () => cleanUp({ settings: toSettings(account()), journal, apartMs: 0 })
      expect(await clean()).toEqual({ canceled: 1, open: 0, unanswered: [] })
      expect(await clean()).toEqual({ canceled: 0, open: 0, unanswered: [] })
      expect(sandbox.journal().filter(({ route }) => route === CANCEL)).toHaveLength(1)
      const service = new LeaseService(account())
      const [id = ""] = sandbox.leases().map(({ applicationId }) => applicationId)
      expect(await service.readStatus(toApplicationId(id))).not.toMatchObject({ okToDeliver: true })
      await service.close()
    })
  })
})

type Proxy = { url: string; close(): void }

/** The service behind a proxy that knows only the short paths. */
function shortPaths(baseUrl: string): Promise<Proxy> {
  return proxy(baseUrl, ({ path }) => (path.includes("/api/v1") ? 404 : null))
}

/** The service behind a proxy that takes only some types of bodies. */
function pickyAbout(takes: (type: string) => boolean, baseUrl: string): Promise<Proxy> {
  return proxy(baseUrl, ({ method, type }) => (method === "POST" && !takes(type) ? 415 : null))
}

type Asked = { method: string; path: string; type: string }

/** Hands calls on, but for those that `refuse` has a status for. Bodies arrive as the service wants them. */
async function proxy(baseUrl: string, refuse: (asked: Asked) => number | null): Promise<Proxy> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const status = refuse({ method, path, type: headers["content-type"] ?? "" })
    if (status) {
      response.writeHead(status, { "content-type": "application/problem+json" })
      response.end(JSON.stringify({ title: "No", detail: "This service has no such call." }))
      return
    }
    const answer = await fetch(new URL(baseUrl).origin + path, {
      method,
      headers: {
        authorization: headers.authorization ?? "",
        accept: "application/json",
        "content-type": "application/*+json",
      },
      ...(chunks.length && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${new URL(baseUrl).pathname}`, close: () => void server.close() }
}
