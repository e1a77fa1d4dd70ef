import { printExchange, shortened } from "../../../demo/walkthrough-print.mjs"

it.each([
  [
    "the applicant's answers",
    { application: { ssn: "219-38-4471" }, attemptId: "a" },
    { application: "…", attemptId: "a" },
  ],
  ["the lease key", { leaseKey: "abc" }, { leaseKey: "…" }],
  ["the password", { email: "admin@example.com", password: "abc" }, { email: "admin@example.com", password: "…" }],
  ["the token of the log-in", { token: "abc" }, { token: "…" }],
  ["the rest of a cart", { cart: { id: "cart_1", total: 10, items: [] } }, { cart: { id: "cart_1", total: 10 } }],
])("the walkthrough hides %s", (_, body, shown) => expect(JSON.parse(shortened(body))).toEqual(shown))

describe("the walkthrough shows a step", () => {
  let printed: string[]
  beforeEach(() => {
    printed = []
    jest.spyOn(console, "log").mockImplementation((line = "") => void printed.push(String(line)))
  })
  afterEach(() => jest.restoreAllMocks())
  const path = "/admin/orders/order_01M7YYCFA55ECPS5PQ8RTY4AGR"
  const exchange = {
    ...{
      title: "See the order",
      method: "GET" as const,
      path: `${path}?fields=id,*items`,
      body: undefined,
      status: 200,
    },
    answer: { order: { id: "order_1", total: 10, items: [] } },
  }

  it("in full: asked, answered, and what the service was told; or briefly, without names that say nothing", () => {
    printExchange(7, exchange, ["DELETE /application/contract → 204"])
    expect(printed.splice(0)).toEqual([
      `\n7. See the order\n   asked     GET ${path}`,
      '   answered  200 {"order":{"id":"order_1","total":10}}',
      "   service   DELETE /application/contract → 204",
    ])
    printExchange(7, exchange, [], true)
    expect(printed).toEqual([expect.stringMatching(/^7\. See the order +GET \/admin\/orders\/… → 200$/)])
  })
})
