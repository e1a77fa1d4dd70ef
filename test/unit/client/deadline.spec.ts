import { setImmediate } from "node:timers/promises"
import type { LeaseService } from "../../../src/client"
import { msLeft, withinMs, withoutDeadline } from "../../../src/client/http/deadline"
import { clientOf, type Handler, json, localService, plain } from "./support/local-service"
import { cart, failureOf, ID } from "./support/samples"

const local = localService()

describe("a deadline", () => {
  /** The default of `timeoutMs`, for which no test waits. */
  const timeoutMs = 45_000
  const UNSENT = { name: "LeaseUnreachable", effect: "none" }
  const silent: Handler = () => undefined
  const busy = plain("", 503, { "retry-after": "5" })

  const bothLater = async (service: LeaseService) => {
    await failureOf(service.getPricing(ID))
    await setImmediate()
    return service.getContract(ID)
  }

  it.each<[string, number, Handler, (service: LeaseService) => Promise<unknown>, number]>([
    ["ends a read that a silent service doesn't answer", 600, silent, (service) => service.getPricing(ID), 1],
    ["covers all calls together, however deep they are made", 600, silent, bothLater, 1],
    ["sends no write without time for an answer", 4000, json({}), (service) => service.recordCart(ID, cart()), 0],
    ["prevents a retry that would be too late", 4000, busy, (service) => service.getPricing(ID), 1],
  ])(
    "%s",
    async (_, ms, answer, work, calls) => {
      local().answer(answer)
      const { service, waits } = clientOf(local().url, { timeoutMs })
      expect(await failureOf(withinMs(ms, () => work(service)))).toMatchObject(UNSENT)
      expect([waits, local().seen.length]).toEqual([[], calls])
    },
    20_000,
  )

  it("a deadline doesn't affect a call with enough time", async () => {
    local().answer(json({ invoiceTotal: 5 }))
    const { service } = clientOf(local().url)
    expect(await withinMs(60_000, () => service.recordCart(ID, cart()))).toMatchObject({ invoiceTotal: 500 })
  })

  it("an inner deadline doesn't extend the outer one, and background work has none", () => {
    expect(withinMs(1000, () => withinMs(60_000, msLeft))).toBeLessThanOrEqual(1000)
    expect(withinMs(0, () => withoutDeadline(msLeft))).toBe(Number.POSITIVE_INFINITY)
    expect(msLeft()).toBe(Number.POSITIVE_INFINITY)
  })
})
