import type { TaskState } from "../../../../src/modules/lease/rules/call-kinds"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import {
  ago,
  type Change,
  HOUR,
  hence,
  kinds,
  type Lease,
  MINUTE,
  NOTHING,
  SECOND,
  task,
  unplaced,
} from "./support/owed"

describe("goods that are reserved for a lease", () => {
  const HELD = { stock_held_until: hence(HOUR) }
  const OVERDUE = { stock_held_until: ago(MINUTE) }
  const isOwed = (status: LeaseStatus, lease: Lease, more: Change = {}) =>
    kinds(unplaced(status, { contract_at: null, ...lease }, more)).includes("release_stock")

  it.each(LEASE_STATUSES)("%s: owes none when none are", (status) => {
    expect(isOwed(status, { stock_held_until: null })).toBe(false)
  })

  it.each<LeaseStatus>(["offered", "signing"])("%s: are owed back once their time is over", (status) => {
    expect([isOwed(status, HELD), isOwed(status, OVERDUE)]).toEqual([false, true])
  })

  it.each<LeaseStatus>(["signed", "placing"])("%s: are kept, whatever the time", (status) => {
    expect([isOwed(status, HELD), isOwed(status, OVERDUE)]).toEqual([false, false])
  })

  it("signing: are kept while the first payment is on its way", () => {
    expect(isOwed("signing", { ...OVERDUE, contracts_received_at: ago(HOUR) })).toBe(false)
  })

  it.each(LEASE_STATUSES.filter((status) => !["offered", "signing", "signed", "placing"].includes(status)))(
    "%s: are owed back at once",
    (status) => {
      expect(isOwed(status, HELD)).toBe(true)
    },
  )

  it("have the lease looked at when their time is over", () => {
    expect(unplaced("offered", { contract_at: null, ...HELD })).toEqual({ ...NOTHING, lookAt: hence(HOUR) })
    const sooner = unplaced("signing", { contract_at: ago(MINUTE), checked_at: null, ...HELD })
    expect(sooner.lookAt).toEqual(hence(MINUTE))
  })

  it.each<TaskState>(["done", "settled"])("are owed back again after a call that is %s", (state) => {
    const tasks = [task("release_stock", state, { finished_at: ago(SECOND) })]
    expect(isOwed("expired", HELD, { tasks })).toBe(true)
  })
})
