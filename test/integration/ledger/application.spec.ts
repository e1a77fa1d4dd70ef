import { randomUUID } from "node:crypto"
import { apply, type Ledger } from "../../support/ledger"
import { clientOf, json, startLocal } from "../../unit/lease-service/support/local-service"
import { applicant } from "../support/applicant"
import { application, cartOf, describeLedger, handedOut, OWNER, offered } from "../support/ledger-room"

const MINUTE = 60_000

describeLedger("applying", (room) => {
  it.each([
    ["approved", "approved"],
    ["denied", "denied"],
    ["pending", "pending"],
    ["preapproved", "pending"],
    ["prequalified", "pending"],
  ])("by a person tagged %s leaves the lease %s", async (tag, status) => {
    const { lease } = await room.apply(application(cartOf(), tag))
    expect(lease).toMatchObject({ status, application_id: expect.any(String) })
  })

  it("takes an unknown status for no approval", async () => {
    room.sandbox.fault({ route: "POST /application", fault: "unknown-status" })
    const { lease } = await room.apply(application(cartOf()))
    expect(lease.status).toBe("pending")
  })

  it.each([
    ["store", { store: { operatorMerchantId: 9999, salesAssociate: "mallory" } }],
    ["applicationSource", { applicationSource: "kiosk" }],
    ["custom", { custom: { keys: [{ key: "isUnbanked", value: "true" }] } }],
  ])("with %s, which is not the shopper's to say, sends nothing and counts as no attempt", async (field, more) => {
    const input = { ...application(cartOf()), application: { ...applicant(), ...more } }
    await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid", fields: [{ field }] })
    expect(room.calls()).toEqual([])
    expect(await room.sql("select id from lease_attempt")).toEqual([])
  })

  it("with a form that no JSON can be made of leaves the lease as it was", async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)
    const input = { ...application(cartOf()), application: { ...applicant(), bank: deep } }
    await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid" })
    expect(await room.sql("select id from lease where status <> 'open'")).toEqual([])
  })

  it("ends also where the service's word for the status holds what no table can keep", async () => {
    const local = await startLocal()
    local.answer(json({ applicationId: "77", status: "Held\u0000 back \ud800" }))
    const { service } = clientOf(local.url)
    const { lease } = await apply({ ...room.ledger, service } as Ledger, application(cartOf()))
    expect(lease).toMatchObject({ status: "pending", service_status: "Held back" })
    await service.close()
    await local.close()
  })

  it("logs of a refused application no word that the service wrote", async () => {
    const local = await startLocal()
    local.answer(
      json({ type: "https://x.example/#error4", title: "Robin", errors: { "customer.ssn": ["Quettabyte"] } }, 400),
    )
    const { service } = clientOf(local.url)
    await expect(apply({ ...room.ledger, service } as Ledger, application(cartOf()))).rejects.toMatchObject({
      ...{ code: "form_invalid", fields: [{ field: "customer.ssn", rule: "service" }] },
    })
    expect(room.logged).toEqual([
      "lease-to-own: submitApplication: the lease service answered HTTP 400: [error4] | customer.ssn",
    ])
    await service.close()
    await local.close()
  })

  it("without consent to the current text sends nothing", async () => {
    const input = { ...application(cartOf()), consentVersion: "an older text" }
    await expect(room.apply(input)).rejects.toMatchObject({ code: "consent_required" })
    expect(room.calls()).toEqual([])
    expect(await room.sql("select id from lease")).toEqual([])
  })

  it("sends one application for one attempt, however often it arrives, and gives each a good lease key", async () => {
    const cart = cartOf()
    const input = application(cart, undefined, { attemptId: randomUUID() })
    const answers = await Promise.all([1, 2, 3].map(() => room.apply(input)))
    answers.push(await room.apply(input))
    expect(room.count("POST /application")).toBe(1)
    expect(new Set(answers.map(({ lease }) => lease.id)).size).toBe(1)
    await room.offer(cart, OWNER)
    for (const { leaseKey } of answers)
      await expect(room.contract(cart, { leaseKey })).resolves.toMatchObject({ url: expect.stringContaining("http") })
  })

  it("lets one of three different applications at once through, and no second lease begins", async () => {
    const cart = cartOf()
    const forms = ["192.0.2.7", "192.0.2.7", "198.51.100.4"].map((address) => application(cart, undefined, { address }))
    const results = await Promise.allSettled(forms.map((form) => room.apply(form)))
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await room.sql("select id from lease")).toHaveLength(1)
    expect(room.count("POST /application")).toBe(1)
  })

  it("refuses a second application while one is open", async () => {
    const cart = cartOf()
    await room.apply(application(cart))
    await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "application_open" })
    expect(room.count("POST /application")).toBe(1)
  })

  it("names every wrong field and repeats no value", async () => {
    const input = application(cartOf())
    const broken = {
      ...input.application,
      customer: { ...input.application.customer, ssn: "999-12", birthdate: "17.3.84" },
    }
    const refusal = await room.apply({ ...input, application: broken }).catch((error) => error)
    expect(refusal).toMatchObject({ code: "form_invalid", kind: "invalid" })
    const fields = refusal.fields.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(["customer.ssn", "customer.birthdate"]))
    expect(JSON.stringify(refusal.fields)).not.toMatch(/999-12|17\.3\.84/)
    expect(room.calls()).toEqual([])
  })

  describe("without an answer", () => {
    it.each(["drop-after", "half-body", "503"] as const)(
      "(%s) is undecided, and the same attempt never sends again",
      async (fault) => {
        const input = application(cartOf())
        room.sandbox.fault({ route: "POST /application", fault })
        expect((await room.apply(input)).lease.status).toBe("undecided")
        expect((await room.apply(input)).lease.status).toBe("undecided")
        expect(room.count("POST /application")).toBe(1)
      },
    )

    it("may be sent again, knowingly, after a minute, and gets the earlier approval", async () => {
      const cart = cartOf()
      room.sandbox.fault({ route: "POST /application", fault: "drop-after" })
      await room.apply(application(cart))
      await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "wait_before_retry" })
      room.pass(MINUTE)
      const { lease } = await room.apply(application(cart))
      expect(lease.status).toBe("approved")
      expect(room.sandbox.leases()).toHaveLength(1)
    })
  })

  describe("that had no effect", () => {
    it.each(["401", "403", "429"] as const)("(%s) leaves the lease open, and may be sent again", async (fault) => {
      const input = application(cartOf())
      room.sandbox.fault({ route: "POST /application", fault })
      await expect(room.apply(input)).rejects.toMatchObject({ kind: expect.stringMatching("unavailable|not_allowed") })
      const { lease } = await room.apply(application(input.cart))
      expect(lease.status).toBe("approved")
    })
  })

  describe("that is answered with the approval of another cart", () => {
    it("takes it over from a cart without a contract", async () => {
      const [{ cart: first }, second] = [await offered(room), cartOf()]
      const { lease } = await room.apply(application(second))
      expect(lease.status).toBe("approved")
      expect((await room.currentLease(first.id))?.status).toBe("superseded")
    })

    it("is refused when that cart has its contract", async () => {
      const [{ cart: first }, second] = [await handedOut(room), cartOf()]
      await expect(room.apply(application(second))).rejects.toMatchObject({ code: "application_other_order" })
      expect((await room.currentLease(first.id))?.status).toBe("signing")
      expect((await room.currentLease(second.id))?.status).toBe("open")
    })
  })
})

describeLedger(
  "applying with an operator's own form",
  (room) => {
    it("sends what was filled in, and lets the service judge", async () => {
      const input = { ...application(cartOf()), application: { ...applicant(), customer: { nickname: "Robin" } } }
      await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid" })
      expect(room.calls()).toEqual(["POST /application"])
    })

    it("sends no field that option applicationExtras does not name", async () => {
      const input = { ...application(cartOf()), application: { ...applicant(), store: { operatorMerchantId: 9999 } } }
      await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid", fields: [{ field: "store" }] })
      expect(room.calls()).toEqual([])
    })

    it("still refuses what is no form at all", async () => {
      const input = { ...application(cartOf()), application: "Robin" }
      await expect(room.apply(input)).rejects.toMatchObject({ code: "form_invalid" })
      expect(room.calls()).toEqual([])
    })
  },
  { wire: { validateRequests: false }, applicationExtras: ["customer.nickname"] },
)
