import { type DialectFile, type FaultSpec, type SandboxOptions, signContract } from "lease-to-own-sandbox"
import { type Finding, nameOf, type Written } from "../../../../src/client/conformance/finding"
import { EXIT, exitOf, optionsOf } from "../../../../src/client/conformance/report"
import { LEVELS, type Level } from "../../../../src/client/conformance/rows"
import { openSigningPage } from "../../../../src/client/conformance/signing-page"
import { hears, of, person, signs, TestAccount, three } from "./support/test-account"

const APPLICATION = "POST /application"
const CANCEL = "DELETE /application/contract"
const DELIVERY = "POST /application/cart/delivery"
const RETURN = "POST /application/return"

/** A service that accepts returns of lines and lower prices. */
const LINES = { rules: { returnLines: "taken", lowerPrices: "taken" } } as const

/** Levels sign and money, with a person who signs in the page with the contract's frame. */
describe("conformance with a signature", () => {
  let account: TestAccount
  const open = async (options: SandboxOptions = {}) => {
    account = await TestAccount.open(options)
  }
  afterEach(() => account.close())
  const states = () => account.sandbox.leases().map(({ state }) => state)
  /** The amounts of the partial returns, and undefined for a whole one, in order. */
  const returned = () =>
    account.sandbox.leases().flatMap(({ returns }) => returns.map(({ whole, amount }) => (whole ? undefined : amount)))
  /** Signs, then sends the page more messages, from the contract's own frame by default. */
  const hearing =
    (...more: (Partial<Parameters<typeof hears>[1]> & { data: unknown })[]) =>
    async (url: string) => {
      const page = await signs(url)
      for (const heard of more) await hears(page, { origin: new URL(url).origin, fromFrame: true, ...heard })
      return page
    }
  const differing = (findings: Finding[]) =>
    findings.filter(({ verdict }) => verdict === "differs" || verdict === "contradicts").map(nameOf)

  it("finds no difference with a service as specified, delivers one lease, returns one and cancels one", async () => {
    await open({ dialect: "spec" })
    const secrets = new Set<string>()
    const report = await account.run("money", { secrets })
    expect(report).toMatchObject({ level: "money" })
    expect(differing(report.findings)).toEqual([])
    expect(exitOf(report.findings)).toBe(EXIT.same)
    expect(optionsOf(report.findings)).toEqual({})
    expect(states()).toEqual(["Approved", "Funded", "Returned"])
    expect([account.done(APPLICATION), account.done(DELIVERY)]).toEqual([3, 2])
    expect(returned()).toEqual([undefined])
    const [, delivered] = account.sandbox.leases()
    const left = [{ id: delivered?.applicationId, stands: "delivered" }]
    expect(await account.cleanUp()).toEqual({ canceled: 0, lapsing: 0, left, unanswered: [] })
    expect(states()).toEqual(["Approved", "Funded", "Returned"])
    // Addresses and ids count as secrets and aren't in the report.
    expect(secrets.size).toBeGreaterThanOrEqual(6)
    expect([...secrets].filter((secret) => JSON.stringify(report).includes(secret))).toEqual([])
  })

  it("needs a person for each lease: two persons with one application count as one", async () => {
    await open()
    const [first] = three()
    const persons = three().map(({ name }) => ({ ...person(name), application: first?.application ?? {} }))
    const { findings } = await account.run("money", { persons })
    expect(of(findings, "7 POST delivery, body")).toMatchObject({ verdict: "skipped" })
    expect(account.done(DELIVERY)).toBe(0)
  })

  describe("with a service that differs", () => {
    /** `dialects.spec.ts` has every difference. */
    it("finds no difference in a second run with the proposed options", async () => {
      const words = { Contracts: "Paperwork", Funded: "Live", Returned: "Back" }
      await open({ dialect: { names: { appStatus: "standing" }, statuses: { words } } })
      const { findings, stopped } = await account.run("money")
      const statusWords = { Paperwork: "contracts", Live: "funded", Back: "returned" }
      const options = { dialect: { statusKeys: ["standing.status"], statusWords } }
      expect([optionsOf(findings), stopped]).toEqual([options, undefined])
      expect(states()).toEqual(["Approved", "Funded", "Returned"])
      const again = await account.run("money", { options })
      expect(again.findings.filter(({ write }) => write)).toEqual([])
      expect(optionsOf(again.findings, options)).toEqual(options)
    })

    it.each<[string, FaultSpec["fault"], string, Partial<Finding>]>([
      ["no last message", "no-done", "11 Post Process", { verdict: "differs" }],
      ["unknown texts", "unknown-text", "11 text property", { verdict: "new" }],
    ])("finds %s", async (_, fault, row, finding) => {
      await open()
      const { findings } = await account.run("sign", { faults: [{ route: "frame", fault }] })
      expect(of(findings, row)).toMatchObject(finding)
    })

    it("proposes the origins of messages from other origins, but only of those from the frame", async () => {
      await open()
      const data = { text: "Post Process: Complete" }
      const { findings } = await account.run("sign", {
        show: hearing(
          { data, origin: "https://messages.operator.example" },
          { data, origin: "https://stranger.example", fromFrame: false },
        ),
      })
      expect(optionsOf(findings)).toEqual({ allowedOrigins: ["https://messages.operator.example"] })
    })

    it("waits for the last message, which may arrive after the service reports the signature", async () => {
      await open()
      const show = async (url: string) => {
        const page = await openSigningPage(url)
        const { messages } = await signContract(url, { merchantOrigin: new URL(page.url).origin })
        const last = { data: messages.at(-1), origin: new URL(url).origin, fromFrame: true }
        let isAsked = false
        const reportsSigned = () => {
          if (!isAsked) void hears(page, last)
          isAsked = true
          return page.reportsSigned()
        }
        return { ...page, reportsSigned }
      }
      const { findings } = await account.run("sign", { show })
      expect(of(findings, "11 Post Process")).toMatchObject({ verdict: "same" })
    })

    it("keeps only the shape of an unknown message", async () => {
      await open()
      const data = { kind: "robin@shopper.example", "512-68-3097": "secret-note" }
      const report = JSON.stringify(await account.run("sign", { show: hearing({ data }) }))
      expect(["robin", "512-68", "secret-note"].filter((value) => report.includes(value))).toEqual([])
    })

    it("finds a contract that only named sites may frame", async () => {
      await open({ merchantOrigin: "https://shop.example" })
      const { findings } = await account.run("sign")
      expect(of(findings, "6 in a frame")).toMatchObject({
        seen: expect.stringMatching(/^allowed on \d sites$/),
        verdict: "differs",
      })
    })

    it("finds a service that signs by itself", async () => {
      await open({ autoSign: true })
      const { findings } = await account.run("money", { show: openSigningPage })
      expect(of(findings, "8 signed, ready")).toMatchObject({ verdict: "same" })
      expect(states()).toEqual(["Approved", "Funded", "Returned"])
    })
  })

  describe("with a service that accepts lines", () => {
    const parts = (findings: Finding[]) =>
      ["7 return of a part", "7 lines that go back", "7 a lowered price", "7 after a part"]
        .map((row) => of(findings, row)?.verdict)
        .join(" ")
    const TAKEN = "differs same same same"
    const WRITTEN = { dialect: { returnLines: true } }
    /** Runs level money with a fault in the first return of lines. */
    const faulty = async (fault: FaultSpec["fault"]) => {
      await open({ dialect: LINES })
      const { journal } = account
      const write = journal.write.bind(journal)
      journal.write = (entry) => {
        if (entry.about === "reduce" && !journal.lines().some(({ about }) => about === "reduce"))
          account.sandbox.fault({ route: RETURN, fault })
        write(entry)
      }
      return account.run("money")
    }

    const NO_STATE = { appStatus: "absent" } as const
    const WHOLE = undefined
    it.each<[string, DialectFile, (number | undefined)[], string, Written]>([
      ["returns a piece and lowers the price of the other", LINES, [200, 50, WHOLE], TAKEN, WRITTEN],
      ["knows a part by invoiceTotal alone", { ...LINES, statuses: NO_STATE }, [200, 50, WHOLE], TAKEN, WRITTEN],
      [
        "proposes nothing where neither the state nor invoiceTotal shows that it was a part",
        { rules: { ...LINES.rules, totalAfterPart: "kept" }, statuses: NO_STATE },
        [200, WHOLE],
        "differs skipped skipped skipped",
        {},
      ],
      [
        "asks nothing further of a service that returns the whole lease for one line",
        { rules: { returnLines: "ignored" } },
        [WHOLE, WHOLE],
        "same skipped skipped skipped",
        {},
      ],
    ])("%s, each return authorized for itself", async (_, dialect, amounts, verdicts, options) => {
      await open({ dialect })
      const { findings } = await account.run("money")
      expect([returned(), parts(findings), optionsOf(findings)]).toEqual([amounts, verdicts, options])
      expect(account.asked("POST /application/return/availability")).toBe(amounts.length)
    })

    it("reads back a partial return whose answer was lost, and sends no other", async () => {
      const { findings, stopped } = await faulty("drop-after")
      expect([stopped, returned(), parts(findings)]).toEqual([undefined, [200, 50, undefined], TAKEN])
    })

    it("stops at a partial return whose outcome is unknown, and names the lease to clean up", async () => {
      const { stopped } = await faulty("drop-before")
      expect(stopped).toMatch(
        /whether the partial return was recorded.* Run cleanup, because a contract may be in force\./s,
      )
      const [, kept] = account.sandbox.leases()
      const left = [{ id: kept?.applicationId, stands: "funded, OK to deliver; its partial return got no response" }]
      expect(await account.cleanUp()).toEqual({ canceled: 0, lapsing: 0, left, unanswered: [] })
      expect(returned()).toEqual([undefined])
    })

    it("sends no second partial return after an unclear answer", async () => {
      const { findings } = await faulty("500")
      expect(of(findings, "7 return of a part")).toMatchObject({
        verdict: "differs",
        seen: "500, and nothing shows a partial return",
      })
      expect([returned(), account.asked(RETURN)]).toEqual([[undefined], 2])
    })
  })

  describe("with failures", () => {
    it("ends if nobody signs in time, and cancels the unsigned contracts", async () => {
      await open()
      const { findings, level } = await account.run("money", { show: openSigningPage, withinMs: 20 })
      expect(level).toBe("money")
      expect(of(findings, "8 signed, ready")).toMatchObject({ seen: "not signed in time", verdict: "skipped" })
      expect([states(), account.done(DELIVERY)]).toEqual([["Approved", "Approved", "Approved"], 0])
      expect(await account.cleanUp()).toEqual({ canceled: 0, lapsing: 0, left: [], unanswered: [] })
    })

    describe.each([
      ["delivery", DELIVERY, "7 POST delivery, body"],
      ["return", RETURN, "7 return, body"],
    ])("of a %s", (what, route, row) => {
      const faulty = async (fault: FaultSpec["fault"]) => {
        await open()
        return account.run("money", { from: "money", faults: [{ route, fault }] })
      }

      it("with a lost answer, reads it back and sends no other", async () => {
        const { findings, stopped } = await faulty("drop-after")
        expect(stopped).toBeUndefined()
        expect(of(findings, row)).toMatchObject({ seen: "accepted; no response, but the status shows it" })
        expect(states()).toEqual(["Approved", "Funded", "Returned"])
      })

      it("with an unknown outcome, stops and says what to ask", async () => {
        const { level, stopped } = await faulty("drop-before")
        expect([level, stopped]).toEqual(["sign", expect.stringContaining(`whether the ${what} was recorded`)])
        expect(account.sandbox.journal().filter((call) => call.route === route && call.fault)).toHaveLength(1)
        const { left } = await account.cleanUp()
        expect(left).toHaveLength(states().filter((state) => state === "Funded").length)
        expect((await account.cleanUp()).canceled).toBe(0)
      })
    })

    it.each(LEVELS.slice(1))("keeps the findings if the service stops answering in level %s", async (level: Level) => {
      await open()
      const faults: FaultSpec[] = [{ route: "*", fault: "drop-before", times: 99 }]
      const { stopped, level: reached, findings } = await account.run("money", { from: level, faults })
      expect(stopped).toContain("The service did not respond")
      expect(reached).toBe(LEVELS[LEVELS.indexOf(level) - 1])
      expect(of(findings, "1 paths")).toMatchObject({ verdict: "same" })
    })

    it("cleans nothing up if the credentials are refused, because every lease would seem to have ended", async () => {
      await open()
      await account.run("sign", { from: "sign", faults: [{ route: CANCEL, fault: "409" }] })
      const before = account.journal.lines().length
      await expect(account.cleanUp({ password: "another" })).rejects.toThrow("Nothing was done.")
      expect([account.journal.lines().length, account.asked(CANCEL)]).toEqual([before, 2])
    })

    it("leaves and names a signed lease whose cancellation is refused, and cancels it in a later cleanup", async () => {
      await open()
      const faults: FaultSpec[] = [{ route: CANCEL, fault: "409" }]
      const { findings } = await account.run("sign", { from: "sign", faults })
      expect(of(findings, "6 DELETE contract, allowed (signed)")).toMatchObject({ verdict: "contradicts" })
      expect(await account.cleanUp()).toEqual({ canceled: 1, lapsing: 0, left: [], unanswered: [] })
      expect(states()).toEqual(["Approved"])
    })
  })
})
