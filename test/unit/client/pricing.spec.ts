import type { Pricing } from "../../../src/client"
import { readPricing, toApplicationId } from "../../../src/client/messages/pricing"
import { toDialect } from "../../../src/client/options/dialect"
import { toCents } from "../../../src/client/values/cents"

const read = (answer: unknown): Pricing => readPricing(answer, toDialect())

describe("amounts (reference 1)", () => {
  it.each([
    [439.99, 43_999],
    ["439.99", 43_999],
    [" 12 ", 1200],
    [0, 0],
    [1.005, 101],
    [0.285, 29],
    ["1.004999", 100],
    ["1.005", 101],
    ["1.006", 101],
    [-5.5, -550],
    ["-0.001", 0],
    [1e-7, 0],
    [10.235, 1024],
    [397.16499999999996, 39_716],
    ["1.5", 150],
    ["-1.5", -150],
    [-1.005, -101],
    [-0.004, 0],
    ["+1", 100],
  ])("%j is %i cents", (amount, cents) => expect(toCents(amount)).toBe(cents))
  it.each([
    ...["", "abc", "1,000.00", "$5", "1e3", "Infinity", "99999999999999999999"],
    ...[Number.NaN, Number.POSITIVE_INFINITY, 1e21],
  ])("%j is no amount", (amount) => expect(toCents(amount)).toBeUndefined())
})

