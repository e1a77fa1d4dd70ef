import fc from "fast-check"
import { applyReturnLines } from "../../../../packages/sandbox/src/return-lines"
import { cents, lineKey, type MappedCart, parseAmount } from "../../../../src/lease-cart"
import type { Reduction } from "../../../../src/modules/lease/rules/records"
import { snapshotOf } from "../../../../src/modules/lease/rules/records"
import {
  type BackLine,
  goodsDue,
  linesLeft,
  planReduction,
  type Reducible,
  reducedBy,
  restOf,
} from "../../../../src/modules/lease/rules/reductions"
import { anyCart, untaxedCart } from "../../lease-cart/arbitraries"
import {
  line,
  map,
  orderFrom,
  type PlainLine,
  plainCart,
  refusals,
  shipping,
  totalled,
} from "../../lease-cart/builders"

/** A lease of such a cart, and its order with nothing returned. */
function leaseOf(items: PlainLine[], delivery = 10): { lease: Reducible; back: BackLine[]; mapped: MappedCart } {
  const plain = plainCart({ items, shipping_methods: [shipping({ amount: delivery })] })
  const mapped = map(totalled(plain))
  return { ...leased(mapped), back: backOf(plain), mapped }
}

function leased(mapped: MappedCart): { lease: Reducible } {
  return { lease: { amount: mapped.total, snapshot: snapshotOf(mapped), accepted_order: null, reductions: null } }
}

/** The lines as Medusa's order has them: with other ids, in another order. */
function backOf(cart: Parameters<typeof orderFrom>[0]): BackLine[] {
  const items = [...(orderFrom(cart).items ?? [])].reverse()
  return items.map((item) => ({
    key: lineKey(item),
    quantity: Number(parseAmount(item.quantity ?? item.detail?.quantity)) / 100,
    unitPrice: parseAmount(item.unit_price ?? item.detail?.unit_price),
    returned: 0,
  }))
}

const returning = (back: BackLine[], ...pieces: number[]) =>
  back.map((one, index) => ({ ...one, returned: pieces[index] ?? 0 }))
const plan = (lease: Reducible, amount: number, back: BackLine[], whole = true) =>
  planReduction(lease, { amount, whole, refunded: reducedBy(lease.reductions), back })
const after = (lease: Reducible, reduction: Reduction): Reducible => ({
  ...lease,
  reductions: [...(lease.reductions ?? []), reduction],
})
/** The plan's reduction, done. */
function done(lease: Reducible, amount: number, back: BackLine[]): Reducible {
  const planned = plan(lease, amount, back)
  if (planned.do !== "reduce") throw new Error(`refused: ${planned.code}`)
  return after(lease, planned.reduction)
}

const CHAIRS = { variant_id: "chair", variant_sku: "CHAIR", title: "Chair", quantity: 3, unit_price: 100 }
const SOFA = { variant_id: "sofa", variant_sku: "SOFA", title: "Sofa", quantity: 1, unit_price: 429 }

describe("goods that cost nothing and came back", () => {
  const GIFT = { variant_id: "gift", variant_sku: "GIFT", title: "Gift", quantity: 2, unit_price: 0 }
  const came = (gifts: number, sofas = 0, requested = 0) => {
    const { lease, back } = leaseOf([line(GIFT), line(SOFA), line(CHAIRS)])
    const pieces = (quantity: number) => (quantity === 2 ? gifts : quantity === 1 ? sofas : 0)
    return { lease, back: back.map((one) => ({ ...one, requested, returned: pieces(one.quantity) })) }
  }

  it("alone take nothing off the lease, and another refund lowers a price as without them", () => {
    const { lease, back } = came(1)
    expect(goodsDue(lease, back)).toMatchObject({ pieces: 1, amount: 0 })
    const lowered = plan(lease, 10_000, back)
    expect(lowered).toMatchObject({ do: "reduce", reduction: { amount: 10_000, lines: [{ action: "lower" }] } })
    expect(plan(lease, 10_000, came(1, 0, 1).back)).toMatchObject({ do: "refuse", code: "reduction_requested" })
  })

  it("go back with the next goods, at the sum of those", () => {
    const { lease, back } = came(1, 1)
    const lines = [
      { action: "return", identifier: "GIFT", quantity: 1, price: 0 },
      { action: "return", identifier: "SOFA", quantity: 1, price: 42_900 },
    ]
    expect(plan(lease, 42_900, back)).toMatchObject({ do: "reduce", reduction: { amount: 42_900, lines } })
    expect(plan(lease, 10_000, back)).toMatchObject({ do: "refuse", code: "reduction_goods", due: 42_900, pieces: 2 })
  })
})

