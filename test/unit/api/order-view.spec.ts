import { standing } from "../../../src/api/order-view"
import { LEASE_STATUSES, type LeaseStatus } from "../../../src/modules/lease/rules/state-machine"

const OPERATOR = { name: "Harbor Leasing", contact: "555 0100" }
const LEASE = {
  way: "application",
  evidence: "verified",
  attention: [],
  reference: "L-1",
  order_id: "order_1",
  placed_at: new Date(0),
} as const
type Lease = Parameters<typeof standing>[0]
const says = (change: Partial<Lease> & { status: LeaseStatus }) =>
  standing({ ...LEASE, attention: [], ...change }, OPERATOR)

const DEAD = { code: "lease_dead", params: {}, since: "2026-11-23T00:00:00.000Z" } as Lease["attention"][number]

describe("where the lease of an order stands", () => {
  it.each([
    ["placed", "order_lease_signed"],
    ["delivered", "order_lease_delivered"],
    ["returning", "order_lease_returning"],
    ["returned", "order_lease_returned"],
    ["cancelling", "order_lease_canceling"],
    ["cancelled", "order_lease_ended"],
    ["expired", "order_lease_ended"],
  ] as const)("is told of one that is %s", (status, code) => {
    expect(says({ status }).code).toBe(code)
  })

  it("is to be signed again while an edited order waits for its new contract, and ended where that never came", () => {
    for (const status of ["approved", "offered", "signing"] as const)
      expect(says({ status, placed_at: null }).code).toBe("order_lease_to_sign")
    expect(says({ status: "signed", placed_at: null }).code).toBe("order_lease_signed_anew")
    expect(says({ status: "cancelling", placed_at: null }).code).toBe("order_lease_canceling")
    for (const status of ["expired", "cancelled"] as const)
      expect(says({ status, placed_at: null }).code).toBe("order_lease_ended")
  })

  it("is still to be confirmed where only the browser reported the signature", () => {
    expect(says({ status: "placed", evidence: "reported" }).code).toBe("awaiting")
  })

  it.each<[string, Partial<Lease>]>([
    ["the service does not know any more", { attention: [DEAD] }],
    ["the widget never reported", { way: "widget", evidence: "none" }],
  ])("is asked of the operator for a contract that %s: it is not called signed", (_, change) => {
    for (const status of ["placed", "delivered"] as const)
      expect(says({ status, ...change }).code).toBe("order_lease_ask")
  })

  it.each(LEASE_STATUSES)("names the operator, and leaves no place open: %s", (status) => {
    const { message } = says({ status })
    expect(message).toContain("Harbor Leasing")
    expect(message).not.toMatch(/[{}…]/)
  })
})
