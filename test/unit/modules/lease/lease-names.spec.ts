import { leaseNames } from "../../../../src/modules/lease/shopper/hosted/lease-names"

const OPERATOR = "https://api.operator.example"
const namesOf = (id: string | null, query: string, operator = OPERATOR) =>
  leaseNames({ id, urls: [query && `https://pay.operator.example/api/v1/update-order?${query}`] }, operator, "secret")
const common = (some: string[], others: string[]) => some.filter((name) => others.includes(name)).length

it("a lease's ID is the same in a report and in its one-time URLs, but not at another operator", () => {
  const names = namesOf("H-1", "")
  expect(common(names, namesOf(null, "leaseId=H-1&code=1"))).toBe(1)
  expect(common(names, namesOf("H-1", "", "https://api.maple.example"))).toBe(0)
})

it("a short code may recur with another lease's ID", () => {
  expect(common(namesOf(null, "leaseId=H-1&code=123456"), namesOf(null, "leaseId=H-2&code=123456"))).toBe(0)
})

it("a report that names nothing has no names", () => {
  expect(leaseNames({ id: null, urls: [undefined, "not a URL"] }, OPERATOR, "secret")).toEqual([])
})