describe("goods that came back", () => {
  it("are the lines of the lease, at their price; the refund must be that sum", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const came = back.map((one) => ({ ...one, returned: one.quantity === 3 ? 2 : 0 }))
    expect(plan(lease, 20_000, came)).toEqual({
      do: "reduce",
      reduction: {
        amount: 20_000,
        lines: [{ action: "return", number: 1, identifier: "CHAIR", quantity: 2, price: 10_000, tax: 0 }],
      },
    })
    for (const amount of [19_999, 20_001, 10_000, 15_000])
      expect(plan(lease, amount, came)).toEqual({ do: "refuse", code: "reduction_goods", due: 20_000, pieces: 2 })
    expect(plan(lease, 20_000, came, false)).toMatchObject({ code: "reduction_goods" })
  })

  it("are told once: what the service has taken back does not come back again", () => {
    const { lease, back } = leaseOf([line(CHAIRS)])
    const one = done(lease, 10_000, returning(back, 1))
    expect(goodsDue(one, returning(back, 1))).toMatchObject({ pieces: 0 })
    expect(goodsDue(one, returning(back, 2))).toMatchObject({ pieces: 1, amount: 10_000 })
  })

  it("whose price does not divide come from the cheaper of the two lines first", () => {
    const { lease, back } = leaseOf([
      line({ ...CHAIRS, unit_price: 33.33, quantity: 3, adjustments: [{ amount: -0.01 }] }),
    ])
    expect(linesLeft(lease)).toEqual([
      { number: 1, identifier: "CHAIR", quantity: 1, price: 3334, tax: 0 },
      { number: 2, identifier: "CHAIR-2", quantity: 2, price: 3333, tax: 0 },
    ])
    const two = done(lease, 6666, returning(back, 2))
    expect(two.reductions?.[0]?.lines).toEqual([
      { action: "return", number: 2, identifier: "CHAIR-2", quantity: 2, price: 3333, tax: 0 },
    ])
    // The last piece is the whole lease, its delivery included.
    expect(plan(two, 3334, returning(back, 3))).toMatchObject({ code: "reduction_goods", due: 4334 })
  })

  it("of lines that stand merged in the lease are counted together", () => {
    const { lease, back } = leaseOf([
      line({ ...CHAIRS, id: "a", quantity: 2 }),
      line({ ...CHAIRS, id: "b", quantity: 1 }),
      line(SOFA),
    ])
    expect(linesLeft(lease).map(({ quantity }) => quantity)).toEqual([3, 1])
    const came = back.map((one) => ({ ...one, returned: one.key.includes("chair") ? 1 : 0 }))
    expect(goodsDue(lease, came)).toMatchObject({ pieces: 2, amount: 20_000 })
  })

  it("of one article at two prices are told apart by the price that Medusa has for them", () => {
    const { lease, back } = leaseOf([
      line({ ...CHAIRS, id: "a" }),
      line({ ...CHAIRS, id: "b", unit_price: 80 }),
      line(SOFA),
    ])
    const came = back.map((one) => ({ ...one, returned: one.unitPrice === 8000 ? 1 : 0 }))
    expect(goodsDue(lease, came)?.lines).toEqual([
      { action: "return", number: 2, identifier: "CHAIR-2", quantity: 1, price: 8000, tax: 0 },
    ])
  })

  it("that nothing tells apart are refused, and so is what the contract does not have", () => {
    const alike = leaseOf([line({ ...CHAIRS, id: "a" }), line({ ...CHAIRS, id: "b", adjustments: [{ amount: 60 }] })])
    expect(plan(alike.lease, 8000, returning(alike.back, 1))).toEqual({ do: "refuse", code: "reduction_unmatched" })
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const stranger = [...back, { key: '["lamp"]', quantity: 1, unitPrice: cents(5000), returned: 1 }]
    expect(plan(lease, 5000, stranger)).toEqual({ do: "refuse", code: "reduction_unmatched" })
    const old = { ...lease, snapshot: lease.snapshot && { ...lease.snapshot, lines: undefined } } as Reducible
    expect(plan(old, 10_000, returning(back, 1))).toEqual({ do: "refuse", code: "reduction_unmatched" })
  })

  it("are refused once a person has settled some of them elsewhere: nothing says which", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const settled = { ...lease, accepted_order: { total: 43_900, returned: 1 } }
    expect(plan(settled, 10_000, returning(back, 2))).toEqual({ do: "refuse", code: "reduction_unmatched" })
  })

  it("take their share of their line's tax along, cut to cents, and the last one the rest", () => {
    const { lease, back } = leaseOf([line({ ...CHAIRS, unit_price: 33.33, tax_lines: [{ rate: 10 }] }), line(SOFA)])
    expect(linesLeft(lease)[0]).toMatchObject({ quantity: 3, price: 3333, tax: 1000 })
    const one = done(lease, 3333 + 333, returning(back, 1))
    const two = done(one, 3333 + 333, returning(back, 2))
    const three = done(two, 3333 + 334, returning(back, 3))
    expect(three.reductions?.map(({ lines }) => lines[0]?.tax)).toEqual([333, 333, 334])
    expect(restOf(three)).toBe(42_900 + 1000)
  })

  it("after a lower price count at that price", () => {
    const { lease, back } = leaseOf([line(CHAIRS)])
    const lowered = done(lease, 3000, back)
    expect(goodsDue(lowered, returning(back, 1))).toMatchObject({ amount: 9000 })
  })
})

