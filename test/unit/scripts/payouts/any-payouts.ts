import fc from "fast-check"
import type { PayoutLease } from "../../../../src/modules/lease/ledger"
import type { Settings } from "../../../../src/scripts/payouts/settings"
import type { List } from "../../../../src/scripts/payouts/totals"

/** A lease, and what an operator's files have about it. `parts` are line amounts before the fee, in cents. */
type Planned = { lease: PayoutLease; test: boolean; list: List | "missing" | "absent"; parts: number[] }
/** How an operator writes its files. */
type Writing = {
  decimal: "." | ","
  delimiter: "," | ";" | "\t"
  dates: "MM/DD/YYYY" | "DD/MM/YYYY" | "YYYY-MM-DD"
  negative: "-#" | "#-" | "(#)"
  amountIs: "gross" | "net"
  fees: "positive" | "negative"
  hasIds: boolean
  named: "operator_id" | "reference" | "order"
  preamble: boolean
}

/** A line of a file before it's written. */
type Line = { name: string; gross: number; fee: number; day: number; id: string; reason: string }

const day = (number: number) => `2026-10-${String(number).padStart(2, "0")}`

function leaseOf(n: number, change: Partial<PayoutLease>): PayoutLease {
  const placed_at = new Date(`2026-10-01T00:00:${String(n % 60).padStart(2, "0")}Z`)
  const ids = { id: `lease_${n}`, reference: `L-${n}`, application_id: `A${n}`, hosted_id: null, order_display_id: n }
  const dates = {
    placed_at,
    created_at: placed_at,

    delivered_at: new Date("2026-10-15T12:00:00Z"),
  }
  const status = "delivered" as const
  const sums = { amount: 10_000, currency_code: "usd", reductions: null }
  return {
    ...ids,
    ...dates,
    ...sums,
    delivered_on: "2026-10-15",
    changed_on: "2026-10-20",
    account_id: null,
    flow: "api",
    status,
    ...change,
  }
}

const anyWriting: fc.Arbitrary<Writing> = fc.record({
  decimal: fc.constantFrom(".", ","),
  delimiter: fc.constantFrom(",", ";", "\t"),
  dates: fc.constantFrom("MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD"),
  negative: fc.constantFrom("-#", "#-", "(#)"),
  amountIs: fc.constantFrom("gross", "net"),
  fees: fc.constantFrom("positive", "negative"),
  hasIds: fc.boolean(),
  named: fc.constantFrom("operator_id", "reference", "order"),
  preamble: fc.boolean(),
})

/** The sum that the operator owes, by the rules: what remains of a delivered lease of the API flow. */
type State = { change: Partial<PayoutLease>; due: (amount: number) => number; test?: boolean; expected: boolean }
const STATES: State[] = [
  { change: {}, due: (amount) => amount, expected: true },
  {
    change: {
      reductions: [
        { amount: 100, lines: [] },
        { amount: 20, lines: [] },
      ],
    },
    due: (amount) => amount - 120,
    expected: true,
  },
  { change: { status: "returned" }, due: () => 0, expected: false },
  { change: { status: "canceled", delivered_at: null }, due: () => 0, expected: false },
  { change: { status: "placed", delivered_at: null }, due: () => 0, expected: false },
  { change: { status: "returning" }, due: (amount) => amount, expected: false },
  { change: { flow: "hosted" }, due: () => 0, expected: false },
  { change: {}, due: (amount) => amount, test: true, expected: false },
  { change: { delivered_at: new Date("2026-09-01T12:00:00Z") }, due: (amount) => amount, expected: false },
]

const anyPlanned = fc.record({
  state: fc.constantFrom(...STATES),
  amount: fc.integer({ min: 1000, max: 9_999_999 }),
  paid: fc.oneof(fc.constant<number | null>(0), fc.constant(null), fc.integer({ min: -500, max: 500 })),
  splits: fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 3 }),
})

function plan(
  n: number,
  { state, amount, paid, splits }: typeof anyPlanned extends fc.Arbitrary<infer One> ? One : never,
): Planned {
  const lease = leaseOf(n, { ...state.change, amount })
  const test = state.test ?? false
  if (paid === null) return { lease, test, list: state.expected ? "missing" : "absent", parts: [] }
  const sum = state.due(amount) + paid
  const parts = [...splits, sum - splits.reduce((total, part) => total + part, 0)]
  return { lease, test, list: paid === 0 ? "matched" : paid < 0 ? "short" : "over", parts }
}

