import { shortened } from "../../../demo/walkthrough-print.mjs"

it.each([
  ["the applicant's answers", { application: { ssn: "219-38-4471" } }, { application: "…" }],
  ["the lease key", { leaseKey: "abc" }, { leaseKey: "…" }],
  ["the password", { email: "admin@example.com", password: "abc" }, { email: "admin@example.com", password: "…" }],
  ["the token of the log-in", { token: "abc" }, { token: "…" }],
  ["the rest of a cart", { cart: { id: "cart_1", total: 10, items: [] } }, { cart: { id: "cart_1", total: 10 } }],
])("the walkthrough hides %s", (_, body, shown) => expect(JSON.parse(shortened(body))).toEqual(shown))
