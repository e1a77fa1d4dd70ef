import { fieldsOf, freshBench, item, type Json } from "./support"

const bench = freshBench({ dialect: { rules: { returnLines: "taken", lowerPrices: "taken" } } })
const lamps = (changes: Json = {}) => [item({ unitPrice: 100, identifier: "LAMP", quantity: 3, ...changes })]
const back = { actionType: "Return", lineNumber: 1, quantity: 1 }

/** Returns, each time authorized before. */
async function giveBack(id: string, ...lines: Json[]) {
  await bench().eligible(id)
  return bench().returned(id, lines.length ? { merchandiseItems: lines } : {})
}

describe("returns", () => {
  it("returning the last piece ends the lease", async () => {
    const id = await bench().funded()
    await giveBack(id, { actionType: "Return", sku: "SOFA-1" })
    expect(bench().state(id)).toBe("Returned")
  })

  it("each return needs its own authorization, and uses it up", async () => {
    const id = await bench().funded()
    await giveBack(id, { actionType: "PriceAdj", lineNumber: 1, priceEach: 400 })
    expect(await bench().returned(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
  })

  it("an authorization ends when the lease can no longer be returned", async () => {
    const id = await bench().funded()
    await bench().eligible(id)
    await bench().control(`POST /leases/${id}/state`, { state: "Denied" })
    expect(await bench().returned(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
  })

  it("with the input returncode, a return needs its authorization's code", async () => {
    const id = await bench().funded("returncode")
    const { authorizationCode } = await bench().eligible(id)
    expect(await bench().returned(id, { authorizationCode: "wrong" })).toMatchObject({ isSuccess: false })
    expect(await bench().returned(id, { authorizationCode })).toMatchObject({ isSuccess: true })
  })

  it.each<[string, Json, number]>([
    ["returned pieces", back, 205],
    ["a lower price of some pieces", { actionType: "PriceAdj", sku: "LAMP", quantity: 2, priceEach: 80 }, 265],
  ])("the invoice is lowered by %s", async (_, line, total) => {
    const id = await bench().funded(undefined, { deliveryCost: 5, items: lamps() })
    await giveBack(id, line)
    expect([(await bench().pricing(id)).json.invoiceTotal, bench().state(id)]).toEqual([total, "Funded"])
  })

  it("a line's tax is divided among its pieces without adding any", async () => {
    const id = await bench().funded(undefined, { deliveryCost: 0, items: lamps({ tax: 10 }) })
    for (const line of [{ actionType: "PriceAdj", lineNumber: 1, quantity: 1, priceEach: 80 }, back])
      expect(await giveBack(id, line)).toMatchObject({ isSuccess: true })
    expect((await bench().pricing(id)).json.totalTax).toBe(6.67)
  })

  it.each([
    ["a line that doesn't exist", { ...back, lineNumber: 9 }],
    ["more pieces than there are", { ...back, quantity: 2 }],
    ["a price that is not lower", { actionType: "PriceAdj", lineNumber: 1, priceEach: 429 }],
  ])("a return is refused for %s", async (_, line) => {
    expect(await giveBack(await bench().funded(), line)).toMatchObject({ isSuccess: false, code: "return-refused" })
  })

  it.each([
    ...["2026-03-09", "2001-03-09T10:00:00.000Z", "2026-03-09T10:00:00Z", "2026-02-30T10:00:00.000Z"],
    "2026-03-09T25:00:00.000Z",
  ])("a return is refused with the date %s", async (dateOfReturn) => {
    const reply = await bench().giveBack(await bench().funded(), { dateOfReturn })
    expect([reply.status, fieldsOf(reply)]).toEqual([400, ["dateOfReturn"]])
  })

  it("an invalid lower price is refused with the names of price and line", async () => {
    const reply = await bench().giveBack(await bench().funded(), { merchandiseItems: [{ actionType: "PriceAdj" }] })
    expect(fieldsOf(reply)).toEqual(["merchandiseItems[0].lineNumber", "merchandiseItems[0].priceEach"])
  })
})
