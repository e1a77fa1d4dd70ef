import type { LeaseServiceError, LeaseServiceOptions } from "../../../src/client"
import { answerToError, faultToError, unreadableToError } from "../../../src/client/http/to-error"
import { type Fault, TransportError } from "../../../src/client/http/transport"
import { clientOf, type Handler, INVALID, json, localService, PROBLEM, plain } from "./support/local-service"
import { API_WRITES, call, failureOf, ONE_TIME_WRITES, READS } from "./support/samples"

const local = localService()
const WRITES = Object.keys({ ...API_WRITES, ...ONE_TIME_WRITES })

/** The error of the call with this name after this answer. */
function answered(answer: Handler, name: string, options: Partial<LeaseServiceOptions> = {}): Promise<unknown> {
  local().answer(answer)
  return call(name, clientOf(local().url, { dialect: { retry: 0 }, ...options }).service, local().url)
}
const failure = (...given: Parameters<typeof answered>) => failureOf(answered(...given))

/** Name and effect of each call's error. */
async function ends(answer: Handler, names: string[], status: number): Promise<string[]> {
  const errors = await Promise.all(names.map((name) => failure(answer, name)))
  expect(new Set(errors.map(({ httpStatus }) => httpStatus))).toEqual(new Set([status]))
  return [...new Set(errors.map(({ name, effect }) => `${name} ${effect}`))]
}

/** Status, whether it has a problem body, the result of every write, the result of every read. */
const TABLE: [number, boolean, string, string][] = [
  [400, true, "LeaseRefused none", "LeaseRefused"],
  [404, true, "LeaseRefused none", "LeaseRefused"],
  [400, false, "LeaseUnknown unknown", "LeaseProtocolError"],
  [404, false, "LeaseUnknown unknown", "LeaseProtocolError"],
  [401, true, "LeaseAuthError none", "LeaseAuthError"],
  [403, false, "LeaseAuthError none", "LeaseAuthError"],
  [405, true, "LeaseUnknown unknown", "LeaseRefused"],
  [408, false, "LeaseUnknown unknown", "LeaseProtocolError"],
  [409, true, "LeaseRefused none", "LeaseRefused"],
  [409, false, "LeaseUnknown unknown", "LeaseProtocolError"],
  [413, true, "LeaseUnknown unknown", "LeaseRefused"],
  [415, false, "LeaseRefused none", "LeaseRefused"],
  [429, false, "LeaseUnreachable none", "LeaseUnreachable"],
  [500, true, "LeaseUnknown unknown", "LeaseUnreachable"],
  [504, false, "LeaseUnknown unknown", "LeaseUnreachable"],
  [307, false, "LeaseUnknown unknown", "LeaseProtocolError"],
  [307, true, "LeaseUnknown unknown", "LeaseProtocolError"],
]

describe("what an answer outside 2xx means", () => {
  it.each(TABLE)("HTTP %i, problem body %s: every write ends in %s, every read in %s", async (...row) => {
    const [status, hasProblem, ofWrites, ofReads] = row
    const headers = { location: `${local().url}/elsewhere` }
    const answer = hasProblem
      ? json({ ...PROBLEM, status }, status, headers)
      : plain("<html>no</html>", status, headers)
    // A used one-time URL answers 409 or 410.
    const writes = status === 409 ? Object.keys(API_WRITES) : WRITES
    expect(await ends(answer, writes, status)).toEqual([ofWrites])
    expect(await ends(answer, Object.keys(READS), status)).toEqual([`${ofReads} none`])
    expect(local().seen.filter(({ url }) => url.includes("elsewhere"))).toEqual([])
  })

  it.each([401, 422, 429])("HTTP %i with an errors map is a validation error", async (status) => {
    expect(await ends(json(INVALID, status), ["recordCart"], status)).toEqual(["LeaseRefused none"])
  })

  it("an errors map proves nothing in a server error or redirect, and an empty one never does", async () => {
    for (const status of [500, 307])
      expect(await ends(json(INVALID, status), ["recordCart"], status)).toEqual(["LeaseUnknown unknown"])
    expect(await ends(json({ errors: {} }, 422), ["recordCart"], 422)).toEqual(["LeaseUnknown unknown"])
  })

  it.each([{ message: "no Route matched" }, {}, [], "no", 17, null])("a gateway's %j is no problem", async (body) => {
    expect(await ends(json(body, 404), ["cancelContract"], 404)).toEqual(["LeaseUnknown unknown"])
  })

  const LINK_USED = { name: "LeaseRefused", effect: "none", code: "link-used" }
  it.each([
    ["410", plain("", 410), LINK_USED],
    ["409 with that code", json({ ...PROBLEM, type: "https://leasing.example/problems#link-used" }, 409), LINK_USED],
    ["410 with a problem", json(PROBLEM, 410), { name: "LeaseRefused", code: "error7", title: PROBLEM.title }],
    ["not by 409 alone", plain("", 409), { name: "LeaseUnknown", effect: "unknown" }],
  ])("a used one-time URL is recognized by %s", async (_, answer, expected) => {
    expect(await failure(answer, "sendOrderId")).toMatchObject(expected)
  })
})