describe("a refund without goods", () => {
  it("lowers the price of the line that holds most, of all its pieces alike", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    expect(plan(lease, 2900, back)).toEqual({
      do: "reduce",
      reduction: {
        amount: 2900,
        lines: [{ action: "lower", number: 2, identifier: "SOFA", quantity: 1, price: 40_000, tax: 0 }],
      },
    })
  })

  it("that does not divide by the pieces of a line is taken from the next that can give it", () => {
    const { lease, back } = leaseOf([line({ ...CHAIRS, quantity: 5 }), line(SOFA)])
    expect(done(lease, 1001, back).reductions?.[0]?.lines).toMatchObject([{ identifier: "SOFA", price: 41_899 }])
    expect(done(lease, 1000, back).reductions?.[0]?.lines).toMatchObject([{ identifier: "CHAIR", price: 9800 }])
  })

  it("that no line can give names the sums beside it", () => {
    const { lease, back } = leaseOf([line(CHAIRS)])
    expect(plan(lease, 1000, back)).toEqual({ do: "refuse", code: "reduction_price", sums: [999, 1002] })
    expect(plan(lease, 1, back)).toEqual({ do: "refuse", code: "reduction_price", sums: [3] })
    // No piece is had for nothing; and its delivery is no line.
    expect(plan(lease, 30_000, back)).toEqual({ do: "refuse", code: "reduction_price", sums: [29_997] })
    expect(plan(lease, 30_999, back)).toEqual({ do: "refuse", code: "reduction_price", sums: [29_997] })
    expect(plan(lease, 999, back, false)).toMatchObject({ code: "reduction_price", sums: [999, 1002] })
  })
})

describe("is refused", () => {
  const TAXED = { tax_lines: [{ rate: 8.25 }] }

  it("a lower price of lines with sales tax: nothing says how much of it that takes along", () => {
    const { lease, back } = leaseOf([line({ ...CHAIRS, ...TAXED })])
    expect(plan(lease, 1000, back)).toEqual({ do: "refuse", code: "reduction_taxed" })
    const mixed = leaseOf([line({ ...CHAIRS, ...TAXED, unit_price: 900 }), line(SOFA)])
    expect(done(mixed.lease, 1000, mixed.back).reductions?.[0]?.lines).toMatchObject([{ identifier: "SOFA" }])
  })

  it("any part of a contract that has all tax on one line", () => {
    const plain = plainCart({ items: [line({ ...CHAIRS, ...TAXED }), line({ ...SOFA, ...TAXED })] })
    const { lease } = leased(map(totalled(plain), { tax: "one_line" }))
    const back = backOf(plain)
    expect(plan(lease, 10_825, returning(back, 1))).toEqual({ do: "refuse", code: "reduction_taxed" })
    expect(goodsDue(lease, returning(back, 1))).toBeNull()
  })

  it("while Medusa's books hold an earlier refund that the service does not know: it is being made", () => {
    const { lease, back } = leaseOf([line(SOFA)])
    const refund = { amount: 100, whole: true, back }
    expect(planReduction(lease, { ...refund, refunded: 100 })).toMatchObject({ code: "reduction_books_ahead" })
    expect(planReduction(lease, { ...refund, refunded: 0 })).toMatchObject({ do: "reduce" })
  })
})

/** The service's own arithmetic, on the lines as they were sent. */
class Service {
  lines
  constructor(lease: Reducible) {
    this.lines = linesLeft(lease).map(({ number, identifier, quantity, price, tax }) => ({
      ...{ lineNumber: number, sku: identifier, description: "", taxCents: tax, quantity, unitCents: price },
    }))
  }
  take({ lines }: Reduction): void {
    const asked = lines.map(({ action, number, identifier, quantity, price }) => ({
      ...{ lineNumber: number, sku: identifier, quantity },
      ...(action === "lower"
        ? { actionType: "PriceAdj" as const, priceCents: price }
        : { actionType: "Return" as const }),
    }))
    const result = applyReturnLines(this.lines, asked)
    if ("refused" in result) throw new Error(result.refused)
    this.lines = result.lines
  }
  get left(): number {
    return this.lines.reduce((sum, { unitCents, quantity, taxCents }) => sum + unitCents * quantity + taxCents, 0)
  }
}

