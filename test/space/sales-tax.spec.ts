import { Readable } from "node:stream"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ledgerDepsOf } from "../../src/modules/lease"
import { FULL } from "../faults/support/size"
import { findBroken } from "../support/sequences"

type Steps = typeof import("./support/tax-steps")

const SEED = FULL ? Number(process.env.LEASE_FAULTS_SEED) : 4711
const RUNS = FULL ? 20_000 : 2000

jest.setTimeout(600_000)

const search = ({ lived, STEPS }: Steps, seed: number, ends?: Map<string, number>) =>
  findBroken(lived, { names: Object.keys(STEPS), seed, runs: RUNS }, ends)

it(`no sale escapes tax (seed ${SEED})`, async () => {
  const ends = new Map<string, number>()
  const found = await search(load(), SEED, ends)
  process.stdout.write(`seed ${SEED}: ${JSON.stringify(found ?? Object.fromEntries(ends))}\n`)
  expect(found).toBeNull()
  expect([...ends.keys()].sort()).toEqual([
    "a lease, taxed by_operator",
    "a lease, taxed in_cart",
    "a virtual card, taxed by_operator",
    "a virtual card, taxed in_cart",
    "another payment",
    "found afterward",
    "no order",
  ])
})

type Mistake = { file: string; wrong: (real: never) => object; rule: string }
type Decision = { choice: string; recalculate: boolean }
type Decides = { decideCartTax: (payer: string, facts: { isChosen: boolean }) => Decision }

/** Changes the decision on a cart's tax if this is the payer. */
const decides =
  (payer: string, change: (facts: { isChosen: boolean }) => Partial<Decision>) =>
  ({ decideCartTax }: Decides) => ({
    decideCartTax: (given: string, facts: { isChosen: boolean }) => ({
      ...decideCartTax(given, facts),
      ...(given === payer && change(facts)),
    }),
  })

const CHOICE_ROUTE = "api/store/lease-to-own/carts/[id]/choice/route"
type Request = { scope: MedusaContainer; params: object; headers: object }
type Route = { POST: (req: Request, res: object) => Promise<void> }

/** Mistakes in the code that decides on the tax, and the rule that each breaks. */
const MISTAKES: Record<string, Mistake> = {
  "another payment method leaves the choice of lease-to-own": {
    file: "modules/lease/rules/sales-tax",
    wrong: decides("other", () => ({ choice: "keep" })),
    rule: "another payment method puts the tax back",
  },
  "the choice is taken back, but the tax isn't recalculated": {
    file: "modules/lease/rules/sales-tax",
    wrong: decides("other", () => ({ recalculate: false })),
    rule: "another payment method puts the tax back",
  },
  "a recorded choice counts as counted, even if the process died in between": {
    file: "modules/lease/rules/sales-tax",
    wrong: decides("lease", ({ isChosen }) => ({ recalculate: !isChosen })),
    rule: "the choice of lease-to-own takes the tax out",
  },
  "a completion doesn't read the tax lines": {
    file: "medusa/read/taxes",
    wrong: () => ({ hasOurTaxLines: () => false }),
    rule: "only a lease pays for an order without sales tax",
  },
  "an open widget counts as its success": {
    file: "modules/lease/rules/lease-predicates",
    wrong: () => ({ isNew: () => false }),
    rule: "another payment method puts the tax back",
  },
  "a payment collection keeps the former total": {
    file: "medusa/sales-tax",
    wrong: () => ({ refreshCollection: async () => {} }),
    rule: "a new session has the cart's total",
  },
  "an order's new items are taxed by the option": {
    file: "modules/lease/shopper/choice",
    wrong: () => ({ isOrderUntaxed: async () => false }),
    rule: "an order keeps its tax treatment",
  },
  "the route of the choice takes none back": {
    file: CHOICE_ROUTE,
    wrong: ({ POST }: Route) => ({
      POST: ({ scope, params, headers }: Request, res: object) =>
        POST(Object.assign(Readable.from([Buffer.from('{"chosen":true}')]), { scope, params, headers }), res),
    }),
    rule: "another payment method puts the tax back",
  },
  "the route of the choice only records it": {
    file: CHOICE_ROUTE,
    wrong: () => ({
      POST: ({ scope }: Request) => ledgerDepsOf(scope).store.choices.choose("cart_1", null),
    }),
    rule: "the choice of lease-to-own takes the tax out",
  },
  "the alert about a sale without tax closes by itself": {
    file: "modules/lease/rules/conditions",
    wrong: () => ({ isUntaxedSale: () => false }),
    rule: "a sale that escaped tax is found",
  },
  "an order isn't checked when it is placed": {
    file: "medusa/pending-calls",
    wrong: () => ({ recordPlacedOrder: async () => null }),
    rule: "a sale that escaped tax is found",
  },
  "a sale that was found ships": {
    file: "medusa/read/taxes",
    wrong: () => ({ readOrderTax: async () => null }),
    rule: "a sale that escaped tax doesn't ship",
  },
}

it.each(Object.entries(MISTAKES))("the sequences reveal the mistake: %s", async (_, mistake) => {
  const found = await search(load(mistake), 4711)
  expect(found?.rule).toContain(mistake.rule)
})

/** Loads everything again, with Medusa's workflows in memory and, if given, with a mistake in one file. */
function load(mistake?: Mistake): Steps {
  jest.resetModules()
  const runs = (name: string) => (container: { store: Record<string, () => unknown> }) => ({
    run: () => container.store[name]?.(),
  })
  const mock = (path: string, wrong: (real: never) => object) =>
    jest.doMock(path, () => {
      const real = jest.requireActual(path)
      return { ...real, ...wrong(real as never) }
    })
  jest.doMock("@medusajs/medusa/core-flows", () => ({
    refreshPaymentCollectionForCartWorkflow: runs("runRefreshCollection"),
  }))
  jest.doMock("../../src/medusa/calculate-tax", () => ({ calculateTaxWorkflow: runs("runCalculateTax") }))
  // Each time it is loaded, it listens for the end of the process.
  jest.doMock("@medusajs/telemetry", () => ({}))
  jest.doMock("../../src/medusa/completion", () => ({}))
  jest.doMock("../../src/medusa/medusa-side", () => ({}))
  jest.doMock("../../src/api/cart-view", () => ({ cartView: async () => ({}) }))
  mock("../../src/modules/lease/ledger", () => ({
    checkPlaceable: (deps: Placeable, _cartId: string, given: object) => deps.placeable(given),
  }))
  if (mistake) mock(`../../src/${mistake.file}`, mistake.wrong)
  const steps = require("./support/tax-steps")
  if (mistake) jest.dontMock(`../../src/${mistake.file}`) // cspell:disable-line
  return steps
}
type Placeable = { placeable(given: object): object }
