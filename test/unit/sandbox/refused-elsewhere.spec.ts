import { Bench, codeOf, part, type Reply } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const errorsOf = (reply: Reply) => part(reply.json, "errors")

describe("elsewhere", () => {
  it("there is no pricing without a cart", async () => {
    const reply = await bench.pricing(await bench.apply())
    expect([reply.status, codeOf(reply)]).toEqual([409, "wrong-state"])
  })

  it.each(["apply", "signed", "funded"] as const)("there is no contract to sign from %s", async (from) => {
    expect((await bench.contract(await bench[from]())).status).toBe(409)
  })

  it.each([undefined, "", "2026-13-01", "2026-01-01T00:00:00.000Z"])(
    "a delivery date %p is refused",
    async (deliveryDate) => {
      const id = await bench.accepted()
      const reply = await bench.call("POST /application/cart/delivery", { applicationId: id, deliveryDate })
      expect(Object.keys(errorsOf(reply))).toEqual(["deliveryDate"])
      expect(bench.state(id)).toBe("Lease Accepted")
    },
  )

  it.each([
    "2026-03-09",
    "2001-03-09T10:00:00.000Z",
    "2026-03-09T10:00:00Z",
    "2026-02-30T10:00:00.000Z",
    "2026-03-09T25:00:00.000Z",
  ])("a date of return %s is refused", async (dateOfReturn) => {
    const reply = await bench.giveBack(await bench.funded(), { dateOfReturn })
    expect([reply.status, Object.keys(errorsOf(reply))]).toEqual([400, ["dateOfReturn"]])
  })

  it("a price adjustment needs a price, a line needs a name", async () => {
    const reply = await bench.giveBack(await bench.funded(), { merchandiseItems: [{ actionType: "PriceAdj" }] })
    expect(Object.keys(errorsOf(reply)).sort()).toEqual([
      "merchandiseItems[0].lineNumber",
      "merchandiseItems[0].priceEach",
    ])
  })
})
