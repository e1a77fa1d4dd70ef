import { type LeaseService, type LeaseServiceOptions, toApplicationId } from "../../../src/client"
import { clientOf, json, localService, type Seen } from "./support/local-service"
import { application, call, cart, failureOf, form, ID } from "./support/samples"

const local = localService()

type Options = Partial<LeaseServiceOptions>

/** The received request of a call, given by name or as a function. */
async function sent(what: string | ((service: LeaseService) => Promise<unknown>), options: Options = {}) {
  local().answer(json({ status: "Approved" }))
  const { service } = clientOf(`${local().url}/prefix`, options)
  await (typeof what === "string" ? call(what, service, local().url) : what(service))
  const request = local().seen.at(-1)
  if (!request) throw new Error("Nothing arrived.")
  return request
}
const bodyOf = ({ body }: Seen) => JSON.parse(body)
const sentBody = async (...given: Parameters<typeof sent>) => bodyOf(await sent(...given))

describe("address and headers (spec 4.1, 5)", () => {
  it("the version is that of option apiVersion, and an id is encoded in the query", async () => {
    const { url } = await sent((service) => service.getPricing(toApplicationId("a&b=c")), { apiVersion: "2" })
    expect(url).toBe("/prefix/api/v2/application/cart/pricing?applicationId=a%26b%3Dc")
  })

  it("headers follow the options: a ready hash, another content type, more headers", async () => {
    const dialect = { contentType: "application/json-patch+json", headers: { "X-Channel": "web" } }
    const options = { username: undefined, password: undefined, authHash: "Basic YTpi", dialect }
    const own = { authorization: "Basic YTpi", "content-type": "application/json-patch+json", "x-channel": "web" }
    expect((await sent("recordCart", options)).headers).toMatchObject(own)
  })
})

describe("bodies", () => {
  it("the application is sent as checked and normalized", async () => {
    const { customer, bank } = await sentBody("submitApplication")
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

  it("fields of applicationExtras are sent, the device-risk id under its dialect name", async () => {
    const options = { dialect: { deviceRiskIdKey: "riskKey" }, applicationExtras: ["deviceRiskId", "flow"] }
    const extras = { deviceRiskId: "risk-1", flow: "in-store" }
    const body = await sentBody((service) => service.submitApplication({ ...application(), ...extras }), options)
    expect(body).toMatchObject({ riskKey: "risk-1", flow: "in-store" })
  })

  it("the day of delivery is sent, with carrier and parcel number if known", async () => {
    const day = { applicationId: "10020030", deliveryDate: "2026-12-01" }
    expect(await sentBody("confirmDelivery")).toEqual(day)
    const parcel = { deliveryDate: "2026-12-01", shippingProvider: "Freight", trackingId: "T1" }
    expect(await sentBody((service) => service.confirmDelivery(ID, parcel))).toEqual({ ...day, ...parcel })
  })

  it("a return has the availability code under its dialect name, and lines with the account's word (reference 7)", async () => {
    const dialect = { returnLines: true, returnAction: "RETURN", returnCodeKey: "returnCode" }
    const chair = { lineNumber: 2, sku: "CHAIR-2", quantity: 2 }
    const sofa = { lineNumber: 1, sku: "SOFA", quantity: 1, priceEach: 399.5 }
    const returning = { dateOfReturn: new Date(), authorizationCode: "RA-1", lines: [chair, sofa] }
    const body = await sentBody((service) => service.returnLease(ID, returning), { dialect })
    expect(body).toMatchObject({
      returnCode: "RA-1",
      merchandiseItems: [
        { actionType: "RETURN", ...chair },
        { actionType: "PriceAdj", ...sofa },
      ],
    })
    expect(clientOf(local().url, { dialect }).service.knowsLines).toBe(true)
  })

  it("an id isn't sent as a number that would lose digits", async () => {
    const { service } = clientOf(local().url, { dialect: { applicationIdFormat: "number" } })
    const error = await failureOf(service.recordCart(toApplicationId("9007199254740993"), cart()))
    expect([error.name, error.effect, local().seen.length]).toEqual(["LeaseRefused", "none", 0])
  })
})

describe("one-time URLs (spec 4.2, reference 12)", () => {
  it.each([
    ["sendDeliveryDate", { deliveryDate: "2026-12-01" }],
    ["sendOrderId", { orderId: "ORDER-1" }],
  ])("%s posts plain JSON to the whole address as given, without credentials", async (name, body) => {
    const request = await sent(name, { dialect: { headers: { "x-key": "1" } } })
    const { method, url, headers } = request
    expect([method, url]).toEqual(["POST", "/api/v1/update-order?leaseId=obfuscated-77&code=unique-code-1"])
    expect(bodyOf(request)).toEqual(body)
    expect(headers["content-type"]).toBe("application/json")
    expect([headers.authorization, headers["x-key"]]).toEqual([undefined, undefined])
  })

  it("option dialect can set content type, headers, credentials and paths of one-time URLs", async () => {
    const dialect = {
      ...{ oneTimeContentType: "application/*+json", oneTimeHeaders: { "x-key": "1" } },
      ...{ oneTimeAuth: "basic" as const, oneTimePaths: ["/once/order"] },
    }
    const { url, headers } = await sent((service) => service.sendOrderId(`${local().url}/once/order?code=1`, "1"), {
      dialect,
    })
    expect(url).toBe("/once/order?code=1")
    expect(headers).toMatchObject({ "x-key": "1", "content-type": "application/*+json" })
    expect(headers.authorization).toMatch(/^Basic /)
  })
})

describe("a day that does not exist", () => {
  const deliveryDate = "2026-02-30"
  it("an impossible day is refused before anything is sent", async () => {
    const { service } = clientOf(local().url)
    const url = `${local().url}/api/v1/update-delivery?leaseId=1&code=2`
    for (const refused of [service.confirmDelivery(ID, { deliveryDate }), service.sendDeliveryDate(url, deliveryDate)])
      expect(await failureOf(refused)).toMatchObject({ effect: "none", errors: { deliveryDate: [expect.any(String)] } })
    expect(local().seen).toEqual([])
  })

  it("an impossible day is sent if option dialect disables the checks", async () => {
    const options = { dialect: { validateRequests: false } }
    const body = await sentBody((service) => service.confirmDelivery(ID, { deliveryDate }), options)
    expect(body).toMatchObject({ deliveryDate })
  })
})
