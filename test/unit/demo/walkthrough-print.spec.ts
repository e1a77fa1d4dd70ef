import { printBriefly, printExchange, shortened } from "../../../demo/walkthrough-print.mjs"

describe("what the walkthrough shows of a request", () => {
  it("hides the applicant's answers", () => {
    expect(shortened({ application: { customer: { ssn: "219-38-4471" } }, attemptId: "a" })).toBe(
      '{"application":"…","attemptId":"a"}',
    )
  })

  it("hides the lease key", () => {
    expect(shortened({ leaseKey: "abc" })).toBe('{"leaseKey":"…"}')
  })

  it("hides the log-in", () => {
    expect(shortened({ email: "admin@example.com", password: "abc" })).toBe(
      '{"email":"admin@example.com","password":"…"}',
    )
    expect(shortened({ token: "abc" })).toBe('{"token":"…"}')
  })

  it("says how long a long list is", () => {
    expect(shortened({ fields: [1, 2, 3, 4] })).toBe('{"fields":"4 entries"}')
  })

  it("names the actions that are allowed", () => {
    expect(shortened({ can: { apply: { allowed: true }, offer: { allowed: false, reason: "no_application" } } })).toBe(
      '{"can":"apply"}',
    )
  })

  it("picks what matters of a cart", () => {
    expect(shortened({ cart: { id: "cart_1", total: 10, items: [] } })).toBe('{"cart":{"id":"cart_1","total":10}}')
  })
})

describe("how the walkthrough shows a step", () => {
  let printed: string[]
  beforeEach(() => {
    printed = []
    jest.spyOn(console, "log").mockImplementation((line = "") => void printed.push(String(line)))
  })
  afterEach(() => jest.restoreAllMocks())
  const exchange = {
    title: "See the order",
    method: "GET",
    path: "/admin/orders/order_01M7YYCFA55ECPS5PQ8RTY4AGR?fields=id,*items",
    body: undefined,
    status: 200,
    answer: { order: { id: "order_1", total: 10, items: [] } },
  }

  it("in full: asked, answered, and what the service was told", () => {
    printExchange(7, exchange, [{ number: 1, status: 204, line: "DELETE /application/contract → 204" }])
    expect(printed).toEqual([
      "\n7. See the order",
      "   asked     GET /admin/orders/order_01M7YYCFA55ECPS5PQ8RTY4AGR",
      '   answered  200 {"order":{"id":"order_1","total":10}}',
      "   service   DELETE /application/contract → 204",
    ])
  })

  it("briefly: a line without names that say nothing", () => {
    printBriefly(7, exchange)
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/^7\. See the order +GET \/admin\/orders\/… → 200$/)
  })
})
