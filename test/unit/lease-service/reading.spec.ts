import { type LeaseServiceOptions, readsDelivered, readsSigned } from "../../../src/lease-service"
import { clientOf, json, type Local, PROBLEM, plain, startLocal } from "./support/local-service"
import { application, cart, failureOf, ID } from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

async function withAnswer<T>(
  body: unknown,
  call: (service: ReturnType<typeof clientOf>["service"]) => Promise<T>,
  options: Partial<LeaseServiceOptions> = {},
): Promise<T> {
  local.answer(typeof body === "string" ? plain(body) : json(body))
  const { service } = clientOf(local.url, options)
  try {
    return await call(service)
  } finally {
    await service.close()
  }
}

const submit = (body: unknown) => withAnswer(body, (service) => service.submitApplication(application()))
const status = (body: unknown) => withAnswer(body, (service) => service.readStatus(ID))
const contract = (body: unknown, options = {}) => withAnswer(body, (service) => service.getContract(ID), options)
const available = (body: unknown, options = {}) => withAnswer(body, (service) => service.checkReturn(ID), options)
const returned = (body: unknown) => withAnswer(body, (service) => service.returnLease(ID, { dateOfReturn: new Date() }))

describe("the outcome of an application (reference 3)", () => {
  it("has id, status, the service's own word and the limit in cents", async () => {
    expect(await submit({ applicationId: "77", status: "Approved", approvalAmount: 3000.5 })).toEqual({
      ...{ applicationId: "77", status: "approved", statusText: "Approved", approvalAmount: 300_050 },
    })
  })
  it("may carry its id as a number", async () => {
    expect((await submit({ applicationId: 77, status: "Denied" })).applicationId).toBe("77")
  })
  it("keeps every digit of an int64 id", async () => {
    const answer = '{"applicationId": 9223372036854775807, "status": "Approved"}'
    expect((await submit(answer)).applicationId).toBe("9223372036854775807")
  })
  it("may come without an id", async () => {
    expect(await submit({ applicationId: null, status: "Denied" })).toEqual({ status: "denied", statusText: "Denied" })
  })
  it("may carry the limit as text", async () => {
    expect((await submit({ status: "Approved", approvalAmount: "1500.00" })).approvalAmount).toBe(150_000)
  })
  it.each([{}, { status: "" }, { status: null }, { status: 1 }, [], "null", '"Approved"'])(
    "is unknown without a status: %j",
    async (body) => {
      expect(await failureOf(submit(body))).toMatchObject({ name: "LeaseProtocolError", effect: "unknown" })
    },
  )
})

describe("texts of the service that are kept", () => {
  it("a status holds no NUL and is short", async () => {
    const { statusText } = await submit({ applicationId: "77", status: `On\u0000hold ${"x".repeat(5000)}` })
    expect(statusText).toMatch(/^On hold x{52}…$/)
  })
  it("a status that needs cleaning is no approval", async () => {
    expect((await submit({ applicationId: "77", status: "Approved\u0000" })).status).toBe("unknown")
  })
  it.each(["7\u00007", "7\ud800"])("an application id %j is none", async (applicationId) => {
    expect(await failureOf(submit({ applicationId, status: "Approved" }))).toMatchObject({ name: "LeaseProtocolError" })
  })
  it("a return code with a NUL is none", async () => {
    const body = { merchandiseReturnAuthorization: { isReturnEligible: true, authorizationCode: "a\u0000" } }
    expect(await failureOf(available(body))).toMatchObject({ name: "LeaseProtocolError" })
  })
})

describe("status texts (reference 8, 9)", () => {
  it.each([
    ["Approved", "approved"],
    ["PRE-APPROVED", "pre_approved"],
    ["Preapproved", "pre_approved"],
    ["Conditional", "pre_approved"],
    ["Prequalified", "prequalified"],
    ["Pending", "pending"],
    ["In-Process", "pending"],
    ["in process", "pending"],
    ["Denied", "denied"],
    ["declined", "denied"],
    ["Approval Expired", "approval_expired"],
    ["Contracts", "contracts"],
    ["ContractsExpired", "contracts_expired"],
    ["contracts_received", "contracts_received"],
    ["Lease Accepted", "lease_accepted"],
    ["LeaseAccepted", "lease_accepted"],
    ["Funded", "funded"],
    ["Returned", "returned"],
    ["Contracts Incomplete", "contracts_incomplete"],
    ["VCard Available", "vcard_available"],
    ["Not Approved", "unknown"],
    ["Approved?", "unknown"],
    ["constructor", "unknown"],
  ])("%s reads as %s", async (statusText, expected) => {
    expect(await submit({ status: statusText })).toMatchObject({ status: expected, statusText })
  })
})

