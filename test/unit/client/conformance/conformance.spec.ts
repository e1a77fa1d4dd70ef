import timers from "node:timers/promises"
import type { FaultSpec, SandboxOptions } from "lease-to-own-sandbox"
import { toSettings } from "../../../../src/client"
import { Connection, NoAnswer } from "../../../../src/client/conformance/connection"
import type { Journal } from "../../../../src/client/conformance/journal"
import { readLease } from "../../../../src/client/conformance/lease-predicates"
import { readProbes } from "../../../../src/client/conformance/probes/read"
import { EXIT, exitOf, optionsOf } from "../../../../src/client/conformance/report"
import { LEVELS } from "../../../../src/client/conformance/rows"
import { plain, startLocal } from "../support/local-service"
import { of, person, TestAccount } from "./support/test-account"

const APPLICATION = "POST /application"
const PRICING = "GET /application/cart/pricing"
const CART = "POST /application/cart"
const CANCEL = "DELETE /application/contract"
const DELIVERY = "POST /application/cart/delivery"

/** Runs against the sandbox over HTTP, as against an operator's test account. */
describe("conformance", () => {
  let account: TestAccount
  let sandbox: TestAccount["sandbox"]
  let journal: Journal
  const open = async (options: SandboxOptions = {}) => {
    account = await TestAccount.open(options)
    ;({ sandbox, journal } = account)
  }
  afterEach(() => account.close())
  const run: TestAccount["run"] = (level, more) => account.run(level, more)
  describe("with a service as assumed", () => {
    beforeEach(() => open())

    it("finds no difference, proposes no option, and cancels what it recorded, once", async () => {
      const { findings, level } = await run("apply")
      expect(findings.filter(({ verdict }) => verdict !== "same" && verdict !== "skipped")).toEqual([])
      expect([level, exitOf(findings), optionsOf(findings)]).toEqual(["apply", EXIT.same, {}])
      expect([account.done(CANCEL), journal.left()]).toEqual([1, []])
    })

    it("reports an answer that names another application", async () => {
      await run("apply", { persons: [person("first")] })
      const faults: FaultSpec[] = [{ route: "GET /application/contract", fault: "mixed-up" }]
      const { findings } = await run("apply", { persons: [person("second")], faults })
      expect(of(findings, "1 applicationId (in responses)")).toMatchObject({
        seen: "a different one, in the contract",
        verdict: "contradicts",
      })
    })

    it("creates nothing at levels read and refuse, and level read takes at most half a minute at one call a second", async () => {
      await run("read")
      expect(account.asked(APPLICATION)).toBe(0)
      expect(sandbox.journal().length).toBeLessThanOrEqual(15)
      await run("refuse")
      expect(sandbox.journal().some(({ done }) => done)).toBe(false)
    })

    it.each([
      ["an answer", "timeout", { timeoutMs: 300_000 }, 50],
      ["a pause that the service requests", "429", {}, 900],
    ] as const)("waits for %s no longer than the level has", async (_, fault, options, ms) => {
      sandbox.fault({ route: PRICING, fault })
      const connection = new Connection(toSettings(account.options(options)), 0)
      connection.until = Date.now() + ms
      await expect(readLease(connection, "1")).rejects.toThrow(NoAnswer)
      expect(account.asked(PRICING)).toBeLessThanOrEqual(1)
    })

    it("limits all calls of level read together to 30 seconds, and later calls not at all", async () => {
      const connection = new Connection(toSettings(account.options()), 0)
      const ends = new Set<number>()
      const ask = connection.ask.bind(connection)
      connection.ask = (call) => {
        ends.add(connection.until)
        return ask(call)
      }
      await readProbes(connection)
      expect([...ends]).toEqual([expect.any(Number)])
      expect([...ends][0]).toBeLessThanOrEqual(Date.now() + 30_000)
      expect(connection.until).toBe(Number.POSITIVE_INFINITY)
    })

    it("makes one call a second by default", async () => {
      const pauses = jest.spyOn(timers, "setTimeout").mockResolvedValue(undefined)
      try {
        const connection = new Connection(toSettings(account.options()))
        for (const id of ["1", "2"]) await readLease(connection, id)
        const [first, second] = pauses.mock.calls.map(([ms]) => ms)
        expect(first).toBe(0)
        // The rest of the first call's second.
        expect(second).toBeGreaterThan(900)
        expect(second).toBeLessThanOrEqual(1000)
      } finally {
        pauses.mockRestore()
      }
    })

    it.each(LEVELS.slice(1))("sends nothing of level %s unless a person allows it", async (next) => {
      const { level } = await run("money", { may: (asked) => asked !== next })
      expect(level).toBe(LEVELS[LEVELS.indexOf(next) - 1])
      const applied = account.done(APPLICATION) > 0
      expect([applied, account.done(DELIVERY)]).toEqual([["sign", "money"].includes(next), 0])
    })

    it("reports for each test person whether the decision was the promised one", async () => {
      const persons = [person("denied", "denied", "denied"), person("other", "denied")]
      const { findings } = await run("apply", { persons })
      expect(of(findings, "3 applicationId, status (denied")).toMatchObject({ seen: "denied", verdict: "same" })
      expect(of(findings, "3 applicationId, status (other")).toMatchObject({ seen: "approved", verdict: "differs" })
    })

    it("refuses a run that would exceed twelve applications in a day, before its first call", async () => {
      for (let count = 0; count < 12; count++) journal.write({ about: "apply", person: "approved" })
      await expect(run("apply")).rejects.toThrow("A day's limit is 12 applications. Continue tomorrow.")
      expect(sandbox.journal()).toEqual([])
    })
  })

  it("sends nothing to an account that refuses the credentials", async () => {
    await open()
    const { findings, level } = await run("apply", { options: { password: "another" } })
    expect(level).toBe("read")
    expect(of(findings, "8 404 or 409")).toMatchObject({ seen: "401", verdict: "differs" })
  })

  /** `dialects.spec.ts` has every difference. */
  describe("with a service that differs", () => {
    it("distinguishes what is new, but can be read anyway, from what differs", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: PRICING, fault: "bool-as-text" }] })
      expect(of(findings, "5 appStatus")).toMatchObject({ verdict: "new" })
    })

    it("finds a status that is not in the specification, and stops with that person", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: APPLICATION, fault: "unknown-status" }] })
      expect(of(findings, "3 applicationId, status")).toMatchObject({ seen: "unknown", verdict: "differs" })
      expect(sandbox.journal().some(({ route, done }) => route === CART && done)).toBe(false)
    })

    it("finds a contract that can't be canceled before the lease is accepted, and tries once", async () => {
      await open({ dialect: "spec" })
      const { findings } = await run("apply")
      expect(of(findings, "6 DELETE contract, allowed")).toMatchObject({
        seen: "409: refused; dialect: { cancelUnsigned: false } saves this call",
        verdict: "same",
      })
      expect(account.asked(CANCEL)).toBe(1)
    })

    it("sends no application to a path that the account doesn't know, and says what to ask the operator", async () => {
      await open()
      const baseUrl = `${new URL(sandbox.baseUrl).origin}/elsewhere`
      const { findings, level } = await run("apply", { options: { baseUrl } })
      expect(level).toBe("refuse")
      expect(of(findings, "10 validation status")).toMatchObject({
        verdict: "differs",
        advice: expect.stringContaining("Ask the operator for the address"),
      })
      expect(journal.lines()).toEqual([])
    })

    it("doesn't count a refused application as one without an answer", async () => {
      await open()
      const wrong = { ...person(), application: { customer: {} } }
      await run("apply", { persons: [wrong, person("second")] })
      expect((await account.cleanUp()).unanswered).toEqual([])
    })

    it("tries no other format of the cart after a refusal that isn't about the body", async () => {
      await open()
      const { findings } = await run("apply", { faults: [{ route: CART, fault: "409" }] })
      expect(of(findings, "4 shape")).toMatchObject({ seen: "spec: 409", verdict: "differs" })
      expect(sandbox.journal().filter(({ route, fault }) => route === CART && fault === undefined)).toHaveLength(1)
    })
  })

  describe("with an interrupted run", () => {
    beforeEach(() => open())

    it.each([
      ["an answer is lost", "drop-after"],
      ["the service fails", "500"],
    ] as const)("where %s, sends no other application, and says whose is unknown", async (_, fault) => {
      const faults: FaultSpec[] = [{ route: APPLICATION, fault, times: 2 }]
      const { level, stopped } = await run("apply", { persons: [person("first"), person("second")], faults })
      expect([level, stopped]).toEqual(["refuse", expect.stringContaining("what happened to the application of first")])
      expect(sandbox.journal().filter(({ route, fault }) => route === APPLICATION && fault)).toHaveLength(1)
      expect(journal.unanswered()).toEqual(["first"])
    })

    it("reads back a cancellation whose answer was lost, and doesn't repeat it", async () => {
      const { findings } = await run("apply", { faults: [{ route: CANCEL, fault: "drop-after" }] })
      expect(of(findings, "6 DELETE contract, allowed")).toMatchObject({ seen: "no response; read back: canceled" })
      expect(await account.cleanUp()).toEqual({ canceled: 0, lapsing: 0, left: [], unanswered: [] })
      expect(account.asked(CANCEL)).toBe(1)
    })

    it.each(["502-html", "503", "429"] as const)(
      "takes %s for an outage, and asks a question twice",
      async (fault) => {
        account.sandbox.fault({ route: PRICING, fault, times: 2 })
        await expect(run("read")).rejects.toThrow(NoAnswer)
        expect(account.asked(PRICING)).toBe(2)
      },
      60_000,
    )

    it("treats a service that fails every call as an outage", async () => {
      const failing = await startLocal()
      failing.answer(plain("{}", 500))
      await expect(run("apply", { options: { baseUrl: failing.url } })).rejects.toThrow(NoAnswer)
      await failing.close()
    })

    it("continues after a pause that the service requested, and reports it", async () => {
      account.sandbox.fault({ route: PRICING, fault: "429" })
      const { findings } = await run("read")
      expect(of(findings, "14 1 MB; rate")).toMatchObject({ seen: expect.stringContaining("429 for 1 of") })
    })
  })
})
