import { LeaseHeldBack, LeaseOverRate, LeaseUnreachable } from "../../../../src/client"
import type { AccountDeps } from "../../../../src/modules/lease/accounts/deps"
import { again, backoffMs, errorOf, retryMs } from "../../../../src/modules/lease/outbox/back-off"
import type { ClaimedCall } from "../../../../src/modules/lease/rules/pending-calls"
import { LedgerRefusal } from "../../../../src/modules/lease/texts/messages"

const MINUTE = 60_000
const NOW = new Date("2026-11-21T12:00:00.000Z")

describe("when a call without effect is tried again", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 60],
    [7, 60],
    [1000, 60],
  ])("after attempt %i in %i minutes, or up to half of that sooner", (attempts, minutes) => {
    expect(backoffMs(attempts, 1)).toBe(minutes * MINUTE)
    expect(backoffMs(attempts, 0)).toBe((minutes * MINUTE) / 2)
  })

  it("calls that failed together aren't retried together", () => {
    const waits = new Set(Array.from({ length: 50 }, () => backoffMs(1)))
    expect(waits.size).toBeGreaterThan(25)
  })

  it("no retry comes before the time that the service requested, and not all at once", () => {
    expect(retryMs(1, 20 * MINUTE, 0)).toBe(20 * MINUTE)
    expect(retryMs(1, 20 * MINUTE, 1)).toBe(25 * MINUTE)
    expect(retryMs(1, 100, 1)).toBe(MINUTE)
    expect(retryMs(1, undefined, 1)).toBe(MINUTE)
  })
})

describe("a call that failed the third time is due again", () => {
  type State = { probeIn?: number; isLikely?: boolean; isRemoved?: boolean }
  const left = (error: unknown, { probeIn, isLikely = false, isRemoved = false }: State) => {
    const outage = probeIn === undefined ? null : { probe_at: new Date(NOW.getTime() + probeIn) }
    const breaker = isRemoved ? null : { outage, isLikely }
    const accountDeps = { now: () => NOW, breaker } as unknown as AccountDeps
    return again(accountDeps, { attempts: 3 } as ClaimedCall, error)
  }
  const failure = { operation: "cancel", message: "no answer" }
  const waiting = new LeaseUnreachable({ ...failure, retryAfterMs: 20 * MINUTE })
  const heldBack = new LeaseHeldBack(failure)
  const overRate = new LeaseOverRate({ ...failure, retryAfterMs: MINUTE })
  const unreachable = { code: "service_unreachable" }

  it.each<[string, unknown, State, from: number, to: number, attempts: number | null]>([
    ["as such", new Error("no answer"), {}, 2, 4, null],
    ["as such, without an error", undefined, {}, 2, 4, null],
    ["in an hour, refused by Medusa itself", new LedgerRefusal("store_refused"), {}, 60, 75, null],
    ["as such, refused for another reason", new LedgerRefusal("busy"), {}, 2, 4, null],
    ["when the service asked for it", waiting, {}, 20, 25, null],
    ["then, too, by the ledger's event", new LedgerRefusal("service_busy", {}, { cause: waiting }), {}, 20, 25, null],
    ["with the next question, uncounted, held back in an outage", heldBack, { probeIn: 10 * MINUTE }, 10, 12.5, 2],
    ["soon, uncounted, where that question is near", heldBack, { probeIn: 1 }, 0.5, 1, 2],
    ["soon, uncounted, where an outage is only likely", heldBack, { isLikely: true }, 0.5, 1, 2],
    ["at once, uncounted, held back by a breaker that has closed since", heldBack, {}, 0, 0, 2],
    ["when its turn is free, uncounted, over the rate", overRate, {}, 1, 1, 2],
    ["in ten minutes, uncounted, of an account that was removed", undefined, { isRemoved: true }, 10, 12.5, 2],
    ["with the next question, uncounted, unreached in an outage", unreachable, { probeIn: 10 * MINUTE }, 10, 12.5, 2],
    ["soon, uncounted, unreached in a likely one", { code: "service_busy" }, { isLikely: true }, 0.5, 1, 2],
    ["as such, unreached outside of one", unreachable, {}, 2, 4, null],
    ["as such, refused in one", { code: "call_refused" }, { probeIn: 10 * MINUTE }, 2, 4, null],
  ])("%s", (_, error, state, from, to, attempts) => {
    const { due_at, ...rest } = left(error, state)
    const minutes = (due_at.getTime() - NOW.getTime()) / MINUTE
    expect([minutes >= from && minutes <= to, minutes]).toEqual([true, minutes])
    expect(rest).toEqual({ state: "due", ...(attempts && { attempts }) })
  })
})

it("the row of a call keeps an error's code, parameters and time, but not its text", () => {
  const refusal = new LedgerRefusal("call_refused", { reason: "closed" })
  expect(errorOf({ now: () => NOW } as AccountDeps, refusal)).toEqual({
    ...{ code: "call_refused", params: { reason: "closed" }, at: NOW.toISOString() },
  })
})
