import { expectNoneBroken, MORE } from "./support/expect"
import type { Moment } from "./support/moment"
import { handedOut } from "./support/roots"

const FAULTS = { crashes: 2, losses: 2, refusals: 0, acts: 0, changes: MORE }
const CHANGES = { crashes: 1, losses: 1, refusals: 1, acts: 0, changes: 1 }
const PEOPLE = { crashes: MORE, losses: 1, refusals: 0, acts: 1, changes: MORE }
const MUTE = { crashes: MORE, losses: 1, refusals: 0, acts: 1, changes: 0 }
/** Stops here: `placed.spec.ts` explores placed orders. */
const untilPlaced = ({ lease }: Moment) => lease.placed_at !== null

describe("opened contracts", () => {
  it("an opened contract breaks no rule, whatever calls and processes are lost", () =>
    expectNoneBroken({ "a contract": handedOut(true, FAULTS) }, untilPlaced))
  it("an opened contract breaks no rule, whatever changes elsewhere meanwhile", () =>
    expectNoneBroken({ "a contract": handedOut(true, CHANGES) }, untilPlaced))
  it("an opened contract breaks no rule, whatever people do", () =>
    expectNoneBroken({ "a contract": handedOut(true, PEOPLE) }, untilPlaced))
  it("an opened contract breaks no rule if the service gives no status", () =>
    expectNoneBroken({ "a contract without a status": handedOut(false, MUTE) }, untilPlaced))
})
