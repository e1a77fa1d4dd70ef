import { checkCancellation, checkDelivery, checkReturn } from "../../../demo/after-order-facts.mjs"
import { Expectations } from "../../../demo/expectations.mjs"

type Order = Parameters<typeof checkDelivery>[1]["delivered"]

const order = (change: Partial<Order> = {}): Order => ({
  id: "order_1",
  display_id: 1,
  status: "pending",
  payment_status: "captured",
  fulfillment_status: "delivered",
  total: 967.73,
  items: [],
  fulfillments: [],
  payment_collections: [],
  ...change,
})
const lease = (status: "placed" | "delivered" | "returned" | "cancelled") => ({
  lease: {
    status,
    reference: "L-1",
    test: true,
    way: "application" as const,
    says: { code: "order_lease_signed", params: {}, message: "Your contract is signed." },
    messages: [],
    operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
    delivery_date: null,
    offer: null,
    sign_cart_id: null,
  },
})
const calls = (...routes: string[]) => routes.map((route, number) => ({ number, route, status: 200, line: route }))

/** The complaints of a check. */
function failures(check: (expect: Expectations) => void): string[] {
  const expectations = new Expectations()
  check(expectations)
  return expectations.failures.map((failure) => failure.split(":")[0] ?? "")
}

describe("what the walkthrough checks of a delivery", () => {
  const DELIVERY = "POST /application/cart/delivery"
  const today = new Date().toISOString().slice(0, 10)
  const facts = { running: lease("delivered"), delivered: order() }
  const told = (...routes: string[]) =>
    calls(...routes).map((call) => (call.route === DELIVERY ? { ...call, body: { deliveryDate: today } } : call))
  const wrong = (change: Partial<typeof facts>, calls = told(DELIVERY), state = "Funded") =>
    failures((expect) => checkDelivery(expect, { ...facts, ...change }, { calls, state }))

  it("finds nothing wrong with a good one", () => {
    expect(wrong({})).toEqual([])
  })

  it.each<[string, string[]]>([
    ["a lease that does not run", wrong({ running: lease("placed") })],
    ["a payment that is not captured", wrong({ delivered: order({ payment_status: "authorized" }) })],
    ["a second confirmation", wrong({}, told(DELIVERY, DELIVERY))],
    ["another day", wrong({}, calls(DELIVERY))],
    ["a lease that is not funded", wrong({}, told(DELIVERY), "Lease Accepted")],
  ])("finds %s", (_what, found) => {
    expect(found).toHaveLength(1)
  })

  it("finds a delivery that was not reported", () => {
    expect(wrong({}, [])).toEqual([
      "the service was told of the delivery once, not of each parcel",
      "it was told the day",
    ])
  })
})

describe("what the walkthrough checks of a return", () => {
  const ROUTES = ["POST /application/return/availability", "POST /application/return"]
  const facts = {
    part: { status: 400, answer: { code: "refund_partial" } },
    returned: lease("returned"),
    refunded: order({ payment_status: "refunded" }),
  }
  const wrong = (change: Partial<typeof facts>, routes = ROUTES, state = "Returned") =>
    failures((expect) => checkReturn(expect, { ...facts, ...change }, { calls: calls(...routes), state }))

  it("finds nothing wrong with a good one", () => {
    expect(wrong({})).toEqual([])
  })

  it.each<[string, string[]]>([
    ["a part that was refunded", wrong({ part: { status: 200, answer: { code: "" } } })],
    ["a lease that is not returned", wrong({ returned: lease("delivered") })],
    ["a payment that is not refunded", wrong({ refunded: order() })],
    ["a return without asking", wrong({}, ROUTES.slice(1))],
    ["a contract that was canceled instead", wrong({}, ["DELETE /application/contract"])],
    ["a lease that still runs at the service", wrong({}, ROUTES, "Funded")],
  ])("finds %s", (_what, found) => {
    expect(found).toHaveLength(1)
  })
})

describe("what the walkthrough checks of a cancellation", () => {
  const CANCEL = "DELETE /application/contract"
  const facts = { canceled: order({ status: "canceled", payment_status: "refunded" }), ended: lease("cancelled") }
  const wrong = (change: Partial<typeof facts>, routes = [CANCEL], state = "Approved") =>
    failures((expect) => checkCancellation(expect, { ...facts, ...change }, { calls: calls(...routes), state }))

  it("finds nothing wrong with a good one", () => {
    expect(wrong({})).toEqual([])
  })

  it.each<[string, string[]]>([
    ["an order that is open", wrong({ canceled: order({ payment_status: "refunded" }) })],
    ["a lease that is alive here", wrong({ ended: lease("placed") })],
    ["a contract that was canceled twice", wrong({}, [CANCEL, CANCEL])],
    ["a contract that is alive there", wrong({}, [CANCEL], "Contracts Received")],
  ])("finds %s", (_what, found) => {
    expect(found).toHaveLength(1)
  })
})
