import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { orderLeaseMessage } from "../../../../src/modules/lease/shopper/order-messages"

const OPERATOR = { name: "Harbor Leasing", contact: "555 0100" }
const LEASE = {
  flow: "api",
  evidence: "verified",
  alerts: [],
  reference: "L-1",
  order_id: "order_1",
  placed_at: new Date(0),
  held_at: null,
} as const
type Lease = Parameters<typeof orderLeaseMessage>[0]
const says = (change: Partial<Lease> & { status: LeaseStatus }) =>
  orderLeaseMessage({ ...LEASE, alerts: [], ...change }, OPERATOR)

const DEAD = { code: "lease_dead", params: {}, since: "2026-11-23T00:00:00.000Z" } as Lease["alerts"][number]

const EDITED = { placed_at: null }
it.each<[LeaseStatus, string, Partial<Lease>?]>([
  ["placed", "order_lease_signed"],
  // Only the browser reported the signature.
  ["placed", "awaiting", { evidence: "reported" }],
  ["delivered", "order_lease_delivered"],
  ["returning", "order_lease_returning"],
  ["returned", "order_lease_returned"],
  ["canceling", "order_lease_canceling"],
  ["canceled", "order_lease_ended"],
  ["expired", "order_lease_ended"],
  ["placed", "lease_checking", { held_at: new Date(0) }],
  ["signing", "lease_checking", { held_at: new Date(0) }],
  // Written by a newer version of the plugin.
  ["placed", "lease_checking", { flow: "kiosk" as never }],
  // The edited order waits for its new contract.
  ["approved", "order_lease_to_sign", EDITED],
  ["offered", "order_lease_to_sign", EDITED],
  ["signing", "order_lease_to_sign", EDITED],
  ["signed", "order_lease_signed_anew", EDITED],
  ["canceling", "order_lease_canceling", EDITED],
  ["expired", "order_lease_ended", EDITED],
  ["canceled", "order_lease_ended", EDITED],
])("an order's lease that is %s: %s", (status, code, change = {}) => {
  expect(says({ status, ...change }).code).toBe(code)
})

it.each<[string, Partial<Lease>]>([
  ["the service does not know any more", { alerts: [DEAD] }],
  ["the widget never reported", { flow: "hosted", evidence: "none" }],
])("a contract that %s isn't called signed, and the operator is named", (_, change) => {
  for (const status of ["placed", "delivered"] as const)
    expect(says({ status, ...change }).code).toBe("order_lease_ask")
})

it.each(LEASE_STATUSES)("the text names the operator and fills every parameter: %s", (status) => {
  const { message } = says({ status })
  expect(message).toContain("Harbor Leasing")
  expect(message).not.toMatch(/[{}…]/)
})
