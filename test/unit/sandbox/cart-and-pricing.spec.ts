import { Bench, cart, item, referenceCart } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

function itemOf(unitPrice: number) {
  return item({ unitPrice, identifier: "LAMP" })
}

describe("POST cart and GET pricing", () => {
  const checkValue = {
    invoiceTotal: 439.99,
    cashPrice: 439.99,
    invoiceRemaining: 439.99,
    costOfLease: 439.99,
    effectiveLeaseBalance: 879.98,
    initialPaymentAmount: 49,
    initialBalance: 928.98,
    totalNumberOfPayment: 26,
    periodicPaymentAmount: 31.96,
    ninetyDayBuyout: 461.99,
    paymentFrequency: "biWeekly",
    termInMonths: 12,
    totalLeasePrice: 879.98,
    sumOfAllPayments: 879.98,
    totalDueAtSigning: 49,
    totalRetailerDeliveryFees: 10.99,
    salesTaxRate: 0,
    estimatedTax: 0,
    totalTax: 0,
    initialBalancePlusEstimatedTax: 928.98,
  }

  it("answers the reference's check value and a cartId", async () => {
    const id = await bench.apply()
    const { status, json } = await bench.call("POST /application/cart", cart(id))
    expect(status).toBe(200)
    expect(json).toEqual({
      ...checkValue,
      applicationId: id,
      cartId: expect.any(Number),
      appStatus: { applicationId: id, status: "Contracts", approvalAmount: 3000, isOkToDeliver: false },
    })
  })

  it("answers the same figures for the reference's cart", async () => {
    const id = await bench.apply()
    const { json } = await bench.call("POST /application/cart", referenceCart(id))
    expect(json).toMatchObject(checkValue)
  })

  it("answers the same pricing again when asked", async () => {
    const id = await bench.withCart()
    expect((await bench.pricing(id)).json).toMatchObject(checkValue)
  })

  it("takes the last payment so that the sum is the whole lease", async () => {
    const id = await bench.withCart()
    const html = await (await fetch(await bench.esignUrl(id))).text()
    expect(html).toContain("25 payments every two weeks")
    expect(html).toContain("$31.98")
  })

  it("limits the first payment to the invoice", async () => {
    const id = await bench.withCart(undefined, { deliveryCost: 0, items: [itemOf(20)] })
    expect((await bench.pricing(id)).json.initialPaymentAmount).toBe(20)
  })

  it.each([
    ["WEEKLY", 52],
    ["biweekly", 26],
    ["semiMonthly", 24],
    ["monthly", 12],
  ])("prices %s payments as %d a year", async (payFrequency, payments) => {
    const paymentFrequency = { payFrequency, lastPayDate: "2026-01-02", nextPayDate: "2026-01-16" }
    const id = await bench.apply(undefined, { paymentFrequency })
    const { json } = await bench.call("POST /application/cart", cart(id))
    expect(json.totalNumberOfPayment).toBe(payments)
  })

  it("takes the application id as a number too", async () => {
    const id = await bench.apply()
    const { status } = await bench.call("POST /application/cart", { ...cart(id), applicationId: Number(id) })
    expect(status).toBe(200)
  })

  it("replaces the cart while unsigned: new cartId, new contract address", async () => {
    const id = await bench.withCart()
    const before = { cartId: bench.sandbox.lease(id)?.cart?.cartId, url: await bench.esignUrl(id) }
    await bench.call("POST /application/cart", cart(id, { items: [itemOf(100)] }))
    expect(bench.sandbox.lease(id)?.cart?.cartId).not.toBe(before.cartId)
    expect(await bench.esignUrl(id)).not.toBe(before.url)
    expect((await fetch(before.url)).status).toBe(410)
  })

  it("keeps the tax of either form apart from the invoice", async () => {
    const id = await bench.withCart(undefined, { items: [{ ...itemOf(100), tax: 8.25 }], deliveryCostSalesTax: 0.91 })
    expect(bench.sandbox.lease(id)?.cart).toMatchObject({ tax: 9.16, invoiceTotal: 110.99 })
  })

  it("collects the tax that came with the cart with the first payment, and says so in the contract", async () => {
    const id = await bench.withCart(undefined, { items: [{ ...itemOf(100), tax: 8.25 }], deliveryCostSalesTax: 0.91 })
    expect((await bench.pricing(id)).json).toMatchObject({
      totalLeasePrice: 221.98,
      initialPaymentAmount: 49,
      totalDueAtSigning: 58.16,
      totalTax: 9.16,
      estimatedTax: 9.16,
      salesTaxRate: 8.25,
      initialBalancePlusEstimatedTax: 280.14,
    })
    const html = await (await fetch(await bench.esignUrl(id))).text()
    expect(html).toContain("You pay $58.16 today, sales tax of $9.16 included, and 26 payments")
    expect(html).toContain("$231.14")
  })
})
