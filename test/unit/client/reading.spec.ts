import { z } from "zod"
import {
  type LeaseServiceOptions,
  provesSignature,
  readsDelivered,
  readsReturned,
  readsSigned,
} from "../../../src/client"
import { readAnswer, readNothing, Unreadable } from "../../../src/client/http/read-answer"
import { clientOf, json, localService, PROBLEM, plain } from "./support/local-service"
import { application, cart, failureOf, ID } from "./support/samples"

const local = localService()

function answered(body: unknown, options: Partial<LeaseServiceOptions> = {}) {
  local().answer(typeof body === "string" ? plain(body) : json(body))
  return clientOf(local().url, options).service
}
const submit = (body: unknown) => answered(body).submitApplication(application())
const status = (body: unknown) => answered(body).readStatus(ID)
const contract = (body: unknown, options = {}) => answered(body, options).getContract(ID)
const available = (fields: unknown, options = {}) =>
  answered({ merchandiseReturnAuthorization: fields }, options).checkReturn(ID)
const returned = (body: unknown) => answered(body).returnLease(ID, { dateOfReturn: new Date() })
const UNREADABLE = { name: "LeaseProtocolError" }

it.each([
  ["<p>", "it is not JSON"],
  ["7", "not as expected at the top"],
  ['{"a":{"b":"x"}}', "not as expected at a.b, c"],
])("the error of the answer %s says what is wrong without its values: %s", (body, says) => {
  const { parse } = z.object({ a: z.object({ b: z.number() }), c: z.number() })
  expect(() => readAnswer({ status: 200, body }, (content) => parse(content))).toThrow(new Unreadable(says))
})
it("an answer may be blank, and one that isn't read needs a status of dialect.emptySuccessStatus and must not be a page", () => {
  expect(readAnswer({ status: 200, body: " " }, (content) => content)).toBeUndefined()
  const read = (status: number, body: string) => () => readNothing({ status, body }, { emptySuccessStatus: [204] })
  expect(read(204, "")).not.toThrow()
  expect(read(204, "<p>")).toThrow("it is not JSON")
})

describe("the outcome of an application (reference 3)", () => {
  it.each<[string, unknown, object]>([
    [
      "has id, status, the service's own word and the limit in cents",
      { applicationId: "77", status: "Approved", approvalAmount: 3000.5 },
      { applicationId: "77", status: "approved", statusText: "Approved", approvalAmount: 300_050 },
    ],
    [
      "keeps every digit of an int64 id",
      '{"applicationId": 9223372036854775807, "status": "Denied"}',
      { applicationId: "9223372036854775807", status: "denied", statusText: "Denied" },
    ],
    ["may come without an id", { applicationId: null, status: "Denied" }, { status: "denied", statusText: "Denied" }],
    [
      "may come with the end of the approval",
      { status: "Approved", approvalExpirationDate: "2027-01-31" },
      { status: "approved", statusText: "Approved", approvedUntil: new Date("2027-01-31T23:59:59Z") },
    ],
  ])("%s", async (_, body, outcome) => expect(await submit(body)).toStrictEqual(outcome))

  it.each([{}, { status: "" }, { status: " " }, { status: null }, { status: 1 }, [], "null", '"Approved"'])(
    "is unknown without a status: %j",
    async (body) => expect(await failureOf(submit(body))).toMatchObject({ ...UNREADABLE, effect: "unknown" }),
  )
})

describe("stored texts of the service", () => {
  it("stored texts are short and without NUL, and a status that needs cleaning is not an approval", async () => {
    const { statusText } = await submit({ applicationId: "77", status: `On\u0000hold ${"x".repeat(5000)}` })
    expect(statusText).toMatch(/^On hold x{52}…$/)
    expect((await submit({ applicationId: "77", status: "Approved\u0000" })).status).toBe("unknown")
  })
  it("an id or code with characters that no table can store is ignored", async () => {
    for (const applicationId of ["7\u00007", "7\ud800"])
      expect(await failureOf(submit({ applicationId, status: "Approved" }))).toMatchObject(UNREADABLE)
    expect(await failureOf(available({ isReturnEligible: true, authorizationCode: "a\u0000" }))).toMatchObject(
      UNREADABLE,
    )
  })
})

it.each([
  ["PRE-APPROVED", "pre_approved"],
  ["Conditional", "pre_approved"],
  ["in process", "pending"],
  ["declined", "denied"],
  ["contracts_received", "contracts_received"],
  ["V-Card Available", "vcard_available"],
  ["-", "unknown"],
  ["Not Approved", "unknown"],
  ["Approved?", "unknown"],
  ["constructor", "unknown"],
])("the status text %s reads as %s (reference 8, 9)", async (statusText, expected) => {
  expect(await submit({ status: statusText })).toMatchObject({ status: expected, statusText })
})