describe("reading the status (reference 8)", () => {
  const appStatus = { applicationId: "1", status: "Contracts Received", approvalAmount: 3000, isOkToDeliver: true }

  it("answers status, text and ok to deliver, with the pricing", async () => {
    expect(await status({ invoiceTotal: 1, appStatus })).toMatchObject({
      kind: "status",
      status: "contracts_received",
      statusText: "Contracts Received",
      okToDeliver: true,
      pricing: { invoiceTotal: 100 },
    })
  })
  it.each([404, 409])("HTTP %i with a problem body means that no contract is in force", async (code) => {
    local.answer(json({ ...PROBLEM, status: code }, code))
    const { service } = clientOf(local.url)
    expect(await service.readStatus(ID)).toEqual({ kind: "no_contract", known: code === 409 })
    await service.close()
  })
  it.each([404, 409])("HTTP %i of a gateway means nothing of the kind", async (code) => {
    local.answer(plain("<html>not found</html>", code))
    const { service } = clientOf(local.url)
    expect(await failureOf(service.readStatus(ID))).toMatchObject({ name: "LeaseProtocolError", effect: "none" })
    await service.close()
  })
  it.each([{}, { appStatus: null }, { appStatus: {} }, { appStatus: { status: "" } }])(
    "%j carries no status",
    async (body) => {
      expect((await status(body)).kind).toBe("no_status")
    },
  )
  it("reads ok to deliver from the text true", async () => {
    expect(await status({ appStatus: { ...appStatus, isOkToDeliver: "true" } })).toMatchObject({ okToDeliver: true })
  })
  it("reads the text false as false", async () => {
    expect(await status({ appStatus: { ...appStatus, isOkToDeliver: "false" } })).toMatchObject({ okToDeliver: false })
  })
  it.each(["yes", 1, "1", {}])("does not guess what %j means", async (isOkToDeliver) => {
    expect((await failureOf(status({ appStatus: { ...appStatus, isOkToDeliver } }))).name).toBe("LeaseProtocolError")
  })
  it("takes an absent ok to deliver as no", async () => {
    expect(await status({ appStatus: { status: "Lease Accepted" } })).toMatchObject({ okToDeliver: false })
  })

  it.each([
    ["Contracts Received", true, true],
    ["Lease Accepted", true, true],
    ["Contracts Received", false, false],
    ["Lease Accepted", false, false],
    ["Funded", true, false],
    ["Approved", true, false],
    ["VCard Available", true, false],
    ["Something New", true, false],
  ])("%s with ok to deliver %s: signed is %s", async (text, isOkToDeliver, signed) => {
    expect(readsSigned(await status({ appStatus: { status: text, isOkToDeliver } }))).toBe(signed)
  })
  it("nothing is signed without a status", () => expect(readsSigned({ kind: "no_contract", known: true })).toBe(false))
  it("Funded is delivered", async () => {
    expect(readsDelivered(await status({ appStatus: { status: "Funded", isOkToDeliver: true } }))).toBe(true)
  })
  it("Lease Accepted is not delivered", async () => {
    expect(readsDelivered(await status({ appStatus: { ...appStatus, status: "Lease Accepted" } }))).toBe(false)
  })
})

