import { codeOf, fieldsOf, freshBench, homeIn, item, type Json, part, referenceCart } from "./support"

const bench = freshBench({ minLease: 20 })
const lamp = (changes: Json = {}) => item({ unitPrice: 100, identifier: "LAMP", ...changes })

/** The reference's check value. */
const CHECK_VALUE = {
  ...{ invoiceTotal: 439.99, cashPrice: 439.99, invoiceRemaining: 439.99, costOfLease: 439.99 },
  ...{ effectiveLeaseBalance: 879.98, totalLeasePrice: 879.98, sumOfAllPayments: 879.98 },
  ...{
    initialPaymentAmount: 49,
    totalDueAtSigning: 49,
    initialBalance: 928.98,
    initialBalancePlusEstimatedTax: 928.98,
  },
  ...{ totalNumberOfPayment: 26, periodicPaymentAmount: 31.96, paymentFrequency: "biWeekly", termInMonths: 12 },
  ...{ ninetyDayBuyout: 461.99, totalRetailerDeliveryFees: 10.99, salesTaxRate: 0, estimatedTax: 0, totalTax: 0 },
}

describe("cart and pricing", () => {
  it("a cart has the reference's check value in either format, and again when it is read", async () => {
    const id = await bench().apply()
    const { json } = await bench().record(id)
    const appStatus = { applicationId: id, status: "Contracts", approvalAmount: 3000, isOkToDeliver: false }
    expect(json).toEqual({ ...CHECK_VALUE, applicationId: id, cartId: expect.any(Number), appStatus })
    expect((await bench().call("POST /application/cart", referenceCart(id))).json).toMatchObject(CHECK_VALUE)
    expect((await bench().pricing(id)).json).toMatchObject(CHECK_VALUE)
    const contract = await (await fetch(await bench().esignUrl(id))).text()
    for (const text of ["25 payments every two weeks", "$31.98"]) expect(contract).toContain(text)
  })

  it.each([
    ["WEEKLY", 52],
    ["biweekly", 26],
    ["semiMonthly", 24],
    ["monthly", 12],
  ])("a lease with %s payments has %d a year", async (payFrequency, payments) => {
    const paymentFrequency = { payFrequency, lastPayDate: "2026-01-02", nextPayDate: "2026-01-16" }
    const { json } = await bench().record(await bench().apply(undefined, { paymentFrequency }))
    expect(json.totalNumberOfPayment).toBe(payments)
  })

  it("the first payment is never above the invoice", async () => {
    const id = await bench().withCart(undefined, { deliveryCost: 0, items: [lamp({ unitPrice: 20 })] })
    expect((await bench().pricing(id)).json.initialPaymentAmount).toBe(20)
  })

  it("a cart that replaces an unsigned one has a new cartId and a new contract, and ends the old contract", async () => {
    const id = await bench().withCart()
    const before = { cartId: bench().sandbox.lease(id)?.cart?.cartId, url: await bench().esignUrl(id) }
    await bench().record(id, { items: [lamp()] })
    expect(bench().sandbox.lease(id)?.cart?.cartId).not.toBe(before.cartId)
    expect(await bench().esignUrl(id)).not.toBe(before.url)
    expect((await fetch(before.url)).status).toBe(410)
  })

  it("the tax is collected with the first payment, is separate from the invoice, and is in the contract", async () => {
    const id = await bench().withCart(undefined, { items: [lamp({ tax: 8.25 })], deliveryCostSalesTax: 0.91 })
    expect((await bench().pricing(id)).json).toMatchObject({
      ...{ invoiceTotal: 110.99, totalLeasePrice: 221.98, initialPaymentAmount: 49, totalDueAtSigning: 58.16 },
      ...{ totalTax: 9.16, estimatedTax: 9.16, salesTaxRate: 8.25, initialBalancePlusEstimatedTax: 280.14 },
    })
    const contract = await (await fetch(await bench().esignUrl(id))).text()
    for (const text of ["You pay $58.16 today, sales tax of $9.16 included, and 26 payments", "$231.14"])
      expect(contract).toContain(text)
  })
})

describe("invalid cart", () => {
  const refused = async (changes: Json) => {
    const id = await bench().apply()
    const reply = await bench().record(id, { items: [item(), item({ identifier: "SECOND", ...changes })] })
    expect([reply.status, bench().state(id)]).toEqual([400, "Approved"])
    return reply
  }

  const required = ["brand", "description", "category", "identifier", "unitPrice", "tax", "quantity", "condition"]
  it.each<[string, unknown]>([
    ...required.map((field): [string, unknown] => [field, undefined]),
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
  ])("a cart is refused for %s: %p", async (field, value) => {
    expect(fieldsOf(await refused({ [field]: value }))).toEqual([`items[1].${field}`])
  })

  it("a cart is refused without lines, delivery cost or id", async () => {
    expect(fieldsOf(await bench().call("POST /application/cart", { items: [] }))).toEqual([
      ...["applicationId", "deliveryCost", "items"],
    ])
  })

  it("a cart is refused one cent over the approved amount", async () => {
    const id = await bench().apply("lowlimit")
    const items = [item({ unitPrice: 150 })]
    const over = await bench().record(id, { deliveryCost: 0.01, items })
    expect([over.status, codeOf(over), fieldsOf(over)]).toEqual([400, "cart-over-limit", ["cartTotal"]])
    expect((await bench().record(id, { deliveryCost: 0, items })).status).toBe(200)
  })

  it("a cart is refused under the minimum, not counting tax", async () => {
    const items = [item({ unitPrice: 10, tax: 10 })]
    const reply = await bench().record(await bench().apply(), { deliveryCost: 0, items })
    expect([reply.status, codeOf(reply)]).toEqual([400, "cart-under-minimum"])
  })

  it("a cart is refused with a line that can't be leased, such as a service plan in some states", async () => {
    const reply = await refused({ identifier: "NOLEASE-GIFT" })
    expect([codeOf(reply), fieldsOf(reply)]).toEqual(["item-not-leasable", ["items[1]"]])
    const items = [item({ category: "Service Plan" })]
    const inCalifornia = await bench().apply(undefined, { homeAddress: homeIn("CA") })
    expect(codeOf(await bench().record(inCalifornia, { items }))).toBe("item-not-leasable")
    expect((await bench().record(await bench().apply(), { items })).status).toBe(200)
  })

  it("a cart is refused if the reference's totals don't add up", async () => {
    const id = await bench().apply()
    const reply = await bench().call("POST /application/cart", referenceCart(id, { cartTotal: 440 }))
    expect(part(reply.json, "errors")).toEqual({ cartTotal: ["must be the sum of all lines"] })
    const items = [{ lineNumber: 1, sku: "A", priceEach: 30, quantity: 2, lineTotal: 30 }]
    expect(fieldsOf(await bench().call("POST /application/cart", { applicationId: id, items }))).toEqual([
      "items[0].lineTotal",
    ])
  })
})
