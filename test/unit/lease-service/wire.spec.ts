import type { LeaseServiceOptions } from "../../../src/lease-service"
import { toApplicationId } from "../../../src/lease-service"
import { clientOf, json, type Local, plain, type Seen, startLocal } from "./support/local-service"
import {
  ALL_CALLS,
  API_WRITES,
  application,
  cart,
  failureOf,
  form,
  ID,
  ONE_TIME_WRITES,
  READS,
} from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

const GOOD = {
  status: "Approved",
  applicationId: 7,
  esignUrl: "https://sign.example/1",
  merchandiseReturnAuthorization: { isReturnEligible: true },
}

async function sent(name: keyof typeof ALL_CALLS, options: Partial<LeaseServiceOptions> = {}): Promise<Seen> {
  local.answer(json(GOOD))
  const { service } = clientOf(`${local.url}/prefix`, options)
  await ALL_CALLS[name]?.(service, local.url)
  await service.close()
  const request = local.seen.at(-1)
  if (!request) throw new Error("Nothing arrived.")
  return request
}

const bodyOf = (request: Seen) => JSON.parse(request.body)

describe("method and path of each call (spec 4.1)", () => {
  it.each([
    ["submitApplication", "POST", "/prefix/api/v1/application"],
    ["recordCart", "POST", "/prefix/api/v1/application/cart"],
    ["getPricing", "GET", "/prefix/api/v1/application/cart/pricing?applicationId=10020030"],
    ["getContract", "GET", "/prefix/api/v1/application/contract?applicationId=10020030"],
    ["confirmDelivery", "POST", "/prefix/api/v1/application/cart/delivery"],
    ["checkReturn", "POST", "/prefix/api/v1/application/return/availability?applicationId=10020030"],
    ["returnLease", "POST", "/prefix/api/v1/application/return"],
    ["cancelContract", "DELETE", "/prefix/api/v1/application/contract?applicationId=10020030"],
  ])("%s: %s %s", async (name, method, url) => {
    expect(await sent(name)).toMatchObject({ method, url })
  })

  it("carries the version of option apiVersion", async () => {
    expect((await sent("recordCart", { apiVersion: "2" })).url).toBe("/prefix/api/v2/application/cart")
  })

  it("writes the spec's short paths with paths: literal", async () => {
    expect((await sent("getPricing", { wire: { paths: "literal" } })).url).toMatch(
      /^\/prefix\/application\/cart\/pricing\?/,
    )
  })

  it("keeps the version in the application's path with paths: literal", async () => {
    expect((await sent("submitApplication", { wire: { paths: "literal" } })).url).toBe("/prefix/api/v1/application")
  })

  it("can carry the id of GET contract in the path", async () => {
    const { url } = await sent("getContract", { wire: { contractIdPlace: "path" } })
    expect(url).toBe("/prefix/api/v1/application/contract/10020030")
  })

  it("encodes an id in the query", async () => {
    local.answer(json({}))
    const { service } = clientOf(local.url)
    await service.getPricing(toApplicationId("a&b=c"))
    expect(local.seen.at(-1)?.url).toMatch(/\?applicationId=a%26b%3Dc$/)
    await service.close()
  })
})

describe("headers (spec 4.1, 5)", () => {
  it.each(Object.keys({ ...READS, ...API_WRITES }))(
    "%s carries Basic credentials, Accept and Content-Type",
    async (name) => {
      expect((await sent(name)).headers).toMatchObject({
        authorization: `Basic ${Buffer.from("store-4711:pass-Word-99").toString("base64")}`,
        accept: "application/json",
        "content-type": "application/*+json",
      })
    },
  )

  it("takes a ready hash with or without the word Basic", async () => {
    const options = { username: undefined, password: undefined, authHash: "Basic YTpi" }
    expect((await sent("getPricing", options)).headers.authorization).toBe("Basic YTpi")
  })

  it("writes the content type of option wire", async () => {
    const { headers } = await sent("recordCart", { wire: { contentType: "application/json-patch+json" } })
    expect(headers["content-type"]).toBe("application/json-patch+json")
  })

  it("adds the headers of option wire", async () => {
    expect((await sent("getPricing", { wire: { headers: { "X-Channel": "web" } } })).headers["x-channel"]).toBe("web")
  })
})

