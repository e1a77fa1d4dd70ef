import { serviceCalls } from "../../../../src/modules/lease/calls"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import { BEFORE_ORDER, BOUND } from "../../../../src/modules/lease/rules/standing"
import {
  CLOSED,
  LEASE_STATUSES,
  type LeaseAction,
  type LeaseEventType,
  type LeaseStatus,
  shopStep,
  transitions,
  whyNot,
} from "../../../../src/modules/lease/rules/state-machine"
import { outcomesOf } from "../../../../src/modules/lease/rules/tasks"

/** A person ends these in the dashboard or not at all. */
const ENDS: LeaseStatus[] = ["denied", "returned", ...CLOSED]
const facts = { available: true, inSync: true, hasOrder: false, orderFailed: false }

describe("the table of states", () => {
  const events = Object.keys(transitions) as LeaseEventType[]
  const mayHappen = (event: LeaseEventType, status: LeaseStatus) =>
    (transitions[event].from as readonly LeaseStatus[]).includes(status)

  it("every status but the first can be entered", () => {
    const entered = new Set<LeaseStatus>(events.map((event) => transitions[event].to))
    expect(LEASE_STATUSES.filter((status) => !entered.has(status))).toEqual([])
  })

  /** Left automatically after a while, by any process that looks (`status/current-lease.ts`). */
  const LAPSING: readonly LeaseStatus[] = ["submitting", "placing"]
  const BY_PEOPLE: readonly LeaseAction[] = ["apply", "offer", "contract", "place", "cancel", "deliver", "return"]
  const waiting = LEASE_STATUSES.filter((status) => !ENDS.includes(status))
  const leaving = (status: LeaseStatus) =>
    events.flatMap((event) =>
      mayHappen(event, status) && transitions[event].to !== status ? [transitions[event].to] : [],
    )
  const outcomes = (status: LeaseStatus, lease: Partial<LeaseRecord> = {}) =>
    outcomesOf({ status, placed_at: null, delivered_at: null, signed_at: null, ...lease }).filter(
      (outcome) => outcome !== "nothing",
    )

  it.each(waiting)("%s is left by time, shopper or staff, and leads to an end", (status) => {
    const time = LAPSING.filter((lapsing) => lapsing === status)
    const people = BY_PEOPLE.filter((action) => whyNot(action, status) === null)
    expect([...time, ...people, ...outcomes(status)]).not.toEqual([])
    const reached = new Set<LeaseStatus>([status])
    for (const from of reached) for (const to of leaving(from)) reached.add(to)
    expect([...reached].filter((to) => ENDS.includes(to))).not.toEqual([])
  })

  it.each(Object.entries(serviceCalls))("staff can end %s with an unknown outcome", (_kind, call) => {
    const stuckIn = waiting.filter(
      (status) => status === call.entering?.status || (!call.entering && whyNot(call.action, status) === null),
    )
    expect(stuckIn).not.toEqual([])
    for (const status of stuckIn) expect(outcomes(status, { placed_at: new Date(0) })).not.toEqual([])
  })

  it("no event applies to a closed lease", () => {
    for (const status of CLOSED) expect(events.filter((event) => mayHappen(event, status))).toEqual([])
  })

  it("only the service can turn a signed contract back into an unsigned one", () => {
    const unsigned: LeaseStatus[] = ["open", "submitting", "approved", "offered", "signing", "expired", "superseded"]
    // A cancellation that was refused goes back to where it began.
    const exceptions: LeaseEventType[] = ["lease_expired", "cancel_refused_unsigned"]
    for (const status of ["signed", "placing", "placed", "canceling"] as const)
      for (const event of events.filter((event) => !exceptions.includes(event) && mayHappen(event, status)))
        expect(unsigned).not.toContain(transitions[event].to)
  })
})

describe("a lease that belongs to one session", () => {
  it("every lease that is placing or has an order belongs to one session", () => {
    const unbound = LEASE_STATUSES.filter((status) => !BOUND.includes(status))
    for (const status of unbound) expect(whyNot("capture", status)).not.toBeNull()
    const bound: LeaseStatus[] = ["placing", "placed", "canceling", "canceled", "returning", "returned"]
    expect(BOUND).toEqual(expect.arrayContaining(bound))
  })
})

it("the statuses before the order are those in which an approval moves, or has its own reason not to", () => {
  const answered = LEASE_STATUSES.filter((status) => !["no_approval", "expired"].includes(whyNot("move", status) ?? ""))
  expect(LEASE_STATUSES.filter((status) => BEFORE_ORDER.includes(status))).toEqual(answered)
})

describe("an action that is not possible", () => {
  it.each([
    ["apply", "denied", "denied"],
    ["apply", "offered", "application_open"],
    ["offer", "signed", "already_signed"],
    ["contract", "approved", "no_offer"],
    ["place", "signing", "not_signed"],
    ["place", "canceled", "lease_dead"],
    ["capture", "signed", "capture_before_placed"],
    ["capture", "canceled", "already_closed"],
    ["cancel", "delivered", "cancel_after_delivery"],
  ] as const)("%s in %s says %s", (action, status, reason) => {
    expect(whyNot(action, status)).toBe(reason)
  })
})

describe("the shop's step", () => {
  it.each([
    [null, {}, "intro"],
    [null, { available: false }, "unavailable"],
    ["open", {}, "intro"],
    ["submitting", {}, "deciding"],
    ["pending", {}, "undecided"],
    ["undecided", {}, "undecided"],
    ["denied", {}, "denied"],
    ["approved", {}, "offer"],
    ["offered", {}, "offer"],
    ["signing", {}, "offer"],
    ["signing", { inSync: false }, "cart_changed"],
    ["signing", { reported: true }, "ready"],
    ["signing", { reported: true, inSync: false }, "cart_changed"],
    ["approved", { overLimit: true }, "over_limit"],
    ["offered", { overLimit: true, inSync: false }, "over_limit"],
    // The service took this cart: what it said of its limit before does not count.
    ["offered", { overLimit: true }, "offer"],
    ["signing", { settling: true }, "settling"],
    ["signing", { settling: true, inSync: false, available: false }, "settling"],
    ["signed", {}, "ready"],
    ["signed", { inSync: false }, "contract_mismatch"],
    ["signed", { orderFailed: true }, "order_failed"],
    ["placing", {}, "confirming"],
    ["placed", { hasOrder: true }, "placed"],
    ["delivered", { hasOrder: true }, "placed"],
    ["canceling", {}, "unavailable"],
    ["canceled", {}, "intro"],
    ["canceled", { hasOrder: true }, "placed"],
    ["expired", {}, "intro"],
    ["superseded", {}, "intro"],
    // The order stands: it is not placed, and its cart is not leased again.
    ["approved", { orderExists: true }, "offer"],
    ["signing", { orderExists: true, reported: true }, "confirming"],
    ["signed", { orderExists: true }, "confirming"],
    ["signed", { orderExists: true, inSync: false, orderFailed: true }, "confirming"],
    ["expired", { orderExists: true }, "placed"],
    ["superseded", { orderExists: true }, "placed"],
  ] as const)("of %s %j is %s", (status, change, step) => {
    expect(shopStep(status, { ...facts, ...change })).toBe(step)
  })
})
