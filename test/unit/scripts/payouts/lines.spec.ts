import {
  isTotal,
  isWhole,
  type Layout,
  type PayoutLine,
  Repetitions,
  readLine,
} from "../../../../src/scripts/payouts/lines"
import type { Settings } from "../../../../src/scripts/payouts/settings"
import { StyleEvidence } from "../../../../src/scripts/payouts/style"

const LAYOUT: Layout = { places: { lease: 0, amount: 1, fee: 2, date: 3, line: 4, reason: 5 }, width: 6 }
const SETTINGS: Settings = {
  lease: "Lease",
  amount: "Amount",
  fee: "Fee",
  date: "Date",
  line: "Line",
  reason: "Reason",
}
const STYLE = { decimal: ".", dates: "MM/DD/YYYY", fees: "positive" } as const

const read = (cells: string[], settings: Settings = SETTINGS, style: Parameters<typeof readLine>[3] = STYLE) =>
  readLine({ line: 7, cells }, LAYOUT, settings, style)

it("reads a line", () => {
  expect(read(["4711", "12.00", "", "11/29/2026", "T1", "Funding"])).toEqual({
    line: 7,
    lease: "4711",
    order: "",
    paid: 1200,
    fee: 0,
    day: "2026-11-29",
    id: "T1",
    reason: "Funding",
  })
})

it.each([
  ["gross", "positive", "100.00", "5.00", 10_000, 500],
  ["net", "positive", "95.00", "5.00", 10_000, 500],
  ["net", "negative", "95.00", "-5.00", 10_000, 500],
  ["gross", "negative", "100.00", "-5.00", 10_000, 500],
  ["net", "positive", "-95.00", "-5.00", -10_000, -500],
  ["net", "negative", "-95.00", "5.00", -10_000, -500],
  ["net", "negative", "95.00", "0", 9500, 0],
] as const)("a %s amount with a %s fee: %s and %s", (amountIs, fees, amount, fee, paid, deducted) => {
  const line = read(["4711", amount, fee, "11/29/2026", "", ""], { ...SETTINGS, amountIs }, { ...STYLE, fees })
  expect(line).toMatchObject({ paid, fee: deducted })
})

it("a line whose reason is a fee counts as a fee only", () => {
  const settings = { ...SETTINGS, feeReasons: ["Program fee"] }
  expect(read(["4711", "-5.00", "", "11/29/2026", "", "Program fee"], settings)).toMatchObject({ paid: 0, fee: 500 })
  expect(read(["4711", "-5.00", "", "11/29/2026", "", "Damage"], settings)).toMatchObject({ paid: -500, fee: 0 })
  expect(read(["4711", "-5.00", "1.00", "11/29/2026", "", "Program fee"], settings)).toMatchObject({
    paid: 0,
    fee: 600,
  })
})

it("reads an ID that a spreadsheet keeps as text", () => {
  expect(read([' ="0047" ', "12.00", "", "11/29/2026", "", ""])).toMatchObject({ lease: "0047" })
  for (const lease of ['="0047"x', 'x="0047"'])
    expect(read([lease, "12.00", "", "11/29/2026", "", ""])).toMatchObject({ lease })
})

it.each([
  [["4711", "12.00"], "2 fields instead of 6"],
  [["4711", "12.00", "", "11/29/2026", "", "", "more"], "7 fields instead of 6"],
  [["4711", "1", "234.00", "", "11/29/2026", "", ""], "7 fields instead of 6"],
  [["4711", "($1", "234.00)", "", "11/29/2026", "", ""], "7 fields instead of 6"],
  [["4711", " 1 ", " 234.00 ", "", "11/29/2026", "", ""], "7 fields instead of 6"],
  [["4711", "12.00", "1", "234", "11/29/2026", "", ""], "7 fields instead of 6"],
  [["4711", "", "", "11/29/2026", "", ""], "no amount"],
  [["4711", "twelve", "", "11/29/2026", "", ""], '"twelve" is not an amount'],
  [["4711", "12.00", "?", "11/29/2026", "", ""], '"?" is not an amount'],
  [["4711", "12.00", "", "29/11/2026", "", ""], '"29/11/2026" is not a date'],
  [["4711", "12.00", "", "", "", ""], "no date"],
])("refuses %j: %s", (cells, why) => {
  expect(read(cells)).toBe(why)
})

