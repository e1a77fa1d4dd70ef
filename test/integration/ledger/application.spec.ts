import { apply, type Ledger } from "../../support/ledger"
import { clientOf, json, startLocal } from "../../unit/client/support/local-service"
import { APPLICANT, applicant } from "../support/applicant"
import { application, cartOf, describeLedger, MINUTE, OWNER } from "../support/ledger-room"

const APPLY = "POST /application"

describeLedger("applying", (room) => {
  it.each([
    ["approved", "approved"],
    ["denied", "denied"],
    ["pending", "pending"],
    ["preapproved", "pending"],
    ["prequalified", "pending"],
  ])("applying as a person tagged %s leaves the lease %s", async (tag, status) => {
    const { id } = await room.applied({ tag })
    expect(await room.lease(id)).toMatchObject({ status, application_id: expect.any(String) })
  })

  const deep = () => JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)
  it.each<[string, object, string[]]>([
    ["names what is not the shopper's to say", { store: { operatorMerchantId: 9999 } }, ["store"]],
    [
      "has wrong values, which are not repeated",
      { customer: { ...APPLICANT.customer, ssn: "999-12", birthdate: "17.3.84" } },
      ["customer.ssn", "customer.birthdate"],
    ],
    ["no JSON can be made of", { bank: deep() }, []],
  ])(
    "with a form that %s is refused with its fields, sends nothing and counts as no attempt",
    async (_, more, named) => {
      const input = { ...application(cartOf()), application: { ...applicant(), ...more } }
      const refusal = await room.apply(input).catch((error) => error)
      expect(refusal).toMatchObject({ code: "form_invalid", kind: "invalid" })
      const fields: { field: string }[] = refusal.fields ?? []
      expect(fields.map(({ field }) => field)).toEqual(expect.arrayContaining(named))
      expect(JSON.stringify(fields)).not.toMatch(/999-12|17\.3\.84/)
      expect(room.calls()).toEqual([])
      expect(await room.rows.of("lease_attempt")).toEqual([])
      expect((await room.rows.leases()).filter(({ status }) => status !== "open")).toEqual([])
    },
  )

  /** Applies at a service that answers so. */
  async function answered(body: object, status?: number) {
    const local = await startLocal()
    local.answer(json(body, status))
    const { service } = clientOf(local.url)
    const [ended] = await Promise.allSettled([apply({ ...room.ledger, service } as Ledger, application(cartOf()))])
    await service.close()
    await local.close()
    return ended
  }

  it("an application ends even if the service's status has characters that no table can store", async () => {
    const { value } = (await answered({ applicationId: "77", status: "Held\u0000 back \ud800" })) as { value?: unknown }
    expect(value).toMatchObject({ lease: { status: "pending", service_status: "Held back" } })
  })

  it("a refused application logs none of the service's words", async () => {
    const problem = { type: "https://x.example/#error4", title: "Robin", errors: { "customer.ssn": ["Quettabyte"] } }
    const { reason } = (await answered(problem, 400)) as { reason?: unknown }
    expect(reason).toMatchObject({ code: "form_invalid", fields: [{ field: "customer.ssn", rule: "service" }] })
    expect(room.logged).toEqual([
      "lease-to-own: submitApplication: the lease service answered HTTP 400: [error4] | customer.ssn",
    ])
  })

  it("one attempt sends one application, however often it arrives, and each gets a valid lease key", async () => {
    const cart = cartOf()
    const input = application(cart)
    const answers = await Promise.all([1, 2, 3].map(() => room.apply(input)))
    answers.push(await room.apply(input))
    expect(room.count(APPLY)).toBe(1)
    expect(new Set(answers.map(({ lease }) => lease.id)).size).toBe(1)
    await room.offer(cart, OWNER)
    for (const { leaseKey } of answers)
      await expect(room.contract(cart, { leaseKey })).resolves.toMatchObject({ url: expect.stringContaining("http") })
  })

  it("of three different applications at once, one goes through, and only one lease begins", async () => {
    const cart = cartOf()
    const forms = ["192.0.2.7", "192.0.2.7", "198.51.100.4"].map((address) => application(cart, undefined, { address }))
    const results = await Promise.allSettled(forms.map((form) => room.apply(form)))
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await room.rows.leases()).toHaveLength(1)
    expect(room.count(APPLY)).toBe(1)
  })

  describe("an application without an answer", () => {
    it.each(["drop-after", "half-body", "503"] as const)(
      "(%s) is undecided, and the same attempt never sends again",
      async (fault) => {
        const input = application(cartOf())
        room.sandbox.fault({ route: APPLY, fault })
        expect((await room.apply(input)).lease.status).toBe("undecided")
        expect((await room.apply(input)).lease.status).toBe("undecided")
        expect(room.count(APPLY)).toBe(1)
      },
    )

    it("an unanswered application can be sent again after a minute, and gets the earlier approval", async () => {
      const cart = cartOf()
      room.sandbox.fault({ route: APPLY, fault: "drop-after" })
      await room.apply(application(cart))
      await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "wait_before_retry" })
      room.pass(MINUTE)
      const { lease } = await room.apply(application(cart))
      expect(lease.status).toBe("approved")
      expect(room.sandbox.leases()).toHaveLength(1)
    })
  })

  describe("an application without effect", () => {
    it.each(["401", "403", "429"] as const)("(%s) leaves the lease open, to be sent again", async (fault) => {
      const input = application(cartOf())
      room.sandbox.fault({ route: APPLY, fault })
      await expect(room.apply(input)).rejects.toMatchObject({ kind: expect.stringMatching("unavailable|not_allowed") })
      const { lease } = await room.apply(application(input.cart))
      expect(lease.status).toBe("approved")
    })
  })

  describe("an application answered with another cart's approval", () => {
    it("the approval moves from a cart without a contract", async () => {
      const [{ id }, second] = [await room.offered(), cartOf()]
      const { lease } = await room.apply(application(second))
      expect(lease.status).toBe("approved")
      expect((await room.lease(id)).status).toBe("superseded")
    })

    it("the application is refused if the other cart has a contract", async () => {
      const [{ id }, second] = [await room.handedOut(), cartOf()]
      await expect(room.apply(application(second))).rejects.toMatchObject({ code: "application_other_order" })
      expect([(await room.lease(id)).status, (await room.leaseOf(second)).status]).toEqual(["signing", "open"])
    })
  })
})

describeLedger(
  "applying with an operator's own form",
  (room) => {
    it.each<[string, unknown, string[]]>([
      ["what was filled in, and lets the service judge", { ...applicant(), customer: { nickname: "Robin" } }, [APPLY]],
      [
        "no field that option applicationExtras does not name",
        { ...applicant(), store: { operatorMerchantId: 1 } },
        [],
      ],
      ["nothing that is no form at all", "Robin", []],
    ])("sends %s", async (_, form, calls) => {
      const input = { ...application(cartOf()), application: form }
      await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid" })
      expect(room.calls()).toEqual(calls)
    })
  },
  { wire: { validateRequests: false }, applicationExtras: ["customer.nickname"] },
)
