import { Bench, cart, codeOf, item, type Json, part, type Reply, referenceCart } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start({ minLease: 20 })
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const errorsOf = (reply: Reply) => part(reply.json, "errors")

describe("a cart is refused", () => {
  const refusedItem = async (changes: Json, removed?: string) => {
    const id = await bench.apply()
    const line = item({ identifier: "SECOND", ...changes })
    if (removed) delete line[removed]
    const reply = await bench.call("POST /application/cart", cart(id, { items: [item(), line] }))
    expect(bench.state(id)).toBe("Approved")
    return reply
  }

  it.each(["brand", "description", "category", "identifier", "unitPrice", "tax", "quantity", "condition"])(
    "without %s of a line",
    async (field) => {
      const reply = await refusedItem({}, field)
      expect(Object.keys(errorsOf(reply))).toEqual([`items[1].${field}`])
    },
  )

  it.each([
    ["brand", ""],
    ["unitPrice", "429"],
    ["unitPrice", 1.005],
    ["unitPrice", -1],
    ["quantity", 1.5],
    ["quantity", 0],
    ["condition", "mint"],
    ["deliveryDate", ""],
    ["deliveryDate", "2026-02-30"],
    ["deliveryDate", "1999-01-01"],
    ["imgUrl", "not an address"],
    ["identifier", item().identifier],
    ["tax", null],
  ])("for %s: %p", async (field, value) => {
    const reply = await refusedItem({ [field]: value })
    expect([reply.status, Object.keys(errorsOf(reply))]).toEqual([400, [`items[1].${field}`]])
  })

  it("with an empty deliveryDate, and is told to leave it out", async () => {
    const reply = await refusedItem({ deliveryDate: "" })
    expect(errorsOf(reply)["items[1].deliveryDate"]).toEqual(["must not be empty; leave it out when it is not known"])
  })

  it("without lines, delivery cost or id", async () => {
    expect(Object.keys(errorsOf(await bench.call("POST /application/cart", { items: [] }))).sort()).toEqual([
      "applicationId",
      "deliveryCost",
      "items",
    ])
  })

  it("over the approved amount, by one cent", async () => {
    const id = await bench.apply("lowlimit")
    const over = await bench.call(
      "POST /application/cart",
      cart(id, { deliveryCost: 0.01, items: [item({ unitPrice: 150 })] }),
    )
    expect([over.status, codeOf(over), Object.keys(errorsOf(over))]).toEqual([400, "cart-over-limit", ["cartTotal"]])
    const exact = await bench.call(
      "POST /application/cart",
      cart(id, { deliveryCost: 0, items: [item({ unitPrice: 150 })] }),
    )
    expect(exact.status).toBe(200)
  })

  it("under the minimum, tax not counted", async () => {
    const id = await bench.apply()
    const items = [item({ unitPrice: 10, tax: 10 })]
    const reply = await bench.call("POST /application/cart", cart(id, { deliveryCost: 0, items }))
    expect([reply.status, codeOf(reply)]).toEqual([400, "cart-under-minimum"])
  })

  it("with a line that cannot be leased, by its place", async () => {
    const reply = await refusedItem({ identifier: "NOLEASE-GIFT" })
    expect([codeOf(reply), Object.keys(errorsOf(reply))]).toEqual(["item-not-leasable", ["items[1]"]])
  })

  it.each(["CA", "IN", "NY"])("with a service plan when the customer lives in %s", async (state) => {
    const homeAddress = { streetAddress1: "1 Main Street", city: "Somewhere", state, zip: "90001" }
    const id = await bench.apply(undefined, { homeAddress })
    const reply = await bench.call("POST /application/cart", cart(id, { items: [item({ category: "Service Plan" })] }))
    expect(codeOf(reply)).toBe("item-not-leasable")
  })

  it("but a warranty is taken elsewhere", async () => {
    const id = await bench.apply()
    expect(
      (await bench.call("POST /application/cart", cart(id, { items: [item({ category: "Warranty" })] }))).status,
    ).toBe(200)
  })

  it.each(["denied", "pending", "preapproved", "prequalified"])("with a lease that is %s", async (tag) => {
    const reply = await bench.call("POST /application/cart", cart(await bench.apply(tag)))
    expect([reply.status, codeOf(reply)]).toEqual([409, "wrong-state"])
  })

  it.each(["signed", "accepted", "funded"] as const)("with a lease that is %s", async (from) => {
    expect((await bench.call("POST /application/cart", cart(await bench[from]()))).status).toBe(409)
  })

  it("when the reference's totals do not add up", async () => {
    const id = await bench.apply()
    const reply = await bench.call("POST /application/cart", referenceCart(id, { cartTotal: 440 }))
    expect(errorsOf(reply)).toEqual({ cartTotal: ["must be the sum of all lines"] })
    const items = [{ lineNumber: 1, sku: "A", priceEach: 30, quantity: 2, lineTotal: 30 }]
    const line = await bench.call("POST /application/cart", { applicationId: id, items })
    expect(Object.keys(errorsOf(line))).toEqual(["items[0].lineTotal"])
  })
})
