import { type CallAttempt, readRetryAfter, shouldRetry } from "../../../src/client/http/should-retry"
import { clientOf, json, localService, PROBLEM, plain } from "./support/local-service"
import { API_WRITES, call, failureOf, ID, ONE_TIME_WRITES } from "./support/samples"

const TRY: CallAttempt = { method: "GET", repeated: 0, limit: 2, maxWaitMs: 10_000, outcome: 503 }

describe("shouldRetry", () => {
  it.each(["network", "timeout", 429, 502, 503, 504] as const)("a read is retried after %s", (outcome) => {
    expect(shouldRetry({ ...TRY, outcome }, 1)).toBe(250)
  })
  it.each(["garbage", "oversized", 200, 301, 400, 401, 403, 404, 409, 500, 501] as const)(
    "does not repeat a question after %s",
    (outcome) => expect(shouldRetry({ ...TRY, outcome })).toBeUndefined(),
  )
  it.each<[string, Partial<CallAttempt>, number, number | undefined]>([
    ["never a POST", { method: "POST" }, 1, undefined],
    ["never a DELETE", { method: "DELETE" }, 1, undefined],
    ["after a longer wait the second time", { repeated: 1 }, 1, 500],
    ["within the second half of the wait", {}, 0, 125],
    ["nothing above the limit", { repeated: 2 }, 1, undefined],
    ["after as long as the service asks", { retryAfterMs: 7000 }, 1, 7000],
    ["after the longest wait at most", { retryAfterMs: 10_000 }, 1, 10_000],
    ["nothing if the service asks for more than the longest wait", { retryAfterMs: 10_001 }, 1, undefined],
    ["never after more than the longest wait", { repeated: 4, limit: 5, maxWaitMs: 100 }, 1, 100],
  ])("repeats %s", (_, change, random, ms) => expect(shouldRetry({ ...TRY, ...change }, random)).toBe(ms))
})

it("callers that failed together aren't retried together", () => {
  expect(new Set(Array.from({ length: 50 }, () => shouldRetry(TRY))).size).toBeGreaterThan(25)
})

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T10:00:00Z")
  it.each([
    ["3", 3000],
    [" 3 ", 3000],
    ["3 s", undefined],
    ["21 Nov 2026 10:00:05 GMT", 5000],
    ["21 Nov 2026 10:00:05 +0000", 5000],
    ["Sat, 21 Nov 2026 10:00:05 GMT", 5000],
    ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
    ["86400", 300_000],
    ["Sun, 22 Nov 2026 10:00:00 GMT", 300_000],
    [undefined, undefined],
    ["soon", undefined],
  ])("%s is %s ms", (header, ms) => expect(readRetryAfter(header, now)).toBe(ms))
})

describe("over HTTP", () => {
  const local = localService()

  /** Fails with `status` this many times, then answers. */
  function failing(times: number, status: number, headers: Record<string, string> = {}): void {
    let left = times
    local().answer((request, response) =>
      left-- > 0 ? plain("", status, headers)(request, response) : json({ invoiceTotal: 5 })(request, response),
    )
  }

  it("a read may succeed at the third try, which is the last", async () => {
    failing(2, 503)
    const { service } = clientOf(local().url)
    expect((await service.getPricing(ID)).invoiceTotal).toBe(500)
    failing(9, 503)
    await failureOf(service.getPricing(ID))
    expect(local().seen).toHaveLength(6)
  })
  it("a read waits as long as the service asks, unless that exceeds a call's limit", async () => {
    failing(1, 429, { "retry-after": "2" })
    const patient = clientOf(local().url)
    await patient.service.getPricing(ID)
    expect(patient.waits).toEqual([2000])
    failing(1, 429, { "retry-after": "2" })
    const hurried = clientOf(local().url, { timeoutMs: 1999 })
    expect((await failureOf(hurried.service.getPricing(ID))).name).toBe("LeaseUnreachable")
    expect(hurried.waits).toEqual([])
  })
  it("nothing is retried with dialect.retry 0, or after a refusal", async () => {
    failing(1, 503)
    await failureOf(clientOf(local().url, { dialect: { retry: 0 } }).service.getPricing(ID))
    local().answer(json(PROBLEM, 409))
    await clientOf(local().url).service.readStatus(ID)
    expect(local().seen).toHaveLength(2)
  })
  it.each(Object.keys({ ...API_WRITES, ...ONE_TIME_WRITES }))("%s is sent once, whatever the answer", async (name) => {
    const { service } = clientOf(local().url)
    for (const status of [429, 502, 503, 504]) {
      failing(1, status)
      await failureOf(call(name, service, local().url))
    }
    expect(local().seen).toHaveLength(4)
  })
})