export type Payouts = {
  ledger: { lease: PayoutLease; test: boolean }[]
  settings: Settings
  files: string[]
  expected: Record<List | "missing", string[]> & { unknown: number; repeated: number }
}

/** A ledger and an operator's files about it, with what a comparison must find. */
export const anyPayouts: fc.Arbitrary<Payouts> = fc
  .record({
    planned: fc.array(anyPlanned, { minLength: 1, maxLength: 12 }),
    writing: anyWriting,
    unknown: fc.integer({ min: 0, max: 3 }),
    foreign: fc.integer({ min: 0, max: 2 }),
    fee: fc.integer({ min: 1, max: 999 }),
    overlap: fc.array(fc.nat(), { maxLength: 6 }),
    shift: fc.nat(50),
  })
  .map(({ planned, writing, unknown, foreign, fee, overlap, shift }) => {
    const plans = planned.map((one, place) => plan(place + 1, one))
    const others = Array.from({ length: foreign }, (_, place) => leaseOf(900 + place, { account_id: "maple" }))
    const nameOf = (lease: PayoutLease) =>
      ({ operator_id: lease.application_id ?? "", reference: lease.reference, order: `#${lease.order_display_id}` })[
        writing.named
      ]
    const names = plans.flatMap(({ lease, parts }) => parts.map((gross) => ({ name: nameOf(lease), gross })))
    const strange = [
      ...others.map(nameOf),
      ...Array.from({ length: unknown }, (_, place) => (place ? `77${place}` : "")),
    ]
    // The first line and the last one make the column's style and the range of days certain.
    const first = { name: strange[0] ?? "", gross: 12_345 }
    const all = [first, ...names, ...strange.slice(1).map((name) => ({ name, gross: 5000 })), { name: "", gross: 1 }]
    const lines = all.map(
      ({ name, gross }, place): Line => ({
        ...{
          name,
          gross,
          fee: gross > 0 ? Math.min(fee, gross - 1) : 0,
          id: writing.hasIds ? `T${place}` : "",
          reason: gross < 0 ? "Damage" : "",
        },
        day: place === 0 ? 13 : place === all.length - 1 ? 28 : 14 + (place % 14),
      }),
    )
    const half = shift % lines.length
    const again = [...new Set(overlap.map((place) => place % lines.length))].filter((place) => place >= half)
    const files = [lines.slice(half), [...lines.slice(0, half), ...again.map((place) => lines[place] as Line)]].filter(
      ({ length }) => length,
    )
    const lists = (list: Planned["list"]) =>
      plans.filter((one) => one.list === list).map(({ lease }) => lease.reference)
    return {
      ledger: [...plans, ...others.map((lease) => ({ lease, test: false }))],
      settings: {
        [writing.named === "order" ? "order" : "lease"]: "Kenn-Nr.",
        amount: "Betrag",
        fee: "Abzug",
        date: "Tag",
        reason: "Grund",
        ...(writing.hasIds && { line: "Zeile" }),
        amountIs: writing.amountIs,
      },
      files: files.map((some) => written(some, writing)),
      expected: {
        ...{ matched: lists("matched"), short: lists("short"), over: lists("over"), missing: lists("missing") },
        unknown: all.length - names.length,
        repeated: again.length,
      },
    }
  })

function written(lines: readonly Line[], writing: Writing): string {
  const { delimiter, amountIs, fees } = writing
  const cells = lines.map(({ name, gross, fee, id, reason, day: number }) => [
    name,
    amountIn(amountIs === "gross" ? gross : gross - fee, writing),
    amountIn(fees === "positive" ? fee : -fee, writing),
    dateIn(number, writing),
    id,
    reason,
  ])
  const header = ["Kenn-Nr.", "Betrag", "Abzug", "Tag", "Zeile", "Grund"]
  const total = ["Total", amountIn(1, writing), "", "", "", ""]
  const preamble = writing.preamble ? [["Acorn, Leasing; October"], []] : []
  return [...preamble, header, ...cells, [], total]
    .map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter))
    .join("\r\n")
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) ? `"${cell}"` : cell
}

function amountIn(cents: number, { decimal, negative }: Writing): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, decimal === "." ? "," : ".")
  const number = `${whole}${decimal}${digits.slice(-2)}`
  return cents < 0 ? negative.replace("#", number) : number
}

function dateIn(number: number, { dates }: Writing): string {
  if (dates === "YYYY-MM-DD") return day(number)
  return dates === "MM/DD/YYYY" ? `10/${number}/2026` : `${number}/10/2026`
}