describe("the breakdown (reference 5)", () => {
  it("the breakdown keeps the service's order and the kind of each figure", () => {
    const answer = {
      invoiceTotal: 439.99,
      totalNumberOfPayment: 26,
      salesTaxRate: 0,
      nextPaymentDate: "2026-12-04T00:00:00",
      paymentFrequency: "biWeekly",
    }
    expect(read(answer).lines).toEqual([
      { name: "invoiceTotal", kind: "money", value: 43_999 },
      { name: "totalNumberOfPayment", kind: "count", value: 26 },
      { name: "salesTaxRate", kind: "percent", value: 0 },
      { name: "nextPaymentDate", kind: "date", value: "2026-12-04" },
      { name: "paymentFrequency", kind: "text", value: "biWeekly" },
    ])
  })
  it("the breakdown has the figures by name, money in cents", () => {
    const money = [
      ..."invoiceTotal cashPrice invoiceRemaining costOfLease effectiveLeaseBalance initialBalance".split(" "),
      ..."initialPaymentAmount ninetyDayBuyout depositAmount depositSalesTax depositNet totalTax".split(" "),
      ..."periodicPaymentAmount totalLeasePrice sumOfAllPayments totalDueAtSigning".split(" "),
      ..."totalRetailerDeliveryFees estimatedTax initialBalancePlusEstimatedTax".split(" "),
    ]
    const all = (value: unknown) => Object.fromEntries(money.map((name) => [name, value]))
    const others = { salesTaxRate: 0.08, nextPaymentDate: "2026-12-04", paymentFrequency: "weekly" }
    const { lines, ...figures } = read({ ...all("439.99"), ...others, totalNumberOfPayment: 26, termInMonths: "12" })
    expect(figures).toEqual({ ...all(43_999), ...others, totalNumberOfPayment: 26, termInMonths: 12 })
    expect(lines).toHaveLength(24)
  })
  it.each([
    ["costOfRental", "costOfLease", 100],
    ["totalNumberOfPayments", "totalNumberOfPayment", 1],
  ])("the older name %s reads as %s", (older, name, value) => {
    expect(read({ [older]: 1 })).toMatchObject({ [name]: value, lines: [{ name }] })
  })
  it("a figure under both names is shown once", () => {
    expect(read({ costOfLease: 1, costOfRental: 2 }).lines).toEqual([
      { name: "costOfLease", kind: "money", value: 100 },
    ])
  })
  it("option dialect adds names to the built-in ones", () => {
    const dialect = toDialect({ pricingAliases: { ninetyDayBuyout: ["earlyPurchase"] } })
    const told = readPricing({ earlyPurchase: 5, costOfRental: 6 }, dialect)
    expect(told).toMatchObject({ ninetyDayBuyout: 500, costOfLease: 600 })
  })
  it("the status and the limit beside it aren't shown, but prices in their group are", () => {
    const dialect = toDialect({ statusKeys: ["leaseStatus", "condition.state"] })
    const answer = { leaseStatus: "Approved", condition: { state: "x", approvalAmount: 5, costOfLease: 7 } }
    const others = { approvalAmount: 1, fees: { approvalAmount: 1 } }
    const names = readPricing({ ...answer, ...others }, dialect).lines.map(({ name }) => name)
    expect(names).toEqual(["costOfLease", "approvalAmount", "fees.approvalAmount"])
  })
  it.each([
    ["processingFee", 5, "money", 500],
    ["lastPaymentDate", "2027-01-01", "date", "2027-01-01"],
    ["startOfLease", "2027-01-01T00:00", "date", "2027-01-01"],
    ["note", "on 2027-01-01", "text", "on 2027-01-01"],
    ["leaseWeeks", 52, "count", 52],
    ["leaseWeeks", "N/A", "text", "N/A"],
    ["aprRate", 9.5, "percent", 9.5],
    ["rateLockFee", 5, "money", 500],
    ["keyFee", 5, "money", 500],
    ["program", "Gold", "text", "Gold"],
    ["program", "x".repeat(80), "text", "x".repeat(80)],
    ["n".repeat(80), "Gold", "text", "Gold"],
    ["version", 2, "text", "2"],
    ["prepaid", 12, "money", 1200],
    ["amountPaidToken", 12.5, "text", "12.5"],
  ])("the unknown field %s is shown in the format that its name and value suggest", (name, value, kind, shown) => {
    expect(read({ [name]: value }).lines).toEqual([{ name, kind, value: shown }])
  })
  it.each([
    ...[{ ssn: "512683097" }, { accountNumber: 8833102774 }, { firstName: "Robin" }, { merchantId: 7 }],
    ...[{ next: "https://sign.example/secret" }, { note: "x".repeat(81) }, { customer: { nickname: "Robin" } }],
    ...[
      { cardOnFile: { holder: "Robin" } },
      { payments: { accountNumber: 8833102774 } },
      { appStatus: { remark: "x" } },
    ],
    ...[{ Customer: { nickname: "Robin" } }, { "\u0000fee": 1 }, { "fee\u0000": 1 }, { fees: { "\u0000": 1 } }],
    ...[{ "\u0000": { fee: 1 } }, { list: ["abc"] }, { shopKey: "a7" }, { leaseWeeks: " " }],
    ...[{ list: [1] }, { "\u0000": 1 }, { ["n".repeat(81)]: 1 }, { flag: true }, { gone: null }, { blank: " " }],
  ])("%j is not shown", (answer) => expect(read(answer).lines).toEqual([]))
  it("a group is shown flat, each figure under its group's name", () => {
    const answer = { fees: { processingFee: 5, other: { labelFee: 1 } }, options: [{ price: 7 }, { price: 8 }] }
    expect(read(answer).lines).toEqual([
      { name: "fees.processingFee", kind: "money", value: 500 },
      { name: "fees.other.labelFee", kind: "money", value: 100 },
      { name: "options.1.price", kind: "money", value: 700 },
      { name: "options.2.price", kind: "money", value: 800 },
    ])
  })
  it("a known figure of a group is shown by its own name", () => {
    expect(read({ lease: { totalDueAtSigning: 49 } }).lines).toEqual([
      { name: "totalDueAtSigning", kind: "money", value: 4900 },
    ])
  })
  it.each([
    [{ first: { costOfLease: 1 }, costOfLease: 2 }, ["first.costOfLease", "costOfLease"]],
    [{ oldAppStatus: { fee: 1 }, fee: 2 }, ["oldAppStatus.fee", "fee"]],
    [{ first: { costOfLease: 1 }, second: { costOfLease: 2 } }, ["costOfLease", "second.costOfLease"]],
  ])("two figures with one name are shown by path: %j", (answer, names) => {
    expect(read(answer).lines.map(({ name }) => name)).toEqual(names)
  })
  it("no decision depends on a figure in a group", () => {
    expect(read({ elsewhere: { invoiceTotal: 1 } })).not.toHaveProperty("invoiceTotal")
  })
  it.each([
    ["a text", { note: "x".repeat(81) }, ["note"]],
    ["a name", { fees: { ["n".repeat(81)]: 1 } }, [`fees.${"n".repeat(75)}…`]],
    ["a path", { ["g".repeat(60)]: { ["n".repeat(60)]: 1 } }, [`${"g".repeat(60)}.${"n".repeat(19)}…`]],
    ["a group within groups", { a: { b: { c: { d: { e: { fee: 1 } } } } } }, ["a.b.c.d.e"]],
    ["not private data", { merchantId: 7, ssn: "512683097", customer: { a: { b: 1 } }, url: "https://x.y" }, undefined],
  ])("a field that is too large to show is named: %s", (_, answer, leftOut) => {
    expect(read(answer)).toEqual({ lines: [], ...(leftOut && { leftOut }) })
  })
  it("endless nesting ends", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)
    expect(read({ deep, costOfLease: 1 }).lines).toEqual([{ name: "costOfLease", kind: "money", value: 100 }])
  })
  it("a breakdown has at most 200 lines", () => {
    const answer = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`fee${index}`, index]))
    const { lines, leftOut } = read(answer)
    expect([lines.length, leftOut?.length, leftOut?.[0]]).toEqual([200, 10, "fee200"])
  })
  it.each([
    ["removes characters that the database can't store", { remark: "a\u0000b\ud800" }, "a b"],
    ["masks personal data in an unknown text", { remark: "SSN 512-68-3097" }, "SSN ***"],
    ["shows a figure that isn't a number as text", { totalLeasePrice: "N/A" }, "N/A"],
    ["shows a date that isn't one as text", { nextPaymentDate: 5 }, "5"],
  ])("%s", (_, answer, value) => {
    expect(read(answer)).toEqual({ lines: [{ name: Object.keys(answer)[0], kind: "text", value }] })
  })
  it("null reads as absent", () => expect(read({ invoiceTotal: null, appStatus: null })).toEqual({ lines: [] }))
  it.each([{ invoiceTotal: "much" }, { invoiceTotal: true }, { appStatus: "Approved" }, [], null, undefined, "x", 7])(
    "refuses %j: a decision would rest on it",
    (answer) => expect(() => read(answer)).toThrow(),
  )
})

