import type { LeaseServiceOptions } from "../../../src/client"
import { toApplicationId } from "../../../src/client"
import { namesOtherApplication } from "../../../src/client/values/other-application"
import { clientOf, json, localService, PROBLEM, plain } from "./support/local-service"
import { API_WRITES, call, failureOf, ID, READS } from "./support/samples"

const local = localService()

describe("an answer is about the requested application", () => {
  it.each<[string, string, unknown]>([
    ["by the same text", "A-7", { applicationId: "A-7" }],
    ["as a number", "10020030", { applicationId: 10020030 }],
    ["with leading zeros", "0077", { applicationId: "77" }],
    ["without our leading zeros", "77", { applicationId: "0077" }],
    ["as a number, without leading zeros", "0077", { applicationId: 77 }],
    ["in another case, under another spelling of the name", "a-7", { application_id: " A-7 " }],
    ["if it names none", "77", { applicationId: null, appStatus: { applicationId: " " }, id: "78" }],
    ["if a list names others", "77", { data: [{ applicationId: "78" }] }],
    ["if another group has one", "77", { esign: { applicationId: "78" }, data: { earlier: { applicationId: "78" } } }],
    ["if a refusal describes an error in the field", "77", { errors: { applicationId: "must be a number" } }],
    ["if it isn't an object", "77", "78"],
  ])("%s", (_, own, answer) => expect(namesOtherApplication(answer, own)).toBe(false))

  it.each<[string, string, unknown]>([
    ["at the top", "77", { applicationId: "78" }],
    ["at the top, as a number", "77", { applicationId: 78 }],
    ["beside the status, whatever the top says", "77", { applicationId: "77", appStatus: { applicationId: "78" } }],
    ["in the cart", "77", { cart: { ApplicationID: 78 } }],
    ["deeper", "77", { data: { lease: { applicationId: "78" } } }],
    ["with one more zero at the end", "77", { applicationId: "770" }],
    ["as text that isn't a number", "77", { applicationId: "77a" }],
  ])("unless it names another %s", (_, own, answer) => expect(namesOtherApplication(answer, own)).toBe(true))
})

const OTHER = { applicationId: "10020031", appStatus: { applicationId: "10020031", status: "Lease Accepted" } }
const SIGN = "https://sign.example/somebody-elses-contract"
const failed = async (name: string, options: Partial<LeaseServiceOptions> = {}) =>
  failureOf(call(name, clientOf(local().url, { dialect: { retry: 0 }, ...options }).service, local().url))

describe("an answer about another application is no answer", () => {
  const { submitApplication: _, ...writes } = API_WRITES

  it.each(Object.keys(READS))("to %s: nothing happened", async (name) => {
    local().answer(json({ ...OTHER, esignUrl: SIGN }))
    const error = await failed(name)
    expect(error).toMatchObject({ name: "LeaseProtocolError", effect: "none", httpStatus: 200 })
    expect(error.message).toBe(`${name}: the answer (HTTP 200) cannot be read: it names another applicationId`)
  })

  it.each(Object.keys(writes))("to %s: it may have taken effect", async (name) => {
    local().answer(json({ ...OTHER, returnLeaseInfo: { isSuccess: true } }))
    expect(await failed(name)).toMatchObject({ name: "LeaseProtocolError", effect: "unknown" })
  })

  it.each([...Object.keys(READS), ...Object.keys(writes)])("to %s: nor is a refusal", async (name) => {
    local().answer(json({ ...PROBLEM, applicationId: "10020031" }, 409))
    expect(await failed(name)).toMatchObject({ name: "LeaseProtocolError", httpStatus: 409 })
  })

  it("also where the id is in the path", async () => {
    local().answer(json({ applicationId: "10020031", esignUrl: SIGN }))
    const error = await failed("getContract", { dialect: { contractIdPlace: "path" } })
    expect(error).toMatchObject({ name: "LeaseProtocolError" })
  })

  it("nor is one about an id that differs only beyond the precision of a number", async () => {
    const { service } = clientOf(local().url)
    const ask = () => service.getPricing(toApplicationId("9223372036854775807"))
    local().answer(plain('{"applicationId":9223372036854775807,"invoiceTotal":1}'))
    expect((await ask()).applicationId).toBe("9223372036854775807")
    local().answer(plain('{"applicationId":9223372036854775806,"invoiceTotal":1}'))
    expect(await failureOf(ask())).toMatchObject({ name: "LeaseProtocolError" })
  })

  it("the caller is notified of the call, for each such answer", async () => {
    const mixedUp: unknown[] = []
    local().answer(json(OTHER))
    const { service } = clientOf(local().url, {}, { mixedUp: async (id) => void mixedUp.push(id) })
    for (const name of ["getPricing", "cancelContract"]) await failureOf(call(name, service, local().url))
    local().answer(json({ applicationId: ID }))
    await service.getPricing(ID)
    expect(mixedUp).toEqual([ID, ID])
  })
})
