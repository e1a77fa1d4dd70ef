import { asQuestion, type CallEnd, LeaseService, urgency, withinMs, withoutDeadline } from "../../../src/lease-service"
import { json, type Local, plain, startLocal } from "./support/local-service"
import { failureOf, ID } from "./support/samples"

describe("the throttle before each call that goes out", () => {
  let local: Local
  beforeEach(async () => {
    local = await startLocal()
  })
  afterEach(() => local.close())

  /** A client that gets so many places. `longest`: how long each call would wait for its own (ms). */
  function throttled(places: number) {
    const state = { free: places, inside: 0, left: 0, longest: [] as number[], ends: [] as CallEnd[] }
    const throttle = {
      enter: async (longestMs: number) => {
        state.longest.push(longestMs)
        if (state.free === 0) return { waitMs: 7000 }
        state.free -= 1
        state.inside += 1
        return {
          leave: async () => {
            state.inside -= 1
            state.left += 1
          },
        }
      },
    }
    const gate = {
      closed: false,
      closedFor: async () => undefined,
      ended: async (end: CallEnd) => void state.ends.push(end),
    }
    const account = { baseUrl: local.url, username: "store", password: "pass-Word-99", timeoutMs: 200 }
    return { state, service: new LeaseService(account, { sleep: async () => {}, gate, throttle }) }
  }

  it("lets a call out in its place, and gets the place back however the call ends", async () => {
    const { state, service } = throttled(3)
    local.answer(json({ lines: [] }))
    await service.getPricing(ID)
    local.answer(plain("", 500))
    await failureOf(service.cancelContract(ID))
    local.answer(() => {})
    await failureOf(service.cancelContract(ID))
    expect(state).toMatchObject({ inside: 0, left: 3 })
  })

  it("keeps a call without a place back: nothing was sent, and that is no word about the service", async () => {
    const { state, service } = throttled(0)
    const failure = await failureOf(service.cancelContract(ID))
    expect(failure).toMatchObject({ name: "LeaseOverRate", effect: "none", retryAfterMs: 7000 })
    expect([local.seen, state.ends]).toEqual([[], []])
  })

  it("counts each repetition, and without a place for one the answer before it holds", async () => {
    const { state, service } = throttled(2)
    local.answer(plain("", 503))
    expect(await failureOf(service.getPricing(ID))).toMatchObject({ name: "LeaseUnreachable", httpStatus: 503 })
    expect([local.seen.length, state.longest.length]).toEqual([2, 3])
    expect(state.ends).toEqual([{ answered: false }])
  })

  it("has a call wait no longer than leaves it time to be made", async () => {
    const { state, service } = throttled(1)
    local.answer(json({ lines: [] }))
    await withinMs(10_000, () => service.getPricing(ID))
    expect(state.longest[0]).toBeLessThan(10_000)
    await failureOf(service.getPricing(ID))
    expect(state.longest[1]).toBe(Number.POSITIVE_INFINITY)
  })
})

describe("the urgency of a call", () => {
  it("is that of a person where one waits, else of a promise, unless it is a mere question", () => {
    expect(urgency()).toBe("promise")
    expect(asQuestion(() => urgency())).toBe("question")
    expect(withinMs(1000, () => urgency())).toBe("person")
    expect(withinMs(1000, () => withoutDeadline(() => urgency()))).toBe("promise")
    expect(withinMs(1000, () => asQuestion(() => urgency()))).toBe("person")
  })
})