it("ignores empty cells after the last column, and dates that aren't used", () => {
  expect(read(["4711", "12.00", "", "11/29/2026", "", "", "", " "])).toMatchObject({ paid: 1200 })
  const { date: _, ...undated } = SETTINGS
  for (const date of ["soon", "11/29/2026"])
    expect(read(["4711", "12.00", "", date, "", ""], undated)).toMatchObject({ day: null })
  const places = { lease: 0, amount: 1 }
  for (const [amount = "", next = ""] of [
    ["12", "47110"],
    ["1200", "471"],
    ["12", "47"],
    ["12.00", "471"],
  ])
    expect(isWhole({ line: 1, cells: ["4711", amount, next, ""] }, { places, width: 3 })).toBe(true)
  expect(isWhole({ line: 1, cells: ["4711", "12", "471"] }, { places, width: 3 })).toBe(true)
})

it.each([
  [["Total", "24.00", "", "", "", ""], true],
  [[" Total ", "24.00"], true],
  [["Not a total", "24.00"], false],
  [["Total of the lines above, and a long story", "24.00"], false],
  [["", "", "", "", "", "Grand total:"], true],
  [["TOTALS FOR OCTOBER", "24.00"], true],
  [["", "24.00", "Subtotal", "", "", ""], false],
  [["4711", "24.00", "", "", "", "Total"], false],
  [["Totality Inc", "24.00", "", "", "", ""], false],
  [["", "24.00", "", "", "", ""], false],
])("%j is a total: %j", (cells, is) => {
  expect(isTotal({ line: 1, cells }, LAYOUT)).toBe(is)
})

it("a line that names a lease or an order is no total", () => {
  const layout: Layout = { places: { lease: 1, order: 2 }, width: 3 }
  for (const cells of [
    ["Total", "4711", ""],
    ["Total", "", "1042"],
  ])
    expect(isTotal({ line: 1, cells }, layout)).toBe(false)
  expect(isTotal({ line: 1, cells: ["Total", "", ""] }, layout)).toBe(true)
})

describe("repeated lines", () => {
  const lineOf = (change: Partial<PayoutLine> = {}): PayoutLine => {
    const line = { line: 1, lease: "4711", order: "", paid: 100, fee: 0, day: "2026-11-29", id: "", reason: "" }
    return { ...line, ...change }
  }
  /** How many lines of each file count. */
  function count(files: PayoutLine[][], cells = (line: PayoutLine) => [line.lease, String(line.paid)]) {
    const repetitions = new Repetitions()
    const counted = files.map((lines) => {
      repetitions.startFile()
      return lines.filter((line) => !repetitions.isRepeated(line, { line: line.line, cells: cells(line) })).length
    })
    return { counted, reused: [...repetitions.reused] }
  }

  it("identical lines within a file count each", () => {
    expect(count([[lineOf(), lineOf()]]).counted).toEqual([2])
  })

  it("identical lines in several files count as often as in the file with the most", () => {
    expect(count([[lineOf()], [lineOf(), lineOf(), lineOf()], [lineOf(), lineOf()]]).counted).toEqual([1, 2, 0])
  })

  it("lines that differ in a column that isn't used count each", () => {
    let balance = 0
    expect(count([[lineOf()], [lineOf()]], () => [String(balance++)]).counted).toEqual([1, 1])
  })

  it("a line with an ID counts once, in one file or several, even if other columns differ", () => {
    let balance = 0
    const line = lineOf({ id: "T1" })
    expect(count([[line, line], [line]], () => [String(balance++)])).toEqual({ counted: [1, 0], reused: [] })
  })

  it.each<Partial<PayoutLine>>([
    { id: "T2" },
    { lease: "4712" },
    { order: "1" },
    { paid: 101 },
    { fee: 1 },
    { day: "2026-11-30" },
    { reason: "Damage" },
  ])("a line with another %j counts, too", (change) => {
    expect(count([[lineOf({ id: "T1" })], [lineOf({ id: "T1", ...change })]], () => []).counted).toEqual([1, 1])
  })

  it("spaces make no other line", () => {
    const cells = ({ line }: PayoutLine) => [" ".repeat(line), "4711"]
    expect(count([[lineOf()], [lineOf({ line: 2 })]], cells).counted).toEqual([1, 0])
  })

  it("lines with the same ID and different content all count, and are reported", () => {
    const files = [[lineOf({ id: "T1" }), lineOf({ id: "T1", paid: -5 })], [lineOf({ id: "T1", paid: -5 })]]
    expect(count(files)).toEqual({ counted: [2, 0], reused: ["T1"] })
  })
})

