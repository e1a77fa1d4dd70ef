import { signContract } from "lease-to-own-sandbox"
import { application, Bench, cart, codeOf } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

describe("from contract to Funded", () => {
  it("hands out the same loopback address each time, on another origin", async () => {
    const id = await bench.withCart()
    const { json } = await bench.contract(id)
    expect(json).toEqual({ applicationId: id, esignUrl: expect.any(String) })
    expect(new URL(String(json.esignUrl)).origin).toBe(bench.sandbox.contractOrigin)
    expect(new URL(String(json.esignUrl)).origin).not.toBe(new URL(bench.sandbox.baseUrl).origin)
    expect(await bench.esignUrl(id)).toBe(json.esignUrl)
  })

  it("is Contracts Received and ok to deliver once, then Lease Accepted", async () => {
    const id = await bench.signed()
    expect(await bench.status(id)).toMatchObject({ status: "Contracts Received", isOkToDeliver: true })
    expect(await bench.status(id)).toMatchObject({ status: "Lease Accepted", isOkToDeliver: true })
  })

  it("takes the delivery in Contracts Received: 204, Funded", async () => {
    const id = await bench.signed()
    const reply = await bench.deliver(id)
    expect(reply.status).toBe(204)
    expect(reply.text).toBe("")
    expect(bench.state(id)).toBe("Funded")
  })

  it("takes a delivery date in the future in Lease Accepted", async () => {
    const id = await bench.accepted()
    expect((await bench.deliver(id, "2099-12-31")).status).toBe(204)
    expect(bench.sandbox.lease(id)?.delivery).toEqual({ deliveryDate: "2099-12-31" })
  })

  it("refuses a second delivery", async () => {
    const id = await bench.funded()
    const reply = await bench.deliver(id)
    expect([reply.status, codeOf(reply)]).toEqual([409, "wrong-state"])
  })

  it("refuses a delivery before the signature", async () => {
    const id = await bench.withCart()
    expect((await bench.deliver(id)).status).toBe(409)
  })

  it("never gets ok to deliver with the input notpaid", async () => {
    const id = await bench.signed("notpaid")
    for (let read = 0; read < 5; read += 1) {
      expect(await bench.status(id)).toMatchObject({ status: "Contracts Received", isOkToDeliver: false })
    }
    expect((await bench.deliver(id)).status).toBe(409)
  })

  it("answers three reads without ok to deliver with the input slow", async () => {
    const id = await bench.signed("slow")
    const reads = []
    for (let read = 0; read < 4; read += 1) reads.push((await bench.status(id)).isOkToDeliver)
    expect(reads).toEqual([false, false, false, true])
    expect(bench.state(id)).toBe("Lease Accepted")
  })
})

describe("DELETE contract", () => {
  it("goes back to Approved, and the id takes a new cart", async () => {
    const id = await bench.accepted()
    expect((await bench.cancel(id)).status).toBe(204)
    expect(bench.state(id)).toBe("Approved")
    expect((await bench.call("POST /application/cart", cart(id))).status).toBe(200)
  })

  it("refunds the first payment", async () => {
    const id = await bench.accepted()
    await bench.cancel(id)
    expect(bench.sandbox.lease(id)).toMatchObject({ firstPayment: "refunded" })
  })

  it("leaves nothing to price", async () => {
    const id = await bench.accepted()
    await bench.cancel(id)
    expect((await bench.pricing(id)).status).toBe(409)
  })

  it("is refused once a part has shipped", async () => {
    const id = await bench.accepted()
    await bench.control(`POST /leases/${id}/ship`)
    expect((await bench.cancel(id)).status).toBe(409)
    expect(bench.state(id)).toBe("Lease Accepted")
  })

  it.each(["apply", "withCart", "signed", "funded"] as const)("is refused from %s", async (from) => {
    const id = await bench[from]()
    expect((await bench.cancel(id)).status).toBe(409)
  })
})

describe("time", () => {
  it("expires an approval after 90 days", async () => {
    const id = await bench.apply()
    bench.sandbox.advanceDays(90)
    expect(codeOf(await bench.call("POST /application/cart", cart(id)))).toBe("approval-expired")
    expect(bench.state(id)).toBe("Approval Expired")
  })

  it("keeps an approval for less than 90 days", async () => {
    const id = await bench.apply()
    bench.sandbox.advanceDays(89)
    expect((await bench.call("POST /application/cart", cart(id))).status).toBe(200)
  })

  it("takes the input expired as an approval that is over at the next call", async () => {
    const { json } = await bench.call("POST /application", application("expired"))
    expect(json.status).toBe("Approved")
    expect(codeOf(await bench.call("POST /application/cart", cart(String(json.applicationId))))).toBe(
      "approval-expired",
    )
  })

  it("expires an unsigned contract after 60 days, and its page", async () => {
    const id = await bench.withCart()
    const url = await bench.esignUrl(id)
    bench.sandbox.advanceDays(60)
    expect(await bench.status(id)).toMatchObject({ status: "Contracts Expired" })
    expect(codeOf(await bench.call("POST /application/cart", cart(id)))).toBe("contracts-expired")
    await expect(signContract(url)).rejects.toThrow("no longer open")
  })

  it("counts the 60 days from the last cart", async () => {
    const id = await bench.withCart()
    bench.sandbox.advanceDays(40)
    await bench.call("POST /application/cart", cart(id))
    bench.sandbox.advanceDays(40)
    expect(await bench.status(id)).toMatchObject({ status: "Contracts" })
  })

  it("does not restart the 90 days with a canceled contract", async () => {
    const id = await bench.accepted()
    bench.sandbox.advanceDays(50)
    await bench.cancel(id)
    bench.sandbox.advanceDays(40)
    expect(bench.state(id)).toBe("Approval Expired")
  })

  it("gives a person whose approval expired a new id", async () => {
    const person = application()
    const { json } = await bench.call("POST /application", person)
    bench.sandbox.advanceDays(90)
    expect((await bench.call("POST /application", person)).json.applicationId).not.toBe(json.applicationId)
  })
})
