import { expectNoneBroken, MORE } from "./support/expect"
import { placed, shipped } from "./support/roots"

const FAULTS = { crashes: 2, losses: 2, refusals: 0, acts: 1, changes: MORE }
const CHANGES = { crashes: 1, losses: 1, refusals: 1, acts: 1, changes: 1 }
const PEOPLE = { crashes: 0, losses: 0, refusals: MORE, acts: 2, changes: MORE }
const REPORTS = { crashes: 0, losses: 1, refusals: 1, acts: 2, changes: 0 }
const MUTE = { crashes: 1, losses: 1, refusals: 1, acts: 1, changes: MORE }

describe("placed orders", () => {
  it("a placed order breaks no rule, whatever calls and processes are lost", () =>
    expectNoneBroken({ "an order": placed(true, FAULTS) }))
  it("a placed order breaks no rule, whatever changes elsewhere meanwhile", () =>
    expectNoneBroken({ "an order": placed(true, CHANGES) }))
  it("a placed order breaks no rule, whatever people do", () => expectNoneBroken({ "an order": placed(true, PEOPLE) }))
  it("a shipped order breaks no rule, whoever reports its delivery", () =>
    expectNoneBroken({ "a shipped order": shipped(true, REPORTS) }))
  it("a placed order breaks no rule if the service gives no status", () =>
    expectNoneBroken({ "an order without a status": placed(false, MUTE) }))
})
