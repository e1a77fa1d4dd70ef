import { checkCancellation, checkDelivery, checkReturn } from "../../../demo/after-order-facts.mjs"
import { Expectations } from "../../../demo/expectations.mjs"

type Order = Parameters<typeof checkDelivery>[1]["delivered"]
type Lease = Parameters<typeof checkDelivery>[1]["running"]

const order = (change: Partial<Order> = {}) =>
  ({ status: "pending", payment_status: "captured", fulfillment_status: "delivered", ...change }) as Order
const lease = (status: string) => ({ lease: { status } }) as Lease
const calls = (...routes: string[]) => routes.map((route, number) => ({ number, route, status: 200, line: route }))

/** How many complaints a check has. */
function complaints(check: (expect: Expectations) => void): number {
  const expectations = new Expectations()
  check(expectations)
  return expectations.failures.length
}

/** `npm run walkthrough` says of an operator's account whether all went well: each fact is looked at. */
describe("what the walkthrough checks", () => {
  const DELIVERY = "POST /application/cart/delivery"
  const today = new Date().toISOString().slice(0, 10)
  const told = calls(DELIVERY).map((call) => ({ ...call, body: { deliveryDate: today } }))
  const delivered = (
    running = lease("delivered"),
    change: Partial<Order> = {},
    made: object[] = told,
    state = "Funded",
  ) =>
    complaints((expect) =>
      checkDelivery(expect, { running, delivered: order(change) }, { calls: made as typeof told, state }),
    )

  it.each<[string, number, number]>([
    ["a good one", delivered(), 0],
    ["a lease that does not run", delivered(lease("placed")), 1],
    ["a payment that is not captured", delivered(undefined, { payment_status: "authorized" }), 1],
    ["a second confirmation", delivered(undefined, {}, [...told, ...told]), 1],
    ["another day", delivered(undefined, {}, calls(DELIVERY)), 1],
    ["one that was not reported", delivered(undefined, {}, []), 2],
    ["a lease that is not funded", delivered(undefined, {}, told, "Lease Accepted"), 1],
  ])("of a delivery looks at every fact: %s", (_, found, expected) => expect(found).toBe(expected))

  const RETURN = ["POST /application/return/availability", "POST /application/return"]
  const GOOD = {
    ...{ part: { status: 400, answer: { code: "refund_partial" } }, takesLines: false, returned: lease("returned") },
    refunded: order({ payment_status: "refunded" }),
  }
  const returned = (change: Partial<typeof GOOD> = {}, routes = RETURN, state = "Returned") =>
    complaints((expect) => checkReturn(expect, { ...GOOD, ...change }, { calls: calls(...routes), state }))
  const TAKEN = { status: 200, answer: { code: "" } }

  it.each<[string, number, number]>([
    ["a good one", returned(), 0],
    ["one in parts", returned({ takesLines: true, part: TAKEN }, [...RETURN, ...RETURN]), 0],
    ["a refused part though lines are taken", returned({ takesLines: true }, [...RETURN, ...RETURN]), 1],
    ["a part that was refunded", returned({ part: TAKEN }), 1],
    ["a lease that is not returned", returned({ returned: lease("delivered") }), 1],
    ["a payment that is not refunded", returned({ refunded: order() }), 1],
    ["a return without asking", returned({}, RETURN.slice(1)), 1],
    ["a contract that was canceled instead", returned({}, ["DELETE /application/contract"]), 1],
    ["a lease that still runs at the service", returned({}, RETURN, "Funded"), 1],
  ])("of a return looks at every fact: %s", (_, found, expected) => expect(found).toBe(expected))

  const CANCEL = "DELETE /application/contract"
  const CANCELED = { canceled: order({ status: "canceled", payment_status: "refunded" }), ended: lease("cancelled") }
  const canceled = (change: Partial<typeof CANCELED> = {}, routes = [CANCEL], state = "Approved") =>
    complaints((expect) => checkCancellation(expect, { ...CANCELED, ...change }, { calls: calls(...routes), state }))

  it.each<[string, number, number]>([
    ["a good one", canceled(), 0],
    ["an order that is open", canceled({ canceled: order({ status: "pending", payment_status: "refunded" }) }), 1],
    ["a lease that is alive here", canceled({ ended: lease("placed") }), 1],
    ["a contract that was canceled twice", canceled({}, [CANCEL, CANCEL]), 1],
    ["a contract that is alive there", canceled({}, [CANCEL], "Contracts Received"), 1],
  ])("of a cancellation looks at every fact: %s", (_, found, expected) => expect(found).toBe(expected))
})
