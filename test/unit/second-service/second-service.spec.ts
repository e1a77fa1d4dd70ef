import { startSecondService } from "../../second-service/service.mjs"

type Service = Awaited<ReturnType<typeof startSecondService>>
type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> }

const ITEM = {
  brand: "Northwind",
  description: "Oak table",
  category: "Tables",
  identifier: "OAK-1",
  unitPrice: 899.99,
  tax: 72.1,
  quantity: 1,
  condition: "new",
  deliveryDate: "2026-12-01",
}
const CHAIR = { ...ITEM, identifier: "OAK-2", unitPrice: 0.1, tax: 0, quantity: 3 }
const CART = { orderId: "order_1", deliveryCost: 49.95, deliveryCostSalesTax: 4, items: [ITEM, CHAIR] }
const NO_DAY = { ...ITEM, deliveryDate: undefined }

let service: Service
beforeAll(async () => {
  service = await startSecondService({ port: 0 })
})
afterAll(() => service.close())

const headersOf = ({ username, password }: Service) => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  Accept: "application/json",
  "Content-Type": "application/*+json",
})

async function call(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: { ...headersOf(service), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

/** Another kind of call on one application. */
const calls = (applicationId: string) => ({
  cart: (cart: object = CART) => call("POST", "/application/cart", { ...cart, applicationId }),
  pricing: () => call("GET", `/application/cart/pricing?applicationId=${applicationId}`),
  contract: () => call("GET", `/application/contract?applicationId=${applicationId}`),
  deliver: (body = {}) => call("POST", "/application/cart/delivery", { applicationId, ...body }),
  availability: () => call("POST", `/application/return/availability?applicationId=${applicationId}`),
  return: (dateOfReturn: unknown) => call("POST", "/application/return", { applicationId, dateOfReturn }),
  cancel: () => call("DELETE", `/application/contract?applicationId=${applicationId}`),
})

async function approved() {
  const { body } = await call("POST", "/application", { firstName: "Ada" })
  return { applicationId: body.applicationId as string, ...calls(body.applicationId) }
}

async function signed() {
  const lease = await approved()
  await lease.cart()
  await lease.contract()
  service.sign(lease.applicationId)
  return lease
}

const statusOf = async (lease: ReturnType<typeof calls>) => (await lease.pricing()).body.leaseStatus

describe("the second service", () => {
  it("approves with an applicationId, and denies as a normal outcome (sections 2.1, 3, 7.1)", async () => {
    const yes = await call("POST", "/application", { name: "Ada" })
    expect(yes).toMatchObject({ status: 201, body: { status: "Approved", applicationId: expect.any(String) } })
    const no = await call("POST", "/application", { name: { last: "Denied" } })
    expect(no).toMatchObject({ status: 200, body: { status: "Denied", message: expect.stringContaining("contact") } })
    expect(no.body).not.toHaveProperty("applicationId")
    expect((await call("POST", "/application", { note: ["pending"] })).body).not.toHaveProperty("applicationId")
  })

  it.each([
    [401, { Authorization: "Basic d3Jvbmc=" }],
    [401, { Authorization: "" }],
    [406, { Accept: "text/html" }],
    [415, { "Content-Type": "application/json" }],
  ])("answers %d without a header of each call: %j (sections 4, 5)", async (status, headers) => {
    expect(await call("POST", "/application", { name: "Ada" }, headers)).toMatchObject({ status })
    expect(await call("GET", "/application/contract?applicationId=1", undefined, headers)).toMatchObject({ status })
  })

  it("takes calls under /api/v{version} only, each with its method (sections 4.1, 9)", async () => {
    const response = await fetch(`${service.baseUrl}/application`, { method: "POST", headers: headersOf(service) })
    expect(response.status).toBe(404)
    expect(await call("GET", "/application/return")).toMatchObject({ status: 405 })
    expect((await call("DELETE", "/application/cart")).headers.get("allow")).toBe("POST")
  })

  it.each([
    ["no items", { items: [] }],
    ["no deliveryCost", { deliveryCost: undefined }],
    ["an amount as a text", { deliveryCost: "49.95" }],
    ["an empty deliveryDate", { items: [{ ...ITEM, deliveryDate: "" }] }],
    ["a day that the calendar lacks", { items: [{ ...ITEM, deliveryDate: "2026-02-30" }] }],
    ["a date with a time", { items: [{ ...ITEM, deliveryDate: "2026-12-01T00:00:00.000Z" }] }],
    ["another condition", { items: [{ ...ITEM, condition: "New" }] }],
    ["no brand", { items: [{ ...ITEM, brand: undefined }] }],
    ["no tax", { items: [{ ...ITEM, tax: undefined }] }],
  ])("refuses a cart with %s (sections 2.2, 2.3, 7.3)", async (_, change) => {
    const lease = await approved()
    expect(await lease.cart({ ...CART, ...change })).toMatchObject({ status: 422, body: { errors: [{}] } })
    expect(await lease.pricing()).toMatchObject({ status: 409 })
  })

  it("takes a cart whose date is not known, with its tax on one line or on each (section 2.3, rules 1 and 2)", async () => {
    const lease = await approved()
    const onOne = [{ ...NO_DAY, tax: 10 }, CHAIR]
    const onEach = [
      { ...NO_DAY, tax: 4 },
      { ...CHAIR, tax: 6 },
    ]
    for (const items of [onOne, onEach]) {
      expect(await lease.cart({ ...CART, items })).toMatchObject({ status: 200, body: { cartTotal: 964.24 } })
      expect((await lease.pricing()).body.leaseBreakdown).toMatchObject({ salesTax: 10 })
    }
  })

  it("prices the lease to the cent: the payments sum to their total (section 2.5)", async () => {
    const lease = await approved()
    await lease.cart()
    const { leaseBreakdown: told } = (await lease.pricing()).body
    expect(told).toMatchObject({ merchandise: 900.29, salesTax: 72.1, delivery: 49.95, deliveryTax: 4 })
    expect(told.amountLeased).toBe(1026.34)
    const cents = (dollars: number) => Math.round(dollars * 100)
    const between = cents(told.paymentAmount) * (told.numberOfPayments - 1)
    expect(cents(told.dueAtSigning) + between + cents(told.lastPaymentAmount)).toBe(cents(told.totalOfPayments))
    expect(cents(told.amountLeased) + cents(told.costOfLease)).toBe(cents(told.totalOfPayments))
  })

  it("signs at an address of another origin that may be framed, by its Submit button (sections 1.3, 2.4, 3, 6.1)", async () => {
    const lease = await approved()
    await lease.cart()
    const { signingUrl } = (await lease.contract()).body.contract
    expect(new URL(signingUrl).origin).not.toBe(new URL(service.baseUrl).origin)
    const page = await fetch(signingUrl)
    expect(page.headers.get("x-frame-options")).toBeNull()
    expect(page.headers.get("content-security-policy")).toBe("frame-ancestors *")
    expect(await page.text()).toMatch(/<form method="post">.*Submit.*postMessage\(.*signing_ready/s)
    expect(await statusOf(lease)).toBe("Cart Received")
    const done = await fetch(signingUrl, { method: "POST" })
    expect(await done.text()).toMatch(/postMessage\(.*signing_complete/)
    expect(await statusOf(lease)).toBe("Lease Accepted")
    expect(await lease.contract()).toMatchObject({ body: { payment: "Captured", contract: { isSigned: true } } })
  })

  it("voids the contract of an earlier cart, and keeps the cart of a signed one (section 3)", async () => {
    const lease = await approved()
    await lease.cart()
    const { signingUrl } = (await lease.contract()).body.contract
    await lease.cart({ ...CART, deliveryCost: 0 })
    expect((await fetch(signingUrl, { method: "POST" })).status).toBe(410)
    expect(await statusOf(lease)).toBe("Cart Received")
    expect(await (await signed()).cart()).toMatchObject({ status: 409 })
  })

  it("takes the delivery of a signed contract alone, once (sections 3, 8.2)", async () => {
    const unsigned = await approved()
    await unsigned.cart()
    expect(await unsigned.deliver()).toMatchObject({ status: 409 })
    const lease = await signed()
    expect(await lease.deliver({ deliveryDate: "soon" })).toMatchObject({ status: 422 })
    expect(await lease.deliver({ deliveryDate: "2026-12-01" })).toMatchObject({
      status: 200,
      body: { leaseStatus: "Lease Active", leaseStartDate: "2026-12-01" },
    })
    expect(await lease.deliver()).toMatchObject({ status: 409 })
  })

  it("returns what was delivered, once its availability was asked (sections 1.5, 4.1, 7.2)", async () => {
    const lease = await signed()
    const eligible = async () => (await lease.availability()).body.merchandiseReturnAuthorization.isReturnEligible
    expect(await eligible()).toBe(false)
    await lease.deliver()
    expect(await lease.return("2026-12-20T10:00:00.000Z")).toMatchObject({ status: 409 })
    expect(await eligible()).toBe(true)
    expect(await lease.return("2026-12-20T10:00:00.000Z")).toMatchObject({ status: 200 })
    expect(await eligible()).toBe(false)
    expect(await lease.return("2026-12-20T10:00:00.000Z")).toMatchObject({ status: 409 })
  })

  it.each(["2026-12-20", "2026-12-20T10:00:00Z", "2026-12-20T10:00:00.000+00:00", "2026-02-30T10:00:00.000Z", 1])(
    "refuses %p as dateOfReturn (section 2.6)",
    async (date) => {
      const lease = await signed()
      await lease.deliver()
      await lease.availability()
      expect(await lease.return(date)).toMatchObject({ status: 422 })
      expect(await statusOf(lease)).toBe("Lease Active")
    },
  )

  it("cancels a lease in Lease Accepted alone (sections 1.5, 3, 4.1)", async () => {
    const unsigned = await approved()
    await unsigned.cart()
    expect(await unsigned.cancel()).toMatchObject({ status: 409 })
    const lease = await signed()
    expect(await lease.cancel()).toMatchObject({ status: 204, body: "" })
    expect(await statusOf(lease)).toBe("Canceled")
    expect(await lease.deliver()).toMatchObject({ status: 409 })
    const delivered = await signed()
    await delivered.deliver()
    expect(await delivered.cancel()).toMatchObject({ status: 409 })
  })

  it("takes the id of a call without a body from the query, and no body (section 4.1)", async () => {
    const { applicationId } = await signed()
    for (const [method, path] of [
      ["DELETE", "/application/contract"],
      ["POST", "/application/return/availability"],
    ] as const) {
      expect(await call(method, path)).toMatchObject({ status: 400 })
      expect(await call(method, `${path}?applicationId=unknown`)).toMatchObject({ status: 404 })
      const withBody = await call(method, `${path}?applicationId=${applicationId}`, {})
      expect(withBody).toMatchObject({ status: 400, body: { errors: [{ code: "BODY_NOT_ALLOWED" }] } })
    }
  })

  it("logs method, path and status of each call, without bodies and queries", async () => {
    const before = service.log.length
    const { contract } = await approved()
    await contract()
    expect(service.log.slice(before)).toEqual([
      { method: "POST", path: "/merchant/api/v1/application", status: 201 },
      { method: "GET", path: "/merchant/api/v1/application/contract", status: 409 },
    ])
  })
})
