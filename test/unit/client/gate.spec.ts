import { asQuestion, type CallEnd, LeaseService, urgency, withinMs, withoutDeadline } from "../../../src/client"
import { json, localService, PROBLEM, plain, startRaw } from "./support/local-service"
import { failureOf, ID } from "./support/samples"

const local = localService()

/** A client with a circuit breaker that records how calls end, and a throttle with this many slots. */
function guarded({ places = 99, url = local().url, timeoutMs = 10_000 } = {}) {
  const gate = { holdsBack: false, ends: [] as CallEnd[], waitMs: undefined as number | undefined }
  const throttle = { free: places, inside: 0, left: 0, longest: [] as number[] }
  const account = { baseUrl: url, username: "store", password: "pass-Word-99", timeoutMs }
  const service = new LeaseService(account, {
    sleep: async () => {},
    breaker: {
      get holdsBack() {
        return gate.holdsBack
      },
      retryAfterMs: async () => gate.waitMs,
      recordEnd: async (end) => void gate.ends.push(end),
    },
    throttle: {
      acquire: async (longestMs) => {
        throttle.longest.push(longestMs)
        if (throttle.free === 0) return { waitMs: 7000 }
        throttle.free -= 1
        throttle.inside += 1
        return {
          release: async () => {
            throttle.inside -= 1
            throttle.left += 1
          },
        }
      },
    },
  })
  const cancel = () => service.cancelContract(ID).catch((error: unknown) => error)
  return { gate, throttle, service, cancel }
}

describe("the circuit breaker of a client", () => {
  it("an open circuit breaker refuses every call, and the error says that nothing was sent", async () => {
    const { gate, service } = guarded()
    gate.waitMs = 30_000
    for (const call of [service.getPricing(ID), service.cancelContract(ID)])
      expect(await failureOf(call)).toMatchObject({ name: "LeaseHeldBack", effect: "none", retryAfterMs: 30_000 })
    expect([local().seen, gate.ends]).toEqual([[], []])
  })

  const wait = { "retry-after": "90" }
  const pause = { answered: false, retryAfterMs: 90_000 }
  it.each([
    ["a success", json({ lines: [] }), { answered: true }],
    ["a refusal", json(PROBLEM, 409), { answered: true }],
    ["wrong credentials", plain("", 401), { answered: true }],
    ["an error of the service", plain("", 500), { answered: true }],
    ["an unreadable answer", plain("<html>"), { answered: true }],
    ["429 and the requested pause", plain("", 429, wait), pause],
    ["503", plain("", 503, wait), pause],
  ])("the circuit breaker is informed whether %s was an answer", async (_, handler, end) => {
    const { gate, cancel } = guarded()
    local().answer(handler)
    await cancel()
    expect(gate.ends).toEqual([end])
  })

  it("the circuit breaker is informed of a cut connection and of a silent service", async () => {
    const cutting = await startRaw((socket) => socket.destroy())
    const silent = await startRaw((socket) => void socket.resume())
    for (const { url, close } of [cutting, silent]) {
      const { gate, cancel } = guarded({ url, timeoutMs: 200 })
      await cancel()
      expect(gate.ends).toEqual([{ answered: false }])
      await close()
    }
  })

  it("the circuit breaker counts a read once, however often it was retried, and stops retries once it is open", async () => {
    const { gate, service } = guarded()
    local().answer(plain("", 503))
    await failureOf(service.getPricing(ID))
    expect([local().seen.length, gate.ends.length]).toEqual([3, 1])
    gate.holdsBack = true
    await failureOf(service.getPricing(ID))
    expect([local().seen.length, gate.ends.length]).toEqual([4, 2])
  })

  it("the circuit breaker doesn't count a call without time left", async () => {
    const { gate, cancel } = guarded()
    await withinMs(0, cancel)
    expect(gate.ends).toEqual([])
  })
})

describe("the throttle of outgoing calls", () => {
  it("a call gets a slot, and returns it however it ends", async () => {
    const { throttle, service, cancel } = guarded({ places: 3, timeoutMs: 200 })
    local().answer(json({ lines: [] }))
    await service.getPricing(ID)
    local().answer(plain("", 500))
    await cancel()
    local().answer(() => {})
    await cancel()
    expect(throttle).toMatchObject({ inside: 0, left: 3 })
  })

  it("a call without a slot isn't sent, and proves nothing about the service", async () => {
    const { gate, cancel } = guarded({ places: 0 })
    expect(await cancel()).toMatchObject({ name: "LeaseOverRate", effect: "none", retryAfterMs: 7000 })
    expect([local().seen, gate.ends]).toEqual([[], []])
  })

  it("each retry needs a slot; without one, the earlier answer counts", async () => {
    const { gate, throttle, service } = guarded({ places: 2 })
    local().answer(plain("", 503))
    expect(await failureOf(service.getPricing(ID))).toMatchObject({ name: "LeaseUnreachable", httpStatus: 503 })
    expect([local().seen.length, throttle.longest.length]).toEqual([2, 3])
    expect(gate.ends).toEqual([{ answered: false }])
  })

  it("a call waits for a slot only as long as there is time to make it", async () => {
    const { throttle, service } = guarded({ places: 1 })
    await withinMs(10_000, () => service.getPricing(ID))
    expect(throttle.longest[0]).toBeLessThan(10_000)
    await failureOf(service.getPricing(ID))
    expect(throttle.longest[1]).toBe(Number.POSITIVE_INFINITY)
  })
})

it("a call's urgency is that of a waiting person, a pending call or a reading", () => {
  expect(urgency()).toBe("commitment")
  expect(asQuestion(() => urgency())).toBe("question")
  expect(withinMs(1000, () => urgency())).toBe("person")
  expect(withinMs(1000, () => withoutDeadline(() => urgency()))).toBe("commitment")
  expect(withinMs(1000, () => asQuestion(() => urgency()))).toBe("person")
})
