import { type CountedLeases, FUNNEL_STEPS, funnelsOf, mondaysUntil } from "../../../../src/modules/lease/rules/funnel"

const some = (change: Partial<CountedLeases>): CountedLeases => ({
  ...{ week: 0, account_id: null, flow: "api", currency_code: "usd", step: 0, days: null, count: 1, amount: 0 },
  ...change,
})
const at = (step: (typeof FUNNEL_STEPS)[number], change: Partial<CountedLeases> = {}) =>
  some({ step: FUNNEL_STEPS.indexOf(step), ...change })

const only = (leases: CountedLeases[], weeks = 1) => {
  const [funnel] = funnelsOf(leases, weeks)
  if (!funnel) throw new Error("There is no funnel.")
  return funnel
}

describe("the funnel", () => {
  it("a lease counts at its furthest step and at each before it, in its week and in the whole", () => {
    const { total, weeks } = only([at("approved", { count: 2 }), at("signed", { week: 1, days: 3 })], 3)
    const counts = ({ steps }: typeof total) => steps.map(({ count }) => count)
    expect(counts(total)).toEqual([3, 3, 3, 1, 1, 0, 0])
    expect(weeks.map(counts)).toEqual([
      [2, 2, 2, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 0, 0],
      [0, 0, 0, 0, 0, 0, 0],
    ])
  })

  it("amounts are summed by currency from the price on", () => {
    const leases = [
      at("priced", { amount: 100, count: 2 }),
      at("signed", { amount: 30, currency_code: "cad" }),
      at("delivered", { amount: 7 }),
    ]
    const { steps } = only(leases).total
    const [usd, cad] = ["usd", "cad"].map((currency_code) => (amount: number) => ({ currency_code, amount }))
    expect(steps.map(({ sums }) => sums)).toEqual([
      ...[[], [], []],
      [cad?.(30), usd?.(107)],
      [cad?.(30), usd?.(7)],
      [usd?.(7)],
      [usd?.(7)],
    ])
  })

  it.each([
    [[], null],
    [[[null, 5]], null],
    [[[4, 1]], 4],
    [
      [
        [9, 1],
        [0, 1],
      ],
      0,
    ],
    [
      [
        [30, 2],
        [1, 1],
        [2, 2],
      ],
      2,
    ],
    [
      [
        [0, 5],
        [3, 6],
      ],
      3,
    ],
  ] as [[number | null, number][], number | null][])("of %j days and leases, %p is the median", (days, median) => {
    const leases = days.map(([days, count]) => at("signed", { days, count }))
    expect(only([at("approved"), ...leases]).total.days_to_sign).toBe(median)
  })

  it("hosted leases have a funnel of their own, without the steps inside the widget", () => {
    const [api, hosted] = funnelsOf([at("delivered", { flow: "hosted" }), at("approved")], 1)
    expect([api?.flow, hosted?.flow]).toEqual(["api", "hosted"])
    expect(hosted?.total.steps).toMatchObject([
      { step: "started", count: 1, sums: [] },
      { step: "signed", count: 1 },
      { step: "ordered", count: 1 },
      { step: "delivered", count: 1 },
    ])
  })

  it("an account's week, or its whole, has no figures if it has fewer than five leases, but is 0 if it has none", () => {
    const leases = [
      ...[at("signed", { count: 4 }), at("signed", { week: 1, count: 5 })],
      ...[at("signed", { account_id: "maple", week: 1, count: 4 })],
    ]
    const { accounts, weeks } = only(leases, 2)
    expect(weeks.map(({ steps }) => steps[0]?.count)).toEqual([4, 9])
    const shown = accounts.map(({ account_id, total, weeks }) => [
      account_id,
      ...[total, ...weeks].map((funnel) => funnel?.steps[0]?.count ?? null),
    ])
    expect(shown).toEqual([
      [null, 9, null, 5],
      ["maple", null, 0, null],
    ])
  })

  it("a single account has no split", () => {
    expect(only([at("signed", { account_id: "maple", count: 9 })]).accounts).toEqual([])
  })

  it.each([
    ["2026-11-29", ["2026-11-16", "2026-11-23"]],
    ["2026-11-30", ["2026-11-23", "2026-11-30"]],
    ["2027-01-01", ["2026-12-21", "2026-12-28"]],
  ])("the weeks until %s began on %j", (today, mondays) => {
    expect(mondaysUntil(today, 2)).toEqual(mondays)
  })
})
