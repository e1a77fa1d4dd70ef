import { checkCancellation, checkDelivery, checkReturn } from "../../../demo/after-order-facts.mjs"
import { Expectations } from "../../../demo/expectations.mjs"

type Told = Parameters<typeof checkDelivery>[2]
type Order = Parameters<typeof checkDelivery>[1]["delivered"]
type Lease = Parameters<typeof checkDelivery>[1]["running"]

const order = (payment_status: string, status = "pending") =>
  ({ status, payment_status, fulfillment_status: "delivered" }) as Order
const lease = (status: string) => ({ lease: { status } }) as Lease
const calls = (...routes: string[]) => routes.map((route, number) => ({ number, route, status: 200, line: route }))

/** How many complaints a check has. */
function complaints(check: (expect: Expectations) => void): number {
  const expectations = new Expectations()
  check(expectations)
  return expectations.failures.length
}

const day = new Date().toISOString().slice(0, 10)
const DELIVERY = calls("POST /application/cart/delivery").map((call) => ({ ...call, body: { deliveryDate: day } }))
const RETURN = calls("POST /application/return/availability", "POST /application/return")
const CANCEL = calls("DELETE /application/contract")
const PART_REFUSED = { status: 400, answer: { code: "refund_partial" } }
const PART_TAKEN = { status: 200, answer: { code: "" } }

const delivery = (change: object = {}, told: object = {}) =>
  complaints((expect) =>
    checkDelivery(expect, { running: lease("delivered"), delivered: order("captured"), ...change }, {
      ...{ calls: DELIVERY, state: "Funded", ...told },
    } as Told),
  )
const GOOD = { part: PART_REFUSED, takesLines: false, returned: lease("returned"), refunded: order("refunded") }
const returned = (change: Partial<typeof GOOD> = {}, told: object = {}) =>
  complaints((expect) => checkReturn(expect, { ...GOOD, ...change }, { calls: RETURN, state: "Returned", ...told }))
const ENDED = { canceled: order("refunded", "canceled"), ended: lease("canceled") }
const canceled = (change: object = {}, told: object = {}) =>
  complaints((expect) =>
    checkCancellation(expect, { ...ENDED, ...change }, { calls: CANCEL, state: "Approved", ...told }),
  )

it.each<[what: string, found: number, expected: number]>([
  ["a good delivery", delivery(), 0],
  ["a lease that does not run", delivery({ running: lease("placed") }), 1],
  ["a payment that is not captured", delivery({ delivered: order("authorized") }), 1],
  ["a second confirmation", delivery({}, { calls: [...DELIVERY, ...DELIVERY] }), 1],
  ["another day", delivery({}, { calls: calls("POST /application/cart/delivery") }), 1],
  ["a delivery that was not reported", delivery({}, { calls: [] }), 2],
  ["a lease that is not funded", delivery({}, { state: "Lease Accepted" }), 1],

  ["a good return", returned(), 0],
  ["a return in parts", returned({ takesLines: true, part: PART_TAKEN }, { calls: [...RETURN, ...RETURN] }), 0],
  ["a refused part though lines are taken", returned({ takesLines: true }, { calls: [...RETURN, ...RETURN] }), 1],
  ["a part that was refunded", returned({ part: PART_TAKEN }), 1],
  ["a lease that is not returned", returned({ returned: lease("delivered") }), 1],
  ["a payment that is not refunded", returned({ refunded: order("captured") }), 1],
  ["a return without asking", returned({}, { calls: RETURN.slice(1) }), 1],
  ["a contract that was canceled instead", returned({}, { calls: CANCEL }), 1],
  ["a lease that still runs at the service", returned({}, { state: "Funded" }), 1],

  ["a good cancellation", canceled(), 0],
  ["an order that is open", canceled({ canceled: order("refunded") }), 1],
  ["a lease that is alive here", canceled({ ended: lease("placed") }), 1],
  ["a contract that was canceled twice", canceled({}, { calls: [...CANCEL, ...CANCEL] }), 1],
  ["a contract that is alive there", canceled({}, { state: "Contracts Received" }), 1],
])("the walkthrough looks at every fact after the order: %s", (_, found, expected) => expect(found).toBe(expected))
