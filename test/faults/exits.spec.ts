import {
  LEASE_STATUSES,
  type LeaseAction,
  type LeaseRecord,
  type LeaseStatus,
  OVER,
  outcomesOf,
  serviceCalls,
  transitions,
  whyNot,
} from "../support/ledger"

/** Nothing of the service or of Medusa is held there; a shopper pays otherwise, or applies for another cart. */
const ENDS: readonly LeaseStatus[] = [...OVER, "denied"]
/** Left automatically after a while, by any process that looks (`status/current-lease.ts`). */
const LAPSING: readonly LeaseStatus[] = ["submitting", "placing"]
const BY_SHOPPER: readonly LeaseAction[] = ["apply", "offer", "contract", "place"]
const BY_MERCHANT: readonly LeaseAction[] = ["cancel", "deliver", "return"]

const waiting = LEASE_STATUSES.filter((status) => !ENDS.includes(status))
const leaving = (status: LeaseStatus): LeaseStatus[] =>
  Object.values(transitions).flatMap(({ from, to }) =>
    (from as readonly LeaseStatus[]).includes(status) && to !== status ? [to] : [],
  )
const outcomes = (status: LeaseStatus, lease: Partial<LeaseRecord> = {}) =>
  outcomesOf({ status, placed_at: null, delivered_at: null, signed_at: null, ...lease }).filter(
    (outcome) => outcome !== "nothing",
  )
const may = (actions: readonly LeaseAction[], status: LeaseStatus) =>
  actions.filter((action) => whyNot(action, status) === null)

describe("no state is without an exit", () => {
  it.each(waiting)("%s is left by a time, a shopper or a merchant", (status) => {
    const exits = [
      ...(LAPSING.includes(status) ? ["time"] : []),
      ...may(BY_SHOPPER, status),
      ...may(BY_MERCHANT, status),
      ...outcomes(status),
    ]
    expect(exits).not.toEqual([])
    expect(leaving(status)).not.toEqual([])
  })

  it.each(waiting)("%s leads to an end", (status) => {
    const reached = new Set<LeaseStatus>([status])
    for (const from of reached) for (const to of leaving(from)) reached.add(to)
    expect([...reached].filter((to) => ENDS.includes(to))).not.toEqual([])
  })

  it.each(Object.entries(serviceCalls))("%s with an unknown outcome is ended by a person's word", (_kind, call) => {
    const stuckIn = waiting.filter(
      (status) => status === call.entering?.status || (!call.entering && whyNot(call.action, status) === null),
    )
    expect(stuckIn).not.toEqual([])
    for (const status of stuckIn) expect(outcomes(status, { placed_at: new Date(0) })).not.toEqual([])
  })
})
