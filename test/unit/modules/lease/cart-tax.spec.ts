import { type CartTaxFacts, decideCartTax } from "../../../../src/modules/lease/rules/sales-tax"

const TAXED: CartTaxFacts = { byOperator: true, isChosen: false, isTaxed: true, isUntaxed: false }
const CHOSEN: CartTaxFacts = { byOperator: true, isChosen: true, isTaxed: false, isUntaxed: true }
const NOTHING = { choice: "keep", recalculate: false }

describe("a lease pays", () => {
  it("the choice is recorded once, and the tax is recalculated then", () => {
    expect(decideCartTax("lease", TAXED)).toEqual({ choice: "choose", recalculate: true })
    expect(decideCartTax("lease", { ...TAXED, isTaxed: false })).toEqual({ choice: "choose", recalculate: true })
    expect(decideCartTax("lease", CHOSEN)).toEqual(NOTHING)
  })

  it("tax that is left in a chosen cart is recalculated", () => {
    expect(decideCartTax("lease", { ...CHOSEN, isTaxed: true })).toEqual({ choice: "keep", recalculate: true })
  })

  it("the tax comes back if the store charges it, as for any other payment", () => {
    expect(decideCartTax("lease", { ...CHOSEN, byOperator: false })).toEqual({ choice: "take_back", recalculate: true })
    expect(decideCartTax("lease", { ...TAXED, byOperator: false })).toEqual(NOTHING)
  })
})

describe("another payment method pays", () => {
  it("the choice is taken back, and the tax recalculated, whoever would charge the tax on a lease", () => {
    for (const byOperator of [true, false])
      expect(decideCartTax("other", { ...CHOSEN, byOperator })).toEqual({ choice: "take_back", recalculate: true })
    expect(decideCartTax("other", TAXED)).toEqual(NOTHING)
  })

  it("a process that died between recording the choice and calculating the tax is made up for, in both directions", () => {
    const recorded = { ...TAXED, isChosen: true }
    expect(decideCartTax("other", recorded)).toEqual({ choice: "take_back", recalculate: true })
    const takenBack = { ...CHOSEN, isChosen: false }
    expect(decideCartTax("other", takenBack)).toEqual({ choice: "keep", recalculate: true })
  })
})

it("a hosted lease's virtual card leaves everything as it is", () => {
  for (const facts of [TAXED, CHOSEN]) expect(decideCartTax("virtual_card", facts)).toEqual(NOTHING)
})
