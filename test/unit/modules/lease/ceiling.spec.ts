import { type MedusaCall } from "../../../../src/modules/lease/calls"
import { MedusaHangs, withCeilings } from "../../../../src/modules/lease/outbox/ceiling"
import type { FeedEntry, Mail, MedusaSide } from "../../../../src/modules/lease/outbox/medusa"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"

const CALLS: MedusaCall[] = ["place_order", "authorize_payment", "capture_payment", "cancel_order", "close_payment"]
const LEASE = { id: "lease_1", cart_id: "cart_1" } as LeaseRecord
const CEILINGS = { questionMs: 60_000, callMs: 300_000 }

/** A Medusa whose every call does `work`. */
function medusaThat(work: () => Promise<never>): MedusaSide {
  const call = Object.fromEntries(CALLS.map((name) => [name, work])) as unknown as MedusaSide["call"]
  return withCeilings({ factsOf: work, checkFollowUp: work, lockCart: work, mail: work, feed: work, call }, CEILINGS)
}

const asks: [string, number, (medusa: MedusaSide) => Promise<unknown>][] = [
  ["facts", CEILINGS.questionMs, ({ factsOf }) => factsOf([LEASE])],
  ["an email", CEILINGS.questionMs, ({ mail }) => mail({} as Mail)],
  ["a notification", CEILINGS.questionMs, ({ feed }) => feed({} as FeedEntry)],
  ["a locked cart", CEILINGS.callMs, ({ lockCart }) => lockCart("cart_1", async () => {})],
  ...CALLS.map((name): (typeof asks)[number] => [name, CEILINGS.callMs, ({ call }) => call[name](LEASE)]),
]

describe("the ceiling of a call to Medusa", () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it.each(asks)("waiting for %s ends after %i ms, not sooner", async (_name, ms, ask) => {
    const ended = jest.fn()
    void ask(medusaThat(() => new Promise(() => {}))).catch(ended)
    await jest.advanceTimersByTimeAsync(ms - 1)
    expect(ended).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledWith(expect.any(MedusaHangs))
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: "store_hangs", kind: "unavailable" }))
  })

  it.each(asks)("the result of %s is passed on, and no timer is left", async (_name, _ms, ask) => {
    await expect(ask(medusaThat(async () => "fine" as never))).resolves.toBe("fine")
    const failed = medusaThat(async () => {
      throw new Error("sold out")
    })
    await expect(ask(failed)).rejects.toThrow("sold out")
    expect(jest.getTimerCount()).toBe(0)
  })
})
