import { apply, type Ledger } from "../../support/ledger"
import { clientOf, json, startLocal } from "../../unit/client/support/local-service"
import { APPLICANT, applicant } from "../support/applicant"
import { application, cartOf, describeLedger, MINUTE } from "../support/ledger-room"

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

  it("a form with wrong values is refused with its fields, but not the values, sends nothing and counts as no attempt", async () => {
    const wrong = { customer: { ...APPLICANT.customer, ssn: "999-12", birthdate: "17.3.84" } }
    const input = { ...application(cartOf()), application: { ...applicant(), ...wrong } }
    const refusal = await room.apply(input).catch((error) => error)
    expect(refusal).toMatchObject({ code: "form_invalid", kind: "invalid" })
    const fields: { field: string }[] = refusal.fields
    expect(fields.map(({ field }) => field)).toEqual(expect.arrayContaining(["customer.ssn", "customer.birthdate"]))
    expect(JSON.stringify(fields)).not.toMatch(/999-12|17\.3\.84/)
    expect(room.calls()).toEqual([])
    expect(await room.rows.of("lease_attempt")).toEqual([])
    expect((await room.rows.leases()).filter(({ status }) => status !== "open")).toEqual([])
  })

  it("an application ends even if the service's status has characters that no table can store", async () => {
    const local = await startLocal()
    local.answer(json({ applicationId: "77", status: "Held\u0000 back \ud800" }))
    const { service } = clientOf(local.url)
    const { lease } = await apply({ ...room.ledger, service } as Ledger, application(cartOf()))
    expect(lease).toMatchObject({ status: "pending", service_status: "Held back" })
    await service.close()
    await local.close()
  })

  it("of three different applications at once, one goes through, and only one lease begins", async () => {
    const cart = cartOf()
    const forms = ["192.0.2.7", "192.0.2.7", "198.51.100.4"].map((address) => application(cart, undefined, { address }))
    const results = await Promise.allSettled(forms.map((form) => room.apply(form)))
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await room.rows.leases()).toHaveLength(1)
    expect(room.count(APPLY)).toBe(1)
  })

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
