import { clientOf, INVALID, json, type Local, PROBLEM, plain, startLocal } from "./support/local-service"
import { ALL_CALLS, API_WRITES, failureOf, ID, ONE_TIME_WRITES, READS } from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

/** How a call ends: name, effect and status of its error. */
async function outcome(name: string, options = { wire: { retry: 0 } }): Promise<unknown[]> {
  const { service } = clientOf(local.url, options)
  const error = await failureOf(ALL_CALLS[name]?.(service, local.url) ?? Promise.resolve())
  await service.close()
  return [error.name, error.effect, error.httpStatus]
}

const writes = Object.keys({ ...API_WRITES, ...ONE_TIME_WRITES })
const reads = Object.keys(READS)
const PAGE = plain("<html>Bad gateway</html>", 200)

/** status, with a problem body, write → class and effect, read → class. */
const TABLE: [number, boolean, string, string, string][] = [
  [400, true, "LeaseRefused", "none", "LeaseRefused"],
  [404, true, "LeaseRefused", "none", "LeaseRefused"],
  [400, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [404, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [401, true, "LeaseAuthError", "none", "LeaseAuthError"],
  [401, false, "LeaseAuthError", "none", "LeaseAuthError"],
  [403, true, "LeaseAuthError", "none", "LeaseAuthError"],
  [403, false, "LeaseAuthError", "none", "LeaseAuthError"],
  [405, true, "LeaseUnknown", "unknown", "LeaseRefused"],
  [408, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [413, true, "LeaseUnknown", "unknown", "LeaseRefused"],
  [415, true, "LeaseRefused", "none", "LeaseRefused"],
  [415, false, "LeaseRefused", "none", "LeaseRefused"],
  [429, true, "LeaseUnreachable", "none", "LeaseUnreachable"],
  [429, false, "LeaseUnreachable", "none", "LeaseUnreachable"],
  [500, true, "LeaseUnknown", "unknown", "LeaseUnreachable"],
  [502, false, "LeaseUnknown", "unknown", "LeaseUnreachable"],
  [503, true, "LeaseUnknown", "unknown", "LeaseUnreachable"],
  [504, false, "LeaseUnknown", "unknown", "LeaseUnreachable"],
  [301, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [302, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [307, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
  [308, false, "LeaseUnknown", "unknown", "LeaseProtocolError"],
]

describe.each(TABLE)("HTTP %i, problem body: %s", (status, hasProblem, ofWrite, effect, ofRead) => {
  beforeEach(() => {
    const headers = { location: `${local.url}/elsewhere` }
    local.answer(hasProblem ? json({ ...PROBLEM, status }, status, headers) : plain("<html>no</html>", status, headers))
  })
  it.each(writes)(`%s ends in ${ofWrite}, effect ${effect}`, async (name) => {
    expect(await outcome(name)).toEqual([ofWrite, effect, status])
  })
  it.each(reads)(`%s ends in ${ofRead}, effect none`, async (name) => {
    expect(await outcome(name)).toEqual([ofRead, "none", status])
  })
})

describe("HTTP 409 and 410", () => {
  it.each(Object.keys(API_WRITES))("%s: a problem body with 409 is a refusal without effect", async (name) => {
    local.answer(json(PROBLEM, 409))
    expect(await outcome(name)).toEqual(["LeaseRefused", "none", 409])
  })
  it.each(Object.keys(API_WRITES))("%s: 409 without a problem body proves nothing", async (name) => {
    local.answer(plain("", 409))
    expect(await outcome(name)).toEqual(["LeaseUnknown", "unknown", 409])
  })
  const USED = {
    type: "https://leasing.example/problems#link-used",
    title: "This one-time address was used",
    status: 409,
  }
  it.each([
    ["410 alone says so", plain("", 410), { name: "LeaseRefused", effect: "none", code: "link-used" }],
    ["409 with that code says so", json(USED, 409), { name: "LeaseRefused", effect: "none", code: "link-used" }],
    ["409 alone proves nothing", plain("", 409), { name: "LeaseUnknown", effect: "unknown" }],
  ])("a one-time URL that was used: %s", async (_, answer, expected) => {
    local.answer(answer)
    const { service } = clientOf(local.url)
    const error = await failureOf(service.sendOrderId(`${local.url}/api/v1/update-order?leaseId=1&code=2`, "O-1"))
    expect(error).toMatchObject(expected)
    await service.close()
  })
})

describe("an errors map is a validation error whatever 4xx it comes with (reference 10)", () => {
  it.each([400, 401, 403, 409, 422, 429])("HTTP %i", async (status) => {
    local.answer(json(INVALID, status))
    expect(await outcome("recordCart")).toEqual(["LeaseRefused", "none", status])
  })
  it("but a server fault stays unknown", async () => {
    local.answer(json(INVALID, 500))
    expect(await outcome("recordCart")).toEqual(["LeaseUnknown", "unknown", 500])
  })
  it("and an empty one is none", async () => {
    local.answer(json({ errors: {} }, 422))
    expect(await outcome("recordCart")).toEqual(["LeaseUnknown", "unknown", 422])
  })
})

describe("a gateway's JSON is no problem body", () => {
  it.each([{ message: "no Route matched" }, {}, [], "no", 17, null])("%j", async (body) => {
    local.answer(json(body, 404))
    expect(await outcome("cancelContract")).toEqual(["LeaseUnknown", "unknown", 404])
  })
})

describe("the service's explanation", () => {
  async function refusal(body: unknown) {
    local.answer(json(body, 400))
    const { service } = clientOf(local.url)
    const error = await failureOf(service.recordCart(ID, { deliveryCost: 0, items: [sofa] }))
    await service.close()
    return error
  }
  const sofa = {
    ...{ brand: "B", description: "D", category: "C", identifier: "I" },
    ...{ unitPrice: 1, tax: 0, quantity: 1, condition: "new" as const },
  }

  it("is kept: title, detail and the code after #", async () => {
    expect(await refusal(PROBLEM)).toMatchObject({ title: "Wrong state", detail: "No.", code: "error7" })
  })
  it("is kept by field", async () => {
    expect((await refusal(INVALID)).errors).toEqual({ "items[0].tax": ["The tax is required."] })
  })
  it("may name a field with a single text", async () => {
    expect((await refusal({ title: "Invalid", errors: { cartTotal: "Too high." } })).errors).toEqual({
      cartTotal: ["Too high."],
    })
  })
  it("may carry its status as text", async () => {
    expect(await refusal({ ...PROBLEM, status: "400" })).toMatchObject({ name: "LeaseRefused", title: "Wrong state" })
  })
  it("goes into the message for the log", async () => {
    expect((await refusal(PROBLEM)).message).toBe(
      "recordCart: the lease service answered HTTP 400: [error7] | Wrong state | No.",
    )
  })
  it("leaves the error without members that the service did not write", async () => {
    expect(Object.keys(await refusal({ title: "No" })).sort()).toEqual([
      ...["effect", "httpStatus", "name", "operation", "title"],
    ])
  })
})

describe("an answer that is not JSON", () => {
  it("is told with its first 2000 characters", async () => {
    local.answer(plain(`<html>${"x ".repeat(3000)}`, 500))
    const { service } = clientOf(local.url)
    const { message } = await failureOf(service.cancelContract(ID))
    expect(message).toMatch(/^cancelContract: the lease service answered HTTP 500: <html>x x /)
    expect(message.length).toBeLessThan(2100)
    await service.close()
  })
  it("stays in one line", async () => {
    local.answer(plain("one\r\ntwo\u001b[31m\u0000three", 500))
    const { service } = clientOf(local.url)
    expect((await failureOf(service.cancelContract(ID))).message).toMatch(/: one two \[31m three$/)
    await service.close()
  })
})

describe("2xx with a content that cannot be read", () => {
  it.each(writes)("%s of a page: effect unknown", async (name) => {
    local.answer(PAGE)
    expect(await outcome(name)).toEqual(["LeaseProtocolError", "unknown", 200])
  })
  it.each(reads)("%s of a page: effect none", async (name) => {
    local.answer(PAGE)
    expect(await outcome(name)).toEqual(["LeaseProtocolError", "none", 200])
  })
  it("recordCart of nothing is a cart that was recorded: what it costs is asked for with getPricing (spec 4.1)", async () => {
    local.answer(plain("", 200))
    const { service } = clientOf(local.url)
    await expect(ALL_CALLS.recordCart?.(service, local.url)).resolves.toEqual({ lines: [] })
    await service.close()
  })
  it.each(["submitApplication", "getPricing", "getContract"])("%s of nothing", async (name) => {
    local.answer(plain("", 200))
    expect((await outcome(name))[0]).toBe("LeaseProtocolError")
  })
  it.each(["confirmDelivery", "cancelContract", "sendDeliveryDate", "sendOrderId"])(
    "%s needs no content",
    async (name) => {
      local.answer(plain("", 204))
      const { service } = clientOf(local.url)
      await expect(ALL_CALLS[name]?.(service, local.url)).resolves.toBeUndefined()
      await service.close()
    },
  )
  it.each([200, 201, 202])("confirmDelivery succeeds with HTTP %i and JSON", async (status) => {
    local.answer(json({ ok: 1 }, status))
    const { service } = clientOf(local.url)
    await expect(service.confirmDelivery(ID, { deliveryDate: "2026-12-01" })).resolves.toBeUndefined()
    await service.close()
  })
  it("wire.emptySuccessStatus narrows what counts as success", async () => {
    local.answer(plain("", 202))
    const { service } = clientOf(local.url, { wire: { emptySuccessStatus: [200, 204] } })
    expect(await failureOf(service.cancelContract(ID))).toMatchObject({ name: "LeaseProtocolError", effect: "unknown" })
    await service.close()
  })
})

describe("a redirect", () => {
  it.each(Object.keys(ALL_CALLS))("is not followed by %s", async (name) => {
    local.answer(plain("", 307, { location: `${local.url}/elsewhere` }))
    const before = local.seen.length
    await outcome(name)
    expect(local.seen.slice(before).map(({ url }) => url)).toEqual([expect.not.stringContaining("elsewhere")])
  })
})

describe("429", () => {
  it("tells how long to wait", async () => {
    local.answer(plain("", 429, { "retry-after": "120" }))
    const { service } = clientOf(local.url)
    expect((await failureOf(service.cancelContract(ID))).retryAfterMs).toBe(120_000)
    await service.close()
  })
  it.each([
    ["a write that a busy gateway did not answer", 503, "cancelContract", "LeaseUnknown"],
    ["a question", 503, "getPricing", "LeaseUnreachable"],
    ["a refusal", 409, "cancelContract", "LeaseUnknown"],
  ])("is told with %s, too", async (_, status, call, name) => {
    local.answer(plain("", status, { "retry-after": "90" }))
    const { service } = clientOf(local.url, { wire: { retry: 0 } })
    const error = await failureOf(ALL_CALLS[call]?.(service, local.url) ?? Promise.resolve())
    expect([error.name, error.retryAfterMs]).toEqual([name, 90_000])
    await service.close()
  })
  it("is a day at most", async () => {
    local.answer(plain("", 429, { "retry-after": "99999999999" }))
    const { service } = clientOf(local.url)
    expect((await failureOf(service.cancelContract(ID))).retryAfterMs).toBe(86_400_000)
    await service.close()
  })
})
