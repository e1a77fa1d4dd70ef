import { readRetryAfter, shouldRetry, type Try } from "../../../src/lease-service/http/should-retry"
import { clientOf, json, type Local, PROBLEM, plain, startLocal } from "./support/local-service"
import { ALL_CALLS, API_WRITES, failureOf, ID, ONE_TIME_WRITES } from "./support/samples"

const TRY: Try = { method: "GET", repeated: 0, limit: 2, maxWaitMs: 10_000, outcome: 503 }

describe("shouldRetry", () => {
  it.each(["network", "timeout", 429, 502, 503, 504] as const)("repeats a question after %s", (outcome) => {
    expect(shouldRetry({ ...TRY, outcome }, 1)).toBe(250)
  })
  it.each(["garbage", "oversized", 200, 301, 400, 401, 403, 404, 409, 500, 501] as const)(
    "does not repeat a question after %s",
    (outcome) => {
      expect(shouldRetry({ ...TRY, outcome })).toBeUndefined()
    },
  )
  it.each(["POST", "DELETE"] as const)("never repeats a %s", (method) => {
    expect(shouldRetry({ ...TRY, method })).toBeUndefined()
  })
  it("waits longer before the second repetition", () => {
    expect(shouldRetry({ ...TRY, repeated: 1 }, 1)).toBe(500)
  })
  it("spreads callers over half of the wait", () => {
    expect(shouldRetry(TRY, 0)).toBe(125)
  })
  it("stops at the limit", () => {
    expect(shouldRetry({ ...TRY, repeated: 2 })).toBeUndefined()
  })
  it("waits as long as the service asks", () => {
    expect(shouldRetry({ ...TRY, retryAfterMs: 7000 })).toBe(7000)
  })
  it("gives up when the service asks for more than the bound, instead of coming too early", () => {
    expect(shouldRetry({ ...TRY, retryAfterMs: 10_001 })).toBeUndefined()
  })
  it("never waits longer than the bound on its own", () => {
    expect(shouldRetry({ ...TRY, repeated: 4, limit: 5, maxWaitMs: 100 }, 1)).toBe(100)
  })
})

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T10:00:00Z")
  it("may be seconds", () => expect(readRetryAfter("3", now)).toBe(3000))
  it("may be a date", () => expect(readRetryAfter("Sat, 21 Nov 2026 10:00:05 GMT", now)).toBe(5000))
  it("is nothing to wait for once it is over", () =>
    expect(readRetryAfter("Sat, 21 Nov 2026 09:00:00 GMT", now)).toBe(0))
  it("is absent when it is not there", () => expect(readRetryAfter(undefined, now)).toBeUndefined())
  it("is absent when it cannot be read", () => expect(readRetryAfter("soon", now)).toBeUndefined())
})

describe("over HTTP", () => {
  let local: Local
  beforeAll(async () => {
    local = await startLocal()
  })
  afterAll(() => local.close())

  /** Fails with `status` so many times, then answers. */
  function failing(times: number, status: number, headers: Record<string, string> = {}): void {
    let left = times
    local.answer((request, response) =>
      left-- > 0 ? plain("", status, headers)(request, response) : json({ invoiceTotal: 5 })(request, response),
    )
  }

  it("a question succeeds at the third try", async () => {
    failing(2, 503)
    const { service } = clientOf(local.url)
    expect((await service.getPricing(ID)).invoiceTotal).toBe(500)
    await service.close()
  })
  it("a question is given up after the third try", async () => {
    failing(9, 503)
    const before = local.seen.length
    const { service } = clientOf(local.url)
    await failureOf(service.getPricing(ID))
    expect(local.seen.length - before).toBe(3)
    await service.close()
  })
  it("a question waits as long as the service asks", async () => {
    failing(1, 429, { "retry-after": "2" })
    const { service, waits } = clientOf(local.url)
    await service.getPricing(ID)
    expect(waits).toEqual([2000])
    await service.close()
  })
  it("a question is given up at once when the wait would be longer than one call may take", async () => {
    failing(1, 429, { "retry-after": "2" })
    const { service, waits } = clientOf(local.url, { timeoutMs: 1999 })
    expect((await failureOf(service.getPricing(ID))).name).toBe("LeaseUnreachable")
    expect(waits).toEqual([])
    await service.close()
  })
  it("a question is repeated after a cut connection", async () => {
    let cut = true
    local.answer((request, response) => {
      if (cut) response.destroy()
      else json({ invoiceTotal: 5 })(request, response)
      cut = false
    })
    const { service } = clientOf(local.url)
    expect((await service.getPricing(ID)).invoiceTotal).toBe(500)
    await service.close()
  })
  it("wire.retry 0 switches it off", async () => {
    failing(1, 503)
    const { service, waits } = clientOf(local.url, { wire: { retry: 0 } })
    await failureOf(service.getPricing(ID))
    expect(waits).toEqual([])
    await service.close()
  })
  it.each(Object.keys({ ...API_WRITES, ...ONE_TIME_WRITES }))("%s is sent once, whatever comes", async (name) => {
    for (const status of [429, 502, 503, 504]) {
      failing(1, status)
      const before = local.seen.length
      const { service } = clientOf(local.url)
      await failureOf(ALL_CALLS[name]?.(service, local.url) ?? Promise.resolve())
      expect(local.seen.length - before).toBe(1)
      await service.close()
    }
  })
  it("a refusal is not repeated", async () => {
    local.answer(json(PROBLEM, 409))
    const { service, waits } = clientOf(local.url)
    await service.readStatus(ID)
    expect(waits).toEqual([])
    await service.close()
  })
})
