import { CARD_STATES, type CardState, cardState } from "../../../src/modules/lease/card/state"
import { isReplacement } from "../../../src/modules/lease/rules/standing"
import {
  ACTIONS,
  LEASE_STATUSES,
  type LeaseStatus,
  type ShopFacts,
  shopStep,
  transitions,
  whyNot,
} from "../../../src/modules/lease/rules/state-machine"
import { facts } from "../modules/lease/support/card-facts"
import { everyFacts } from "../modules/lease/support/every-facts"
import { read, section, tables } from "./markdown"

const documented = tables(section(read("docs/decisions.md"), "One table of states"))
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ")

const FACTS: ShopFacts = { available: true, inSync: true, hasOrder: false, orderFailed: false }
const CASES: Partial<ShopFacts>[] = [
  {},
  { inSync: false },
  { available: false },
  { orderFailed: true },
  { mayApplyAgain: true },
]

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
    const rows = ACTIONS.map((action) => [
      code([action]),
      code(LEASE_STATUSES.filter((status) => !whyNot(action, status))),
    ])
    expect(documented[1]).toEqual(rows)
  })

  it("have every status with the step a shopper sees", () => {
    expect(documented[2]).toEqual([null, ...LEASE_STATUSES].map(stepsOf))
  })

  it("have every state that a merchant can see with the statuses in which it appears", () => {
    const seen = LEASE_STATUSES.map((status) => ({ status, states: statesOf(status) }))
    const statusesOf = (state: CardState) =>
      seen.filter(({ states }) => states.includes(state)).map(({ status }) => status)
    expect(documented[3]).toEqual(CARD_STATES.map((state) => [code([state]), code(statusesOf(state))]))
  })

  it("name a status for every state of the card", () => {
    expect(documented[3]?.filter(([, statuses]) => !statuses)).toEqual([])
  })
})

/** From the order on a lease has one, and so has the new contract of an edited order; before it there may be an order that is not recorded yet. */
const WITH_ORDER: readonly LeaseStatus[] = ["placed", "delivered", "returning", "returned"]

function statesOf(status: LeaseStatus): string[] {
  const usual = everyFacts([status]).filter(
    ({ lease, order }) => (order !== null) === (WITH_ORDER.includes(status) || isReplacement(lease)),
  )
  const unrecorded = ["signed", "placing"].includes(status) ? [facts({ lease: { status, order_id: null } })] : []
  const states = new Set([...usual, ...unrecorded].map(cardState))
  return CARD_STATES.filter((state) => states.has(state))
}