describe("how a file is written", () => {
  function decide(lines: { amount?: string; fee?: string; date?: string }[], settings: Settings = SETTINGS) {
    const evidence = new StyleEvidence()
    for (const [place, line] of lines.entries())
      evidence.add({ amount: "", fee: "", date: "", ...line }, "/home/a.csv", place + 2)
    return evidence.decide(settings)
  }

  it("is decided from whole columns", () => {
    const lines = [{ amount: "1,234" }, { date: "05/11/2026" }, { amount: "12.50", fee: "-1" }, { date: "05/31/2026" }]
    expect(decide(lines).style).toEqual({ decimal: ".", dates: "MM/DD/YYYY", fees: "negative" })
    expect(decide(lines).settings).toMatchObject({ decimal: ".", dates: "MM/DD/YYYY", fees: "negative" })
  })

  it("isn't kept if nothing needed a decision", () => {
    expect(decide([{ amount: "12", date: "2026-11-29" }]).settings).toStrictEqual(SETTINGS)
  })

  it("isn't decided by a fee on a reversal, or by a fee of zero", () => {
    expect(
      decide([
        { amount: "-12", fee: "-1" },
        { amount: "12", fee: "0" },
      ]).settings,
    ).toEqual(SETTINGS)
  })

  it.each([
    [
      [{ amount: "1,234" }],
      "Amounts can be read in two ways, such as 1,234 in a.csv, line 2. Add --decimal . or --decimal ,.",
    ],
    [
      [{ amount: " 1,234 " }, { amount: "5,678" }],
      "Amounts can be read in two ways, such as 1,234 in a.csv, line 2. Add --decimal . or --decimal ,.",
    ],
    [
      [{ fee: "1.234" }],
      "Amounts can be read in two ways, such as 1.234 in a.csv, line 2. Add --decimal . or --decimal ,.",
    ],
    [
      [{ amount: "1,50" }, { amount: "1.50" }],
      "Amounts are written in two ways: 1.50 in a.csv, line 3, and 1,50 in a.csv, line 2. Correct the file, or add --decimal . or --decimal ,.",
    ],
    [
      [{ date: "05/11/2026" }],
      "Dates can be read in two ways, such as 05/11/2026 in a.csv, line 2. Add --dates MM/DD/YYYY or --dates DD/MM/YYYY.",
    ],
    [
      [{ date: "05/13/2026" }, { date: "13/05/2026" }],
      "Dates are written in two ways: 05/13/2026 in a.csv, line 2, and 13/05/2026 in a.csv, line 3. Correct the file, or add --dates MM/DD/YYYY or --dates DD/MM/YYYY.",
    ],
    [
      [
        { amount: "1", fee: "1" },
        { amount: "1", fee: "-1" },
      ],
      "Fees are written in two ways: 1 in a.csv, line 2, and -1 in a.csv, line 3. Correct the file, or add --fees positive or --fees negative.",
    ],
  ])("is asked for if %j can't tell", (lines, message) => {
    expect(() => decide(lines)).toThrow(message)
  })

  it("is what the settings say, whatever the columns show", () => {
    const settings = { ...SETTINGS, decimal: ",", dates: "DD/MM/YYYY", fees: "negative" } as const
    expect(decide([{ amount: "1,234", fee: "1", date: "05/11/2026" }], settings).style).toEqual({
      decimal: ",",
      dates: "DD/MM/YYYY",
      fees: "negative",
    })
  })
})
