import { currentOf, dueOf } from "../../../../src/modules/lease/rules/payout"
import { LEASE_STATUSES } from "../../../../src/modules/lease/rules/state-machine"

const LEASE = { flow: "api", amount: 50_000, reductions: null, delivered_at: new Date() } as const

it.each(LEASE_STATUSES)("what is due for a lease that is %s", (status) => {
  const due = { delivered: 50_000, returning: 50_000 }[status as string] ?? 0
  expect(dueOf({ ...LEASE, status })).toBe(due)
  expect(dueOf({ ...LEASE, status, delivered_at: null })).toBe(status === "delivered" ? 50_000 : 0)
})

it("what was taken back isn't due", () => {
  const reductions = [
    { amount: 10_000, lines: [] },
    { amount: 1, lines: [] },
  ]
  expect(dueOf({ ...LEASE, status: "delivered", reductions })).toBe(39_999)
  expect(dueOf({ ...LEASE, status: "returned", reductions })).toBe(0)
})

it("nothing is due for a hosted lease, which was paid by virtual card", () => {
  expect(dueOf({ ...LEASE, status: "delivered", flow: "hosted" })).toBe(0)
})

const CANCELED = { status: "canceled", placed_at: new Date(1), created_at: new Date(1) } as const
type Dated = Parameters<typeof currentOf>[0][number]

it.each<[string, Partial<Dated>, Partial<Dated>]>([
  ["in force", { placed_at: new Date(9) }, { status: "delivered" }],
  ["ordered last", {}, { status: "returned", placed_at: new Date(9) }],
  ["ordered at all", { placed_at: null, created_at: new Date(9) }, {}],
  ["created last", {}, { created_at: new Date(9) }],
])("of the leases with the same ID or order, the current one is the one %s", (_, change, wanted) => {
  const [other, current] = [
    { ...CANCELED, ...change },
    { ...CANCELED, ...wanted },
  ]
  expect([currentOf([other, current]), currentOf([current, other])]).toEqual([current, current])
})