describe("the service's explanation", () => {
  const refusal = (body: unknown) => failure(json(body, 400), "recordCart")

  it("the explanation keeps title, detail and the code after #, also in the log message", async () => {
    expect(await refusal(PROBLEM)).toMatchObject({
      ...{ title: "Wrong state", detail: "No.", code: "error7" },
      message: "recordCart: the lease service responded with HTTP 400: [error7] | Wrong state | No.",
    })
    expect(await refusal({ ...PROBLEM, status: "400" })).toMatchObject({ name: "LeaseRefused", title: "Wrong state" })
    expect(await failure(json(PROBLEM, 415), "recordCart")).toMatchObject({ code: "error7" })
  })
  it("the error lacks members that the service didn't send", async () => {
    const members = Object.getOwnPropertyNames(await refusal({ title: "No" })).sort()
    expect(members).toEqual(["effect", "httpStatus", "message", "name", "operation", "stack", "title"])
  })
  it("an explanation that isn't JSON is cut to one line of 2000 characters", async () => {
    const { message } = await failure(plain(`<html>${"x ".repeat(3000)}`, 500), "cancelContract")
    expect(message).toMatch(/^cancelContract: the lease service responded with HTTP 500: <html>x x /)
    expect(message.length).toBeLessThan(2100)
    const lines = await failure(plain("one\r\ntwo\u001b[31m\u0000three", 500), "cancelContract")
    expect(lines.message).toMatch(/: one two \[31m three$/)
  })
})

describe("a success", () => {
  it("an empty success is unreadable if the call needs content", async () => {
    for (const name of ["submitApplication", "getPricing", "getContract"])
      expect((await failure(plain("", 200), name)).name).toBe("LeaseProtocolError")
  })
  it("an empty success of a cart means that it was recorded, and getPricing reads its price (spec 4.1)", async () => {
    await expect(answered(plain("", 200), "recordCart")).resolves.toEqual({ lines: [] })
  })
  it.each(["confirmDelivery", "cancelContract", "sendDeliveryDate", "sendOrderId"])(
    "of %s needs no content, and may have some",
    async (name) => {
      for (const answer of [plain("", 204), json({ ok: 1 }, 200), json({ ok: 1 }, 202)])
        await expect(answered(answer, name)).resolves.toBeUndefined()
    },
  )
  it("dialect.emptySuccessStatus limits which empty answers are a success", async () => {
    const error = await failure(plain("", 202), "cancelContract", { dialect: { emptySuccessStatus: [200, 204] } })
    expect(error).toMatchObject({ name: "LeaseProtocolError", effect: "unknown" })
  })
})

it.each([
  ["LeaseUnreachable", 429, "cancelContract", "120", 120_000],
  ["LeaseUnreachable", 503, "getPricing", "90", 90_000],
  ["LeaseUnknown", 409, "cancelContract", "90", 90_000],
  ["LeaseUnreachable", 429, "cancelContract", "86400", 300_000],
])("%s of HTTP %i to %s has the time to wait, at most five minutes", async (name, status, method, requested, ms) => {
  const error = await failure(plain("", status, { "retry-after": requested }), method)
  expect([error.name, error.retryAfterMs]).toEqual([name, ms])
})

describe("the error of a call", () => {
  const operation = "recordCart"
  const call = { operation, isRead: false, secrets: () => ["Marisol"] }
  const membersOf = (error: LeaseServiceError) => ({ ...error, message: error.message, cause: error.cause })
  const refusal = (body: object, fields?: { fields: string[] }) =>
    membersOf(answerToError({ ...call, ...fields }, { status: 400, body: JSON.stringify(body) }))
  const head = "recordCart: the lease service responded with HTTP 400"
  const facts = { name: "LeaseRefused", operation, effect: "none", httpStatus: 400, cause: undefined }

  const UNSENT = "no connection to the lease service, nothing was sent (read of ***)"
  const CUT = "the lease service did not answer to the end (read of ***)"
  it.each<[Fault, boolean, boolean, string, string, string]>([
    ["network", false, false, "LeaseUnreachable", "none", UNSENT],
    ["timeout", true, false, "LeaseUnknown", "unknown", CUT],
    ["network", true, true, "LeaseUnreachable", "none", CUT],
    ["garbage", true, false, "LeaseProtocolError", "unknown", "read of ***"],
    ["oversized", true, true, "LeaseProtocolError", "none", "read of ***"],
  ])("after %s (sent: %s, a read: %s) is %s with effect %s: %s", (fault, sent, isRead, name, effect, words) => {
    const errorOf = (code?: string) =>
      membersOf(faultToError({ ...call, isRead }, new TransportError(fault, sent, "read of Marisol", code)))
    const { cause, ...error } = errorOf("ECONNRESET")
    expect(error).toStrictEqual({ name, operation, effect, message: `recordCart: ${words}` })
    expect(String(cause)).toBe("TransportError: read of ***")
    expect(cause).toHaveProperty("code", "ECONNRESET")
    expect(errorOf().cause).not.toHaveProperty("code")
  })

  it.each([
    ["<p>Marisol", {}, ": <p>***"],
    ["", {}, ""],
    ["<p>Marisol", { fields: [] }, ""],
  ])("the error of the unreadable answer %j, to an application %j, says why%s", (body, fields, said) => {
    const { message } = unreadableToError({ ...call, ...fields }, { status: 200, body }, "it is not JSON")
    expect(message).toBe(`recordCart: the answer (HTTP 200) cannot be read: it is not JSON${said}`)
  })

  const type = (code: string) => `https://service.example/errors#${code}`
  const BARE = { fields: ["Bank", "a.ssn", "assn", "ssn"] }
  it.each<[object, object | undefined, object, string]>([
    [{ detail: "Marisol is known" }, undefined, { detail: "*** is known" }, ": *** is known"],
    [{ type: 7, title: 7, detail: "No." }, undefined, { detail: "No." }, ": No."],
    [{ title: "No", detail: 7, errors: "none" }, undefined, { title: "No" }, ": No"],
    [{ title: "No", type: type("a/b") }, undefined, { title: "No" }, ": No"],
    [{ errors: { a: "x", b: ["y", "z"] } }, undefined, { errors: { a: ["x"], b: ["y", "z"] } }, ": a (x) | b (y z)"],
    [{ title: "No", type: type("Error7") }, BARE, { code: "Error7" }, ": [Error7]"],
    [{ errors: { "$.BANK": "x" } }, BARE, { errors: { Bank: [] } }, ": Bank"],
    [{ errors: { "a$.ssn": "y", "a.$.ssn": "z" } }, BARE, { errors: {} }, ""],
  ])("the error of the problem %j, to an application %j, contains only %j", (body, fields, problem, said) => {
    const error = refusal(body, fields as typeof BARE)
    expect(error).toStrictEqual({ ...facts, ...problem, message: head + said })
  })

  it("the error has at most 50 fields of a problem, 5 texts of each, and 2000 characters in its message", () => {
    const texts = Array.from({ length: 6 }, () => "a long text")
    const errorsOf = (fields: number, most: number) =>
      Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, texts.slice(0, most)]))
    const { message, ...error } = refusal({ errors: errorsOf(51, 6) })
    expect(error).toStrictEqual({ ...facts, errors: errorsOf(50, 5) })
    expect(message).toHaveLength(`${head}: `.length + 2000)
  })
})
