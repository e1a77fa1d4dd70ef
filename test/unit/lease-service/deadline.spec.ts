import { setImmediate } from "node:timers/promises"
import { msLeft, withinMs, withoutDeadline } from "../../../src/lease-service/http/deadline"
import { clientOf, json, type Local, plain, startLocal } from "./support/local-service"
import { cart, failureOf, ID } from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

/** The default of `timeoutMs`, and no test waits for it. */
const PATIENT = 45_000
const SHORT = 600

async function underDeadline(ms: number, work: (service: ReturnType<typeof clientOf>["service"]) => Promise<unknown>) {
  const before = local.seen.length
  const { service, waits } = clientOf(local.url, { timeoutMs: PATIENT })
  const started = performance.now()
  const error = await failureOf(withinMs(ms, () => work(service)))
  const took = performance.now() - started
  // Its call may still be held by the service.
  void service.close()
  return { name: error.name, effect: error.effect, took, waits, calls: local.seen.length - before }
}

describe("a deadline", () => {
  it("ends a question that a silent service would hold, with all its repetitions", async () => {
    local.answer(() => undefined)
    const end = await underDeadline(SHORT, (service) => service.getPricing(ID))
    expect(end).toMatchObject({ name: "LeaseUnreachable", effect: "none", calls: 1, waits: [] })
    expect(end.took).toBeLessThan(PATIENT / 4)
  })

  it("holds for all calls together, however deep they are made", async () => {
    local.answer(() => undefined)
    const end = await underDeadline(SHORT, async (service) => {
      await failureOf(service.getPricing(ID))
      await setImmediate()
      return service.getContract(ID)
    })
    expect(end).toMatchObject({ name: "LeaseUnreachable", effect: "none", calls: 1 })
    expect(end.took).toBeLessThan(PATIENT / 4)
  })

  it("sends no write that could no longer be answered", async () => {
    local.answer(json({}))
    const end = await underDeadline(4000, (service) => service.recordCart(ID, cart()))
    expect(end).toMatchObject({ name: "LeaseUnreachable", effect: "none", calls: 0 })
  })

  it("repeats nothing for which the service asks to wait longer", async () => {
    local.answer(plain("", 503, { "retry-after": "5" }))
    const end = await underDeadline(4000, (service) => service.getPricing(ID))
    expect(end).toMatchObject({ name: "LeaseUnreachable", calls: 1, waits: [] })
  })

  it("leaves a call alone that has time enough", async () => {
    local.answer(json({ invoiceTotal: 5 }))
    const { service } = clientOf(local.url)
    expect(await withinMs(60_000, () => service.recordCart(ID, cart()))).toMatchObject({ invoiceTotal: 500 })
    await service.close()
  })

  it("is not prolonged by one inside of it", () => {
    expect(withinMs(1000, () => withinMs(60_000, msLeft))).toBeLessThanOrEqual(1000)
  })

  it("does not hold for work that is only set off", async () => {
    expect(withinMs(0, () => withoutDeadline(msLeft))).toBe(Number.POSITIVE_INFINITY)
  })

  it("is none where no request waits", () => expect(msLeft()).toBe(Number.POSITIVE_INFINITY))
})