describe("reading the status (reference 8)", () => {
  const saying = (fields: object) => status({ appStatus: { status: "Contracts Received", ...fields } })

  it("a reading has status, text and ok to deliver, with the pricing", async () => {
    const known = { applicationId: ID, approvalAmount: 3000 }
    const appStatus = { status: "Contracts Received", isOkToDeliver: true, ...known }
    expect(await status({ invoiceTotal: 1, appStatus })).toMatchObject({
      ...{ kind: "status", status: "contracts_received", statusText: "Contracts Received", okToDeliver: true },
      pricing: { invoiceTotal: 100, appStatus: { ...known, approvalAmount: 300_000 } },
    })
  })
  it.each([404, 409])("HTTP %i from the service means that no contract is in force", async (code) => {
    const { service } = clientOf(local().url)
    local().answer(json({ ...PROBLEM, status: code }, code))
    expect(await service.readStatus(ID)).toEqual({ kind: "no_contract", known: code === 409 })
    local().answer(plain("<html>not found</html>", code))
    expect(await failureOf(service.readStatus(ID))).toMatchObject({ ...UNREADABLE, effect: "none" })
  })
  it.each([{}, { appStatus: null }, { appStatus: {} }, { appStatus: { status: "" } }])("%j has none", async (body) => {
    expect((await status(body)).kind).toBe("no_status")
  })
  it.each([
    ["true", true],
    ["false", false],
    [undefined, false],
  ])("ok to deliver %j reads as %s", async (isOkToDeliver, okToDeliver) => {
    expect(await saying({ isOkToDeliver })).toMatchObject({ okToDeliver })
  })
  it.each(["yes", 1, "1", {}])("ok to deliver %j is not guessed", async (isOkToDeliver) => {
    expect(await failureOf(saying({ isOkToDeliver }))).toMatchObject(UNREADABLE)
  })

  it.each([
    ["Contracts Received", true, true],
    ["Lease Accepted", true, true],
    ["Contracts Received", false, false],
    ["Lease Accepted", false, false],
    ["Funded", true, false],
    ["Approved", true, false],
    ["Returned", true, false],
  ])("%s with ok to deliver %s: signed is %s", async (text, isOkToDeliver, signed) => {
    const reading = await status({ appStatus: { status: text, isOkToDeliver } })
    const expected = [signed, text === "Funded", text === "Returned"]
    expect([readsSigned(reading), readsDelivered(reading), readsReturned(reading)]).toEqual(expected)
    expect(provesSignature(reading)).toBe(signed || text === "Funded")
  })
  it("nothing is signed without a status", () => expect(readsSigned({ kind: "no_contract", known: true })).toBe(false))
})

describe("the eSign URL (spec 2.4, reference 6)", () => {
  const url = "https://sign.example/c/1?t=2"
  const other = "https://other.example/"
  it.each<[string, unknown]>([
    ...["esignUrl", "EsignURL", "e-sign-url", "contractUrl", "signingUrl", "url"].map((key): [string, unknown] => [
      `is called ${key}`,
      { applicationId: ID, [key]: url },
    ]),
    ["is one level down", { data: { esignUrl: url } }],
    ["is the text of contract", { contract: url }],
    ["is beside null", { none: null, data: { esignUrl: url } }],
    ["is inside contract", { contract: { url } }],
    ["has the best name, beside another", { url: other, esignUrl: url }],
    ["is at the top, with another below", { data: { esignUrl: other }, url }],
  ])("is found where it %s", async (_, body) => expect(await contract(body)).toEqual({ url }))
  it("option dialect can give the eSign URL another name", async () => {
    expect(await contract({ frameAddress: url }, { dialect: { contractUrlKeys: ["frameAddress"] } })).toEqual({ url })
  })
  it.each([
    ...[{ esignUrl: "http://sign.example/c" }, { esignUrl: "javascript:alert(1)" }, { esignUrl: "/relative" }],
    ...[{ esignUrl: 7 }, { a: { b: { esignUrl: url } } }, {}, [{ esignUrl: url }]],
  ])("is missing in %j", async (body) => {
    expect(await failureOf(contract(body))).toMatchObject({ ...UNREADABLE, effect: "none" })
  })
})

describe("return availability (spec 2.6, reference 7)", () => {
  it.each([
    ["TRUE", true],
    ["false", false],
    [null, false],
    [undefined, false],
  ])("%j is %s", async (value, isReturnEligible) => {
    expect(await available({ isReturnEligible: value })).toStrictEqual({ isReturnEligible })
  })
  it("an absent answer means no return, and nothing is guessed", async () => {
    for (const body of [{}, ""]) expect(await answered(body).checkReturn(ID)).toEqual({ isReturnEligible: false })
    expect(await failureOf(available({ isReturnEligible: "yes" }))).toMatchObject(UNREADABLE)
  })
  it("the availability code is returned, under its dialect name", async () => {
    const told = { isReturnEligible: true, authorizationCode: "RA-1" }
    expect(await available(told)).toEqual(told)
    const renamed = await available({ isReturnEligible: true, code: 12 }, { dialect: { returnCodeKey: "code" } })
    expect(renamed.authorizationCode).toBe("12")
  })
})

describe("the answer to a return (reference 7)", () => {
  it.each([
    ["true", true],
    ["false", false],
    [null, undefined],
  ])("isSuccess %j reads as %j", async (isSuccess, expected) => {
    expect(await returned({ returnLeaseInfo: { isSuccess } })).toEqual({ isSuccess: expected })
  })
  it("a refusal's message and code are returned, and an empty answer confirms nothing", async () => {
    const info = { isSuccess: false, message: "Not authorized", code: "return-not-authorized" }
    expect(await returned({ returnLeaseInfo: info })).toEqual(info)
    expect(await returned("")).toEqual({ isSuccess: undefined })
  })
  it.each<[unknown, unknown, object]>([
    ["Returned", undefined, { isSuccess: true, isReturned: true }],
    ["Funded", undefined, { isSuccess: undefined }],
    ["Returned", { isSuccess: false }, { isSuccess: false, isReturned: true }],
    [3, { isSuccess: false }, { isSuccess: false }],
  ])("with the state %j beside %j", async (state, returnLeaseInfo, expected) => {
    expect(await returned({ appStatus: { status: state }, returnLeaseInfo })).toEqual(expected)
  })
})

it("the answer to the cart is the pricing with the cart's id (reference 4)", async () => {
  const pricing = await answered({ cartId: 5, invoiceTotal: 439.99 }).recordCart(ID, cart())
  expect(pricing).toMatchObject({ cartId: 5, invoiceTotal: 43_999 })
})