describe("the eSign URL (spec 2.4, reference 6)", () => {
  const url = "https://sign.example/c/1?t=2"
  it.each([
    "esignUrl",
    "EsignUrl",
    "EsignURL",
    "eSignUrl",
    "esign_url",
    "e-sign-url",
    "contractUrl",
    "signingUrl",
    "url",
  ])("may be called %s", async (key) => {
    expect(await contract({ applicationId: 1, [key]: url })).toEqual({ url })
  })
  it("may stand one level down", async () => {
    expect(await contract({ data: { esignUrl: url } })).toEqual({ url })
  })
  it("may be the text of contract", async () => expect(await contract({ contract: url })).toEqual({ url }))
  it("may stand inside contract", async () => expect(await contract({ contract: { url } })).toEqual({ url }))
  it("is taken by its best name", async () => {
    expect(await contract({ url: "https://other.example/", esignUrl: url })).toEqual({ url })
  })
  it("is taken from the top level first", async () => {
    expect(await contract({ data: { esignUrl: "https://other.example/" }, url })).toEqual({ url })
  })
  it("may be plain http on this machine", async () => {
    expect(await contract({ esignUrl: "http://localhost:4711/c" })).toEqual({ url: "http://localhost:4711/c" })
  })
  it("may have another name, told by option wire", async () => {
    expect(await contract({ frameAddress: url }, { wire: { contractUrlKeys: ["frameAddress"] } })).toEqual({ url })
  })
  it.each([
    { esignUrl: "http://sign.example/c" },
    { esignUrl: "javascript:alert(1)" },
    { esignUrl: "/relative" },
    { esignUrl: 7 },
    { a: { b: { esignUrl: url } } },
    {},
    [],
  ])("is missing in %j", async (body) => {
    expect(await failureOf(contract(body))).toMatchObject({ name: "LeaseProtocolError", effect: "none" })
  })
})

describe("return availability (spec 2.6, reference 7)", () => {
  const authorized = (fields: Record<string, unknown>) => ({ merchandiseReturnAuthorization: fields })
  it.each([true, "true", "TRUE"])("%j is eligible", async (isReturnEligible) => {
    expect(await available(authorized({ isReturnEligible }))).toEqual({ isReturnEligible: true })
  })
  it.each([false, "false", null, undefined])("%j is not", async (isReturnEligible) => {
    expect(await available(authorized({ isReturnEligible }))).toEqual({ isReturnEligible: false })
  })
  it.each([{}, ""])("an absent answer is not eligible: %j", async (body) => {
    expect(await available(body)).toEqual({ isReturnEligible: false })
  })
  it("hands on the code", async () => {
    const body = authorized({ isReturnEligible: true, authorizationCode: "RA-1" })
    expect(await available(body)).toEqual({ isReturnEligible: true, authorizationCode: "RA-1" })
  })
  it("hands on the code under its wire name", async () => {
    const body = authorized({ isReturnEligible: true, code: 12 })
    expect((await available(body, { wire: { returnCodeKey: "code" } })).authorizationCode).toBe("12")
  })
  it("does not guess", async () => {
    expect((await failureOf(available(authorized({ isReturnEligible: "yes" })))).name).toBe("LeaseProtocolError")
  })
})

describe("the answer to a return (reference 7)", () => {
  it.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    [undefined, undefined],
    [null, undefined],
  ])("isSuccess %j reads as %j", async (isSuccess, expected) => {
    expect((await returned({ returnLeaseInfo: { isSuccess } })).isSuccess).toBe(expected)
  })
  it("hands on message and code of a refusal", async () => {
    const info = { isSuccess: false, message: "Not authorized", code: "return-not-authorized" }
    expect(await returned({ returnLeaseInfo: info })).toEqual(info)
  })
  it("is confirmed by the state Returned where isSuccess is absent, and by no other", async () => {
    expect(await returned({ appStatus: { status: "Returned" } })).toEqual({ isSuccess: true, isReturned: true })
    expect(await returned({ appStatus: { status: "Funded" } })).toEqual({ isSuccess: undefined })
    const both = { appStatus: { status: "Returned" }, returnLeaseInfo: { isSuccess: false } }
    expect(await returned(both)).toEqual({ isSuccess: false, isReturned: true })
  })
  it("stays clear where a state beside it cannot be read", async () => {
    const refused = { appStatus: { status: 3 }, returnLeaseInfo: { isSuccess: false } }
    expect(await returned(refused)).toEqual({ isSuccess: false })
  })
  it("empty: not confirmed", async () => expect(await returned("")).toEqual({ isSuccess: undefined }))
})

describe("the answer to the cart (reference 4)", () => {
  it("is the pricing with the cart's id", async () => {
    const pricing = await withAnswer({ cartId: 5, invoiceTotal: 439.99 }, (service) => service.recordCart(ID, cart()))
    expect(pricing).toMatchObject({ cartId: 5, invoiceTotal: 43_999 })
  })
})
