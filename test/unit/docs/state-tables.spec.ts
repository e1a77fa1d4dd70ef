import {
  LEASE_STATUSES,
  type LeaseAction,
  type LeaseStatus,
  type ShopFacts,
  shopStep,
  transitions,
  whyNot,
} from "../../../src/modules/lease/state-machine"
import { read, section, tables } from "./markdown"

const documented = tables(section(read("docs/decisions.md"), "One table of states"))
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ")

const ACTIONS: Record<LeaseAction, true> = {
  apply: true,
  offer: true,
  contract: true,
  signature: true,
  place: true,
  capture: true,
  cancel: true,
  deliver: true,
  return: true,
  attest: true,
}

const FACTS: ShopFacts = { available: true, inSync: true, hasOrder: false, orderFailed: false }
const CASES: Partial<ShopFacts>[] = [{}, { inSync: false }, { available: false }, { orderFailed: true }]

function stepsOf(status: LeaseStatus | null): string[] {
  const [usual = "", ...others] = CASES.map((facts) => shopStep(status, { ...FACTS, ...facts }))
  const differing = others.map((step) => (step === usual ? "" : code([step])))
  return [status ? code([status]) : "(no lease)", code([usual]), ...differing]
}

describe("the tables of states in docs/decisions.md", () => {
  it("have every event with where it leads from and to", () => {
    const rows = Object.entries(transitions).map(([event, { from, to }]) => [code([event]), code(from), code([to])])
    expect(documented[0]).toEqual(rows)
  })

  it("have every action with the statuses that allow it", () => {
    const actions = Object.keys(ACTIONS) as LeaseAction[]
    const rows = actions.map((action) => [
      code([action]),
      code(LEASE_STATUSES.filter((status) => !whyNot(action, status))),
    ])
    expect(documented[1]).toEqual(rows)
  })

  it("have every status with the step a shopper sees", () => {
    expect(documented[2]).toEqual([null, ...LEASE_STATUSES].map(stepsOf))
  })
})