type Deed = { lower: number } | { pieces: number; line: number }
const deeds = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 2_000_000 }).map((lower): Deed => ({ lower })),
    fc.record({ pieces: fc.integer({ min: 1, max: 4 }), line: fc.nat(5) }) as fc.Arbitrary<Deed>,
  ),
  { minLength: 1, maxLength: 12 },
)

describe("parts of any cart, in any order", () => {
  test.each([
    ["without tax", untaxedCart],
    ["with tax", anyCart],
  ])(
    "%s leave at the service exactly the rest of the lease, never less than nothing, and end with the whole",
    (_what, carts) => {
      let reduced = 0
      let wholes = 0
      fc.assert(
        fc.property(carts, deeds, (plain, todo) => {
          const cart = totalled(plain)
          fc.pre(refusals(cart).length === 0)
          const mapped = map(cart)
          let { lease } = leased(mapped)
          let back = backOf(plain)
          const service = new Service(lease)
          const delivery =
            Math.round(mapped.cart.deliveryCost * 100) + Math.round(mapped.cart.deliveryCostSalesTax * 100)
          const carry = (amount: number) => {
            const planned = plan(lease, amount, back)
            if (planned.do === "refuse") return planned
            service.take(planned.reduction)
            lease = after(lease, planned.reduction)
            reduced += 1
            expect(service.left + delivery).toBe(restOf(lease))
            expect(reducedBy(lease.reductions)).toBeLessThanOrEqual(mapped.total)
            expect(linesLeft(lease).every(({ price, quantity }) => price >= 0 && quantity >= 0)).toBe(true)
            return planned
          }
          for (const deed of todo) {
            if ("lower" in deed) {
              const refused = carry(deed.lower % Math.max(1, restOf(lease)))
              // A sum that is proposed is a sum that is taken.
              if (refused.do === "refuse" && "sums" in refused && refused.sums[0]) carry(refused.sums[0])
              continue
            }
            const at = deed.line % back.length
            back = back.map((one, index) =>
              index === at ? { ...one, returned: Math.min(one.quantity, one.returned + deed.pieces) } : one,
            )
            const due = goodsDue(lease, back)
            if (!due?.pieces) continue
            if (due.isLast) {
              wholes += 1
              expect(due.amount).toBe(restOf(lease))
              expect(plan(lease, due.amount, back)).toMatchObject({ do: "refuse", due: due.amount })
              return
            }
            if (due.amount > 0) expect(carry(due.amount).do).toBe("reduce")
          }
        }),
        { numRuns: 400 },
      )
      expect(reduced).toBeGreaterThan(400)
      expect(wholes).toBeGreaterThan(10)
    },
  )
})

describe("parts are refused where goods or sums are not those of the contract", () => {
  it("while a return is on its way: the refund would lower another line", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const onTheWay = back.map((one) => ({ ...one, requested: one.quantity === 3 ? 1 : 0 }))
    expect(plan(lease, 10_000, onTheWay)).toMatchObject({ do: "refuse", code: "reduction_requested" })
    expect(plan(lease, 10_000, back)).toMatchObject({ do: "reduce" })
  })

  it("with a replacement in the order: either could have come back", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const [first] = back
    const exchanged = [...returning(back, 1), { ...(first as BackLine), returned: 0 }]
    expect(goodsDue(lease, exchanged)).toBeNull()
  })

  it("after a person accepted another sum: the operator may have lowered it already", () => {
    const { lease, back } = leaseOf([line(CHAIRS), line(SOFA)])
    const agreed = { ...lease, accepted_order: { total: (lease.amount ?? 0) - 10_000, returned: 0 } }
    expect(plan(agreed, 2500, back)).toMatchObject({ do: "refuse", code: "reduction_unmatched" })
  })

  it("of a lease with tax that was signed before its lines were kept", () => {
    const { lease, back } = leaseOf([line(CHAIRS)])
    const { lines: _lines, ...snapshot } = lease.snapshot as NonNullable<Reducible["snapshot"]>
    const [item] = snapshot.cart.items
    const taxed = { ...snapshot.cart, items: [{ ...(item as NonNullable<typeof item>), tax: 5 }] }
    const old = { ...lease, snapshot: { ...snapshot, cart: taxed } } as Reducible
    expect(plan(old, 300, back)).toMatchObject({ do: "refuse", code: "reduction_taxed" })
  })
})