describe("bodies", () => {
  it("sends the application as checked, in one form of writing", async () => {
    const { customer, bank } = bodyOf(await sent("submitApplication"))
    const { paymentFrequency, homeAddress } = form().customer as Record<string, Record<string, unknown>>
    expect({ customer, bank }).toEqual({
      customer: {
        ...form().customer,
        ssn: "512683097",
        cellPhone: "5125550147",
        homeAddress: { ...homeAddress, state: "TX" },
        paymentFrequency: { ...paymentFrequency, payFrequency: "biWeekly" },
      },
      bank: form().bank,
    })
  })

  it("sends the spec's cart beside the application id", async () => {
    expect(bodyOf(await sent("recordCart"))).toEqual({ applicationId: "10020030", ...cart() })
  })

  it("sends the reference's cart when the account takes that one", async () => {
    const body = bodyOf(await sent("recordCart", { cartFormat: "reference" }))
    expect(body).toMatchObject({ applicationId: "10020030", merchantTransactionId: "ORDER-1", cartTotal: 439.99 })
  })

  it("sends the day of delivery", async () => {
    expect(bodyOf(await sent("confirmDelivery"))).toEqual({ applicationId: "10020030", deliveryDate: "2026-12-01" })
  })

  it("sends carrier and parcel number when they are known", async () => {
    local.answer(plain("", 204))
    const { service } = clientOf(local.url)
    await service.confirmDelivery(ID, { deliveryDate: "2026-12-01", shippingProvider: "Freight", trackingId: "T1" })
    expect(bodyOf(local.seen.at(-1) as Seen)).toMatchObject({ shippingProvider: "Freight", trackingId: "T1" })
    await service.close()
  })

  it("sends the date of return with milliseconds and Z (spec 2.6)", async () => {
    const expected = { applicationId: "10020030", dateOfReturn: "2026-12-24T10:11:12.013Z" }
    expect(bodyOf(await sent("returnLease"))).toEqual(expected)
  })

  it("repeats the code of availability under its wire name", async () => {
    local.answer(json({}))
    const { service } = clientOf(local.url, { wire: { returnCodeKey: "returnCode" } })
    await service.returnLease(ID, { dateOfReturn: new Date(), authorizationCode: "RA-1" })
    expect(bodyOf(local.seen.at(-1) as Seen)).toMatchObject({ returnCode: "RA-1" })
    await service.close()
  })

  it("names the lines of a part, with the word of the account for those that go back (reference 7)", async () => {
    local.answer(json({}))
    const { service } = clientOf(local.url, { wire: { returnLines: true, returnAction: "RETURN" } })
    expect(service.knowsLines).toBe(true)
    const chair = { lineNumber: 2, sku: "CHAIR-2", quantity: 2 }
    const lines = [chair, { lineNumber: 1, sku: "SOFA", quantity: 1, priceEach: 399.5 }]
    await service.returnLease(ID, { dateOfReturn: new Date(), lines })
    expect(bodyOf(local.seen.at(-1) as Seen).merchandiseItems).toEqual([
      { actionType: "RETURN", ...chair },
      { actionType: "PriceAdj", lineNumber: 1, sku: "SOFA", quantity: 1, priceEach: 399.5 },
    ])
    await service.close()
  })

  it("names no lines when the whole order goes back", async () => {
    expect(bodyOf(await sent("returnLease"))).not.toHaveProperty("merchandiseItems")
    expect(clientOf(local.url).service.knowsLines).toBe(false)
  })

  it.each(["getPricing", "getContract", "checkReturn", "cancelContract"])("%s has no body", async (name) => {
    expect((await sent(name)).body).toBe("")
  })

  it("writes the id as a number when the account wants it so", async () => {
    expect(bodyOf(await sent("confirmDelivery", { wire: { applicationIdWire: "number" } })).applicationId).toBe(
      10020030,
    )
  })

  it("refuses to write an id as a number that would lose digits", async () => {
    const { service } = clientOf(local.url, { wire: { applicationIdWire: "number" } })
    const before = local.seen.length
    const error = await failureOf(service.recordCart(toApplicationId("9007199254740993"), cart()))
    expect([error.name, error.effect, local.seen.length]).toEqual(["LeaseRefused", "none", before])
    await service.close()
  })

  it("renames the device-risk id", async () => {
    local.answer(json(GOOD))
    const { service } = clientOf(local.url, {
      wire: { deviceRiskIdKey: "riskKey" },
      applicationExtras: ["deviceRiskId"],
    })
    await service.submitApplication({ ...application(), deviceRiskId: "risk-1" })
    expect(bodyOf(local.seen.at(-1) as Seen)).toMatchObject({ riskKey: "risk-1" })
    await service.close()
  })

  it("passes on what option applicationExtras names", async () => {
    local.answer(json(GOOD))
    const { service } = clientOf(local.url, { applicationExtras: ["flow"] })
    await service.submitApplication({ ...application(), flow: "in-store" })
    expect(bodyOf(local.seen.at(-1) as Seen)).toMatchObject({ flow: "in-store" })
    await service.close()
  })
})

