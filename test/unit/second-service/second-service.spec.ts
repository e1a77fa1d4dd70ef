import { startSecondService } from "../../second-service/service.mjs"

type Service = Awaited<ReturnType<typeof startSecondService>>
type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> }

const ITEM = {
  ...{ brand: "Northwind", description: "Oak table", category: "Tables", identifier: "OAK-1" },
  ...{ unitPrice: 899.99, tax: 72.1, quantity: 1, condition: "new", deliveryDate: "2026-12-01" },
}
const CHAIR = { ...ITEM, identifier: "OAK-2", unitPrice: 0.1, tax: 0, quantity: 3, deliveryDate: undefined }
const CART = { orderId: "order_1", deliveryCost: 49.95, deliveryCostSalesTax: 4, items: [ITEM, CHAIR] }
const RETURNED_ON = "2026-12-20T10:00:00.000Z"

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

/** An approved application, and each kind of call on it. */
async function approved() {
  const { applicationId } = (await call("POST", "/application", { firstName: "Ada" })).body
  return {
    applicationId,
    pricing: () => call("GET", `/application/cart/pricing?applicationId=${applicationId}`),
    cart: (cart: object = CART) => call("POST", "/application/cart", { ...cart, applicationId }),
    contract: () => call("GET", `/application/contract?applicationId=${applicationId}`),
    deliver: (body = {}) => call("POST", "/application/cart/delivery", { applicationId, ...body }),
    availability: () => call("POST", `/application/return/availability?applicationId=${applicationId}`),
    return: (dateOfReturn: unknown) => call("POST", "/application/return", { applicationId, dateOfReturn }),
    cancel: () => call("DELETE", `/application/contract?applicationId=${applicationId}`),
  }
}

async function withCart() {
  const lease = await approved()
  await lease.cart()
  return lease
}

async function signed() {
  const lease = await withCart()
  await lease.contract()
  service.sign(lease.applicationId)
  return lease
}

/** What makes it a judge: it refuses whatever the specification does not have. `integration/first-day.spec.ts` takes leases to their ends. */
describe("the second service", () => {
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

  it("voids the contract of an earlier cart, and keeps the cart of a signed one (section 3)", async () => {
    const lease = await withCart()
    const { signingUrl } = (await lease.contract()).body.contract
    await lease.cart({ ...CART, deliveryCost: 0 })
    expect((await fetch(signingUrl, { method: "POST" })).status).toBe(410)
    expect(await (await signed()).cart()).toMatchObject({ status: 409 })
  })

  it("refuses delivery, return and cancellation where the lease does not stand so (sections 1.5, 3, 4.1, 7.2)", async () => {
    const unsigned = await withCart()
    for (const refused of [unsigned.deliver(), unsigned.cancel()]) expect(await refused).toMatchObject({ status: 409 })
    const lease = await signed()
    const eligible = async () => (await lease.availability()).body.merchandiseReturnAuthorization.isReturnEligible
    expect(await eligible()).toBe(false)
    expect(await lease.deliver({ deliveryDate: "soon" })).toMatchObject({ status: 422 })
    expect(await lease.deliver({ deliveryDate: "2026-12-01" })).toMatchObject({ status: 200 })
    for (const refused of [lease.deliver(), lease.cancel(), lease.return(RETURNED_ON)])
      expect(await refused).toMatchObject({ status: 409 })
    expect(await eligible()).toBe(true)
    expect(await lease.return(RETURNED_ON)).toMatchObject({ status: 200 })
    expect(await lease.return(RETURNED_ON)).toMatchObject({ status: 409 })
  })

  it.each(["2026-12-20", "2026-12-20T10:00:00Z", "2026-12-20T10:00:00.000+00:00", "2026-02-30T10:00:00.000Z", 1])(
    "refuses %p as dateOfReturn (section 2.6)",
    async (date) => {
      const lease = await signed()
      await lease.deliver()
      await lease.availability()
      expect(await lease.return(date)).toMatchObject({ status: 422 })
    },
  )

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
})
