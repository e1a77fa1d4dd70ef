import fc from "fast-check"
import { applyReturnLines } from "../../../../packages/sandbox/src/calls/returns"
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
} from "../../../../src/modules/lease/rules/reversal"
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

type Case = { lease: Reducible; back: BackLine[] }

/** A lease of these lines, and its order with this many returned units of each item. */
function leaseOf(items: PlainLine[], returned: Record<string, number> = {}): Case {
  const plain = plainCart({ items, shipping_methods: [shipping({ amount: 10 })] })
  return came({ lease: leased(map(totalled(plain))), back: backOf(plain) }, returned)
}

const leased = (mapped: MappedCart): Reducible => ({
  ...{ amount: mapped.total, snapshot: snapshotOf(mapped), accepted_order: null, reductions: null },
})

/** The lines as in Medusa's order: with other ids, in a different sequence. */
function backOf(cart: Parameters<typeof orderFrom>[0]): BackLine[] {
  const items = [...(orderFrom(cart).items ?? [])].reverse()
  return items.map((item) => ({
    key: lineKey(item),
    quantity: Number(parseAmount(item.quantity ?? item.detail?.quantity)) / 100,
    unitPrice: parseAmount(item.unit_price ?? item.detail?.unit_price),
    returned: 0,
  }))
}

const piecesOf = (key: string, pieces: Record<string, number>) =>
  Object.entries(pieces).find(([article]) => key.includes(article))?.[1] ?? 0
const came = ({ lease, back }: Case, pieces: Record<string, number>): Case => ({
  lease,
  back: back.map((one) => ({ ...one, returned: piecesOf(one.key, pieces) })),
})
const requested = ({ lease, back }: Case, article: string): Case => ({
  lease,
  back: back.map((one) => ({ ...one, requested: piecesOf(one.key, { [article]: 1 }) })),
})
const changed = ({ lease, back }: Case, change: object): Case => ({ lease: { ...lease, ...change }, back })
const plan = ({ lease, back }: Case, amount: number, whole = true) =>
  planReduction(lease, { amount, whole, refunded: reducedBy(lease.reductions), back })
const due = ({ lease, back }: Case) => goodsDue(lease, back)
const after = (lease: Reducible, reduction: Reduction): Reducible => ({
  ...lease,
  reductions: [...(lease.reductions ?? []), reduction],
})
/** After the planned reduction. */
function done(given: Case, amount: number): Case {
  const planned = plan(given, amount)
  if (planned.do !== "reduce") throw new Error(`refused: ${planned.code}`)
  return { lease: after(given.lease, planned.reduction), back: given.back }
}

const article = (variant_id: string, quantity: number, unit_price: number) => ({
  ...{ variant_id, variant_sku: variant_id.toUpperCase(), title: variant_id, quantity, unit_price },
})
const CHAIRS = article("chair", 3, 100)
const SOFA = article("sofa", 1, 429)
const GIFT = article("gift", 2, 0)
const TAXED = { tax_lines: [{ rate: 8.25 }] }
/** Three units of an indivisible price: one costs a cent more. */
const UNEVEN = { ...CHAIRS, unit_price: 33.33, adjustments: [{ amount: -0.01 }] }

const both = (returned: Record<string, number> = {}) => leaseOf([line(CHAIRS), line(SOFA)], returned)
const chairs = (returned = 0) => leaseOf([line(CHAIRS)], { chair: returned })
const gifts = (returned: Record<string, number>) => leaseOf([line(GIFT), line(SOFA), line(CHAIRS)], returned)
const uneven = (returned = 0) => leaseOf([line(UNEVEN)], { chair: returned })

const part = (action: "return" | "lower", number: number, identifier: string, quantity: number, price: number) => ({
  ...{ action, number, identifier, quantity, price, tax: 0 },
})
const reduces = (...lines: object[]) => ({ do: "reduce", reduction: { lines } })
const refuses = (code: string, more: object = {}) => ({ do: "refuse", code, ...more })
const UNMATCHED = refuses("reduction_unmatched")

const table = (rows: [name: string, given: Case, amount: number, planned: object][]) =>
  it.each(rows)("%s (%#)", (_, given, amount, planned) => {
    const expected =
      "reduction" in planned ? { ...planned, reduction: { ...(planned.reduction as object), amount } } : planned
    expect(plan(given, amount)).toMatchObject(expected)
  })

