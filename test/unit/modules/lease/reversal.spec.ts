import { decideReversal, isSame, type ReversalFacts, restOf } from "../../../../src/modules/lease/rules/reversal"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"

const LEASED = 45_400
const decide = (change: Partial<ReversalFacts>) =>
  decideReversal({
    ...{
      status: "placed",
      amount: LEASED,
      leased: LEASED,
      rest: LEASED,
      unbooked: 0,
      knowsLines: false,
      shipped: false,
    },
    ...change,
  })
const no = (code: string) => ({ do: "refuse", code })
const doing = (what: string) => ({ do: what })

const BOOKS: readonly LeaseStatus[] = ["canceled", "returned", "expired", "superseded"]
const ALIVE = LEASE_STATUSES.filter((status) => !BOOKS.includes(status))

describe("a full refund at the service", () => {
  const RUNNING: Partial<Record<LeaseStatus, [before: string, shipped: string]>> = {
    placed: ["cancel", "return"],
    // A scheduled delivery has started the lease, shipped or not.
    delivered: ["return", "return"],
    returning: ["return", "return"],
    canceling: ["cancel", "cancel"],
  }

  it.each(LEASE_STATUSES)("%s, before and after it is shipped", (status) => {
    const rest = BOOKS.includes(status) ? doing("books_only") : no("refund_before_placed")
    const expected = RUNNING[status]?.map(doing) ?? [rest, rest]
    expect([decide({ status }), decide({ status, shipped: true })]).toEqual(expected)
  })

  it("a full refund of a placed lease without a known order is refused", () => {
    expect(decide({ shipped: null })).toEqual(no("refund_before_placed"))
  })
})

describe("a refund of another sum", () => {
  const decided = (statuses: readonly LeaseStatus[], amount: number) => {
    const decisions = statuses.flatMap((status) => [false, true].map((shipped) => decide({ status, shipped, amount })))
    return new Set(decisions.map((decision) => JSON.stringify(decision)))
  }

  it("a partial refund is refused until the lease has ended, even by a cent", () => {
    expect(decided(ALIVE, LEASED - 1)).toEqual(new Set([JSON.stringify(no("refund_partial"))]))
  })

  it("once the lease has ended, any refund only corrects the books", () => {
    for (const amount of [1, LEASED - 1])
      expect(decided(BOOKS, amount)).toEqual(new Set([JSON.stringify(doing("books_only"))]))
  })

  describe("with returns of lines", () => {
    const lines = (change: Partial<ReversalFacts>) => decide({ knowsLines: true, ...change })

    it.each<[LeaseStatus, object]>([
      ["delivered", doing("reduce")],
      ["placed", no("reduction_undelivered")],
      ["returning", no("open_unknown")],
      ["canceling", no("open_unknown")],
      ["signed", no("refund_before_placed")],
      ["returned", doing("books_only")],
    ])("a part is accepted only after the delivery: %s", (status, expected) => {
      for (const shipped of [false, true]) expect(lines({ status, shipped, amount: LEASED - 1 })).toEqual(expected)
    })

    it("a refund of all that is left returns the whole lease", () => {
      expect(lines({ status: "delivered", rest: 5400, amount: 5400 })).toEqual(doing("return"))
      expect(lines({ status: "delivered", rest: 5400, amount: LEASED })).toEqual(no("refund_partial"))
    })

    it("a part may be a cent", () => {
      expect(lines({ status: "delivered", amount: 1 })).toEqual(doing("reduce"))
    })

    it.each([0, -1, -LEASED, LEASED + 1])("an invalid part is refused: %d", (amount) => {
      expect(lines({ status: "delivered", amount })).toEqual(no("refund_partial"))
    })

    it("a part that the books still lack is booked first, without a call", () => {
      const lacking = { status: "delivered", rest: 20_000, unbooked: 20_000 } as const
      expect(lines({ ...lacking, amount: 20_000 })).toEqual(doing("books_only"))
      expect(lines({ ...lacking, unbooked: 1, amount: 1 })).toEqual(doing("books_only"))
      for (const amount of [1, 19_999, 20_001, 40_000])
        expect(lines({ ...lacking, amount })).toEqual(no("reduction_books_first"))
      // The option may have been turned off since.
      expect(lines({ ...lacking, knowsLines: false, amount: 20_000 })).toEqual(doing("books_only"))
    })
  })

  it.each([
    ["a cent more", LEASED + 1],
    ["nothing", 0],
    ["a negative sum", -LEASED],
    ["the double", 2 * LEASED],
  ])("is refused in every status: %s", (_what, amount) => {
    expect(decided(LEASE_STATUSES, amount)).toEqual(new Set([JSON.stringify(no("refund_partial"))]))
  })
})

describe("two parts of a lease", () => {
  const LINE = { action: "return", number: 1, identifier: "CHAIR", quantity: 11, price: 100, tax: 0 } as const
  const part = (change: object = {}, amount = 1100) => ({ amount, lines: [{ ...LINE, ...change }] })

  it("are the same with the same pieces at the same prices", () => {
    expect(isSame(part({ identifier: "OTHER" }), part())).toBe(true)
    expect(isSame(undefined, part())).toBe(false)
    const others = [{ action: "lower" }, { number: 2 }, { quantity: 1 }, { price: 99 }, { number: 11, quantity: 1 }]
    expect([...others.map((change) => part(change)), part({}, 1099)].filter((one) => isSame(one, part()))).toEqual([])
  })
})

it("nothing is left of a lease that has no amount yet", () => {
  expect(restOf({ amount: null, reductions: null })).toBe(0)
})