describe("the store object (reference 2)", () => {
  const store = { operatorMerchantId: 99, merchantStoreId: "S1" }
  const wire = { storeMerchantIdKey: "theirNumber" }

  it.each(["submitApplication", "recordCart", "confirmDelivery", "returnLease"])("goes into %s", async (name) => {
    expect(bodyOf(await sent(name, { store, wire })).store).toEqual({ theirNumber: 99, merchantStoreId: "S1" })
  })

  it("is left out when it is not set", async () => {
    expect(bodyOf(await sent("recordCart"))).not.toHaveProperty("store")
  })
})

describe("one-time URLs (spec 4.2, reference 12)", () => {
  it.each(Object.keys(ONE_TIME_WRITES))("%s posts to the whole address as given", async (name) => {
    const { method, url } = await sent(name)
    expect([method, url]).toEqual(["POST", "/api/v1/update-order?leaseId=obfuscated-77&code=unique-code-1"])
  })

  it("send the delivery date", async () => {
    expect(bodyOf(await sent("sendDeliveryDate"))).toEqual({ deliveryDate: "2026-12-01" })
  })

  it("send the order id", async () => {
    expect(bodyOf(await sent("sendOrderId"))).toEqual({ orderId: "ORDER-1" })
  })

  it.each(Object.keys(ONE_TIME_WRITES))("%s carries no credentials and plain JSON", async (name) => {
    const { headers } = await sent(name, { wire: { headers: { "x-key": "1" } } })
    expect([headers.authorization, headers["x-key"], headers["content-type"]]).toEqual([
      undefined,
      undefined,
      "application/json",
    ])
  })
})

describe("what an operator may want of one-time calls", () => {
  it("a content type and headers of their own", async () => {
    const wire = { oneTimeContentType: "application/*+json", oneTimeHeaders: { "x-key": "1" } }
    const { headers } = await sent("sendOrderId", { wire })
    expect([headers.authorization, headers["x-key"], headers["content-type"]]).toEqual([
      ...[undefined, "1", "application/*+json"],
    ])
  })
  it("the API's credentials", async () => {
    const { headers } = await sent("sendDeliveryDate", { wire: { oneTimeAuth: "basic" } })
    expect(headers.authorization).toMatch(/^Basic /)
  })
  it("other paths", async () => {
    local.answer(json({}))
    const { service } = clientOf(local.url, { wire: { oneTimePaths: ["/once/order"] } })
    await service.sendOrderId(`${local.url}/once/order?code=1`, "O-1")
    expect(local.seen.at(-1)?.url).toBe("/once/order?code=1")
    await service.close()
  })
})

describe("checks before sending", () => {
  it.each(["confirmDelivery", "sendDeliveryDate"])("refuses a day that does not exist in %s", async (name) => {
    const { service } = clientOf(local.url)
    const deliveryDate = "2026-02-30"
    const call =
      name === "confirmDelivery"
        ? service.confirmDelivery(ID, { deliveryDate })
        : service.sendDeliveryDate(`${local.url}/api/v1/update-delivery?leaseId=1&code=2`, deliveryDate)
    expect(await failureOf(call)).toMatchObject({ effect: "none", errors: { deliveryDate: [expect.any(String)] } })
    await service.close()
  })

  it("can be switched off", async () => {
    local.answer(json({}))
    const { service } = clientOf(local.url, { wire: { validateRequests: false } })
    await service.confirmDelivery(ID, { deliveryDate: "2026-02-30" })
    expect(bodyOf(local.seen.at(-1) as Seen).deliveryDate).toBe("2026-02-30")
    await service.close()
  })
})