describe("goods that came back", () => {
  const wrong = refuses("reduction_goods", { due: 20_000, pieces: 2 })
  const alike = [line({ ...CHAIRS, id: "a" }), line({ ...CHAIRS, id: "b", adjustments: [{ amount: 60 }] })]
  const stranger = { key: '["lamp"]', quantity: 1, unitPrice: cents(5000), returned: 1 }
  table([
    ["are the lines of the lease", both({ chair: 2 }), 20_000, reduces(part("return", 1, "CHAIR", 2, 10_000))],
    ...[19_999, 20_001, 10_000, 15_000].map((amount): [string, Case, number, object] => [
      "are refused at any sum but their own",
      both({ chair: 2 }),
      amount,
      wrong,
    ]),
    [
      "that cost nothing go back with the next goods, at the price of those",
      gifts({ gift: 1, sofa: 1 }),
      42_900,
      reduces(part("return", 1, "GIFT", 1, 0), part("return", 2, "SOFA", 1, 42_900)),
    ],
    [
      "that cost nothing prevent a lower price if others came back, too",
      gifts({ gift: 1, sofa: 1 }),
      10_000,
      refuses("reduction_goods", { due: 42_900, pieces: 2 }),
    ],
    ["that were free don't prevent a lower price", gifts({ gift: 1 }), 10_000, reduces({ action: "lower" })],
    ["that were free wait for returns", requested(gifts({ gift: 1 }), "gift"), 10_000, refuses("reduction_requested")],
    ["that do not divide are the cheaper first", uneven(2), 6666, reduces(part("return", 2, "CHAIR-2", 2, 3333))],
    [
      "are refused if they are the last, because that is the whole lease, including delivery",
      came(done(uneven(2), 6666), { chair: 3 }),
      4334,
      refuses("reduction_goods", { due: 4334 }),
    ],
    ["that can't be told apart are refused", leaseOf(alike, { chair: 1 }), 8000, UNMATCHED],
    ["that the contract does not have are refused", { ...both(), back: [...both().back, stranger] }, 5000, UNMATCHED],
    ["are refused if the cart is unknown", changed(both({ chair: 1 }), { snapshot: null }), 10_000, UNMATCHED],
    [
      "are refused once staff resolved some elsewhere, because nothing says which",
      changed(both({ chair: 2 }), { accepted_order: { total: 43_900, returned: 1 } }),
      10_000,
      UNMATCHED,
    ],
    ["are returned before the others", requested(both({ chair: 2 }), "sofa"), 20_000, reduces({ identifier: "CHAIR" })],
    ["are refused while more are on their way", requested(both(), "chair"), 10_000, refuses("reduction_requested")],
  ])

  it("goods that came back need an exact refund", () => {
    expect(plan(both({ chair: 2 }), 20_000, false)).toMatchObject({ code: "reduction_goods" })
  })

  const merged = [line({ ...CHAIRS, id: "a", quantity: 2 }), line({ ...CHAIRS, id: "b", quantity: 1 }), line(SOFA)]
  const lamps = [line({ ...CHAIRS, id: "a" }), line({ ...CHAIRS, id: "b", unit_price: 80 }), line(SOFA)]
  const two = leaseOf(lamps)
  const cheap = { ...two, back: two.back.map((one) => ({ ...one, returned: one.unitPrice === 8000 ? 1 : 0 })) }
  const exchanged = { ...both(), back: [...both({ chair: 1 }).back, ...both().back.slice(0, 1)] }
  const twins = [line(article("first", 1, 100)), line(article("second", 1, 100))]
  const edited = both({ chair: 1 })
  const withoutSofa = { ...edited, back: edited.back.filter(({ key }) => key.includes("chair")) }
  const all = { amount: 30_000, lines: [part("return", 1, "CHAIR", 3, 10_000)] }
  const RESOLVED = { accepted_order: { total: 1, returned: 1 } }
  const allBack = { ...chairs(3), lease: after(chairs().lease, all) }
  it.each<[string, Case, object | null]>([
    ["once: what the service has taken back is not due again", done(chairs(1), 10_000), { pieces: 0 }],
    ["once: what came since is", came(done(chairs(1), 10_000), { chair: 2 }), { pieces: 1, amount: 10_000 }],
    ["together if their lines are merged", leaseOf(merged, { chair: 1 }), { pieces: 2, amount: 20_000 }],
    ["by the price that Medusa has for them", cheap, { lines: [part("return", 2, "CHAIR-2", 1, 8000)] }],
    ["at their price after it was lowered", came(done(chairs(), 3000), { chair: 1 }), { amount: 9000 }],
    ["for zero if they are free", gifts({ gift: 1 }), { pieces: 1, amount: 0 }],
    ["for the contract's items", { ...both(), back: [...both().back, { ...stranger, quantity: 0 }] }, { pieces: 0 }],
    ["not at all where more came back than there were", both({ chair: 4 }), null],
    ["not at all where the service took back more", came(done(chairs(2), 20_000), { chair: 1 }), null],
    ["not at all, though another item came back", came(done(both({ chair: 2 }), 20_000), { chair: 1, sofa: 1 }), null],
    ["not at all once staff resolved some elsewhere", changed(both({ chair: 2 }), RESOLVED), null],
    ["once staff accepted the rest", changed(came(done(chairs(1), 10_000), { chair: 2 }), RESOLVED), { pieces: 1 }],
    ["not for an item that an edit removed", withoutSofa, { lines: [{ identifier: "CHAIR" }], amount: 10_000 }],
    ["for nothing once all of it went back", allBack, { pieces: 0, isLast: false }],
    ["by their article", leaseOf(twins, { second: 1 }), { lines: [part("return", 2, "SECOND", 1, 10_000)] }],
    ["not at all with a replacement in the order: either could have come back", exchanged, null],
  ])("goods are due %s", (_, given, expected) => {
    expect([due(given)]).toMatchObject([expected])
  })

  it("goods of merged or split lines are counted by their lines in the lease", () => {
    expect(linesLeft(leaseOf(merged).lease).map(({ quantity }) => quantity)).toEqual([3, 1])
    expect(linesLeft(uneven().lease)).toMatchObject([
      { number: 1, identifier: "CHAIR", quantity: 1, price: 3334, tax: 0 },
      { number: 2, identifier: "CHAIR-2", quantity: 2, price: 3333, tax: 0 },
    ])
  })

  it("a returned piece takes its share of the line's tax, rounded down, and the last one the rest", () => {
    let given = leaseOf([line({ ...CHAIRS, unit_price: 33.33, tax_lines: [{ rate: 10 }] }), line(SOFA)])
    expect(linesLeft(given.lease)[0]).toMatchObject({ quantity: 3, price: 3333, tax: 1000 })
    given = done(came(given, { chair: 1 }), 3333 + 333)
    given = done(came(given, { chair: 3 }), 2 * 3333 + 667)
    expect(given.lease.reductions?.map(({ lines }) => lines[0]?.tax)).toEqual([333, 667])
    expect(restOf(given.lease)).toBe(42_900 + 1000)
  })
})

