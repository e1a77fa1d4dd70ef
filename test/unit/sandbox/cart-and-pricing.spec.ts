import { codeOf, fieldsOf, freshBench, homeIn, item, type Json, referenceCart } from "./support"

const bench = freshBench({ minLease: 20 })
const lamp = (changes: Json = {}) => item({ unitPrice: 100, identifier: "LAMP", ...changes })
const contractText = async (id: string) => (await fetch(await bench().esignUrl(id))).text()

/** The reference's check value. */
const CHECK_VALUE = {
  ...{ invoiceTotal: 439.99, cashPrice: 439.99, invoiceRemaining: 439.99, costOfLease: 439.99 },
  ...{ effectiveLeaseBalance: 879.98, totalLeasePrice: 879.98, sumOfAllPayments: 879.98 },
  ...{ initialPaymentAmount: 49, totalDueAtSigning: 49, initialBalance: 928.98 },
  ...{ initialBalancePlusEstimatedTax: 928.98, estimatedTax: 0, totalTax: 0, salesTaxRate: 0 },
  ...{ totalNumberOfPayment: 26, periodicPaymentAmount: 31.96, paymentFrequency: "biWeekly", termInMonths: 12 },
  ...{ ninetyDayBuyout: 461.99, totalRetailerDeliveryFees: 10.99 },
}

it("a cart has the reference's check value in either format, and again when it is read", async () => {
  const id = await bench().apply()
  const { json } = await bench().record(id)
  const appStatus = { applicationId: id, status: "Contracts", approvalAmount: 3000, isOkToDeliver: false }
  expect(json).toEqual({ ...CHECK_VALUE, applicationId: id, cartId: expect.any(Number), appStatus })
  expect((await bench().call("POST /application/cart", referenceCart(id))).json).toMatchObject(CHECK_VALUE)
  expect((await bench().pricing(id)).json).toMatchObject(CHECK_VALUE)
  const contract = await contractText(id)
  for (const text of ["25 payments every two weeks", "$31.98"]) expect(contract).toContain(text)
})

it.each([
  ["WEEKLY", 52],
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

it("the tax is collected with the first payment, is separate from the invoice, and is in the contract", async () => {
  const id = await bench().withCart(undefined, { items: [lamp({ tax: 8.25 })], deliveryCostSalesTax: 0.91 })
  expect((await bench().pricing(id)).json).toMatchObject({
    ...{ invoiceTotal: 110.99, totalLeasePrice: 221.98, initialPaymentAmount: 49, totalDueAtSigning: 58.16 },
    ...{ totalTax: 9.16, estimatedTax: 9.16, salesTaxRate: 8.25, initialBalancePlusEstimatedTax: 280.14 },
  })
  const contract = await contractText(id)
  for (const text of ["You pay $58.16 today, sales tax of $9.16 included, and 26 payments", "$231.14"])
    expect(contract).toContain(text)
})

const withLine = async (changes: Json, customer?: Json) =>
  bench().record(await bench().apply(undefined, customer), {
    items: [item(), item({ identifier: "SECOND", ...changes })],
  })

const REQUIRED = ["brand", "description", "category", "identifier", "unitPrice", "tax", "quantity", "condition"]

it.each<[string, Json]>([
  ["missing", Object.fromEntries(REQUIRED.map((name) => [name, undefined]))],
  ["empty or of another kind", { brand: "", unitPrice: "429", quantity: 0, condition: "mint", tax: null }],
  ["impossible", { unitPrice: 1.005, quantity: 1.5, deliveryDate: "2026-02-30", imgUrl: "not an address" }],
  ["out of range", { unitPrice: -1, deliveryDate: "1999-01-01" }],
])("all fields of a line that are %s are named at once", async (_, fields) => {
  const reply = await withLine(fields)
  const names = Object.keys(fields).map((name) => `items[1].${name}`)
  expect([reply.status, fieldsOf(reply)]).toEqual([400, names.sort()])
})

it("each line of a cart has an identifier of its own", async () => {
  expect(fieldsOf(await withLine({ identifier: item().identifier }))).toEqual(["items[1].identifier"])
})

it("a cart is refused without lines, delivery cost or id", async () => {
  expect(fieldsOf(await bench().call("POST /application/cart", { items: [] }))).toEqual([
    ...["applicationId", "deliveryCost", "items"],
  ])
})

it.each([
  ["one cent over the approved amount", "lowlimit", 150.01, "cart-over-limit", 400],
  ["of the approved amount", "lowlimit", 150, "", 200],
  ["under the minimum, which leaves tax out", undefined, 19.99, "cart-under-minimum", 400],
] as const)("a cart %s is judged by its amount", async (_, tag, unitPrice, code, status) => {
  const reply = await bench().record(await bench().apply(tag), {
    deliveryCost: 0,
    items: [lamp({ unitPrice, tax: 9 })],
  })
  expect([reply.status, codeOf(reply)]).toEqual([status, code])
})

it("a cart is refused with a line that can't be leased, such as a service plan in some states", async () => {
  const reply = await withLine({ identifier: "NOLEASE-GIFT" })
  expect([codeOf(reply), fieldsOf(reply)]).toEqual(["item-not-leasable", ["items[1]"]])
  const plan = { category: "Service Plan" }
  expect(codeOf(await withLine(plan, { homeAddress: homeIn("CA") }))).toBe("item-not-leasable")
  expect((await withLine(plan)).status).toBe(200)
})

it("a cart is refused if the reference's totals don't add up", async () => {
  const applicationId = await bench().apply()
  const totals = await bench().call("POST /application/cart", referenceCart(applicationId, { cartTotal: 440 }))
  const items = [{ lineNumber: 1, sku: "A", priceEach: 30, quantity: 2, lineTotal: 30 }]
  const lines = await bench().call("POST /application/cart", { applicationId, items })
  expect([fieldsOf(totals), fieldsOf(lines)]).toEqual([["cartTotal"], ["items[0].lineTotal"]])
})