it("an application id isn't empty, also in a pricing", () => {
  expect(read({ applicationId: 77 })).toStrictEqual({ applicationId: "77", lines: [] })
  expect(toApplicationId(" 77 ")).toBe("77")
  expect(() => toApplicationId(" ")).toThrow("An application id is missing")
})

describe("the status in a pricing (reference 8)", () => {
  const read = (answer: unknown, dialect: Parameters<typeof toDialect>[0]) =>
    readPricing(answer, toDialect(dialect)).appStatus

  it("the status is read where option dialect says, with ok to deliver beside it", () => {
    const dialect = { statusKeys: ["leaseStatus", "condition.state"] }
    expect(read({ leaseStatus: "Funded" }, dialect)).toStrictEqual({ status: "funded", statusText: "Funded" })
    const answer = { state: "lease-accepted", isOkToDeliver: "true" }
    expect(read({ condition: answer }, dialect)).toMatchObject({ status: "lease_accepted", isOkToDeliver: true })
    expect(read({ appStatus: { status: "Funded" } }, dialect)).toEqual({})
    expect(read({}, { statusKeys: ["toString"] })).toBeUndefined()
  })

  it("the account's own words for a status come before the known ones", () => {
    const dialect = { statusWords: { "Lease Active": "funded", Accepted: "contracts" } }
    expect(read({ appStatus: { status: "LEASE-ACTIVE" } }, dialect)).toMatchObject({
      status: "funded",
      statusText: "funded",
    })
    expect(read({ appStatus: { status: "Denied" } }, dialect)).toMatchObject({ status: "denied", statusText: "Denied" })
  })

  it("okToDeliverIn counts only if the service sends no ok to deliver", () => {
    const dialect = { okToDeliverIn: ["lease_accepted"] }
    expect(read({ appStatus: { status: "Lease Accepted" } }, dialect)?.isOkToDeliver).toBe(true)
    expect(read({ appStatus: { status: "Lease Accepted", isOkToDeliver: false } }, dialect)?.isOkToDeliver).toBe(false)
    expect(read({ appStatus: { status: "Contracts" } }, dialect)?.isOkToDeliver).toBeUndefined()
    expect(read({ appStatus: { status: "Lease Accepted" } }, {})?.isOkToDeliver).toBeUndefined()
  })

  it("ok to deliver is read at the top if the status's group doesn't have it", () => {
    expect(read({ isOkToDeliver: "true", appStatus: { status: "Funded" } }, {})?.isOkToDeliver).toBe(true)
    const appStatus = { status: "Funded", isOkToDeliver: null }
    expect(read({ isOkToDeliver: true, appStatus }, {})?.isOkToDeliver).toBeUndefined()
  })

  it("the end of the approval is read in the status's group", () => {
    const appStatus = { approvalExpiresAt: "2027-01-31T10:00:00Z" }
    expect(read({ appStatus }, {})).toStrictEqual({ approvedUntil: new Date("2027-01-31T10:00:00Z") })
  })

  it.each([{ leaseStatus: { of: "it" } }, { leaseStatus: 7 }])("a status is not guessed from %j", (answer) => {
    expect(() => read(answer, { statusKeys: ["leaseStatus"] })).toThrow()
  })
})