describe("a refund without goods", () => {
  const five = leaseOf([line({ ...CHAIRS, quantity: 5 }), line(SOFA)])
  const mixed = leaseOf([line({ ...CHAIRS, ...TAXED, unit_price: 900 }), line(SOFA)])
  const sums = (...sums: number[]) => refuses("reduction_price", { sums })
  const twins = leaseOf([line(article("first", 1, 100)), line(article("second", 1, 100))])
  const pairs = [line(article("pair", 2, 100)), line(article("three", 3, 100))]
  const once = done(both(), 2900)
  const asLeased = changed(once, { accepted_order: { total: once.lease.amount, returned: 0 } })
  const asLeft = changed(once, { accepted_order: { total: restOf(once.lease), returned: 0 } })
  const agreed = changed(both(), { accepted_order: { total: 71_900, returned: 0 } })
  table([
    ["lowers the line that holds most", both(), 2900, reduces(part("lower", 2, "SOFA", 1, 40_000))],
    ["lowers it though the first could give it", both(), 3000, reduces({ identifier: "SOFA" })],
    ["lowers the first of two that hold the same", twins, 3000, reduces({ identifier: "FIRST" })],
    ["lowers it by a cent", leaseOf([line(SOFA)]), 1, reduces(part("lower", 1, "SOFA", 1, 42_899))],
    ["of zero is refused with the minimum", leaseOf([line(SOFA)]), 0, sums(1)],
    ["below an amount that a line can give is refused with that amount", chairs(), 1001, sums(999, 1002)],
    ["below the most that a line can give is refused with that amount", chairs(), 29_995, sums(29_994, 29_997)],
    ["between the amounts of two lines is refused with the closest", leaseOf(pairs), 1003, sums(1002, 1004)],
    ["after staff accepted the contract's sum is planned", asLeased, 2900, reduces({ identifier: "SOFA" })],
    ["after staff accepted the rest is planned", asLeft, 2900, reduces({ identifier: "SOFA" })],
    ["lowers all pieces of a line alike", five, 1000, reduces({ identifier: "CHAIR", price: 9800 })],
    ["that a line cannot divide lowers the next", five, 1001, reduces({ identifier: "SOFA", price: 41_899 })],
    ["that no line can give is refused with the nearest amounts", chairs(), 1000, sums(999, 1002)],
    ["below a cent per unit is refused with the minimum", chairs(), 1, sums(3)],
    ["gives no unit for free", chairs(), 30_000, sums(29_997)],
    ["lowers no delivery, which is no line", chairs(), 30_999, sums(29_997)],
    // The share of the tax in a lower price is unknown.
    ["lowers no line with sales tax", leaseOf([line({ ...CHAIRS, ...TAXED })]), 1000, refuses("reduction_taxed")],
    ["lowers a line without tax beside one with it", mixed, 1000, reduces({ identifier: "SOFA" })],
    ["is refused if the rest is taxed", done(came(mixed, { sofa: 1 }), 42_900), 1000, refuses("reduction_taxed")],
    ["after a person accepted another sum is refused: it may be lowered already", agreed, 2500, UNMATCHED],
  ])

  it("a refund without goods that doesn't fit is refused with the closest amounts", () => {
    expect(plan(chairs(), 999, false)).toMatchObject({ code: "reduction_price", sums: [999, 1002] })
  })
})

