import { Bench, item, part } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start({ dialect: { rules: { returnLines: "taken", lowerPrices: "taken" } } })
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

function itemOf(unitPrice: number) {
  return item({ unitPrice, identifier: "LAMP" })
}

describe("returns", () => {
  const eligible = async (id: string) => part((await bench.availability(id)).json, "merchandiseReturnAuthorization")
  const info = async (id: string, changes = {}) => part((await bench.giveBack(id, changes)).json, "returnLeaseInfo")

  it("are available in Funded", async () => {
    expect(await eligible(await bench.funded())).toEqual({ isReturnEligible: true, authorizationCode: null })
  })

  it.each(["apply", "withCart", "signed", "accepted"] as const)("are not available from %s", async (from) => {
    expect(await eligible(await bench[from]())).toMatchObject({ isReturnEligible: false })
  })

  it("are available in Lease Accepted once a part has shipped", async () => {
    const id = await bench.accepted()
    await bench.control(`POST /leases/${id}/ship`)
    expect(await eligible(id)).toMatchObject({ isReturnEligible: true })
  })

  it("end the lease when whole", async () => {
    const id = await bench.funded()
    await eligible(id)
    expect(await info(id)).toEqual({ isSuccess: true, message: null, code: null })
    expect(bench.state(id)).toBe("Returned")
  })

  it("are refused with 200 when availability was not asked", async () => {
    const reply = await bench.giveBack(await bench.funded())
    expect(reply.status).toBe(200)
    expect(part(reply.json, "returnLeaseInfo")).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
  })

  it("use their authorization up", async () => {
    const id = await bench.funded()
    await eligible(id)
    await info(id, { merchandiseItems: [{ actionType: "PriceAdj", lineNumber: 1, priceEach: 400 }] })
    expect(await info(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
  })

  it("fail with the input returnfails", async () => {
    const id = await bench.funded("returnfails")
    await eligible(id)
    expect(await info(id)).toMatchObject({ isSuccess: false, code: "return-refused" })
    expect(bench.state(id)).toBe("Funded")
  })

  it("are not available with the input noreturn", async () => {
    expect(await eligible(await bench.funded("noreturn"))).toMatchObject({ isReturnEligible: false })
  })

  it("take the issued code, and refuse another", async () => {
    const id = await bench.funded("returncode")
    const { authorizationCode } = await eligible(id)
    expect(authorizationCode).toEqual(expect.any(String))
    expect(await info(id, { authorizationCode: "wrong" })).toMatchObject({ isSuccess: false })
    expect(await info(id, { authorizationCode })).toMatchObject({ isSuccess: true })
  })

  it("lower the invoice by a price adjustment of some pieces", async () => {
    const id = await bench.funded(undefined, { deliveryCost: 0, items: [{ ...itemOf(100), quantity: 3 }] })
    await eligible(id)
    await info(id, { merchandiseItems: [{ actionType: "PriceAdj", sku: "LAMP", quantity: 2, priceEach: 80 }] })
    expect((await bench.pricing(id)).json.invoiceTotal).toBe(260)
    expect(bench.state(id)).toBe("Funded")
  })

  it("lower the invoice by the pieces of a partial return", async () => {
    const id = await bench.funded(undefined, { deliveryCost: 5, items: [{ ...itemOf(100), quantity: 3 }] })
    await eligible(id)
    await info(id, { merchandiseItems: [{ actionType: "Return", lineNumber: 1, quantity: 1 }] })
    expect((await bench.pricing(id)).json.invoiceTotal).toBe(205)
  })

  it.each([
    ["a line that is not there", { actionType: "Return", lineNumber: 9 }],
    ["more pieces than there are", { actionType: "Return", lineNumber: 1, quantity: 2 }],
    ["a price that is not lower", { actionType: "PriceAdj", lineNumber: 1, priceEach: 429 }],
  ])("refuse %s", async (_, line) => {
    const id = await bench.funded()
    await eligible(id)
    expect(await info(id, { merchandiseItems: [line] })).toMatchObject({ isSuccess: false, code: "return-refused" })
  })

  it("divide a line's tax among its pieces, and add none", async () => {
    const id = await bench.funded(undefined, { deliveryCost: 0, items: [{ ...itemOf(100), quantity: 3, tax: 10 }] })
    for (const line of [
      { actionType: "PriceAdj", lineNumber: 1, quantity: 1, priceEach: 80 },
      { actionType: "Return", lineNumber: 1, quantity: 1 },
    ]) {
      await eligible(id)
      expect(await info(id, { merchandiseItems: [line] })).toMatchObject({ isSuccess: true })
    }
    expect((await bench.pricing(id)).json.totalTax).toBe(6.67)
  })

  it("end the lease when the last piece comes back", async () => {
    const id = await bench.funded()
    await eligible(id)
    await info(id, { merchandiseItems: [{ actionType: "Return", sku: "SOFA-1" }] })
    expect(bench.state(id)).toBe("Returned")
  })
})