it.each([[[CHAIRS, SOFA]], [[UNEVEN]]])("no part of a contract with all tax on one line is returned (%#)", (items) => {
  const plain = plainCart({ items: items.map((item) => line({ ...item, ...TAXED })) })
  const given = { lease: leased(map(totalled(plain), { tax: "one_line" })), back: backOf(plain) }
  expect(plan(came(given, { chair: 1 }), 10_825)).toMatchObject(refuses("reduction_taxed"))
  expect(due(came(given, { chair: 1 }))).toBeNull()
})

it("no part is returned while Medusa has an earlier refund that the service doesn't know", () => {
  const { lease, back } = both()
  const refund = { amount: 100, whole: true, back }
  expect(planReduction(lease, { ...refund, refunded: 100 })).toMatchObject({ code: "reduction_books_ahead" })
  expect(planReduction(lease, { ...refund, refunded: 0 })).toMatchObject({ do: "reduce" })
})

/** The service's own arithmetic on the lines that were sent. */
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
        ? { actionType: "PriceAdj" as const, priceEach: price }
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
  ])("%s leave exactly the rest at the service, never below zero", (_what, carts) => {
    let reduced = 0
    let wholes = 0
    fc.assert(
      fc.property(carts, deeds, (plain, todo) => {
        const cart = totalled(plain)
        fc.pre(refusals(cart).length === 0)
        const mapped = map(cart)
        let given: Case = { lease: leased(mapped), back: backOf(plain) }
        const service = new Service(given.lease)
        const delivery = Math.round(mapped.cart.deliveryCost * 100) + Math.round(mapped.cart.deliveryCostSalesTax * 100)
        const carry = (amount: number) => {
          const planned = plan(given, amount)
          if (planned.do === "refuse") return planned
          service.take(planned.reduction)
          given = { ...given, lease: after(given.lease, planned.reduction) }
          reduced += 1
          expect(service.left + delivery).toBe(restOf(given.lease))
          expect(reducedBy(given.lease.reductions)).toBeLessThanOrEqual(mapped.total)
          expect(linesLeft(given.lease).every(({ price, quantity }) => price >= 0 && quantity >= 0)).toBe(true)
          return planned
        }
        for (const deed of todo) {
          if ("lower" in deed) {
            const refused = carry(deed.lower % Math.max(1, restOf(given.lease)))
            // A proposed amount is accepted.
            if (refused.do === "refuse" && "sums" in refused && refused.sums[0]) carry(refused.sums[0])
            continue
          }
          const at = deed.line % given.back.length
          const back = given.back.map((one, index) =>
            index === at ? { ...one, returned: Math.min(one.quantity, one.returned + deed.pieces) } : one,
          )
          given = { ...given, back }
          const goods = due(given)
          if (!goods?.pieces) continue
          if (goods.isLast) {
            wholes += 1
            expect(goods.amount).toBe(restOf(given.lease))
            // A refund is never zero, as it could be for free goods.
            if (goods.amount > 0) expect(plan(given, goods.amount)).toMatchObject({ do: "refuse", due: goods.amount })
            return
          }
          if (goods.amount > 0) expect(carry(goods.amount).do).toBe("reduce")
        }
      }),
      { numRuns: 200 },
    )
    expect(reduced).toBeGreaterThan(100)
    expect(wholes).toBeGreaterThan(0)
  })
})
